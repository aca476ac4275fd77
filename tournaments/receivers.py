"""What tournaments do when a game below changes: leave a mark, ask for the task on commit."""

from collections.abc import Iterable
from typing import Any

from django.db.models.signals import post_save

from clubs.jobs import enqueue
from clubs.models import Club, Visibility
from games.models import Game
from games.signals import game_confirmed, game_corrected, game_recorded, game_voided
from tournaments.models import Table
from tournaments.services import marks
from tournaments.services.addresses import readdress_club
from tournaments.signals import marked


def connect() -> None:
    """Attach the receivers; called once when the app is ready."""
    for signal in (game_recorded, game_confirmed, game_corrected, game_voided):
        signal.connect(on_game_changed, dispatch_uid="tournaments.game_changed")
    marked.connect(on_marked, dispatch_uid="tournaments.marked")
    post_save.connect(on_club_saved, sender=Club, dispatch_uid="tournaments.club_saved")


def on_game_changed(sender: type[Game], game: Game, recorded: bool = False, **_kwargs: Any) -> None:
    """Mark the tournament the game belongs to, if any; once for one fact, however many signals tell it."""
    if recorded:
        return
    table: Table | None = getattr(game, "table", None)
    if table is not None:
        marks.mark_tournament(table.tournament_id)


def on_club_saved(
    sender: type[Club],
    instance: Club,
    created: bool,
    update_fields: Iterable[str] | None = None,
    **_kwargs: Any,
) -> None:
    """A club that went out of the lists has another address; its tournaments follow."""
    if not created and "slug" in (update_fields or ()) and instance.visibility == Visibility.UNLISTED:
        readdress_club(instance)


def on_marked(sender: type[Any], scope: str, **_kwargs: Any) -> None:
    """Ask for the work on commit; if the message is lost, the sweep finds the mark."""
    from tournaments.tasks import job_of

    enqueue(*job_of(scope))
