"""Who sits out when the sizes cannot seat everyone (seating.md section 8b)."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .chance import shuffle
from .instance import Instance, Plan
from .measures import Cost, measure
from .problem import SeatingProblem
from .search import best_rounds

DRAWS = 6


@dataclass(slots=True)
class Turns:
    """Whose turn it is: how often each player sat out, volunteers not counted.

    `counts` is changed by every draw.
    """

    counts: list[int]
    volunteers: frozenset[int]

    @classmethod
    def of(cls, problem: SeatingProblem, instance: Instance) -> Turns:
        index = {player: number for number, player in enumerate(instance.ids)}
        counts = [0] * instance.n
        for player, count in problem.sat_out:
            if player in index:
                counts[index[player]] = count
        return cls(counts, frozenset(index[p] for p in problem.volunteers if p in index))

    def draw(self, wanted: int, rank: Sequence[int], held: Collection[int] = ()) -> list[int]:
        """Who sits out now: volunteers, then those who did so least often, by `rank` among equals.

        `held` players are locked to a table and stay. A player sits out again only when everyone
        else has done so as often; that is the hard rule of seating.md section 8b.
        """
        order = sorted(
            (player for player in range(len(self.counts)) if player not in held),
            key=lambda p: (
                p not in self.volunteers,
                0 if p in self.volunteers else self.counts[p],
                rank[p],
            ),
        )
        chosen = order[:wanted]
        for player in chosen:
            if player not in self.volunteers:
                self.counts[player] += 1
        return sorted(chosen)

    @property
    def spread(self) -> int:
        """Largest difference between the counts of two players who did not volunteer."""
        counts = [c for p, c in enumerate(self.counts) if p not in self.volunteers]
        return max(counts) - min(counts) if counts else 0

    def copy(self) -> Turns:
        return Turns(list(self.counts), self.volunteers)


def draw_sitters(
    instance: Instance, turns: Turns, rng: random.Random, *, variety: float = 1.0
) -> list[list[int]]:
    """Sitters of every round, in turn; changes `turns`.

    Among equals those come first who have met most of the others, since their leaving saves most
    repeats; `variety` 0 takes just that order, 1 a random one.
    """
    wanted = instance.n_sitting_out
    sitters = []
    chance = list(range(instance.n))
    for r in range(instance.rounds):
        shuffle(chance, rng)
        busy = [sum(count * count for count in row) for row in instance.met]
        most = max(busy, default=0) + 1
        keys = [variety * chance[p] / instance.n - (1 - variety) * busy[p] / most for p in range(instance.n)]
        order = sorted(range(instance.n), key=lambda p: (keys[p], chance[p]))
        rank = [0] * instance.n
        for place, player in enumerate(order):
            rank[player] = place
        held = {player for table in instance.locks[r].values() for player in table}
        sitters.append(turns.draw(wanted, rank, held))
    return sitters


def rounds_with_sit_outs(
    problem: SeatingProblem, instance: Instance, bound: int, rng: random.Random
) -> tuple[Plan, Turns]:
    """The best of some draws of who sits out when; the draw stays in `instance.sitters`."""
    turns = Turns.of(problem, instance)
    best: tuple[Cost, list[list[int]], Plan, Turns] | None = None
    for attempt in range(DRAWS):
        after = turns.copy()
        sitters = draw_sitters(instance, after, rng, variety=attempt / (DRAWS - 1))
        instance.sitters = sitters
        rounds = best_rounds(instance, bound, rng, effort=problem.effort, share=2 * DRAWS)
        cost = measure(instance, rounds).cost
        if best is None or cost < best[0]:
            best = cost, sitters, rounds, after
        if best[0].apart_broken == 0 and best[0].priced <= bound * instance.repeat_price:
            break
    assert best is not None
    instance.sitters = best[1]
    return best[2], best[3]
