"""The sample club is whole: two seasons, one Rage evening, tonight in the middle of round 2, all of it consistent."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from clubs.models import Club, User
from config.sample.owner import kept_password
from config.verifying import differences, waiting
from games.models import Game
from tournaments.models import Round, Tournament


@pytest.fixture
def sample(db: None, tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str]) -> str:
    settings.VAR_DIR = tmp_path
    call_command("sample_club")
    return capsys.readouterr().out


def test_the_sample_club_is_whole_and_consistent(sample: str, tmp_path: Path) -> None:
    club = Club.objects.get()
    assert club.memberships.count() == 24
    assert club.seasons.count() == 2
    assert {game.family for game in Game.objects.all()} == {"oh-hell", "rage"}
    tonight = Tournament.objects.get(closed_at=None)
    assert [played.state for played in tonight.rounds.all()] == [Round.State.CLOSED, Round.State.PUBLISHED]
    entered = tonight.rounds.get(number=2).tables.filter(game__revision__gt=0).count()
    assert 0 < entered < tonight.rounds.get(number=2).tables.count()
    assert list(differences()) == []
    assert waiting() == []
    found = re.search(r"sign in as (\S+) with (\S+)", sample)
    assert found is not None
    assert kept_password(tmp_path) == found.groups()
    assert (tmp_path / "sample-owner").stat().st_mode & 0o077 == 0
    assert User.objects.get(username=found[1]).check_password(found[2])


def test_a_database_with_a_club_is_left_alone(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("sample_club")
    assert "nothing was made" in capsys.readouterr().out
    assert Club.objects.count() == 1
