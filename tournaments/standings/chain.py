"""Putting players in order: by total, then by each criterion inside the groups still level (users.md 7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from tournaments.standings.book import Book
from tournaments.standings.facts import Player
from tournaments.standings.tie_breaks import TIE_BREAKS, Cell, Column, GroupTieBreak, Skip, Verdict
from tournaments.standings.tie_breaks.column import Key

TOTAL = "total"
SHARED = "shared"

Outcome = Literal["split", "level", "no-data", "never-met", "no-common-game"]


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion applied to one group: what came of it.

    `players` are the group, or those whom the reason of a skip is about; `position` is the place in the
    chain.
    """

    position: int
    key: str
    group: tuple[Player, ...]
    outcome: Outcome
    players: tuple[Player, ...]
    cells: dict[Player, Cell]


@dataclass(slots=True)
class Order:
    """The ranked players in level groups, first to last, and how they came apart."""

    groups: list[list[Player]]
    decided_by: list[str]
    """What separates each group from the one above; for the first group it means nothing."""

    steps: dict[Player, list[Step]] = field(default_factory=dict)
    columns: dict[str, list[Cell]] = field(default_factory=dict)


Judge = Callable[[list[Player]], Verdict | Skip]


def order_players(book: Book) -> Order:
    """Ranked players in order of the standings, and every column of the chain for all players."""
    ranked = [player for player in book.players if book.is_ranked(player)]
    groups = _parts(ranked, [(book.totals[player].value,) for player in ranked])
    order = Order(groups, [TOTAL] * len(groups))
    for position, key in enumerate(book.facts.tie_breaks):
        if key != SHARED:
            _apply(order, position, key, _judge(order, book, key))
    return order


def _judge(order: Order, book: Book, key: str) -> Judge:
    """What the criterion says about a group; puts its column into the order."""
    criterion = TIE_BREAKS[key]
    if isinstance(criterion, GroupTieBreak):
        cells = order.columns.setdefault(key, [None] * len(book.players))
        return partial(_compute_group, criterion, book, cells)
    column = criterion.compute(book)
    order.columns[key] = column.cells
    return partial(_read_column, column)


def _compute_group(
    criterion: GroupTieBreak, book: Book, cells: list[Cell], group: list[Player]
) -> Verdict | Skip:
    verdict = criterion.compute(book, group)
    if isinstance(verdict, Verdict):
        for player, cell in zip(group, verdict.cells, strict=True):
            cells[player] = cell
    return verdict


def _read_column(column: Column, group: list[Player]) -> Verdict | Skip:
    keys = [key for player in group if (key := column.keys[player]) is not None]
    if len(keys) < len(group):
        return Skip("no-data", tuple([player for player in group if column.keys[player] is None]))
    return Verdict(keys, [column.cells[player] for player in group])


def _apply(order: Order, position: int, key: str, judge: Judge) -> None:
    groups: list[list[Player]] = []
    decided_by: list[str] = []
    for group, decided in zip(order.groups, order.decided_by, strict=True):
        decided_by.append(decided)
        if len(group) == 1:
            groups.append(group)
            continue
        verdict = judge(group)
        if isinstance(verdict, Skip):
            parts = [group]
            step = Step(position, key, tuple(group), verdict.reason, verdict.players, {})
        else:
            parts = _parts(group, verdict.keys)
            cells = dict(zip(group, verdict.cells, strict=True))
            step = Step(
                position, key, tuple(group), "split" if len(parts) > 1 else "level", tuple(group), cells
            )
        groups.extend(parts)
        decided_by.extend([key] * (len(parts) - 1))
        for player in group:
            order.steps.setdefault(player, []).append(step)
    order.groups, order.decided_by = groups, decided_by


def _parts(group: Sequence[Player], keys: Sequence[Key]) -> list[list[Player]]:
    """The group split by keys, higher first; inside a part the order of ids stays."""
    parts: list[list[Player]] = []
    last: Key | None = None
    for index in sorted(range(len(group)), key=keys.__getitem__, reverse=True):
        if parts and keys[index] == last:
            parts[-1].append(group[index])
            continue
        parts.append([group[index]])
        last = keys[index]
    return parts
