"""A story told through the real services on a throw-away ladder, rolled back at its end (`ratings.md` 6.4)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from django.db import transaction

from clubs.activity import By
from clubs.errors import EldestHandError
from clubs.models import Club, Player
from games.models import Game
from games.services.games import create_game, move_game
from games.services.people import merge_players, unmerge_player
from games.services.sheets import record_sheet, restore_game, void_game
from ratings.models import Ladder, RatingEvent, RatingState
from ratings.services.writer import advance_ladder

_BY = By(None, "command")
_STARTS_AT = datetime(2001, 1, 1, tzinfo=UTC)
_WHY = "scenario"
_MOST_LETTERS = 200
_WRITABLE = f"{_MOST_LETTERS} letters at most, none of them NUL or half a pair"
Table: TypeAlias = tuple[list[str], list[int]]
"""Names and places of one game, seat by seat."""
# Only the places count, so each sheet is nothing but totals.
_RULES = {"players": [2, 10], "schedule": {"shape": "up", "min": 1, "max": 1}, "tie_break": ["shared"]}


class BadScenario(ValueError):
    """The file does not follow the format; the text names the operation and what it lacks."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Where a scenario ends. `refused` has (number of the operation from 1, code, sentence)."""

    states: dict[str, tuple[int, int]]
    n_events: int
    refused: list[tuple[int, str, str]]

    def to_json(self) -> dict[str, Any]:
        """`states` in points and games; `refused` only if something was."""
        document: dict[str, Any] = {
            "states": {
                name: {"rating": milli / 1000, "games": games}
                for name, (milli, games) in sorted(self.states.items())
            },
            "events": self.n_events,
        }
        if self.refused:
            document["refused"] = [
                {"op": number, "code": code, "message": message} for number, code, message in self.refused
            ]
        return document


def run_scenario(scenario: object) -> Ending:
    """Run `{"ops": [...]}` and roll everything back. `BadScenario` before anything is run.

    What a service refuses is told in the ending, and the story goes on.
    """
    ops = _read(scenario)
    with transaction.atomic():
        story = _Story.begin(ops)
        for number, op in enumerate([*ops, {"op": "advance"}], start=1):
            before = story.known()
            try:
                with transaction.atomic():
                    _ACTS[op["op"]](story, op)
            except EldestHandError as refusal:
                story.forget_all_but(before)
                story.refused.append((number, refusal.code, refusal.message))
        ending = story.ending()
        transaction.set_rollback(True)
    return ending


@dataclass
class _Story:
    club: Club
    moments: Mapping[str, datetime]
    people: dict[str, Player] = field(default_factory=dict)
    games: dict[str, Game] = field(default_factory=dict)
    sheets: dict[str, Table] = field(default_factory=dict)
    refused: list[tuple[int, str, str]] = field(default_factory=list)

    @classmethod
    def begin(cls, ops: Sequence[Mapping[str, Any]]) -> _Story:
        club = Club.objects.create(slug=f"scenario-{uuid.uuid4().hex}", name="Scenario")
        keys = sorted({op["key"] for op in ops if "key" in op})
        return cls(club, {key: _STARTS_AT + timedelta(minutes=i) for i, key in enumerate(keys)})

    def known(self) -> tuple[dict[str, Player], dict[str, Game], dict[str, Table]]:
        return dict(self.people), dict(self.games), dict(self.sheets)

    def forget_all_but(self, known: tuple[dict[str, Player], dict[str, Game], dict[str, Table]]) -> None:
        """Whom and what a refused operation made was rolled back with it."""
        self.people, self.games, self.sheets = known

    def game(self, name: str) -> Game:
        if name not in self.games:
            raise EldestHandError(f"Game {name!r} was refused before, so it is not there.", code="no_game")
        return self.games[name]

    def person(self, name: str) -> Player:
        if name not in self.people:
            self.people[name] = Player.objects.create(name=name)
        return self.people[name]

    def confirm(self, op: Mapping[str, Any]) -> None:
        name = op["game"]
        if name not in self.games:
            self.games[name] = create_game(
                club=self.club,
                rules=_RULES,
                players=[self.person(player) for player in op["players"]],
                played_at=self.moments[op["key"]],
                by=_BY,
                count="written",
            )
        self._record(name, op["players"], op["places"], reason="")

    def correct(self, op: Mapping[str, Any]) -> None:
        self.game(op["game"])
        players, places = self.sheets[op["game"]]
        self._record(op["game"], op.get("players", players), op.get("places", places), reason=_WHY)

    def _record(self, name: str, players: list[str], places: list[int], *, reason: str) -> None:
        order = sorted(set(places))  # the order alone counts, and a total has room for so much only
        sheet = {
            "players": [str(self.person(player).uid) for player in players],
            "deals": [],
            "count": "written",
            "paper_totals": [-order.index(place) - 1 for place in places],
        }
        record_sheet(self.games[name], sheet=sheet, by=_BY, reason=reason)
        self.sheets[name] = (players, places)

    def void(self, op: Mapping[str, Any]) -> None:
        void_game(self.game(op["game"]), by=_BY, reason=_WHY)

    def restore(self, op: Mapping[str, Any]) -> None:
        restore_game(self.game(op["game"]), by=_BY, reason=_WHY)

    def move(self, op: Mapping[str, Any]) -> None:
        move_game(self.game(op["game"]), played_at=self.moments[op["key"]], by=_BY, reason=_WHY)

    def merge(self, op: Mapping[str, Any]) -> None:
        merge_players(self.person(op["from"]), into=self.person(op["into"]), by=_BY, reason=_WHY)

    def unmerge(self, op: Mapping[str, Any]) -> None:
        unmerge_player(self.person(op["from"]), by=_BY, reason=_WHY)

    def advance(self, _op: Mapping[str, Any]) -> None:
        for ladder_id in Ladder.objects.filter(club=self.club).values_list("pk", flat=True):
            advance_ladder(ladder_id)

    def ending(self) -> Ending:
        names = {player.pk: name for name, player in self.people.items()}
        ladders = Ladder.objects.filter(club=self.club)
        states = RatingState.objects.filter(epoch__in=ladders.values("active_epoch"))
        return Ending(
            {names[row.player_id]: (row.rating, row.games) for row in states},
            RatingEvent.objects.filter(epoch__in=ladders.values("active_epoch")).count(),
            self.refused,
        )


