"""What `games.engine` offers, and what it costs to import it."""

from __future__ import annotations

import ast
import doctest
import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import games.engine

ENGINE = Path(games.engine.__file__).parent
ROOT = ENGINE.parents[1]


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False, timeout=60
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_every_public_name_is_there_and_none_is_a_module() -> None:
    for path in ENGINE.glob("*.py"):
        if path.stem != "__main__":
            importlib.import_module(f"games.engine.{path.stem}")
    for name in games.engine.__all__:
        assert not isinstance(getattr(games.engine, name), ModuleType)


def test_scoring_a_sheet_does_not_load_the_playing_half() -> None:
    loaded = run(
        "import sys, games.engine; print(*[name for name in sys.modules if name.startswith('games.')])"
    )
    assert "games.engine.score" in loaded.split()
    assert not {"games.engine.state", "games.engine.decide", "games.engine.view"} & set(loaded.split())


def test_a_name_of_the_playing_half_comes_when_it_is_asked_for() -> None:
    assert (
        run("from games.engine import replay_document; print(replay_document.__module__)")
        == "games.engine.replay"
    )


def test_the_examples_in_docstrings_are_true() -> None:
    n_examples = 0
    for path in ENGINE.glob("*.py"):
        if path.stem != "__main__":
            name = "games.engine" if path.stem == "__init__" else f"games.engine.{path.stem}"
            result = doctest.testmod(importlib.import_module(name))
            assert result.failed == 0, name
            n_examples += result.attempted
    assert n_examples > 5


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert run("import games.engine; print(hasattr(games.engine, 'shuffle_cards'))") == "False"


def test_the_engine_imports_the_standard_library_and_itself_only() -> None:
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                modules = [node.module or ""]
            for module in modules:
                assert module.split(".")[0] in sys.stdlib_module_names or module.startswith("games.engine"), (
                    path
                )


def test_the_engine_reads_no_clock_but_in_its_bench_and_no_global_random() -> None:
    for path in ENGINE.rglob("*.py"):
        names = {
            alias.name if isinstance(node, ast.Import) else f"{node.module}.{alias.name}"
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for alias in node.names
        }
        clocks = {name for name in names if name.split(".")[0] in ("time", "datetime")}
        assert not clocks or path.stem == "bench"
        assert not {name for name in names if name.split(".")[0] in ("random", "secrets")} - {"random.Random"}
