"""Evenings as readers meet them."""

from __future__ import annotations

import pytest

from tests.evenings import Evening
from tournaments.models import Tournament


@pytest.fixture
def played(evening: Evening) -> Evening:
    """One round played, the second published."""
    evening.play_round()
    evening.publish()
    return evening


@pytest.fixture
def path(played: Evening) -> str:
    return played.tournament.get_absolute_url()


def hide(tournament: Tournament, visibility: str = "members") -> None:
    tournament.visibility = visibility
    tournament.save(update_fields=["visibility"])
