"""A season's table as one reader sees it: evenings in order, what each was worth to whom, what does not count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import AnonymousUser

from clubs.models import Player, User
from tournaments.models import Season, SeasonStanding, Tournament


@dataclass(frozen=True, slots=True)
class Evening:
    """A column of the table; `tournament` None where the reader may not know which evening it was."""

    number: int
    tournament: Tournament | None

    @property
    def weight(self) -> Decimal | None:
        """How many times the evening counts; None where it is once, or not to be known."""
        weight = self.tournament.season_weight if self.tournament is not None else 1
        return None if weight == 1 else Decimal(weight)


@dataclass(frozen=True, slots=True)
class EveningResult:
    """`value` is None for an evening without this player."""

    value: str | None
    dropped: bool


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """`results` has one for every evening; `decided_by` is the criterion that separates from the line above, or "".

    `why` is the stored reason with the ids of players. `games` and `bids` are those of every evening, dropped ones
    included.
    """

    player: Player
    place: int | None
    shared: bool
    results: tuple[EveningResult, ...]
    evenings: int
    total: str
    decided_by: str
    why: Mapping[str, Any]
    games: int
    bids: int
    bids_made: int


@dataclass(frozen=True, slots=True)
class SeasonTable:
    evenings: tuple[Evening, ...]
    lines: tuple[SeasonLine, ...]
    version: int


def table_of(season: Season, reader: User | AnonymousUser) -> SeasonTable:
    """Three queries, whatever the number of players and evenings."""
    visible = set(Tournament.objects.named_to(reader).filter(season=season).values_list("pk", flat=True))
    evenings = tuple(
        Evening(number, evening if evening.pk in visible else None)
        for number, evening in enumerate(season.tournaments.order_by("starts_at", "pk"), start=1)
    )
    rows = list(season.standings.select_related("player__merged_into"))
    shared = Counter(row.place for row in rows if row.place is not None)
    lines = tuple(
        SeasonLine(
            player=row.player,
            place=row.place,
            shared=row.place is not None and shared[row.place] > 1,
            results=_results(row, len(evenings)),
            evenings=row.evenings,
            total=row.total,
            decided_by="" if row.decided_by in (None, "total", "shared") else row.decided_by,
            why=row.columns.get("why", {}),
            **{name: row.columns.get("figures", {}).get(name, 0) for name in ("games", "bids", "bids_made")},
        )
        for row in rows
    )
    return SeasonTable(evenings, lines, max((row.version for row in rows), default=0))


def _results(row: SeasonStanding, n_evenings: int) -> tuple[EveningResult, ...]:
    """One for every evening of the season; those without standings yet have none."""
    dropped = set(row.columns.get("dropped", []))
    values = row.columns.get("rounds", [])
    numbers = row.columns.get("evenings", range(1, len(values) + 1))
    by_evening = dict(zip(numbers, values, strict=True))
    return tuple(
        EveningResult(by_evening.get(number), number in dropped) for number in range(1, n_evenings + 1)
    )
