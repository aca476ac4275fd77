"""How files that leave are called."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from clubs.models import Club
from tournaments.models import Tournament


def file_name(tournament: Tournament, ending: str) -> str:
    """By the day the evening began in its own zone, however late it ended."""
    day = tournament.starts_at.astimezone(ZoneInfo(tournament.club.time_zone)).date()
    return f"{tournament.slug}-{day.isoformat()}.{ending}"


def club_file_name(club: Club, what: str, ending: str) -> str:
    return f"{club.slug}-{what}.{ending}" if what else f"{club.slug}.{ending}"
