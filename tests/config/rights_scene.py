"""A club in which every act can be tried: five evenings in five states, and one person in each role."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from clubs.activity import By
from clubs.models import Club, Membership, Player, Role, User
from clubs.rights import As
from clubs.services.claiming import ask_claim
from games.models import Game
from games.services.hosting.opening import Terms, open_table, start_table
from games.services.house_rules import save_house_rules
from ratings.services.ladders import ensure_ladder, scopes_of
from tests.config.rights_table import Road
from tests.evenings import Evening, make_club, make_evening, make_players, tables_of
from tournaments.models import Season, TableLink
from tournaments.services import desk, open_nights, results, standings
from tournaments.services.board import fingerprint
from tournaments.services.checking_in import door_token
from tournaments.services.entries import enter_player, give_penalty
from tournaments.services.inviting import invite
from tournaments.services.links import token_of
from tournaments.services.rounds import close_round
from tournaments.services.wishes import keep_clubs_apart

NAMES = {
    As.USER: "uma",
    As.MEMBER: "mia",
    As.SCOREKEEPER: "sven",
    As.DIRECTOR: "dora",
    As.OWNER: "olga",
    As.ADMIN: "adam",
}


@dataclass
class Scene:
    """`words` are what the table of roads names in braces; `users` has None for the visitor."""

    club: Club
    users: dict[As, User | None]
    evenings: dict[str, Evening]
    words: dict[str, Any] = field(default_factory=dict)

    def path(self, road: Road) -> str:
        kwargs = {name: self.filled(value) for name, value in road.kwargs.items()}
        if road.where:
            tournament = self.evenings[road.where].tournament
            kwargs |= {"uid": tournament.uid} if road.is_api else {"slug": tournament.slug}
        return reverse(road.name, kwargs=kwargs)

    def filled(self, value: Any) -> Any:
        """A value of the table with its words in braces replaced."""
        if isinstance(value, str) and value.startswith("{"):
            return self.words[value.strip("{}")]
        if isinstance(value, Mapping):
            return {name: self.filled(part) for name, part in value.items()}
        if isinstance(value, list):
            return [self.filled(part) for part in value]
        return value


def make_scene(n_players: int = 8) -> Scene:
    users: dict[As, User | None] = {
        role: User.objects.create_user(name, f"{name}@example.org", f"{name}-pass-1")
        for role, name in NAMES.items()
    }
    owner = user(users, As.OWNER)
    club = make_club(owner, verifies_sheets=True)
    for role in (As.SCOREKEEPER, As.DIRECTOR):
        Role.objects.create(club=club, user=user(users, role), role=role.value)
    User.objects.filter(username="adam").update(is_superuser=True, is_staff=True)
    by = By(owner, "web")
    players = make_players(club, n_players, by=by)
    Player.objects.filter(pk=players[0].pk).update(user=users[As.MEMBER])
    kim = User.objects.create_user("kim", "kim@example.org", "kim-pass-1")
    Role.objects.create(club=club, user=kim, role="scorekeeper")
    season = Season.objects.create(club=club, slug="spring", name="Spring", tie_breaks=["wins", "shared"])
    states = ("open", "drafted", "idle", "fresh", "keyed")
    evenings = {
        state: make_evening(club, by=by, players=players, name=f"The {state} evening") for state in states
    }
    _play(evenings, By(kim, "web"), by)
    night = make_evening(club, by=by, players=players, name="The open night", draw="open")
    open_nights.start_table(night.tournament, night.entries[:3], by=by)
    standings.refresh(night.tournament.pk)
    evenings["night"] = night
    for scope in scopes_of("oh-hell", club.pk):
        ensure_ladder(scope)
    users = {role: User.objects.get(pk=one.pk) if one else None for role, one in users.items()}
    scene = Scene(club, {As.VISITOR: None, **users}, evenings)
    scene.words = _words(scene, season)
    return scene


def user(users: Mapping[As, User | None], role: As) -> User:
    found = users[role]
    assert found is not None
    return found


def _play(evenings: Mapping[str, Evening], by_kim: By, by: By) -> None:
    for state in ("open", "drafted", "fresh", "keyed"):
        published = evenings[state].publish()
        tables = tables_of(published)
        for table in {"open": tables[:1], "fresh": []}.get(state, tables):
            results.enter_sheet(table, sheet=evenings[state].random_sheet(table), by=by_kim)
        if state == "drafted":
            for table in tables_of(published):
                totals = [total or 0 for total in desk.totals_of(Game.objects.get(table=table))]
                desk.verify_sheet(table, reading=totals, by=by, seen="1")
            close_round(published, by=by)
            evenings[state].draw()
    for evening in evenings.values():
        standings.refresh(evening.tournament.pk)


def _words(scene: Scene, season: Season) -> dict[str, Any]:
    opened, drafted = scene.evenings["open"], scene.evenings["drafted"]
    first, second, *_others = tables_of(opened.tournament.rounds.get())
    draft = drafted.tournament.rounds.get(state="draft")
    seats = list(draft.seats.filter(table__number=1).select_related("entry"))
    others = list(draft.seats.filter(table__number=2).select_related("entry"))
    game = Game.objects.get(table=first)
    fresh = scene.evenings["fresh"]
    stranger = Player.objects.create(name="Stranger")
    Membership.objects.create(club=scene.club, player=stranger)
    rule_set = save_house_rules(
        scene.club, name="Thursday", preset="oh-hell", rules={"preset": "oh-hell", "hook": True}, by=opened.by
    )
    return {
        "club": scene.club.slug,
        "club_uid": str(scene.club.uid),
        "season": season.slug,
        "season_uid": str(season.uid),
        "rule_set": rule_set.pk,
        "rule_set_uid": str(rule_set.uid),
        "game": game.pk,
        "game_uid": str(game.uid),
        "player": opened.entries[0].player.pk,
        "rival": opened.entries[1].player.pk,
        "player_uid": str(opened.entries[0].player.uid),
        "door_token": door_token(scene.evenings["idle"].tournament),
        "invitation": invite(scene.club, role="scorekeeper", by=opened.by)[1],
        "stranger": stranger.pk,
        "claim": ask_claim(stranger, by=By(User.objects.create_user("ina"), "web"), words="It is me.").pk,
        "stranger_uid": str(stranger.uid),
        "ladder": scene.club.ladders.order_by("pk")[0].slug,
        "totals": desk.totals_of(game),
        "version": game.version,
        "sheet": opened.random_sheet(second),
        "token": token_of(TableLink.objects.get(table=second)),
        "wish": keep_clubs_apart(drafted.tournament, by=drafted.by).pk,
        "walk_in": str(enter_player(fresh.tournament, stranger, by=fresh.by).uid),
        "leaver": str(fresh.entries[0].uid),
        "night_entry": scene.evenings["night"].entries[5].pk,
        "penalty": give_penalty(drafted.entries[0], points="-2", reason="late", by=drafted.by).pk,
        "first": str(seats[0].entry.uid),
        "second": str(others[0].entry.uid),
        "seen": fingerprint(draft),
        **_tables(scene),
    }


def _tables(scene: Scene) -> dict[str, str]:
    """A card table of the club at which only bots play with its owner, and one that waits."""
    by = By(scene.users[As.OWNER], "web")
    tables = [open_table(Terms("oh-hell", 3), by=by, club=scene.club) for _number in range(2)]
    return {"table": start_table(tables[0], by=by, with_bots=True).key, "waiting": tables[1].key}
