"""Standings and season tables thrown away and computed again from their facts; nothing else is touched."""

from __future__ import annotations

from django.db import transaction

from tournaments.models import Season, Tournament
from tournaments.services import marks, seasons, standings


def rebuild_tournament(tournament_id: int) -> int:
    """Every snapshot of the tournament anew, in one transaction; the number of its lines. Marks the season."""
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
        tournament.standings.all().delete()
        marks.mark_tournament(tournament.pk)
        standings.refresh(tournament.pk)
        return tournament.standings.count()


def rebuild_season(season_id: int) -> int:
    """The table of the season anew, from the last standings of its evenings; the number of its lines."""
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season_id)
        marks.mark_season(season.pk)
        seasons.refresh(season.pk)
        return season.standings.count()
