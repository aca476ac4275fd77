"""Running the cases of a bar file (seating.md section 15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .errors import SeatingError
from .next_round import next_round
from .planning import plan
from .problem import SeatingProblem
from .reading import bad_input, read_list
from .results import Plan
from .splitting import split

DEFAULT_BAR = "tests/data/seating_bar.json"

Line = dict[str, Any]
Clock = Callable[[], float]
"""CPU seconds, passed in because this room reads no clock."""


def run_bar(bar: Mapping[str, Any], clock: Clock, *, use_library: bool = True) -> Iterator[Line]:
    """One line per case: what was reached, in which CPU time, and whether the bar is met.

    Reads bar files (plan, small_clubs, split) and files of states before a round (states).
    """
    if not isinstance(bar, Mapping):
        raise bad_input("$", "a bar file: an object with plan, small_clubs, split or states")
    clubs = bar.get("small_clubs", {})
    runs: list[tuple[str, Any, Callable[[Any], Line]]] = [
        ("plan", bar.get("plan", ()), lambda case: plan_case(case, clock, use_library=use_library)),
        (
            "small_clubs.cells",
            clubs.get("cells", ()) if isinstance(clubs, Mapping) else clubs,
            lambda cell: small_club_case(cell, clubs, clock, use_library=use_library),
        ),
        ("split", bar.get("split", ()), split_case),
        ("states", bar.get("states", ()), lambda state: state_case(state, clock)),
    ]
    for name, cases, run in runs:
        for k, case in enumerate(read_list(cases, name)):
            try:
                yield run(case)
            except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
                if isinstance(error, SeatingError):
                    raise
                raise bad_input(f"{name}[{k}]", f"a case of a bar file (missing: {error})") from None


def plan_case(case: Mapping[str, Any], clock: Clock, *, use_library: bool = True) -> Line:
    """One plan against the `max` of its case."""
    problem = SeatingProblem.from_json(case["input"])
    found, cpu = _timed_plan(problem, clock, use_library)
    figures = figures_of(problem, found)
    over = {key: figures[key] for key, most in case["max"].items() if figures[key] > most}
    stretch = case.get("stretch")
    line = {"id": case["id"], "level": case["level"], **figures, "over": over}
    if stretch:
        line["stretch"] = all(figures[key] <= most for key, most in stretch.items())
    return {**line, "cpu_s": cpu, "within": case["cpu_s"], "ok": not over and cpu <= case["cpu_s"]}


def figures_of(problem: SeatingProblem, found: Plan) -> dict[str, int]:
    """What the `max` of a case speaks of."""
    apart = [set(group) for group in problem.keep_apart]
    broken = sum(
        pairs * (pairs - 1) // 2
        for tables in found.rounds
        for table in tables
        for group in apart
        if (pairs := len(group.intersection(table))) > 1
    )
    return {
        "repeats": found.repeats,
        "pairs_cost": found.pairs_cost,
        "bound": found.bound,
        "max_meetings": found.max_meetings,
        "seat_spread": found.seat_spread,
        "small_table_spread": found.small_table_spread,
        "keep_apart_broken": broken,
        "repeats_plus_club": found.repeats + found.club_meetings,
    }


def small_club_case(
    cell: list[int], clubs: Mapping[str, Any], clock: Clock, *, use_library: bool = True
) -> Line:
    """One cell of the table of small clubs; without the library against its search target."""
    row = dict(zip(clubs["columns"], cell, strict=True))
    problem = SeatingProblem.from_json(
        {"players": row["players"], "rounds": row["rounds"], "sizes": clubs["sizes"]}
    )
    found, cpu = _timed_plan(problem, clock, use_library)
    most = row["pairs_cost"] if use_library else row["search_target"]
    within = clubs["cpu_s"] if use_library else clubs["search_only"]["cpu_s"]
    return {
        "id": f"small-{row['players']}-{row['rounds']}",
        "level": "must",
        "pairs_cost": found.pairs_cost,
        "most": most,
        "bound": found.bound,
        "small_table_spread": found.small_table_spread,
        "cpu_s": cpu,
        "within": within,
        "ok": found.pairs_cost <= most and cpu <= within,
    }


def split_case(case: Mapping[str, Any]) -> Line:
    """One split, or the refusal expected."""
    try:
        tables: list[int] | None = list(split(case["players"], case["sizes"]).tables)
    except SeatingError:
        tables = None
    name = f"split-{case['players']}-{'+'.join(map(str, case['sizes']))}"
    return {"id": name, "level": "must", "tables": tables, "ok": tables == case["tables"]}


def state_problem(state: Mapping[str, Any], *, effort: str = "normal", seed: int = 1) -> SeatingProblem:
    """The problem of a state file: its players 0..n-1 become P01..Pn."""
    n = state["n"]
    width = max(2, len(str(n)))
    names = [f"P{number:0{width}d}" for number in range(1, n + 1)]
    return SeatingProblem.from_json(
        {
            "players": names,
            "sizes": state["sizes"],
            "seed": seed,
            "effort": effort,
            "scores": dict(zip(names, state["scores"], strict=True)),
            "history": [[[names[p] for p in table] for table in tables] for tables in state["history"]],
        }
    )


def state_case(state: Mapping[str, Any], clock: Clock) -> Line:
    """One next round against the share of its references that section 15 asks for."""
    problem = state_problem(state)
    began = clock()
    found = next_round(problem)
    cpu = round(clock() - began, 3)
    reference = state["reference"]
    most = _most_spread(state["n"], reference)
    return {
        "id": state["id"],
        "level": "must",
        "rematches": found.rematches,
        "spread": found.spread,
        "most": most,
        "reference": reference,
        "cpu_s": cpu,
        "within": 4.0,
        "ok": found.rematches == 0 and found.spread <= most and cpu <= 4.0,
    }


def _most_spread(n: int, reference: Mapping[str, list[int]]) -> float:
    if "proven_optimum" in reference:
        return reference["proven_optimum"][1] * (1.0 if n <= 28 else 1.05)
    if n >= 1000:
        return reference["greedy_unmet"][1] * 0.60
    return reference["pantheon_like"][1] * (0.75 if n >= 400 else 0.85)


def _timed_plan(problem: SeatingProblem, clock: Clock, use_library: bool) -> tuple[Plan, float]:
    began = clock()
    found = plan(problem, use_library=use_library)
    return found, round(clock() - began, 3)
