"""What ratings do when a game below changes: touch its ladders, ask for the task on commit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models.signals import post_save

from clubs.jobs import enqueue
from clubs.models import Club, Player
from games.models import Game
from games.services.facts import RatingFacts
from games.signals import game_confirmed, game_corrected, game_voided
from ratings.services.board import boards_of
from ratings.services.ladders import readdress_ladders
from ratings.services.touches import touch_ladders

_SHOWN_BY = frozenset({"hidden", "anonymised_at"})


def connect() -> None:
    """Attach the receivers; called once when the app is ready.

    `game_recorded` says nothing new here: what matters of it is also sent as one of the three.
    """
    for signal in (game_confirmed, game_corrected, game_voided):
        signal.connect(on_game_changed, dispatch_uid="ratings.game_changed")
    post_save.connect(on_club_saved, sender=Club, dispatch_uid="ratings.club_saved")
    post_save.connect(on_player_saved, sender=Player, dispatch_uid="ratings.player_saved")


def on_game_changed(
    sender: type[Game], game: Game, old: RatingFacts | None, actor_id: int | None = None, **_kwargs: Any
) -> None:
    """Leave the touches inside the transaction of the fact; a lost message is found by the sweep."""
    for ladder_id in touch_ladders(game, old, actor_id=actor_id):
        enqueue("ratings.tasks.advance_ladder", ladder_id)


def on_player_saved(
    sender: type[Player],
    instance: Player,
    created: bool,
    update_fields: Iterable[str] | None = None,
    **_kwargs: Any,
) -> None:
    """Who hides or is anonymised leaves the boards now, not in the night. A merge is a touch already."""
    if created or (update_fields is not None and _SHOWN_BY.isdisjoint(update_fields)):
        return
    for ladder_id in boards_of(instance):
        enqueue("ratings.tasks.refresh_board", ladder_id)


def on_club_saved(
    sender: type[Club],
    instance: Club,
    created: bool,
    update_fields: Iterable[str] | None = None,
    **_kwargs: Any,
) -> None:
    """The address of a club's ladder begins with that of the club."""
    if not created and "slug" in (update_fields or ()):
        readdress_ladders(instance)
