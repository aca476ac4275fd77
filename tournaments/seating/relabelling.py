"""Rules on a designed schedule: who gets which number of it (seating.md section 5.5)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .chance import chances, cooling, shuffle
from .instance import Instance, Plan

HOT, COLD, STAGES = 1.0, 0.15, 12


def relabelled(plan: Plan, labels: Sequence[int]) -> Plan:
    """The schedule with player labels[x] in the place of x."""
    return [[[labels[x] for x in table] for table in tables] for tables in plan]


def random_labels(n: int, rng: random.Random) -> list[int]:
    labels = list(range(n))
    shuffle(labels, rng)
    return labels


def label_pattern(instance: Instance, pattern: Plan, rng: random.Random, *, moves: int, target: int) -> Plan:
    """The pattern with players chosen so that priced pairs seldom meet.

    Anneals over labels: a move swaps the players of two places; the price is `base` summed over the
    pairs that meet. Stops at `target`, which is below what the pattern itself costs in repeats.
    """
    n = instance.n
    base = instance.base
    near = _neighbours(pattern, n)
    labels = random_labels(n, rng)
    cost = sum(base[labels[u]][labels[v]] for u in range(n) for v in near[u] if u < v)
    priced = [p for p in range(n) if any(base[p])]
    best, best_cost = list(labels), cost
    if not priced or cost <= target:
        return relabelled(pattern, labels)
    place = [0] * n
    for u, p in enumerate(labels):
        place[p] = u
    rnd = rng.random
    unit = max(instance.repeat_price, 1)
    n_priced = len(priced)
    for likely in [chances(heat * unit) for heat in cooling(HOT, COLD, STAGES)]:
        end = len(likely)
        for _ in range(max(1, moves // STAGES)):
            p = priced[int(rnd() * n_priced)]
            u = place[p]
            v = int(rnd() * n)
            if u == v:
                continue
            q = labels[v]
            of_p, of_q = base[p], base[q]
            d = 0
            for x in near[u]:
                y = labels[x]
                if y != q:
                    d += of_q[y] - of_p[y]
            for x in near[v]:
                y = labels[x]
                if y != p:
                    d += of_p[y] - of_q[y]
            if d > 0 and (d >= end or rnd() >= likely[d]):
                continue
            labels[u], labels[v] = q, p
            place[p], place[q] = v, u
            cost += d
            if cost < best_cost:
                best, best_cost = list(labels), cost
                if cost <= target:
                    return relabelled(pattern, best)
    return relabelled(pattern, best)


def _neighbours(pattern: Plan, n: int) -> list[list[int]]:
    """Whom each place meets, once per meeting."""
    near: list[list[int]] = [[] for _ in range(n)]
    for tables in pattern:
        for table in tables:
            for a in table:
                near[a] += [b for b in table if b != a]
    return near


def choose_rounds(instance: Instance, pattern: Plan, rng: random.Random, *, tries: int = 60) -> Plan:
    """As many rounds of the pattern as the instance plans, chosen for even small-table visits.

    Every choice is as good for meetings; without small tables a random one.
    """
    wanted = instance.rounds
    order = list(range(len(pattern)))
    best: list[int] = order[:wanted]
    if len(pattern) > wanted:
        shuffle(order, rng)
        best = order[:wanted]
        if instance.is_mixed:
            least = _uneven(pattern, best, instance.n)
            for _ in range(tries):
                shuffle(order, rng)
                found = _uneven(pattern, order[:wanted], instance.n)
                if found < least:
                    least, best = found, order[:wanted]
    return [pattern[r] for r in best]


def _uneven(pattern: Plan, rounds: Sequence[int], n: int) -> int:
    visits = [0] * n
    for r in rounds:
        largest = max(map(len, pattern[r]))
        for table in pattern[r]:
            if len(table) < largest:
                for player in table:
                    visits[player] += 1
    return sum(count * count for count in visits)
