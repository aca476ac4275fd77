"""Why a row stands where it stands (users.md 7, "Explain-why line"; scenarios.md S29): reasons as values.

The floor above turns a reason into a sentence in the reader's language; nothing here is a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from tournaments.standings.chain import SHARED, TOTAL, Step
from tournaments.standings.exact import Exact
from tournaments.standings.facts import Penalty
from tournaments.standings.ranking import Standings
from tournaments.standings.rows import Row
from tournaments.standings.tie_breaks import Cell
from tournaments.standings.tie_breaks.column import SkipReason

Kind = Literal["first", "total", "tie-break", "shared", "guest", "too-few-rounds"]


@dataclass(frozen=True, slots=True)
class Passed:
    """A criterion that was tried on two neighbours and did not separate them.

    `level`: both had the same. `no-data`: `players` of their group lack the datum. `never-met`: the two
    `players` of their group never sat at one table. `no-common-game`: no decider was played by all of
    `players`.
    """

    key: str
    reason: SkipReason | Literal["level"]
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two neighbours among the ranked rows and what put one above the other.

    `key` is `total`, a key of the chain, or `shared`. `values` are the cells of the whole group the
    criterion was applied to, in order of the standings; of the two neighbours alone when the total decided;
    none when shared. `passed` are the criteria that came before without separating the two.
    """

    key: str
    above: str
    below: str
    values: tuple[tuple[str, Cell], ...]
    passed: tuple[Passed, ...]

    def value_of(self, player: str) -> Cell:
        """What the player showed; None when the place is shared."""
        for name, cell in self.values:
            if name == player:
                return cell
        return None


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons behind one row.

    `kind`: what separates the row from the ranked row above (`first` = there is none), or why it is unranked.
    `behind` compares with that row, `ahead_of` with the ranked row below; None where there is none.
    `same_total`: the ranked players of exactly the same total; `same_place`: those of the same place; both with
    the player.
    """

    player: str
    place: int | None
    total: Fraction
    total_text: str
    kind: Kind
    behind: Comparison | None
    ahead_of: Comparison | None
    same_total: tuple[str, ...]
    same_place: tuple[str, ...]
    penalties: tuple[Penalty, ...]
    n_rounds: int
    min_rounds: int

    @property
    def level_with(self) -> tuple[str, ...]:
        """The others of the same total."""
        return tuple([player for player in self.same_total if player != self.player])

    @property
    def shares_with(self) -> tuple[str, ...]:
        """The others of the same place."""
        return tuple([player for player in self.same_place if player != self.player])


def why(standings: Standings) -> list[Why]:
    """The reasons behind every row, in order of the standings."""
    ranked = [row for row in standings.rows if row.place is not None]
    between = _between(standings, ranked)
    behind = {comparison.below: comparison for comparison in between}
    ahead_of = {comparison.above: comparison for comparison in between}
    by_total = _together([(standings.total_of(row.player), row.player) for row in ranked])
    by_place = _together([(row.place, row.player) for row in ranked])
    penalties = standings.book.penalties
    return [
        Why(
            player=row.player,
            place=row.place,
            total=row.total,
            total_text=row.total_text,
            kind=_kind(standings, row, behind.get(row.player)),
            behind=behind.get(row.player),
            ahead_of=ahead_of.get(row.player),
            same_total=() if row.place is None else by_total[standings.total_of(row.player)],
            same_place=() if row.place is None else by_place[row.place],
            penalties=penalties.get(standings.player(row.player), ()),
            n_rounds=len(standings.book.games[standings.player(row.player)]),
            min_rounds=standings.book.facts.absent.min_rounds,
        )
        for row in standings.rows
    ]


def _together(keyed: Iterable[tuple[Exact | None, str]]) -> dict[Exact | None, tuple[str, ...]]:
    """Players by key, in the order they come; those of one key are one tuple, however many they are."""
    found: dict[Exact | None, list[str]] = {}
    for key, player in keyed:
        found.setdefault(key, []).append(player)
    return {key: tuple(players) for key, players in found.items()}


def _kind(standings: Standings, row: Row, behind: Comparison | None) -> Kind:
    if row.place is None:
        guest = not standings.book.facts.players[standings.player(row.player)].ranked
        return "guest" if guest else "too-few-rounds"
    if behind is None:
        return "first"
    if behind.key in (TOTAL, SHARED):
        return "total" if behind.key == TOTAL else "shared"
    return "tie-break"


def _between(standings: Standings, ranked: list[Row]) -> list[Comparison]:
    """Every two neighbours among the ranked rows, compared."""
    line = {standings.player(row.player): index for index, row in enumerate(ranked)}
    values_of: dict[int, tuple[tuple[str, Cell], ...]] = {}
    comparisons = []
    for above, below in pairwise(ranked):
        steps = _common_steps(standings, above, below)
        key = below.decided_by or TOTAL
        values: tuple[tuple[str, Cell], ...] = ()
        if key == TOTAL:
            values = ((above.player, above.total_text), (below.player, below.total_text))
        elif key != SHARED:
            step = steps.pop()
            if id(step) not in values_of:
                members = sorted(step.group, key=line.__getitem__)
                shown = [(standings.book.id_of(member), step.cells[member]) for member in members]
                values_of[id(step)] = tuple(shown)
            values = values_of[id(step)]
        passed = tuple([_passed(standings, step) for step in steps])
        comparisons.append(Comparison(key, above.player, below.player, values, passed))
    return comparisons


def _common_steps(standings: Standings, above: Row, below: Row) -> list[Step]:
    """The criteria applied while the two were in one group; the last of them separated them, if any did."""
    steps = standings.order.steps
    first, second = (
        steps.get(standings.player(above.player), []),
        steps.get(standings.player(below.player), []),
    )
    return [step for step, other in zip(first, second, strict=False) if step is other]


def _passed(standings: Standings, step: Step) -> Passed:
    if step.outcome == "split" or step.outcome == "level":
        return Passed(step.key, "level", ())
    return Passed(step.key, step.outcome, tuple([standings.book.id_of(player) for player in step.players]))
