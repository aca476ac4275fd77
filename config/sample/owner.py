"""The sample owner's sign-in, kept for its owner's eyes only."""

from __future__ import annotations

import os
from pathlib import Path


def keep_password(var: Path, username: str, password: str) -> Path:
    """Write `username password` into `var/sample-owner`, readable by this user alone."""
    var.mkdir(parents=True, exist_ok=True)
    path = var / "sample-owner"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(f"{username} {password}\n")
    return path


def kept_password(var: Path) -> tuple[str, str] | None:
    """Username and password of the sample owner, None where there is none."""
    try:
        username, _space, password = (var / "sample-owner").read_text(encoding="utf-8").strip().partition(" ")
    except OSError:
        return None
    return username, password
