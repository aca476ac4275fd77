"""Days in files and beside them are ISO: written so, and read no other way, so that 03/04 is never the wrong day."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.translation import override

from clubs.models import Club, User
from tests.evenings import Evening
from tests.tournaments.transfer.test_results_csv import file_of, rows_of
from tournaments.models import IncomingFile, Tournament
from tournaments.services.transfer.names import file_name

pytestmark = pytest.mark.django_db
NO_DAYS = ["06.03.2026", "03/06/2026", "6 March 2026", "2026-13-06", "26-03-06"]
NO_DAYS += ["2026-3-6", "20260306", "2026-W10-5", "1969-12-31", "2201-01-01", "٢٠٢٦-03-06"]


@pytest.mark.parametrize("language", ["en", "de", "is"])
def test_a_file_that_leaves_is_called_by_its_iso_day(evening: Evening, language: str) -> None:
    Tournament.objects.update(starts_at=datetime(2026, 3, 6, 18, 30, tzinfo=UTC))
    evening.tournament.refresh_from_db()
    with override(language):
        assert file_name(evening.tournament, "csv").endswith("-2026-03-06.csv")


@pytest.mark.parametrize("text", NO_DAYS)
def test_another_way_to_write_a_day_is_refused_with_how(
    client: Client, alice: User, club: Club, tmp_path: Path, text: str
) -> None:
    client.force_login(alice)
    raw = file_of(rows_of())
    page = client.post(
        f"/clubs/{club.slug}/import/", {"file": SimpleUploadedFile("april.csv", raw), "day": text}
    )
    assert page.status_code == 422
    assert "2026-03-06" in page.content.decode()
    api = client.post(
        f"/api/v1/clubs/{club.uid}/import/", {"file": SimpleUploadedFile("april.csv", raw), "day": text}
    )
    assert api.status_code in (400, 422)
    assert "day" in api.content.decode()
    kept = tmp_path / "april.csv"
    kept.write_bytes(raw)
    with pytest.raises(CommandError):
        call_command("import_file", str(kept), "--club", club.slug, "--day", text)
    assert not IncomingFile.objects.exists()
    assert not Tournament.objects.exists()


def test_the_iso_day_is_the_day_of_the_evening(club: Club, tmp_path: Path) -> None:
    kept = tmp_path / "april.csv"
    kept.write_bytes(file_of(rows_of()))
    call_command("import_file", str(kept), "--club", club.slug, "--day", "2026-03-06")
    assert Tournament.objects.get().starts_at.date().isoformat() == "2026-03-06"
