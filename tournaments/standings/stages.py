"""Standings of a tournament that is cut: who goes on to the next stage stands above everybody who does not.

A stage ranks its own players by its own rounds: from zero, or with the points brought along. Several cuts in a row are
semi-finals and a final; the rows come out in one list, the last stage first (users.md 5 and 8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.standings.ranking import Standings
from tournaments.standings.reasons import Why, why
from tournaments.standings.rows import Row


@dataclass(frozen=True, slots=True)
class Stage:
    """After round `after` only `players` went on. `carry`: with the points of the stage before.

    `document` replaces top-level fields of the document for this stage, such as its chain or its penalties.
    """

    after: int
    players: tuple[str, ...]
    carry: bool
    document: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class StagedRow:
    """A row with its reason and the stage its player got to; 0 = never went on."""

    row: Row
    why: Why
    stage: int


def ranked_in_stages(document: Mapping[str, Any], stages: Sequence[Stage]) -> list[StagedRow]:
    """The whole list. `document` is that of the `rank` command with `players` as objects, `rounds` of every stage.

    Columns `rounds` hold every round of the document; those that a later stage does not count are in `dropped`.
    """
    ordered = sorted(stages, key=lambda stage: stage.after)
    numbers = sorted(played["number"] for played in document["rounds"])
    kept: list[dict[str, Row]] = []
    levels: list[list[tuple[Row, Why]]] = []
    for level in range(len(ordered) + 1):
        gone = set(ordered[level].players) if level < len(ordered) else set()
        standings = Standings(_document(document, ordered, level, gone))
        kept.append({row.player: row for row in standings.rows})
        levels.append(
            [pair for pair in zip(standings.rows, why(standings), strict=True) if pair[0].player not in gone]
        )
    found: list[StagedRow] = []
    for level in reversed(range(len(levels))):
        shift = sum(1 for staged in found if staged.row.place is not None)
        for row, reason in levels[level]:
            place = None if row.place is None else row.place + shift
            columns = _columns(row, level, document, ordered, numbers, kept)
            found.append(
                StagedRow(replace(row, place=place, columns=columns), replace(reason, place=place), level)
            )
    return found


def _document(
    document: Mapping[str, Any], stages: Sequence[Stage], level: int, gone: set[str]
) -> dict[str, Any]:
    """What the players of a stage are ranked by; who went on from it is there without a place."""
    wanted = set(stages[level - 1].players) if level else {player["id"] for player in document["players"]}
    begin = _begin(stages, level)
    rounds = []
    for played in document["rounds"]:
        tables = [table for table in played["tables"] if wanted.issuperset(table["seats"])]
        if played["number"] > begin and tables:
            rounds.append({**played, "tables": tables})
    whole = {**document, **(stages[level - 1].document if level else {})}
    if "penalties" in whole:
        whole["penalties"] = [row for row in whole["penalties"] if row["player"] in wanted]
    if "deciders" in whole:
        whole["deciders"] = [row for row in whole["deciders"] if wanted.issuperset(row["players"])]
    return {
        **whole,
        "players": [
            {**player, "ranked": False} if player["id"] in gone else player
            for player in document["players"]
            if player["id"] in wanted
        ],
        "rounds": rounds,
    }


def _begin(stages: Sequence[Stage], level: int) -> int:
    """The round after which a stage begins to count."""
    while level and stages[level - 1].carry:
        level -= 1
    return stages[level - 1].after if level else 0


def _numbers(document: Mapping[str, Any], stages: Sequence[Stage], level: int) -> list[int]:
    gone = set(stages[level].players) if level < len(stages) else set()
    return sorted(played["number"] for played in _document(document, stages, level, gone)["rounds"])


def _columns(
    row: Row,
    level: int,
    document: Mapping[str, Any],
    stages: Sequence[Stage],
    numbers: Sequence[int],
    kept: Sequence[Mapping[str, Row]],
) -> dict[str, Any]:
    """The columns of a row over all rounds: its own stage's, and before them what does not count any more."""
    values: dict[int, Any] = {}
    dropped: set[int] = set()
    for stage in range(level + 1):
        shown = kept[stage].get(row.player)
        if shown is None:
            continue
        of_stage = _numbers(document, stages, stage)
        cells = shown.columns["rounds"] or []
        values.update(zip(of_stage, cells, strict=True))
        if stage < level:
            dropped.update(of_stage)
        else:
            dropped -= set(of_stage)
            dropped.update(int(number) for number in shown.columns["dropped"] or [] if number is not None)
    return {
        **row.columns,
        "rounds": [values.get(number) for number in numbers],
        "dropped": sorted(number for number in dropped if values.get(number) is not None),
    }
