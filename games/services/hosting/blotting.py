"""A forgotten person's name in the log of a table: what follows from the log forgets it too."""

from __future__ import annotations

from django.db.models import F

from games.engine.snapshot import snapshot
from games.models import Game, GameEvent, HostedState, HostedTable
from games.services.hosting.folding import follow
from games.services.hosting.reading import events_of


def renew_state(sender: type[GameEvent], pk: int, **_kwargs: object) -> None:
    """A receiver of `clubs.facts.blotted`, in its transaction: the state is folded again from the log as it reads now.

    The game's version rises, so that no process finds what it had kept in the old words (`kept.text_of`).
    """
    game_id = sender._base_manager.values_list("game_id", flat=True).get(pk=pk)
    table = HostedTable.objects.select_for_update().get(game_id=game_id)
    state, last_trick = follow(events_of(table))
    if state is not None:
        HostedState.objects.filter(game_id=game_id).update(snapshot=snapshot(state), last_trick=last_trick)
    Game.objects.filter(pk=game_id).update(version=F("version") + 1)
