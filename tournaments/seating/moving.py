"""What a move by hand costs: for the director who edits a draft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import SeatingError
from .problem import Weights

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class TableFigures:
    """The cost of one table of a draft.

    `repeats`: its pairs that have met, with how often; `apart`: its pairs to be kept apart;
    `club`: its pairs of club mates; `cost`: by the prices of seating.md section 3; `spread`: squared
    score differences, 0 without scores.
    """

    players: tuple[str, ...]
    repeats: tuple[tuple[Pair, int], ...]
    apart: tuple[Pair, ...]
    club: tuple[Pair, ...]
    cost: float
    spread: float

    def to_json(self) -> dict[str, Any]:
        return {
            "players": list(self.players),
            "repeats": [{"pair": list(pair), "times": times} for pair, times in self.repeats],
            "apart": [list(pair) for pair in self.apart],
            "club": [list(pair) for pair in self.club],
            "cost": self.cost,
            "spread": self.spread,
        }


@dataclass(frozen=True, slots=True)
class MoveCost:
    """What a swap or a move changes: differences after minus before, and both tables concerned.

    `changed` holds (place of the table in the draft, before, after).
    """

    repeats: int
    apart: int
    club: int
    cost: float
    spread: float
    changed: tuple[tuple[int, TableFigures, TableFigures], ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "repeats": self.repeats,
            "apart": self.apart,
            "club": self.club,
            "cost": self.cost,
            "spread": self.spread,
            "changed": [
                {"table": place + 1, "before": before.to_json(), "after": after.to_json()}
                for place, before, after in self.changed
            ],
        }


class Draft:
    """The rules a draft is judged by; make it once, then ask for many moves.

    `history` are the other rounds of the evening, played or planned; the draft itself is not among
    them. Costs one pass over the history.
    """

    def __init__(
        self,
        *,
        history: Iterable[Iterable[Sequence[str]]] = (),
        keep_apart: Iterable[Sequence[str]] = (),
        groups: Mapping[str, Sequence[str]] | None = None,
        scores: Mapping[str, float] | None = None,
        weights: Weights | None = None,
    ) -> None:
        self._met: dict[Pair, int] = {}
        for tables in history:
            for table in tables:
                for pair in _pairs(table):
                    self._met[pair] = self._met.get(pair, 0) + 1
        self._apart = {pair for group in keep_apart for pair in _pairs(group)}
        self._clubs: dict[str, set[str]] = {}
        for name, members in (groups or {}).items():
            for player in members:
                self._clubs.setdefault(player, set()).add(name)
        self._scores = dict(scores or {})
        self._weights = weights or Weights()

    def figures(self, table: Sequence[str]) -> TableFigures:
        """What a table costs as it stands."""
        repeats, apart, club = [], [], []
        spread = 0.0
        for pair in _pairs(table):
            times = self._met.get(pair, 0)
            if times:
                repeats.append((pair, times))
            if pair in self._apart:
                apart.append(pair)
            if self._clubs.get(pair[0], set()) & self._clubs.get(pair[1], set()):
                club.append(pair)
            difference = self._scores.get(pair[0], 0) - self._scores.get(pair[1], 0)
            spread += difference * difference
        cost = (
            sum(times for _, times in repeats) * self._weights.repeat
            + len(club) * self._weights.club
            + len(apart) * 1000
        )
        return TableFigures(tuple(table), tuple(repeats), tuple(apart), tuple(club), cost, spread)

    def swap(self, tables: Sequence[Sequence[str]], first: str, second: str) -> MoveCost:
        """What it costs to let two players change seats."""
        here, there = _table_of(tables, first), _table_of(tables, second)
        exchange = {first: second, second: first}
        return self._change(
            tables,
            {place: [exchange.get(player, player) for player in tables[place]] for place in {here, there}},
        )

    def move(self, tables: Sequence[Sequence[str]], player: str, to: int) -> MoveCost:
        """What it costs to seat a player at another table, by its place in `tables`.

        Does not check that the sizes stay allowed. A player without a seat may be moved in.
        """
        if not 0 <= to < len(tables):
            raise SeatingError("bad_input", f"There is no table {to + 1}.", path="to")
        here = next((place for place, table in enumerate(tables) if player in table), None)
        if here == to:
            return self._change(tables, {})
        after = {to: [*tables[to], player]}
        if here is not None:
            after[here] = [other for other in tables[here] if other != player]
        return self._change(tables, after)

    def _change(self, tables: Sequence[Sequence[str]], after: Mapping[int, Sequence[str]]) -> MoveCost:
        changed = tuple(
            (place, self.figures(tables[place]), self.figures(after[place])) for place in sorted(after)
        )
        return MoveCost(
            repeats=sum(len(new.repeats) - len(old.repeats) for _, old, new in changed),
            apart=sum(len(new.apart) - len(old.apart) for _, old, new in changed),
            club=sum(len(new.club) - len(old.club) for _, old, new in changed),
            cost=sum(new.cost - old.cost for _, old, new in changed),
            spread=sum(new.spread - old.spread for _, old, new in changed),
            changed=changed,
        )


def move_cost(
    tables: Sequence[Sequence[str]],
    *,
    swap: tuple[str, str] | None = None,
    move: tuple[str, int] | None = None,
    history: Iterable[Iterable[Sequence[str]]] = (),
    keep_apart: Iterable[Sequence[str]] = (),
    groups: Mapping[str, Sequence[str]] | None = None,
    scores: Mapping[str, float] | None = None,
) -> MoveCost:
    """One swap of two players, or one move of (player, place of the table), judged at once.

    For many moves of one draft keep a `Draft`.
    """
    draft = Draft(history=history, keep_apart=keep_apart, groups=groups, scores=scores)
    if swap is not None and move is None:
        return draft.swap(tables, *swap)
    if move is not None and swap is None:
        return draft.move(tables, *move)
    raise TypeError("give either swap or move")


def _table_of(tables: Sequence[Sequence[str]], player: str) -> int:
    for place, table in enumerate(tables):
        if player in table:
            return place
    raise SeatingError("unknown_player", f"{player} has no seat in this draft.", players=[player])


def _pairs(table: Sequence[str]) -> Iterable[Pair]:
    seats = sorted(table)
    for i, a in enumerate(seats):
        for b in seats[i + 1 :]:
            yield a, b
