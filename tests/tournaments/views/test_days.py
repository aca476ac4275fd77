"""An evening has one day everywhere: that of its club."""

from __future__ import annotations

from datetime import UTC, datetime

from django.test import Client

from clubs.activity import By
from clubs.models import Club
from tests.evenings import make_evening


def test_lists_show_the_day_of_the_clubs_time_zone(club: Club, by_alice: By, client: Client) -> None:
    club.time_zone = "Europe/Oslo"
    club.save(update_fields=["time_zone"])
    just_before_midnight = datetime(2026, 1, 10, 23, 30, tzinfo=UTC)  # half past midnight in Oslo
    evening = make_evening(club, by=by_alice, n_players=4, sizes=(4,), starts_at=just_before_midnight)
    for path in (club.get_absolute_url(), "/tournaments/", evening.tournament.get_absolute_url()):
        page = client.get(path).content.decode()
        assert "2026-01-11T00:30:00+01:00" in page, path
        assert "2026-01-10T" not in page, path
