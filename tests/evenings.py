"""Evenings made by the real services, with short games whose sheets are written by hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from clubs.activity import By
from clubs.models import Club, Player, User
from clubs.services.clubs import NewMember, add_players, create_club
from games.services.sheets import Recorded
from tournaments.models import Entry, Round, Table, Tournament
from tournaments.services import entries, results, rounds, standings
from tournaments.services.drawing import DrawSettings

FIRST_NAMES = [
    "Ada",
    "Bo",
    "Cleo",
    "Dag",
    "Elin",
    "Finn",
    "Greta",
    "Hal",
    "Ida",
    "Jon",
    "Kari",
    "Leo",
    "Mina",
    "Nils",
    "Olga",
    "Per",
    "Rut",
    "Siv",
    "Tor",
    "Una",
    "Vera",
    "Wim",
    "Yrsa",
    "Zoe",
]
STARTS_AT = datetime(2026, 3, 6, 18, 30, tzinfo=UTC)

SHORT_RULES = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [1, 2, 3]}}


def make_club(owner: User, name: str = "The Last Trick", **settings: Any) -> Club:
    return create_club(name=name, owner=owner, by=By(owner, "web"), **settings)


def make_players(club: Club, n: int, *, by: By) -> list[Player]:
    """`n` members: Ada, Bo, ... and beyond 24 Ada 2, Bo 2 ..."""
    names = [FIRST_NAMES[i % 24] + (f" {i // 24 + 1}" if i >= 24 else "") for i in range(n)]
    return add_players(club, [NewMember(name) for name in names], by=by)


@dataclass
class Evening:
    """A tournament with its entries, everybody present."""

    tournament: Tournament
    entries: list[Entry]
    by: By
    rng: random.Random = field(default_factory=lambda: random.Random(7))

    def draw(self, **settings: Any) -> Round:
        at = settings.pop("at", None)
        return rounds.draft_round(self.tournament, by=self.by, settings=DrawSettings(**settings), at=at)

    def publish(self, drafted: Round | None = None) -> Round:
        return rounds.publish_round(drafted or self.draw(), by=self.by)

    def enter(self, table: Table, sheet: dict[str, Any] | None = None, **settings: Any) -> Recorded:
        return results.enter_sheet(table, sheet=sheet or self.random_sheet(table), by=self.by, **settings)

    def play_round(self, **settings: Any) -> Round:
        """Draw, publish, enter a random sheet at every table, close, and bring the standings up to date."""
        played = self.publish(self.draw(**settings))
        for table in tables_of(played):
            self.enter(table)
        played = rounds.close_round(played, by=self.by)
        standings.refresh(self.tournament.pk)
        self.tournament.refresh_from_db()
        return played

    def random_sheet(self, table: Table) -> dict[str, Any]:
        """A whole sheet that breaks no rule, from this evening's generator."""
        sheet = results.blank_sheet(table)
        n_seats = len(sheet["players"])
        for deal in sheet["deals"]:
            size = deal["hand_size"]
            taken = [0] * n_seats
            for _trick in range(size):
                taken[self.rng.randrange(n_seats)] += 1
            deal["tricks"] = taken
            deal["bids"] = [t if self.rng.random() < 0.7 else self.rng.randint(0, size) for t in taken]
        return sheet


def make_evening(
    club: Club,
    *,
    by: By,
    n_players: int = 8,
    sizes: Sequence[int] = (4, 3, 5),
    rules: object = SHORT_RULES,
    players: Sequence[Player] | None = None,
    **settings: Any,
) -> Evening:
    tournament = entries.create_tournament(
        club,
        name=settings.pop("name", "March evening"),
        starts_at=settings.pop("starts_at", STARTS_AT),
        by=by,
        rules=rules,
        table_sizes=sizes,
        seed=settings.pop("seed", 5),
        **settings,
    )
    people = players if players is not None else make_players(club, n_players, by=by)
    lines = entries.enter_players(tournament, people, by=by)
    entries.note_presence(tournament, lines, status="present", by=by)
    return Evening(tournament, lines, by)


def tables_of(played: Round) -> list[Table]:
    return list(played.tables.select_related("game", "round__tournament").order_by("number"))


def sheet_with_totals(table: Table, points: Sequence[int]) -> dict[str, Any]:
    """A sheet counted as written, whose single deal gives each seat `points`; for standings that must be exact."""
    sheet = results.blank_sheet(table)
    size = sheet["deals"][0]["hand_size"]
    sheet["deals"] = [
        {
            "hand_size": size,
            "bids": [0] * len(points),
            "made": [True] * len(points),
            "paper_points": list(points),
        }
    ]
    return {**sheet, "count": "written", "paper_totals": list(points), "ended_early": True}
