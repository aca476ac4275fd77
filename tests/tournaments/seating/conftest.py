"""The bar and the states the room is measured by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

FILES = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="session")
def bar() -> dict[str, Any]:
    return dict(json.loads((FILES / "seating_bar.json").read_text()))


@pytest.fixture(scope="session")
def states() -> list[dict[str, Any]]:
    return list(json.loads((FILES / "swiss_states.json").read_text())["states"])
