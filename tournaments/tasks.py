"""What need not happen inside a request: standings, season tables, and the sweep for lost messages."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from clubs.jobs import enqueue
from tournaments.services import hosting, marks, open_nights, orders, photos, seasons, standings


@shared_task(name="tournaments.tasks.refresh_standings")
def refresh_standings(tournament_id: int) -> None:
    """Bring the standings of a tournament up to its facts; what closes by itself when it is over closes first."""
    hosting.close_finished_rounds(tournament_id)
    open_nights.close_finished_tables(tournament_id)
    standings.refresh(tournament_id)


@shared_task(name="tournaments.tasks.refresh_season")
def refresh_season(season_id: int) -> None:
    """Bring a season's table up to its evenings."""
    seasons.refresh(season_id)


@shared_task(name="tournaments.tasks.draw_ordered")
def draw_ordered(order_id: int) -> None:
    """Make the draft that was asked for."""
    orders.carry_out(order_id)


@shared_task(name="tournaments.tasks.sweep")
def sweep() -> None:
    """Ask again for whatever is still marked: a lost message costs seconds, never a result."""
    for scope in [*marks.left(), *(f"draw:{pk}" for pk in orders.waiting())]:
        enqueue(*job_of(scope))


@shared_task(name="tournaments.tasks.forget_photos")
def forget_photos() -> None:
    """Photos of sheets go ninety days after their tournament."""
    photos.forget_old_photos(timezone.now())


def job_of(scope: str) -> tuple[str, int]:
    """The task that brings a scope up to its facts, and its argument.

    >>> job_of("season:3")
    ('tournaments.tasks.refresh_season', 3)
    """
    kind, _colon, number = scope.partition(":")
    tasks: dict[str, Any] = {"tournament": refresh_standings, "season": refresh_season, "draw": draw_ordered}
    task = tasks[kind]
    return str(task.name), int(number)
