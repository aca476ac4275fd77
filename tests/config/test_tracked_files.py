"""What must never be in a commit: a registry's address in a lock, a path of somebody's machine, a secret."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.bootstrap import ROOT

# In pieces, so that this file is not its own finding.
REGISTRIES = ["pypi" + ".org", "python" + "hosted", "npm" + "js.org", "index" + "-url =", "find" + "-links ="]
HOMES = re.compile(r"(?<![\w.])/(?:" + "ro" + r"ot|ho" + r"me/[a-z]\w*|Us" + r"ers/\w+|wo" + r"rk)/[\w.]")
TEXT_LIMIT = 2_000_000


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip("this is no git checkout")
    return [Path(ROOT, name) for name in done.stdout.split("\0") if name]


def lines_of(tracked: list[Path]) -> Iterator[tuple[str, str]]:
    """Place and text of every line of every text file."""
    for path in tracked:
        if not path.is_file() or path.stat().st_size > TEXT_LIMIT:
            continue
        content = path.read_bytes()
        if b"\0" in content[:8000]:
            continue
        for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
            yield f"{path.relative_to(ROOT)}:{number}", line


def test_no_line_names_a_registry_or_a_path_of_one_machine(tracked: list[Path]) -> None:
    found = [
        place
        for place, line in lines_of(tracked)
        if len(line) < 5000 and (HOMES.search(line) or any(name in line.lower() for name in REGISTRIES))
    ]
    assert found == []


def test_locks_carry_no_address(tracked: list[Path]) -> None:
    locks = [path for path in tracked if path.name.startswith("requirements")]
    assert locks
    assert [place for place, line in lines_of(locks) if "://" in line] == []


def test_nothing_an_installation_makes_is_tracked(tracked: list[Path]) -> None:
    made = {"var", ".venv", "static-collected", "screenshots", "__pycache__"}
    assert [str(path) for path in tracked if made & set(path.relative_to(ROOT).parts)] == []
