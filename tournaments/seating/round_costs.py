"""What a table of a next round costs (seating.md section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .instance import Instance
from .problem import SeatingProblem

REMATCH = 10**6


@dataclass(slots=True)
class RoundCosts:
    """Prices of one round, in whole units: the least bit of spread costs `grain`.

    `pair[a][b]`: kept-apart pairs, then rematches, then squared score difference (and club
    mates), each lexicographically before the next. `small[p]`: what a seat at a small table costs
    player p; all of them together weigh less than one unit of spread. `score[p]` in units of
    1 / `scale`; `rematch` is the price of one rematch.
    """

    pair: list[list[int]]
    small: list[int]
    score: list[int]
    scale: int
    grain: int
    rematch: int
    largest: int

    def of_table(self, table: Sequence[int]) -> int:
        """The price of a table of players."""
        total = 0
        for i, a in enumerate(table):
            row = self.pair[a]
            for b in table[:i]:
                total += row[b]
        if len(table) < self.largest:
            total += sum(self.small[p] for p in table)
        return total


def round_costs(problem: SeatingProblem, instance: Instance) -> RoundCosts:
    """The prices of a problem's next round."""
    given = dict(problem.scores or ())
    score, scale = whole_scores([given.get(player, 0) for player in instance.ids])
    n = instance.n
    fewest = min(instance.visits, default=0)
    small = [2 * (count - fewest) + 1 for count in instance.visits]
    grain = sum(small) + 1
    widest = (max(score, default=0) - min(score, default=0)) ** 2
    club_weight = problem.weights.club_after(len(problem.history))
    club = max(1, round(_variance(score) * club_weight)) if club_weight else 0
    # per table of s at most s*(s-1)/2 pairs: (s-1)/2 per player
    worst = n * (max(instance.tables) - 1) // 2 * (widest + club) + 1
    rematch = grain * max(REMATCH * scale * scale, worst)
    most_met = max((max(row, default=0) for row in instance.met), default=0)
    apart = rematch * (n * (max(instance.tables) - 1) * (most_met + 10) + 1)
    pair = []
    for a, own in enumerate(score):
        pair.append([(own - other) * (own - other) * grain for other in score])
        if any(instance.met[a]):
            row = pair[a]
            for b, times in enumerate(instance.met[a]):
                if times:
                    row[b] += rematch * times
    extra = [(pair_of_two, club * grain) for pair_of_two in instance.club_pairs]
    extra += [(pair_of_two, apart) for pair_of_two in instance.apart_pairs]
    extra += [(pair_of_two, 10 * rematch) for pair_of_two in instance.fixed_pairs]
    for (a, b), price in extra:
        pair[a][b] += price
        pair[b][a] += price
    return RoundCosts(pair, small, score, scale, grain, rematch, max(instance.tables))


def whole_scores(scores: Sequence[int | float]) -> tuple[list[int], int]:
    """Scores as integers and what they were multiplied by; thousandths at the finest.

    >>> whole_scores([1.5, 2])
    ([3, 4], 2)
    """
    for scale in (1, 2, 4, 10, 20, 100):
        if all(abs(score * scale - round(score * scale)) < 1e-9 for score in scores):
            return [round(score * scale) for score in scores], scale
    return [round(score * 1000) for score in scores], 1000


def _variance(scores: Sequence[int]) -> float:
    mean = sum(scores) / len(scores)
    return sum((score - mean) * (score - mean) for score in scores) / len(scores)