_ACTS: dict[str, Callable[[_Story, Mapping[str, Any]], None]] = {
    "confirm": _Story.confirm,
    "correct": _Story.correct,
    "void": _Story.void,
    "restore": _Story.restore,
    "move": _Story.move,
    "merge": _Story.merge,
    "unmerge": _Story.unmerge,
    "advance": _Story.advance,
}
_NEEDS = {
    "confirm": ("game", "key", "players", "places"),
    "correct": ("game",),
    "void": ("game",),
    "restore": ("game",),
    "move": ("game", "key"),
    "merge": ("from", "into"),
    "unmerge": ("from",),
    "advance": (),
}


def _read(scenario: object) -> list[Mapping[str, Any]]:
    ops = scenario.get("ops") if isinstance(scenario, Mapping) else None
    if not isinstance(ops, list):
        raise BadScenario('A scenario is an object with a list "ops".')
    known: dict[str, int] = {}
    for number, op in enumerate(ops, start=1):
        if not isinstance(op, Mapping) or not isinstance(op.get("op"), str) or op["op"] not in _ACTS:
            raise BadScenario(f'Operation {number}: "op" must be one of {", ".join(_ACTS)}.')
        for name in _NEEDS[op["op"]]:
            if name not in op:
                raise BadScenario(f'Operation {number}, {op["op"]}: "{name}" is missing.')
        for name in ("game", "key", "from", "into"):
            if name in op and not _is_name(op[name]):
                raise BadScenario(
                    f'Operation {number}: "{name}" must be a text that is not empty, {_WRITABLE}.'
                )
        _check_table(number, op, known)
    return ops


def _is_name(value: object) -> bool:
    """What every database can hold: no NUL, no half of a pair of surrogates."""
    return (
        isinstance(value, str)
        and 0 < len(value.strip()) <= len(value) <= _MOST_LETTERS
        and not any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in value)
    )


def _check_table(number: int, op: Mapping[str, Any], known: dict[str, int]) -> None:
    players, places = op.get("players"), op.get("places")
    if players is not None and not (
        isinstance(players, list) and 2 <= len(players) <= 10 and all(map(_is_name, players))
    ):
        raise BadScenario(f'Operation {number}: "players" must be a list of 2 to 10 names, {_WRITABLE}.')
    if places is not None and not (
        isinstance(places, list) and all(type(place) is int and place >= 1 for place in places)
    ):
        raise BadScenario(f'Operation {number}: "places" must be a list of whole numbers from 1 on.')
    game = op.get("game")
    if game is None:
        return
    if op["op"] != "confirm" and game not in known:
        raise BadScenario(f"Operation {number}: game {game!r} was not confirmed before.")
    if op["op"] == "correct" and players is None and places is None:
        raise BadScenario(f'Operation {number}, correct: "players" or "places" is needed.')
    n_seats = known.get(game) if players is None else len(players)
    if places is not None and len(places) != n_seats:
        raise BadScenario(f"Operation {number}: {len(places)} places for {n_seats} players.")
    if places is None and players is not None and known.get(game) != n_seats:
        raise BadScenario(f"Operation {number}: other players than before need their places.")
    if n_seats is not None:
        known[game] = n_seats
