"""What ratings do when a game below changes: touch its ladders, ask for the task on commit."""

from __future__ import annotations

from typing import Any

from clubs.jobs import enqueue
from games.models import Game
from games.services.facts import RatingFacts
from games.signals import game_confirmed, game_corrected, game_voided
from ratings.services.touches import touch_ladders


def connect() -> None:
    """Attach the receivers; called once when the app is ready.

    `game_recorded` says nothing new here: what matters of it is also sent as one of the three.
    """
    for signal in (game_confirmed, game_corrected, game_voided):
        signal.connect(on_game_changed, dispatch_uid="ratings.game_changed")


def on_game_changed(
    sender: type[Game], game: Game, old: RatingFacts | None, actor_id: int | None = None, **_kwargs: Any
) -> None:
    """Leave the touches inside the transaction of the fact; a lost message is found by the sweep."""
    for ladder_id in touch_ladders(game, old, actor_id=actor_id):
        enqueue("ratings.tasks.advance_ladder", ladder_id)
