"""The environment is made once; what is missing is one line that says what to do."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from config import bootstrap

ROOT = Path(bootstrap.ROOT)
VERSION = 'case "$2" in *version_info*) echo "{version}";; *) exit {others};; esac'


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of lock files only, without an environment."""
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-bench.txt"):
        (tmp_path / name).write_text("# nothing\n")
    monkeypatch.setattr(bootstrap, "ROOT", str(tmp_path))
    monkeypatch.setattr(bootstrap, "VENV", str(tmp_path / ".venv"))
    monkeypatch.setattr(bootstrap, "PYTHON", str(tmp_path / ".venv/bin/python"))
    monkeypatch.setattr(bootstrap, "LOG", str(tmp_path / ".venv/install.log"))
    return tmp_path


def fake_python(path: Path, version: str, *, others: int = 0) -> str:
    """A program that says it is Python `version` and ends with `others` for all other code."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{VERSION.format(version=version, others=others)}\n")
    path.chmod(0o755)
    return str(path)


def refusal(capsys: pytest.CaptureFixture[str], kind: str = "run") -> str:
    assert bootstrap.main([kind]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_an_old_python_is_told_what_to_install(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "CANDIDATES", (fake_python(checkout / "python3", "3 8"), "no-such-python"))
    line = refusal(capsys)
    assert "Python 3.11 or newer is needed, found 3.8" in line
    assert "apt install python3.11-venv" in line


def test_a_python_without_venv_is_told_what_to_install(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "CANDIDATES", (fake_python(checkout / "python3", "3 12", others=1),))
    assert "apt install python3.12-venv" in refusal(capsys)


def test_the_first_python_that_can_make_environments_is_taken(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_venv = fake_python(checkout / "a", "3 11", others=1)
    old, good = fake_python(checkout / "b", "3 9"), fake_python(checkout / "c", "3 13")
    monkeypatch.setattr(bootstrap, "CANDIDATES", (old, without_venv, good))
    assert bootstrap.usable_python() == good


def test_a_failed_download_names_the_reason_and_the_log(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    python = checkout / ".venv/bin/python"
    fake_python(python, "3 11")
    python.write_text(
        python.read_text() + 'case "$2" in pip) echo "ERROR: no route to host"; exit 1;; esac\n'
    )
    python.write_text(python.read_text().replace("exit 0", ":"))
    (checkout / ".venv/bin/activate").write_text(f"VIRTUAL_ENV={bootstrap.VENV}\n")
    line = refusal(capsys)
    assert "ERROR: no route to host" in line
    assert "check the network" in line
    assert ".venv/install.log" in line
    assert not bootstrap.stamped("run")


def test_a_second_call_does_nothing_and_a_new_lock_installs_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    fake_python(checkout / ".venv/bin/python", "3 11")
    (checkout / ".venv/bin/activate").write_text(f"VIRTUAL_ENV={bootstrap.VENV}\n")
    monkeypatch.setattr(bootstrap, "install", calls.append)
    for kind in ("dev", "dev", "run"):
        assert bootstrap.main([kind]) == 0
    assert calls == ["dev"]
    (checkout / "requirements.txt").write_text("# another\n")
    assert bootstrap.main(["run"]) == 0
    assert calls == ["dev", "run"]


def test_an_environment_from_another_folder_is_made_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    fake_python(checkout / ".venv/bin/python", "3 11")
    (checkout / ".venv/bin/activate").write_text("VIRTUAL_ENV=/elsewhere/.venv\n")
    monkeypatch.setattr(bootstrap, "usable_python", lambda: "python3")
    monkeypatch.setattr(bootstrap, "make_environment", made.append)
    monkeypatch.setattr(bootstrap, "install", lambda kind: None)
    assert bootstrap.main(["run"]) == 0
    assert made == ["python3"]


def test_an_environment_lent_by_another_checkout_is_left_to_it(checkout: Path, tmp_path: Path) -> None:
    lender = tmp_path / "lender"
    (lender / "bin").mkdir(parents=True)
    (lender / "bin" / "activate").write_text("of another folder")
    (checkout / ".venv").symlink_to(lender)
    bootstrap.make_environment("python3")
    assert not (checkout / ".venv").is_symlink()
    assert [path.name for path in lender.rglob("*")] == ["bin", "activate"]


def test_an_unknown_set_of_packages_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(["everything"]) == 2
    assert "run, dev or bench" in capsys.readouterr().err


def test_old_pythons_can_read_the_bootstrap() -> None:
    ast.parse((ROOT / "config/bootstrap.py").read_text(), feature_version=(3, 4))


def test_make_without_any_python_says_so_in_one_line(tmp_path: Path) -> None:
    for name in ("make", "sh"):
        found = shutil.which(name)
        assert found
        (tmp_path / name).symlink_to(found)
    done = subprocess.run(
        ["make", "venv"],
        cwd=ROOT,
        env={"PATH": str(tmp_path), "LC_ALL": "C", "MAKEFLAGS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    said = [line for line in done.stderr.splitlines() if not line.startswith("make")]
    assert done.returncode != 0
    assert len(said) == 1
    assert said[0].startswith("Python 3.11 or newer is needed, found none")


@pytest.mark.slow
def test_a_fresh_checkout_gets_a_working_environment(tmp_path: Path) -> None:
    """Downloads the packages of `make run`."""
    (tmp_path / "config").mkdir()
    for name in ("Makefile", "requirements.txt", "config/bootstrap.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    done = subprocess.run(["make", "venv-run"], cwd=tmp_path, env=dict(os.environ), check=False)
    assert done.returncode == 0
    asked = subprocess.run([tmp_path / ".venv/bin/python", "-c", "import django, celery"], check=False)
    assert asked.returncode == 0


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
@pytest.mark.parametrize("python", ["3.11.0", "3.11.2", "3.11.9", "3.12.0", "3.13.0"])
def test_the_lock_holds_what_its_packages_want_on_every_python(lock: str, python: str) -> None:
    """Made on one Python, it is installed with hashes on another: a package it lacks could not be installed."""
    locked = {
        canonicalize_name(line.split("==")[0])
        for line in (ROOT / lock).read_text().splitlines()
        if re.match(r"[A-Za-z0-9]", line)
    }
    there = {"python_full_version": python, "python_version": python.rpartition(".")[0], "extra": ""}
    wanted = {
        canonicalize_name(want.name): name
        for name in locked
        for want in map(Requirement, distribution(name).requires or ())
        if want.marker is None or want.marker.evaluate(there)
    }
    assert {name: by for name, by in wanted.items() if name not in locked} == {}
