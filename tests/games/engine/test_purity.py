"""The engine is a pure room: the standard library and itself, nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

BLOCKED = """
import importlib, pkgutil, sys

class Block:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top != "games":
            raise ImportError(f"{name} is not of the standard library")

sys.meta_path.insert(0, Block())
import games.engine
names = [module.name for module in pkgutil.walk_packages(games.engine.__path__, "games.engine.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
foreign = [name for name in sys.modules if name.startswith("games.") and not name.startswith("games.engine")]
assert not foreign, foreign
assert "django" not in sys.modules
print(len(names))
"""


def test_every_module_loads_with_the_standard_library_alone() -> None:
    ran = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{BLOCKED}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 30


def test_no_module_reads_a_clock_or_draws_from_the_global_generator() -> None:
    words = ("import datetime", "from datetime", "time.time(", "import random\n", "from random import choice")
    for path in sorted((ROOT / "games" / "engine").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert not [word for word in words if word in text], path
