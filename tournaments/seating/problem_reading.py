"""Reading a problem from its document, field by field (seating.md sections 8, 8b, 9 and 14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .errors import SeatingError
from .notes import Note
from .problem import (
    EFFORTS,
    LARGEST_SEED,
    MOST_FIXED,
    MOST_PAIRS,
    MOST_ROUNDS,
    MOST_SEATED,
    MOST_SEATS,
    LockedTable,
    SeatingProblem,
    Weights,
)
from .reading import (
    bad_input,
    read_id,
    read_ids,
    read_int,
    read_list,
    read_number,
    read_object,
    read_rounds,
)
from .splitting import DEFAULT_SIZES, LARGEST_TABLE, SMALLEST_TABLE, checked_sizes

_FIELDS = frozenset(SeatingProblem.__dataclass_fields__) - {"notes"}


def read_problem(document: Any) -> SeatingProblem:
    fields = read_object(document, "$")
    if "players" not in fields:
        raise bad_input("players", "a list of player ids or their number")
    players = _read_players(fields["players"])
    rounds = fields.get("rounds")
    history = read_rounds(_given(fields, "history", ()), "history")
    previous = fields.get("previous")
    previous = None if previous is None else read_rounds(previous, "previous")
    known = set(players)
    left = {player for past in history + (previous or ()) for table in past for player in table}
    scores = fields.get("scores")
    problem = SeatingProblem(
        players=players,
        rounds=None if rounds is None else read_int(rounds, "rounds", 1, MOST_ROUNDS),
        sizes=checked_sizes(_given(fields, "sizes", DEFAULT_SIZES)),
        seed=read_int(_given(fields, "seed", 1), "seed", 0, LARGEST_SEED),
        keep_apart=_read_keep_apart(_given(fields, "keep_apart", ()), known, left),
        groups=_read_groups(_given(fields, "groups", {}), known, left),
        weights=_read_weights(_given(fields, "weights", {})),
        fixed_tables=_read_fixed(_given(fields, "fixed_tables", {}), known, left),
        locked=_read_locked(_given(fields, "locked", ()), known),
        history=history,
        previous=previous,
        effort=_read_effort(_given(fields, "effort", "normal")),
        scores=None if scores is None else _read_scores(scores, known, left),
        absent=_known(read_ids(_given(fields, "absent", ()), "absent"), "absent", known, left),
        sit_outs=_read_sit_outs(fields.get("sit_outs")),
        sat_out=_read_sat_out(_given(fields, "sat_out", {}), known, left),
        volunteers=_known(
            read_ids(_given(fields, "volunteers", ()), "volunteers"), "volunteers", known, left
        ),
        split=_read_split(fields.get("split")),
        notes=_unknown_fields(fields),
    )
    if len(problem.present) * (problem.rounds or 1) > MOST_SEATS:
        raise bad_input("rounds", f"at most {MOST_SEATS} seats in all (players times rounds)")
    return problem


def _given(fields: Mapping[str, Any], name: str, default: Any) -> Any:
    """The field, or the default where it is missing or null."""
    value = fields.get(name)
    return default if value is None else value


def _read_players(value: Any) -> tuple[str, ...]:
    """Ids in order; an integer n stands for P01..Pn padded to the width of n, at least 2."""
    if type(value) is int:
        n = read_int(value, "players", 0, MOST_SEATED)
        width = max(2, len(str(n)))
        return tuple(f"P{number:0{width}d}" for number in range(1, n + 1))
    if not isinstance(value, (list, tuple)):
        raise bad_input("players", "a list of player ids or their number")
    if len(value) > MOST_SEATED:
        raise bad_input("players", f"at most {MOST_SEATED} players")
    return tuple(sorted(read_ids(value, "players")))


def _known(ids: Iterable[str], path: str, known: set[str], left: set[str]) -> tuple[str, ...]:
    """The ids that are players, sorted; those of players who left are dropped, others refused."""
    kept = []
    for player in ids:
        if player in known:
            kept.append(player)
        elif player not in left:
            raise SeatingError(
                "unknown_player",
                f"{path}: {player} is not among the players.",
                players=[player],
                path=path,
            )
    return tuple(sorted(kept))


def _read_keep_apart(value: Any, known: set[str], left: set[str]) -> tuple[tuple[str, ...], ...]:
    groups = set()
    for i, entry in enumerate(read_list(value, "keep_apart")):
        path = f"keep_apart[{i}]"
        group = _known(read_ids(entry, path), path, known, left)
        if len(group) > 1:
            groups.add(group)
    _check_pairs(groups, "keep_apart")
    return tuple(sorted(groups))


def _read_groups(value: Any, known: set[str], left: set[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    groups = []
    for name, members in read_object(value, "groups").items():
        path = f"groups.{name[:40]}"
        groups.append((name, _known(read_ids(members, path), path, known, left)))
    _check_pairs((members for _, members in groups), "groups")
    return tuple(sorted(groups))


def _check_pairs(groups: Iterable[tuple[str, ...]], path: str) -> None:
    if sum(len(group) * (len(group) - 1) // 2 for group in groups) > MOST_PAIRS:
        raise bad_input(path, f"at most {MOST_PAIRS} pairs of players")


def _read_weights(value: Any) -> Weights:
    fields = read_object(value, "weights")
    return Weights(
        repeat=_two_decimals(fields.get("repeat", 1), "weights.repeat", 100),
        club=_two_decimals(fields.get("club", 1), "weights.club", 100),
        club_decay=_two_decimals(fields.get("club_decay", 1), "weights.club_decay", 1),
    )


def _two_decimals(value: Any, path: str, high: int) -> int | float:
    number = read_number(value, path, 0, high)
    rounded = round(number * 100) / 100
    return int(rounded) if rounded == int(rounded) else rounded


def _read_fixed(value: Any, known: set[str], left: set[str]) -> tuple[tuple[str, int], ...]:
    fixed = []
    entries = read_object(value, "fixed_tables")
    if len(entries) > MOST_FIXED:
        raise bad_input("fixed_tables", f"at most {MOST_FIXED} players")
    for player, number in entries.items():
        path = f"fixed_tables.{player[:40]}"
        number = read_int(number, path, 1, 1000)
        fixed += [(found, number) for found in _known((player,), path, known, left)]
    return tuple(sorted(fixed))


def _read_locked(value: Any, known: set[str]) -> tuple[LockedTable, ...]:
    tables = []
    for i, entry in enumerate(read_list(value, "locked", most=5000)):
        path = f"locked[{i}]"
        fields = read_object(entry, path)
        players = [
            read_id(player, f"{path}.players[{j}]")
            for j, player in enumerate(read_list(fields.get("players"), f"{path}.players", most=20))
        ]
        _known(players, f"{path}.players", known, set())
        tables.append(
            LockedTable(
                read_int(fields.get("round", 1), f"{path}.round", 1, MOST_ROUNDS),
                read_int(fields.get("table"), f"{path}.table", 1, 1000),
                tuple(players),
            )
        )
    return tuple(sorted(tables, key=lambda table: (table.round, table.table, table.players)))


def _read_effort(value: Any) -> str:
    if value not in EFFORTS or type(value) is not str:
        raise bad_input("effort", f"one of {', '.join(EFFORTS)}")
    return value


def _read_scores(value: Any, known: set[str], left: set[str]) -> tuple[tuple[str, int | float], ...]:
    scores = []
    for player, score in read_object(value, "scores").items():
        path = f"scores.{player[:40]}"
        number = read_number(score, path, -1_000_000, 1_000_000)
        scores += [(found, number) for found in _known((player,), path, known, left)]
    return tuple(sorted(scores))


def _read_sit_outs(value: Any) -> int | str | None:
    if value is None:
        return None
    if value == "fewest":
        return "fewest"
    if type(value) is not int or not 0 <= value <= MOST_SEATED:
        raise bad_input("sit_outs", 'a number of players or "fewest"')
    return value


def _read_split(value: Any) -> tuple[int, ...] | None:
    """The tables of a round, largest first."""
    if value is None:
        return None
    tables = [
        read_int(size, f"split[{i}]", SMALLEST_TABLE, LARGEST_TABLE)
        for i, size in enumerate(read_list(value, "split", most=MOST_SEATED))
    ]
    if not tables:
        raise bad_input("split", "at least one table")
    return tuple(sorted(tables, reverse=True))


def _read_sat_out(value: Any, known: set[str], left: set[str]) -> tuple[tuple[str, int], ...]:
    counts = []
    for player, count in read_object(value, "sat_out").items():
        path = f"sat_out.{player[:40]}"
        count = read_int(count, path, 0, 1000)
        counts += [(found, count) for found in _known((player,), path, known, left)]
    return tuple(sorted(counts))


def _unknown_fields(fields: Mapping[str, Any]) -> tuple[Note, ...]:
    unknown = sorted(set(fields) - _FIELDS)[:10]
    if not unknown:
        return ()
    names = ", ".join(name[:40] for name in unknown)
    message = f"Passed over what this engine does not know: {names}."
    return (Note("unknown_field", "warning", message, {"fields": [n[:40] for n in unknown]}),)
