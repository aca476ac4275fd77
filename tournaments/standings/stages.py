"""Standings of a tournament that is cut: who goes on to the next stage stands above everybody who does not.

A stage ranks its own players by its own rounds: from zero, or with the points brought along. Several cuts in a row are
semi-finals and a final; the rows come out in one list, the last stage first (users.md 5 and 8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tournaments.standings.exact import read_exact
from tournaments.standings.ranking import Standings
from tournaments.standings.reasons import Why, why
from tournaments.standings.rows import Row


@dataclass(frozen=True, slots=True)
class Stage:
    """After round `after` only `players` went on, all of them still in until then. `carry`: with the points they had.

    `document` replaces top-level fields of the document for this stage, such as its chain or its penalties.
    """

    after: int
    players: tuple[str, ...]
    carry: bool
    document: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class StagedRow:
    """A row with its reason and the stage its player got to; 0 = never went on.

    `made` is what the evening is worth in a season, None where that is the row's total: what the player made in all
    stages together, each of which adds to it and takes nothing away from what brought them there.
    """

    row: Row
    why: Why
    stage: int
    made: Fraction | None = None


def ranked_in_stages(document: Mapping[str, Any], stages: Sequence[Stage]) -> list[StagedRow]:
    """The whole list. `document` is that of the `rank` command with `players` as objects, `rounds` of every stage.

    Columns `rounds` hold every round of the document; those that a later stage does not count are in `dropped`.
    """
    ordered = sorted(stages, key=lambda stage: stage.after)
    numbers = sorted(played["number"] for played in document["rounds"])
    levels = [_level(document, ordered, level) for level in range(len(ordered) + 1)]
    found: list[StagedRow] = []
    shift = 0
    for level in reversed(range(len(levels))):
        for row, reason in levels[level].staying:
            place = None if row.place is None else row.place + shift
            columns = _columns(row.player, levels[: level + 1], numbers)
            staged = replace(row, place=place, columns={**row.columns, **columns})
            made = _made(row.player, levels[: level + 1])
            found.append(StagedRow(staged, replace(reason, place=place), level, made))
        shift += sum(1 for row, _reason in levels[level].staying if row.place is not None)
    return found


@dataclass(frozen=True, slots=True)
class _Level:
    """One stage worked out: its round numbers, its rows by player, and those whose players went no further.

    `is_carried` says that it begins with the points of the stage before; `totals` end with the stage, also where those
    who did not go on play meanwhile; `penalties` is what is in them of those.
    """

    numbers: tuple[int, ...]
    is_carried: bool
    totals: Mapping[str, Fraction]
    penalties: Mapping[str, Fraction]
    rows: Mapping[str, Row]
    staying: tuple[tuple[Row, Why], ...]


def _level(document: Mapping[str, Any], stages: Sequence[Stage], level: int) -> _Level:
    gone = set(stages[level].players) if level < len(stages) else set()
    own = _document(document, stages, level, gone)
    staying = _in(document, stages, level) - gone
    standings = Standings(own)
    return _Level(
        numbers=tuple(sorted(played["number"] for played in own["rounds"])),
        is_carried=level > 0 and stages[level - 1].carry,
        totals={row.player: row.total for row in _until(own, stages[level:], standings).rows},
        penalties=_penalties(own),
        rows={row.player: row for row in standings.rows},
        staying=tuple(
            pair for pair in zip(standings.rows, why(standings), strict=True) if pair[0].player in staying
        ),
    )


def _until(own: Mapping[str, Any], later: Sequence[Stage], standings: Standings) -> Standings:
    """The standings of a stage at its end: nobody who went on was absent from what the others played then."""
    rounds = [played for played in own["rounds"] if not later or played["number"] <= later[0].after]
    return standings if len(rounds) == len(own["rounds"]) else Standings({**own, "rounds": rounds})


def _document(
    document: Mapping[str, Any], stages: Sequence[Stage], level: int, gone: set[str]
) -> dict[str, Any]:
    """What the players of a stage are ranked by; who went on from it is there without a place, and so are those with
    whom its players made the points they bring along.

    Tables at which those play who went on belong to the next stage: nobody is absent from a final that was not theirs.
    """
    wanted = _in(document, stages, level)
    beside: set[str] = set()
    begin, end = _begin(stages, level), stages[level].after if gone else None
    rounds = []
    for played in document["rounds"]:
        if played["number"] <= begin:
            continue
        there = _in(document, stages, _level_of(stages[:level], played["number"]))
        is_later = end is not None and played["number"] > end
        tables = [
            table
            for table in played["tables"]
            if there.issuperset(table["seats"]) and not (is_later and gone.intersection(table["seats"]))
        ]
        if tables:
            rounds.append({**played, "tables": tables})
            beside.update(there - wanted)
    whole = {**document, **(stages[level - 1].document if level else {})}
    if "penalties" in whole:
        whole["penalties"] = [row for row in whole["penalties"] if row["player"] in wanted]
    if "deciders" in whole:
        whole["deciders"] = [row for row in whole["deciders"] if wanted.issuperset(row["players"])]
    return {
        **whole,
        "players": [
            {**player, "ranked": False} if player["id"] in gone or player["id"] in beside else player
            for player in document["players"]
            if player["id"] in wanted or player["id"] in beside
        ],
        "rounds": rounds,
    }


def _in(document: Mapping[str, Any], stages: Sequence[Stage], level: int) -> set[str]:
    """Who came to a stage."""
    return set(stages[level - 1].players) if level else {player["id"] for player in document["players"]}


def _level_of(stages: Sequence[Stage], number: int) -> int:
    """The stage that a round belongs to."""
    return sum(stage.after < number for stage in stages)


def _penalties(document: Mapping[str, Any]) -> dict[str, Fraction]:
    sums: dict[str, Fraction] = {}
    for penalty in document.get("penalties", ()):
        sums[penalty["player"]] = sums.get(penalty["player"], Fraction()) + (
            read_exact(penalty["points"]) or 0
        )
    return sums


def _begin(stages: Sequence[Stage], level: int) -> int:
    """The round after which a stage begins to count."""
    while level and stages[level - 1].carry:
        level -= 1
    return stages[level - 1].after if level else 0


def _made(player: str, levels: Sequence[_Level]) -> Fraction | None:
    """The first stage, and what each later one brought on top of it, where that is more than nothing: whoever loses
    the final is worth no less than without it. Each penalty once, as it is in the first stage."""
    before = worth = Fraction()
    for level in levels:
        own = level.totals[player] - level.penalties.get(player, 0)
        gain = own - before if level.is_carried else own
        worth += gain if level is levels[0] else max(gain, Fraction())
        before = own
    worth += levels[0].penalties.get(player, Fraction())
    return None if worth == levels[-1].rows[player].total else worth


def _columns(player: str, levels: Sequence[_Level], numbers: Sequence[int]) -> dict[str, Any]:
    """`rounds` and `dropped` over all rounds: the last stage's own, and before it what does not count any more."""
    values: dict[int, Any] = {}
    dropped: set[int] = set()
    for level in levels:
        row = level.rows[player]
        values.update(zip(level.numbers, row.columns["rounds"] or [], strict=True))
        if level is not levels[-1]:
            dropped.update(level.numbers)
        else:
            dropped.difference_update(level.numbers)
            dropped.update(int(number) for number in row.columns["dropped"] or [] if number is not None)
    return {
        "rounds": [values.get(number) for number in numbers],
        "dropped": sorted(number for number in dropped if values.get(number) is not None),
    }
