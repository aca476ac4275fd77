"""`manage.py standings_rebuild`: whatever was stored, what stands afterwards follows from the facts."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club
from tests.evenings import Evening, make_evening
from tournaments.models import Season, SeasonStanding, Standing
from tournaments.services import marks, seasons

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(evening: Evening, club: Club) -> Evening:
    season = Season.objects.create(club=club, slug="spring", name="Spring", tie_breaks=["wins", "shared"])
    type(evening.tournament).objects.filter(pk=evening.tournament.pk).update(season=season)
    evening.tournament.refresh_from_db()
    evening.play_round()
    seasons.refresh(season.pk)
    return evening


def lines() -> list[tuple[object, ...]]:
    return [
        *Standing.objects.order_by("after_round", "position").values_list("entry", "position", "total"),
        *SeasonStanding.objects.order_by("position").values_list("player", "position", "total"),
    ]


@pytest.mark.parametrize("named", [True, False])
def test_what_was_spoilt_stands_again(played: Evening, named: bool) -> None:
    before, version = lines(), played.tournament.version
    assert SeasonStanding.objects.exists()
    Standing.objects.update(total="999")
    SeasonStanding.objects.all().delete()
    told = StringIO()
    arguments = [played.tournament.slug] if named else []
    for _time in range(2):  # twice is harmless
        call_command("standings_rebuild", *arguments, stdout=told)
    assert lines() == before
    played.tournament.refresh_from_db()
    assert played.tournament.version > version, "open pages fetch the list again"
    assert not marks.left()
    assert "season spring: 8 lines" in told.getvalue()


def test_an_unknown_name_changes_nothing(played: Evening, club: Club) -> None:
    make_evening(club, by=played.by, n_players=4, name="Another")
    Standing.objects.update(total="999")
    with pytest.raises(CommandError, match=r"no tournament nowhere\. Nothing was changed"):
        call_command("standings_rebuild", played.tournament.slug, "nowhere")
    assert set(Standing.objects.values_list("total", flat=True)) == {"999"}
