"""`export_file` and `import_file`: out of one site and into another from the command line."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club
from tests.evenings import Evening
from tests.tournaments.transfer.sites import empty_site
from tournaments.models import Standing, Tournament

pytestmark = pytest.mark.django_db


def told(*words: object) -> str:
    out = StringIO()
    call_command(*map(str, words), stdout=out)
    return out.getvalue()


def test_a_club_moves_by_two_commands_and_comes_out_the_same(evening: Evening, tmp_path: Path) -> None:
    evening.play_round()
    there, back = tmp_path / "club.json", tmp_path / "again.json"
    told("export_file", there, "--club", evening.tournament.club.slug)
    empty_site()
    assert "4 game" not in told("import_file", there, "--dry-run")
    assert not Club.objects.exists()
    assert "2 game new" in told("import_file", there)
    assert Standing.objects.count() == 8  # brought up to date at once
    assert "Everything was here already." in told("import_file", there)
    told("export_file", back, "--club", Club.objects.get().slug)
    assert back.read_bytes() == there.read_bytes()


def test_an_evening_goes_into_a_club_by_its_slug(evening: Evening, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    told("export_file", file, "--tournament", evening.tournament.slug)
    assert "Everything was here already." in told("import_file", file, "--club", evening.tournament.club.slug)
    assert Tournament.objects.count() == 1


def test_what_cannot_be_done_is_said_in_a_line(evening: Evening, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    for words in (
        ("export_file", tmp_path / "x", "--club", "nobody"),
        ("export_file", tmp_path / "no" / "x", "--club", evening.tournament.club.slug),
        ("import_file", tmp_path / "missing"),
        ("import_file", broken),
        ("import_file", broken, "--club", "nobody"),
    ):
        with pytest.raises(CommandError):
            told(*words)
