"""How a game stands after so many events: kept by this process, a few events on from what it kept, or from the row.

Another process may have taken the newest acts; what they appended is one short query, and folds to the same state.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection

from games.engine.cards import deck as deck_named
from games.engine.events import Event, TrickWon
from games.engine.game import GameState, apply
from games.engine.log_json import read_event
from games.engine.rules import RuleSet
from games.engine.snapshot import restore
from games.engine.view import view
from games.models import Game, HostedState
from games.services.hosting.kept import N_TAIL, Stand, stands, tails, text_of

Json = dict[str, Any]

_ROWS = (
    "SELECT number, payload FROM games_gameevent WHERE game_id = %s AND number >= %s AND number < %s"
    " ORDER BY number"
)


def follow(
    events: Iterable[Event], state: GameState | None = None, last_trick: Json | None = None
) -> tuple[GameState | None, Json | None]:
    """The state after some events, and the last full trick as everybody saw it. Changes the `state` it is given."""
    for event in events:
        state = apply(state, event)
        if isinstance(event, TrickWon):
            last_trick = trick_shown(state)
    return state, last_trick


def trick_shown(state: GameState) -> Json:
    """The trick that was just taken, from the public view."""
    deal: Any = view(state, None)["deal"]
    trick = deal["played"][-1]
    cards = [{"seat": card["seat"], "card": card["card"]} for card in trick["cards"]]
    return {"deal": deal["deal"], "cards": cards, "winner": trick["winner"], "number": len(deal["played"])}


def read_rows(rows: Iterable[Json]) -> list[Event]:
    """Stored entries from the first on, as the engine's events."""
    deck = None
    events = []
    for row in rows:
        if deck is None:
            rules = RuleSet.from_value(row["rules"])
            deck = deck_named(rules.deck_for(len(row["players"])))
            events.append(read_event(row, None))
        else:
            events.append(read_event(row, deck))
    return events


def rows_between(game: Game, since: int, until: int) -> list[Json]:
    """The stored entries of a log from one number to another, with their numbers. One query, cheap to ask."""
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [game.pk, since, until])
        return [{"n": number} | json.loads(payload) for number, payload in cursor.fetchall()]


def stored_stand(game_id: int | None) -> Stand | None:
    """The state and the last trick as their row has them; one query."""
    row = HostedState.objects.filter(game_id=game_id).first() if game_id else None
    return None if row is None else (restore(row.snapshot), row.last_trick)


def stand_after(game: Game, n_events: int) -> Stand | None:
    """How a game stands whose log has just been seen to have so many events. At most two queries, mostly none."""
    found = stands.get(text_of(game), n_events) or _caught_up(game, n_events)
    if found is None:
        found = stored_stand(game.pk)
        if found is not None and not connection.in_atomic_block:
            stands.put(text_of(game), found[0].n_events, found)
    return found


def tail_after(game: Game, n_events: int) -> Sequence[Json]:
    """The last `N_TAIL` of the first `n_events` entries of a log; one query, or none."""
    found = tails.get(text_of(game), n_events)
    if found is None:
        found = tuple(rows_between(game, max(0, n_events - N_TAIL), n_events))
        if not connection.in_atomic_block:
            tails.put(text_of(game), n_events, found)
    return found


def _caught_up(game: Game, n_events: int) -> Stand | None:
    """From an older state that is kept, with what was appended since; None where none is, or too much came since."""
    text = text_of(game)
    known = stands.newest(text)
    if known is None or not 0 < n_events - known[0] <= N_TAIL:
        return None
    since, (state, last_trick) = known
    rows = rows_between(game, since, n_events)
    if len(rows) != n_events - since:
        return None
    reached, last_trick = follow([read_event(row, state.deck) for row in rows], state.copy(), last_trick)
    assert reached is not None
    found = reached, last_trick
    if not connection.in_atomic_block:
        stands.put(text, n_events, found)
        tail = tails.get(text, since)
        if tail is not None:
            tails.put(text, n_events, (*tail, *rows)[-N_TAIL:])
    return found
