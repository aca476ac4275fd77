"""What keeps ratings up to the facts. Each may run twice, or twice at once."""

import logging

from celery import shared_task
from django.utils import timezone

from clubs.jobs import enqueue
from ratings.models import Ladder
from ratings.services import board, epochs, sweeping, verifying, writer

logger = logging.getLogger(__name__)


@shared_task(name="ratings.tasks.advance_ladder")
def advance_ladder(ladder_id: int) -> None:
    """Rate what the ladder has not rated yet, and again what changed."""
    writer.advance_ladder(ladder_id)


@shared_task(name="ratings.tasks.sweep")
def sweep() -> None:
    """Ask again for every ladder that is behind its facts: a lost message costs seconds, never a result."""
    for ladder_id in sweeping.behind():
        enqueue(advance_ladder, ladder_id)


@shared_task(name="ratings.tasks.refresh_board")
def refresh_board(ladder_id: int) -> None:
    """Take off the board who does not belong there any more, and put back who does."""
    board.refresh_board(ladder_id, now=timezone.now())


@shared_task(name="ratings.tasks.nightly")
def nightly() -> None:
    """Once a night: boards forget who did not play for a year, old epochs go, every ladder is checked."""
    epochs.drop_old_epochs(now=timezone.now())
    for ladder_id in Ladder.objects.order_by("pk").values_list("pk", flat=True):
        enqueue(refresh_board, ladder_id)
        enqueue(verify_ladder, ladder_id)


@shared_task(name="ratings.tasks.verify_ladder")
def verify_ladder(ladder_id: int) -> None:
    """Replay and compare; what differs goes to the log."""
    report = verifying.verify_ladder(Ladder.objects.get(pk=ladder_id))
    if not report.is_clean:
        logger.error("Ladder %s differs from its facts: %s", report.ladder, report.to_json())
