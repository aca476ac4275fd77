"""docs/rules.md is true: it has every rule, and every test and name it mentions exists."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ROWS = {
    row[0]: row[1:] for row in re.findall(r"^\| ([TGRE]\d+) \| (.+) \| (.+) \| (.+) \| (.+) \|$", PAGE, re.M)
}


@lru_cache
def defined_tests(module: str) -> set[str]:
    tree = ast.parse((HERE / module).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_rule_has_its_row_once_and_in_order() -> None:
    wanted = [
        f"{letter}{number}"
        for letter, last in (("T", 22), ("G", 12), ("R", 19), ("E", 30))
        for number in range(1, last + 1)
    ]
    assert re.findall(r"^\| ([TGRE]\d+) \|", PAGE, re.M) == wanted
    assert list(ROWS) == wanted


def test_every_row_names_a_source_a_place_and_a_test() -> None:
    for rule, (text, source, place, tests) in ROWS.items():
        assert text.strip(), rule
        assert source.strip(), rule
        assert place.strip(), rule
        assert "::test_" in tests, rule


def test_every_test_named_on_the_page_exists() -> None:
    named = re.findall(r"(test_\w+\.py)::(test_\w+)", PAGE)
    assert len(named) > 100
    for module, name in named:
        assert (HERE / module).exists(), module
        assert name in defined_tests(module), f"{module}::{name}"


def test_every_field_named_on_the_page_is_a_field() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "games" / "engine").glob("*.py"))
    bodies = dict(re.findall(r"^class (\w+).*?:\n((?:    .*\n|\n)+)", sources, re.M))
    named = set(re.findall(r"`([A-Z][a-z]\w+)\.([a-z_]+)`", PAGE))
    assert len(named) > 15
    for name, field in named:
        assert re.search(rf"^    {field}: ", bodies[name], re.M), f"{name}.{field}"


def test_every_place_a_row_names_can_be_looked_up() -> None:
    """In the column "expressed by": a field of the rules, a value, a module, a class or a function."""
    sources = {
        path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "games" / "engine").glob("*.py")
    }
    whole = "".join(sources.values())
    for rule, (_text, _source, place, _tests) in ROWS.items():
        for name in re.findall(r"`(\w+)`", place):
            is_known = name in sources or re.search(rf"^(def|class) {name}\b|^    {name}: ", whole, re.M)
            assert is_known or name == "None", f"{rule}: {name}"


def test_every_module_named_on_the_page_has_the_name_it_is_said_to_have() -> None:
    for module, name in re.findall(r"`([a-z_]+)\.([a-zA-Z_]+)`", PAGE):
        path = ROOT / "games" / "engine" / f"{module}.py"
        if name in ("json", "py"):
            continue
        assert path.exists(), module
        assert re.search(rf"^(def|class) {name}\b|^{name}\b", path.read_text(encoding="utf-8"), re.M), (
            f"{module}.{name}"
        )
