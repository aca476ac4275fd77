"""What keeps ratings up to the facts. Each may run twice, or twice at once."""

from celery import shared_task

from clubs.jobs import enqueue
from ratings.services import sweeping, writer


@shared_task(name="ratings.tasks.advance_ladder")
def advance_ladder(ladder_id: int) -> None:
    """Rate what the ladder has not rated yet, and again what changed."""
    writer.advance_ladder(ladder_id)


@shared_task(name="ratings.tasks.sweep")
def sweep() -> None:
    """Ask again for every ladder that is behind its facts: a lost message costs seconds, never a result."""
    for ladder_id in sweeping.behind():
        enqueue(advance_ladder, ladder_id)
