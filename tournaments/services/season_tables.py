"""A season's table as one reader sees it: evenings in order, what each was worth to whom, what does not count."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from clubs.models import Player, User
from tournaments.models import Season, SeasonStanding, Tournament


@dataclass(frozen=True, slots=True)
class Evening:
    """A column of the table; `tournament` None where the reader may not know which evening it was."""

    number: int
    tournament: Tournament | None


@dataclass(frozen=True, slots=True)
class EveningResult:
    """`value` is None for an evening without this player."""

    value: str | None
    dropped: bool


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """`results` has one for every evening; `decided_by` is the criterion that separates from the line above, or ""."""

    player: Player
    place: int | None
    shared: bool
    results: tuple[EveningResult, ...]
    evenings: int
    total: str
    decided_by: str


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
