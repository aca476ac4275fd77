"""No failure of other programs (`tests/data/scenarios.json`) is lost: each is carried by some test of this tree.

The sources are read, not collected: tests for a browser or for services count where they are not run.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent


def scenarios() -> dict[str, str]:
    """One line for each scenario, by its number."""
    found: dict[str, str] = json.loads((TESTS / "data/scenarios.json").read_text(encoding="utf-8"))
    return found


def marked(source: str) -> Iterator[tuple[str, str]]:
    """(test, scenario) for every test in a source that a `scenario` marker stands above."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.scenario":
                    yield from ((node.name, ast.literal_eval(argument)) for argument in decorator.args)


def carried() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for test, scenario in marked(file.read_text(encoding="utf-8")):
            found.setdefault(scenario, []).append(f"{file.relative_to(TESTS)}::{test}")
    return found


def test_a_marker_is_found_above_its_test() -> None:
    source = "@pytest.mark.scenario('S01', 'S02')\ndef test_a(): ...\n@pytest.mark.slow\ndef test_b(): ...\n"
    assert list(marked(source)) == [("test_a", "S01"), ("test_a", "S02")]


def test_every_scenario_is_carried_by_a_test() -> None:
    found = carried()
    missing = {scenario: line for scenario, line in scenarios().items() if scenario not in found}
    assert not missing


def test_no_test_carries_a_scenario_that_is_not_in_the_list() -> None:
    assert carried().keys() <= scenarios().keys()
