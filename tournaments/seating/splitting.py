"""Splitting n players into tables (seating.md section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .errors import SeatingError
from .notes import Note
from .spread import pairs, repeats_between, table_pairs, with_sit_outs

DEFAULT_SIZES = (4, 3, 5)
SMALLEST_TABLE, LARGEST_TABLE = 3, 7
MOST_PLAYERS = 100_000
MOST_ALTERNATIVES = 6
MOST_COMPARED = 400


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another way to seat the same players.

    `cost` is the sum of the places of its sizes in the organiser's order of preference;
    `forced` the repeats no plan can avoid between any two of its rounds; `bound` the same for all
    planned rounds, None when their number is not known.
    """

    tables: tuple[int, ...]
    cost: int
    forced: int
    bound: int | None = None

    def to_json(self) -> dict[str, Any]:
        document: dict[str, Any] = {
            "tables": list(self.tables),
            "cost": self.cost,
            "forced_per_two_rounds": self.forced,
        }
        if self.bound is not None:
            document["bound"] = self.bound
        return document


@dataclass(frozen=True, slots=True)
class Split:
    """The table sizes of one round, largest first, and what else would do."""

    players: int
    sizes: tuple[int, ...]
    tables: tuple[int, ...]
    alternatives: tuple[Alternative, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def preselected(self) -> tuple[int, ...]:
        """The split the organiser's page offers first: fewest unavoidable repeats, then `tables`.

        Differs from `tables` only when the number of rounds was given.
        """
        best = min(self.alternatives, key=lambda other: other.bound or 0, default=None)
        own = next((other.bound for other in self.alternatives if other.tables == self.tables), 0)
        if best is None or (best.bound or 0) >= (own or 0):
            return self.tables
        return best.tables

    def to_json(self) -> dict[str, Any]:
        """The document of `python -m tournaments.seating split` (seating.md section 14)."""
        return {
            "players": self.players,
            "sizes": list(self.sizes),
            "tables": list(self.tables),
            "alternatives": [other.to_json() for other in self.alternatives],
            "notes": [note.to_json() for note in self.notes],
        }


def split(
    n_players: int, sizes: Sequence[int] = DEFAULT_SIZES, *, rounds: int | None = None, sit_outs: int = 0
) -> Split:
    """The cheapest seating of everyone: least preference cost, fewest tables, largest list.

    `sit_outs` people besides `n_players` sit out in each round; as they change, fewer repeats are certain. Raises
    `no_split`, naming the nearest numbers that work, the sizes that would help and the sit-outs needed.

    >>> split(13, (4, 3)).tables
    (4, 3, 3, 3)
    """
    sizes = checked_sizes(sizes)
    tables = best_tables(n_players, sizes)
    if tables is None:
        raise no_split(n_players, sizes)
    alternatives = _alternatives(n_players, sizes, rounds, sit_outs)
    notes = _advice(n_players, with_sit_outs(tables, sit_outs), tables, alternatives)
    return Split(n_players, sizes, tables, alternatives, notes)


def checked_sizes(sizes: Sequence[int]) -> tuple[int, ...]:
    """The sizes as a tuple; `bad_input` unless they are different integers from 3 to 7."""
    expected = f"different integers from {SMALLEST_TABLE} to {LARGEST_TABLE}"
    if not isinstance(sizes, (list, tuple)) or not sizes:
        raise SeatingError("bad_input", f"sizes: expected a list of {expected}.", path="sizes")
    for place, size in enumerate(sizes):
        known = type(size) is int and SMALLEST_TABLE <= size <= LARGEST_TABLE
        if not known or size in sizes[:place]:
            path = f"sizes[{place}]"
            raise SeatingError("bad_input", f"{path}: expected {expected}.", path=path)
    return tuple(sizes)


def best_tables(n_players: int, sizes: Sequence[int]) -> tuple[int, ...] | None:
    """Table sizes of the best split, largest first; None when there is none (also for 0)."""
    return next(iter(cheapest_splits(n_players, sizes, 1)), None)


def cheapest_splits(n_players: int, sizes: Sequence[int], most: int) -> list[tuple[int, ...]]:
    """The best splits in the order of the rule, at most so many.

    Dynamic programming over 0..n; an entry is (cost, tables, minus the counts of the sizes from
    the largest), so that tuples compare as the rule does.
    """
    _check_count(n_players)
    if n_players < 1:
        return []
    descending = sorted(sizes, reverse=True)
    price = {size: place for place, size in enumerate(sizes)}
    ways: list[list[tuple[int, int, tuple[int, ...]]]] = [[(0, 0, (0,) * len(descending))]]
    for n in range(1, n_players + 1):
        found = set()
        for column, size in enumerate(descending):
            for cost, tables, counts in ways[n - size] if n >= size else ():
                more = (*counts[:column], counts[column] - 1, *counts[column + 1 :])
                found.add((cost + price[size], tables + 1, more))
        ways.append(sorted(found)[:most])
    return [
        tuple(size for size, count in zip(descending, counts, strict=True) for _ in range(-count))
        for _, _, counts in ways[n_players]
    ]


def reachable(n_players: int, sizes: Sequence[int]) -> bool:
    """Whether n players fill tables of these sizes exactly."""
    if n_players < 1:
        return False
    if n_players > 60:
        # beyond the largest gap of any set within 3..7 only a common divisor can forbid n
        n_players = 60 + (n_players - 60) % 420
    can = [True] + [False] * n_players
    for n in range(1, n_players + 1):
        can[n] = any(n >= size and can[n - size] for size in sizes)
    return can[n_players]


def fewest_sit_outs(n_players: int, sizes: Sequence[int]) -> int | None:
    """The smallest number of sit-outs that lets everyone else sit; None when there is none."""
    return next((k for k in range(n_players) if reachable(n_players - k, sizes)), None)


def no_split(n_players: int, sizes: Sequence[int], *, asked_out: int = 0) -> SeatingError:
    """The refusal for a number of players that the sizes cannot seat.

    `asked_out` of them were to sit out; without them everybody, or all but some, may well fit.
    """
    below = next((n for n in range(n_players - 1, 0, -1) if reachable(n, sizes)), None)
    above = next(n for n in range(max(n_players, 0) + 1, n_players + 64) if reachable(n, sizes))
    nearest = [n for n in (below, above) if n is not None]
    allow: list[dict[str, Any]] = []
    for size in range(SMALLEST_TABLE, LARGEST_TABLE + 1):
        tables = None if size in sizes else best_tables(n_players, (*sizes, size))
        if tables is not None:
            allow.append({"size": size, "tables": list(tables)})
    sit_outs = fewest_sit_outs(n_players, sizes)
    ways = [f"{_or(nearest)} players"]
    ways += [f"allow {way['size']}s: {_plus(way['tables'])}" for way in allow]
    if sit_outs:
        ways.append(f"{sit_outs} sitting out")
    elif asked_out and sit_outs == 0:
        ways.insert(0, "nobody sitting out")
    sizes_text = " and ".join(map(str, sorted(sizes)))
    noun = "player" if n_players == 1 else "players"
    without = f" with {asked_out} sitting out" if asked_out else ""
    return SeatingError(
        "no_split",
        f"{n_players} {noun}{without} cannot sit at tables of {sizes_text}. Possible: {', or '.join(ways)}.",
        players=n_players,
        sizes=list(sizes),
        nearest=nearest,
        allow=allow,
        sit_outs=sit_outs,
        **({"asked_out": asked_out} if asked_out else {}),
    )


def _check_count(n_players: int) -> None:
    if type(n_players) is not int or not 0 <= n_players <= MOST_PLAYERS:
        raise SeatingError(
            "bad_input",
            f"players: expected an integer from 0 to {MOST_PLAYERS}.",
            path="players",
        )


def _alternatives(
    n_players: int, sizes: tuple[int, ...], rounds: int | None, sit_outs: int
) -> tuple[Alternative, ...]:
    """The cheapest splits in order, the chosen one first; with rounds the best bounds next."""
    if n_players > MOST_COMPARED:
        return ()
    price = {size: place for place, size in enumerate(sizes)}
    found = [
        Alternative(
            tables,
            sum(price[size] for size in tables),
            repeats_between(groups, groups),
            None if rounds is None else _bound(groups, rounds),
        )
        for tables in cheapest_splits(n_players, sizes, 2 * MOST_ALTERNATIVES)
        for groups in [with_sit_outs(tables, sit_outs)]
    ]
    others = sorted(found[1:], key=lambda other: other.bound or 0)
    return tuple(found[:1] + others[: MOST_ALTERNATIVES - 1])


def _bound(groups: tuple[int, ...], rounds: int) -> int:
    """Bounds 1 and 2 of seating.md section 4 for a split without history."""
    n_players = sum(groups)
    pigeonhole = repeats_between(groups, groups) * pairs(rounds)
    quotient, rest = divmod(rounds * table_pairs(groups), pairs(n_players))
    counting = (pairs(n_players) - rest) * pairs(quotient) + rest * pairs(quotient + 1)
    return max(pigeonhole, counting)


def _advice(
    n_players: int,
    groups: tuple[int, ...],
    tables: tuple[int, ...],
    alternatives: tuple[Alternative, ...],
) -> tuple[Note, ...]:
    """The rules of thumb that apply to this split."""
    forced = repeats_between(groups, groups) if n_players <= MOST_COMPARED else 0
    if not forced:
        return ()
    better = min(
        (other for other in alternatives if other.forced < forced),
        key=lambda other: other.forced,
        default=None,
    )
    message = (
        f"{_plus(tables)}: at least {forced} repeated pairs in every two rounds"
        f" (a table of {max(tables)} over {len(tables)} tables)."
    )
    fields: dict[str, Any] = {"tables": list(tables), "per_two_rounds": forced}
    if better is not None:
        message += f" With {_plus(better.tables)}: at least {better.forced}."
        fields["instead"] = list(better.tables)
    return (Note("repeats_certain", "warning", message, fields),)


def _plus(tables: Sequence[int]) -> str:
    return "+".join(map(str, tables))


def _or(numbers: Sequence[int]) -> str:
    return " or ".join(map(str, numbers))
