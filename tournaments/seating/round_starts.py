"""First seatings of a next round, to be improved by re-partition (seating.md section 6)."""

from __future__ import annotations

from collections.abc import Sequence

from .round_costs import RoundCosts

Tables = list[list[int]]
LOOKS_PER_PLAYER = 300


def by_score(players: Sequence[int], costs: RoundCosts) -> list[int]:
    """Players from the top; ties by id."""
    return sorted(players, key=lambda p: (-costs.score[p], p))


def cut_in_order(players: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Players in the order given, cut into tables of these sizes."""
    tables = []
    begin = 0
    for size in sizes:
        tables.append(list(players[begin : begin + size]))
        begin += size
    return tables


def greedy_unmet(players: Sequence[int], sizes: Sequence[int], costs: RoundCosts) -> Tables:
    """The best unseated player, then always the highest one with the fewest earlier meetings."""
    left = list(players)
    tables = []
    for size in sizes:
        table = [left.pop(0)]
        weight = [0] * len(left)
        while len(table) < size:
            row = costs.pair[table[-1]]
            rematch = costs.rematch
            best = 0
            for k, player in enumerate(left):
                weight[k] += row[player] // rematch
                if weight[k] < weight[best]:
                    best = k
            table.append(left.pop(best))
            weight.pop(best)
        tables.append(table)
    return tables


def top_down(players: Sequence[int], sizes: Sequence[int], costs: RoundCosts) -> Tables | None:
    """Seat from the top without rematches, going back when stuck; None when the looks run out.

    A crossing is a player passed over; the search allows few of them first and one more each time
    its looks are used up.
    """
    n = len(players)
    for limit in range(1, 12):
        tables = _seat_all(players, sizes, costs, limit, LOOKS_PER_PLAYER * n)
        if tables is not None:
            return tables
    return None


def _seat_all(
    players: Sequence[int], sizes: Sequence[int], costs: RoundCosts, limit: int, looks: int
) -> Tables | None:
    """Depth first over seats; each seat looks at most `limit` allowed players down the list."""
    seats = [(t, k) for t, size in enumerate(sizes) for k in range(size)]
    used = [False] * len(players)
    chosen: list[int] = []
    tables: Tables = [[] for _ in sizes]
    tried: list[list[int]] = []

    def options(depth: int) -> list[int]:
        t, k = seats[depth]
        nonlocal looks
        found = []
        for place in range(chosen[-1] + 1 if k else used.index(False), len(players)):
            looks -= 1
            if used[place]:
                continue
            row = costs.pair[players[place]]
            if all(row[other] < costs.rematch for other in tables[t]):
                found.append(place)
                if k == 0 or len(found) == limit:
                    break
        found.reverse()
        return found

    tried.append(options(0))
    while looks > 0:
        if tried[-1]:
            place = tried[-1].pop()
            used[place] = True
            tables[seats[len(chosen)][0]].append(players[place])
            chosen.append(place)
            if len(chosen) == len(seats):
                return tables
            tried.append(options(len(chosen)))
        else:
            tried.pop()
            if not chosen:
                return None
            used[chosen.pop()] = False
            tables[seats[len(chosen)][0]].pop()
    return None
