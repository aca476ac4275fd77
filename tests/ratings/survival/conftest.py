"""Five people and six rated games."""

from __future__ import annotations

import pytest

from clubs.models import Club, Player
from games.models import Game
from tests.evenings import make_players
from tests.ratings.paper import BY, play
from tests.ratings.survival.ladders import advance_all


@pytest.fixture
def people(club: Club) -> list[Player]:
    """Ada, Bo, Cleo, Dag, Elin."""
    return make_players(club, 5, by=BY)


@pytest.fixture
def games(club: Club, people: list[Player]) -> list[Game]:
    """Six rated games of Ada, Bo, Cleo and Dag, all on the ladders."""
    made = [
        play(club, people[:4], [1 + (minute + seat) % 4 for seat in range(4)], minute=10 * minute)
        for minute in range(6)
    ]
    advance_all()
    return made
