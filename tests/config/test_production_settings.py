"""Production refuses to start with a default, and names the setting and what to write."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from config.checking import PRODUCTION, ROOT


def start(**changes: str) -> tuple[int, str]:
    """Exit and last words of a process that loads the production settings with `changes`."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--tag", "models"],
        cwd=ROOT,
        env={**kept, **PRODUCTION, **changes},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


def test_production_starts_with_its_settings() -> None:
    assert start()[0] == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", ""),
        ("SECRET_KEY", "changeme"),
        ("SECRET_KEY", "django-insecure-0123456789-0123456789-0123456789"),
        ("SECRET_KEY", "short"),
        ("ALLOWED_HOSTS", ""),
        ("ALLOWED_HOSTS", "*"),
        ("DATABASE_URL", ""),
        ("DATABASE_URL", "sqlite:///site.sqlite3"),
        ("DATABASE_URL", "nonsense"),
        ("REDIS_URL", ""),
    ],
)
def test_a_missing_or_default_setting_is_refused_by_name(name: str, value: str) -> None:
    code, words = start(**{name: value})
    assert code != 0
    assert len(words.splitlines()) == 1
    assert name in words
