"""Something of everything a visitor reads."""

from __future__ import annotations

from typing import Any


def make() -> dict[str, Any]:
    from clubs.activity import By
    from clubs.models import User
    from games.models import Game
    from ratings.models import Ladder
    from ratings.services.writer import advance_ladder
    from tests.browser.curiosities import make_curiosities
    from tests.evenings import make_club, make_evening
    from tests.ratings.views.test_ladders import list_players

    alice = User.objects.create_user("alice", "alice@example.org", "alice-pass-1")
    by = By(alice, "web")
    club = make_club(alice)
    evening = make_evening(club, by=by, n_players=9, sizes=[4, 5, 3], n_rounds=4)
    for _round in range(3):
        evening.play_round()
    evening.publish()
    curious = make_curiosities(alice)
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
    board = Ladder.objects.get(club=club)
    list_players(board, [1_600_000 - 1000 * i for i in range(120)])
    base = evening.tournament.get_absolute_url()
    game = Game.objects.filter(revision__gt=0).order_by("pk")[0]
    return {
        "slug": evening.tournament.slug,
        "board": board.get_absolute_url(),
        "player": evening.entries[0].player.get_absolute_url(),
        "curious": curious,
        "pages": [
            "/",
            "/tournaments/",
            "/clubs/",
            "/players/",
            "/ratings/",
            "/ratings/how/",
            "/help/",
            "/api/",
            "/accounts/login/",
            "/accounts/signup/",
            "/accounts/password/reset/",
            board.get_absolute_url(),
            club.get_absolute_url(),
            f"{club.get_absolute_url()}members/",
            f"{club.get_absolute_url()}rules/",
            base,
            f"{base}rounds/1/",
            f"{base}standings/",
            game.get_absolute_url(),
            evening.entries[0].player.get_absolute_url(),
            f"{evening.entries[0].player.get_absolute_url()}games/?bid=made",
            f"{evening.entries[0].player.get_absolute_url()}figures/",
            f"{evening.entries[0].player.get_absolute_url()}against/",
            f"{evening.entries[0].player.get_absolute_url()}against/{evening.entries[1].player.pk}/",
            *curious.values(),
        ],
    }
