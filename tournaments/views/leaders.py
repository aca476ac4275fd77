"""Who leads, for the pages that only say so."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.models import Player
from clubs.namesakes import tell_apart
from tournaments.models import Standing, Tournament


@dataclass(frozen=True, slots=True)
class Leaders:
    """The newest standings. `first` are all who share place 1; `after` is 0 before the first sheet."""

    after: int
    rows: tuple[Standing, ...]

    @property
    def first(self) -> tuple[Standing, ...]:
        return tuple(row for row in self.rows if row.place == 1)

    @property
    def winners(self) -> list[Player]:
        return [row.entry.player for row in self.first]

    @property
    def top(self) -> tuple[Standing, ...]:
        return self.rows[:5]


def leaders_of(tournament: Tournament) -> Leaders | None:
    """None before anything was scored, or while a freeze hides it. Two queries."""
    shown = (
        Standing.objects.filter(tournament=tournament, after_round__gt=0)
        .order_by("-after_round")
        .values_list("after_round", flat=True)
    )
    if tournament.frozen_after is not None:
        shown = shown.filter(after_round__lte=tournament.frozen_after)
    last = shown.first()
    if last is None:
        return None
    rows = Standing.objects.filter(tournament=tournament, after_round=last).select_related(
        "entry__player__merged_into"
    )
    found = tuple(rows)
    tell_apart((row.entry.player for row in found), club=tournament.club)
    return Leaders(last, found)
