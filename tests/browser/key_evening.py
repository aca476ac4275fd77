"""Pages whose address is a key, and those that make such keys: `python -m tests.browser.key_evening`.

Every form is there twice, once for a browser with scripts and once for one without.
"""

from __future__ import annotations

from typing import Any


def make() -> dict[str, Any]:
    from clubs.activity import By
    from clubs.models import User
    from tests.browser.making import session_of
    from tests.evenings import make_club, make_evening, make_players, tables_of
    from tournaments.models import TableLink
    from tournaments.services.checking_in import door_token, own_token
    from tournaments.services.inviting import invite
    from tournaments.services.links import token_of

    alice = User.objects.create_user("alice", "alice@example.org", "alice-pass-1")
    by = By(alice, "web")
    club = make_club(alice)
    people = make_players(club, 12, by=by)
    guests = []
    for name, player in zip(("bob", "carol"), people, strict=False):
        user = User.objects.create_user(name, f"{name}@example.org", f"{name}-pass-1")
        player.user = user
        player.save()
        guests.append(user)
    door = make_evening(club, by=by, players=people, name="Door")
    rules = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [1, 2]}}
    shown = make_evening(club, by=by, players=people, sizes=[4], rules=rules, name="Tables")
    tables = tables_of(shown.publish())
    links = {link.table_id: link for link in TableLink.objects.all()}
    return {
        "slug": shown.tournament.slug,
        "invitations": [invite(club, role="scorekeeper", by=by)[1] for _guest in guests],
        "wall": door_token(door.tournament),
        "own": [own_token(door.tournament, player) for player in people[4:6]],
        "tables": [token_of(links[table.pk]) for table in tables[:2]],
        "roles": f"/clubs/{club.slug}/roles/",
        "sessions": {user.username: session_of(user) for user in (alice, *guests)},
    }
