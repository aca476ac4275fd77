"""What hosted tables do by themselves: turns whose time is up, stand-ins, tables nobody touches."""

from celery import shared_task

from games.services.hosting import standing_in


@shared_task(name="games.tasks.run_table")
def run_table(table_id: int) -> None:
    """Play what is due at one table."""
    standing_in.run_table(table_id)


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Find every turn whose message was lost, and close what nobody touches."""
    standing_in.run_due()
    standing_in.close_untouched()
