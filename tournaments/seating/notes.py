"""Notes: what an organiser should know beside a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Note:
    """One precheck finding that does not forbid the round (seating.md section 12).

    `level` is "warning" or "info"; `fields` holds the numbers and names of the message, so that a
    page can say it in its own language.
    """

    code: str
    level: str
    message: str
    fields: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "level": self.level, "message": self.message, **self.fields}


def fixed_tables_missed(
    fixed_tables: Sequence[tuple[str, int]], rounds: Sequence[Sequence[Sequence[str]]]
) -> list[Note]:
    """One warning for each round in which a player with a fixed table sits at another one.

    `rounds` holds the tables by number, 1 first. It happens where that table is locked with others,
    or where two fixed tables had to meet and the lower number won.
    """
    found = []
    for r, tables in enumerate(rounds, start=1):
        seated = {player: number for number, table in enumerate(tables, start=1) for player in table}
        for player, fixed in fixed_tables:
            table = seated.get(player, fixed)
            if table != fixed:
                fields = {"round": r, "player": player, "table": table, "fixed": fixed}
                message = f"Round {r}: {player} sits at table {table}, not at the fixed table {fixed}."
                found.append(Note("fixed_table_missed", "warning", message, fields))
    return found


def small_table_notes(
    n: int, tables: Sequence[int], rounds: int, visits: Sequence[int] | None = None
) -> list[Note]:
    """How often `n` players sit at the smaller of `tables`: each nearly alike, or as `visits` has it.

    `low` and `high` are the even share of these rounds; `fewest` and `most` are added where the
    rounds that were found share otherwise.
    """
    small = [size for size in tables if size < max(tables)]
    if not small:
        return []
    low, rest = divmod(rounds * sum(small), n)
    high = low + (rest > 0)
    fields = {"tables": len(small), "low": low, "high": high}
    kinds = " and ".join(str(size) for size in sorted(set(small), reverse=True))
    message = f"{len(small)} {'table' if len(small) == 1 else 'tables'} of {kinds} each round:"
    even = f"{low} or {high}" if rest else f"{low}"
    if not visits or (low <= min(visits) and max(visits) <= high):
        message += f" every player sits there {even} times."
    else:
        fields |= {"fewest": min(visits), "most": max(visits)}
        message += (
            f" in these rounds a player sits there {min(visits)} to {max(visits)} times, evenly it would be"
            f" {even}. Fewer repeats and the rounds already played come before an even share."
        )
    return [Note("small_tables", "info", message, fields)]
