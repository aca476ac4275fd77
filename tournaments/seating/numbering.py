"""Which physical table a group of players gets (seating.md section 8)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .chance import shuffle

MOST_TRIES = 4_000


@dataclass(slots=True)
class NumberWishes:
    """Numbers that are not free to choose: of players (by number, as in `Instance`) and places.

    `fixed[p]`: the table of player p; `locked[place]`: the number of a locked table, by its place
    in the round; `older[place]`: the number it had in an older plan, kept where that number is free.
    """

    fixed: Mapping[int, int]
    locked: Mapping[int, int]
    older: Mapping[int, int] = field(default_factory=dict)


def number_round(tables: Sequence[list[int]], wishes: NumberWishes, order: Sequence[int]) -> list[list[int]]:
    """The tables by number, 1 first; empty lists where a number stays free on purpose.

    Locked tables take their number; a table with fixed players the lowest of theirs, the tables of
    the others then stay empty; the rest fills the free numbers in `order` (places of tables).
    """
    taken: dict[int, int] = {number: place for place, number in wishes.locked.items()}
    placed = set(wishes.locked)
    reserved = set(taken)
    seated = {player: place for place, table in enumerate(tables) for player in table}
    claims = sorted((number, player) for player, number in wishes.fixed.items() if player in seated)
    for number, player in claims:
        reserved.add(number)
        place = seated[player]
        if place not in placed and number not in taken:
            taken[number] = place
            placed.add(place)
    for place, number in sorted(wishes.older.items()):
        if place not in placed and number not in reserved and number <= len(tables):
            taken[number] = place
            placed.add(place)
            reserved.add(number)
    number = 1
    for place in order:
        if place in placed:
            continue
        while number in reserved:
            number += 1
        taken[number] = place
        reserved.add(number)
    return [tables[taken[k]] if k in taken else [] for k in range(1, max(taken) + 1)]


def vary_numbers(
    rounds: Sequence[Sequence[list[int]]],
    wishes: Sequence[NumberWishes],
    n: int,
    rng: random.Random,
) -> list[list[list[int]]]:
    """Number all rounds, so that nobody sits at one table all evening where that costs nothing.

    Only tables of equal size change places; larger tables keep the lower numbers.
    """
    been: list[dict[int, int]] = [{} for _ in range(n)]
    numbered = []
    for tables, wish in zip(rounds, wishes, strict=True):
        order = list(range(len(tables)))
        shuffle(order, rng)
        order.sort(key=lambda place: -len(tables[place]))
        result = number_round(tables, wish, order)
        movable = _movable(result, tables, wish)
        _spread_numbers(result, movable, been, rng)
        for number, table in enumerate(result):
            for player in table:
                been[player][number] = been[player].get(number, 0) + 1
        numbered.append(result)
    return numbered


def _movable(result: Sequence[list[int]], tables: Sequence[list[int]], wish: NumberWishes) -> list[int]:
    locked = {id(tables[place]) for place in (*wish.locked, *wish.older)}
    return [
        k
        for k, table in enumerate(result)
        if table and id(table) not in locked and not any(p in wish.fixed for p in table)
    ]


def _spread_numbers(
    result: list[list[int]],
    movable: Sequence[int],
    been: Sequence[Mapping[int, int]],
    rng: random.Random,
) -> None:
    """Swap the numbers of equal tables while that lowers how often players saw their number."""

    def seen(table: Sequence[int], number: int) -> int:
        return sum(been[player].get(number, 0) for player in table)

    if len(movable) < 2 or not any(been):
        return
    rnd = rng.random
    for _ in range(min(MOST_TRIES, 20 * len(movable))):
        k = movable[int(rnd() * len(movable))]
        m = movable[int(rnd() * len(movable))]
        a, b = result[k], result[m]
        if k == m or len(a) != len(b):
            continue
        if seen(a, m) + seen(b, k) < seen(a, k) + seen(b, m):
            result[k], result[m] = b, a
