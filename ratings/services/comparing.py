"""Two epochs of one ladder side by side, before one takes the other's place (`ratings.md` 8, step 3)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.db.models import Count

from ratings.models import LadderEpoch, RatingEvent, RatingState
from ratings.services.ladders import system_of
from ratings.services.verifying import k_of


@dataclass(frozen=True, slots=True)
class Totals:
    """How much an epoch holds. `worst_sum_dk`: the largest |sum d/K| of a game; rounding alone makes 0.0001."""

    games: int
    events: int
    players: int
    worst_sum_dk: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Differences of ratings in points, over the players both epochs know."""

    active: Totals
    built: Totals
    max_difference: float
    mean_difference: float
    only_in_one: int

    def lines(self) -> list[str]:
        """For the terminal: one line per figure."""
        figures = ("games", "events", "players")
        return [
            *(
                f"{name:<13}{getattr(self.active, name):>12} -> {getattr(self.built, name)}"
                for name in figures
            ),
            f"{'|sum d/K|':<13}{self.active.worst_sum_dk:>12.6f} -> {self.built.worst_sum_dk:.6f} at most",
            f"ratings differ by {self.max_difference:.3f} points at most, {self.mean_difference:.3f} in the mean",
            f"players in one epoch only: {self.only_in_one}",
        ]


def compare_epochs(active: LadderEpoch, built: LadderEpoch) -> Comparison:
    """Reads all events and states of both."""
    old, new = (
        dict(RatingState.objects.filter(epoch=epoch).values_list("player_id", "rating"))
        for epoch in (active, built)
    )
    both = [abs(rating - new[player]) / 1000 for player, rating in old.items() if player in new]
    return Comparison(
        totals_of(active),
        totals_of(built),
        max(both, default=0.0),
        sum(both) / len(both) if both else 0.0,
        len(old.keys() ^ new.keys()),
    )


def totals_of(epoch: LadderEpoch) -> Totals:
    events = RatingEvent.objects.filter(epoch=epoch)
    counted = events.aggregate(games=Count("order_key", distinct=True), events=Count("seat"))
    k = k_of(system_of(epoch))
    rows = events.order_by("order_key", "seat").values_list("order_key", "n_before", "delta")
    worst = 0.0
    for _key, seats in groupby(rows.iterator(chunk_size=10_000), itemgetter(0)):
        balance = abs(sum(delta / 1000 / k(n) for _key, n, delta in seats))
        if balance > worst:
            worst = balance
    players = RatingState.objects.filter(epoch=epoch).count()
    return Totals(counted["games"], counted["events"], players, worst)
