"""One locked table between two acts: load it, let the engine decide, append what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.live import announce
from games.engine import Advance, Command, GameSeed, PlayCard, Rejection
from games.engine.decide import decide
from games.engine.events import Event
from games.engine.game import GameState
from games.engine.log_json import event_json
from games.engine.snapshot import snapshot
from games.errors import TableRefused
from games.models import Clock, Game, GameEvent, HostedSeat, HostedState, HostedTable
from games.services.hosting import clocks, ending
from games.services.hosting.folding import follow, stand_after
from games.services.hosting.kept import N_TAIL, Text, stands, tails, text_of
from games.services.hosting.refusals import act_refused
from games.services.hosting.rooms import locked_room
from games.services.sheets import HOSTING

Json = dict[str, Any]
BY_TABLE = By(None, HOSTING)


@dataclass
class Sitting:
    """A table under its lock. `state` is None before the first card; `clocks` are those of its turns."""

    table: HostedTable
    seats: list[HostedSeat]
    clocks: list[Clock]
    state: GameState | None
    last_trick: Json | None
    now: datetime
    appended: list[tuple[Event, By]] = field(default_factory=list)

    @property
    def played(self) -> GameState:
        if self.state is None:
            raise TableRefused(
                _("The first card is not dealt yet: wait until the table starts."), code="not_started"
            )
        return self.state


def sit_down(table: HostedTable, *, now: datetime | None = None) -> Sitting:
    """Lock the table and read how it stands. One query, one more where rows can be locked; inside a transaction."""
    room = locked_room(table.pk)
    game = room.table.game
    found = stand_after(game, room.n_events) if game is not None and room.n_events else None
    state, last_trick = found or (None, None)
    return Sitting(room.table, room.seats, room.clocks, state, last_trick, now or timezone.now())


def carry_out(sitting: Sitting, command: Command, *, by: By) -> None:
    """Let the engine judge a command; then the table goes on by itself as far as nobody has a choice.

    ActRefused with the engine's code when it refuses; nothing is changed then.
    """
    _decide(sitting, command, by=by)
    while (forced := _forced(sitting)) is not None:
        _decide(sitting, forced, by=BY_TABLE)


def stand_up(sitting: Sitting, *, by_person: bool) -> None:
    """Store what was appended, set the clocks, tell the open pages; the last deal records the sheet."""
    table, state = sitting.table, sitting.state
    if sitting.appended:
        _store(sitting)
    if by_person:
        table.n_stand_ins = 0
        table.asleep_at = None
        table.touched_at = sitting.now
    if state is not None and state.finished is not None and table.state == HostedTable.State.PLAYING:
        table.state = HostedTable.State.FINISHED
        ending.record(table, state, sitting.seats)
    table.version += 1
    table.save(
        update_fields=["state", "paused_at", "asleep_at", "n_stand_ins", "touched_at", "version", "game"]
    )
    clocks.set_clocks(sitting)
    announce(f"hosted:{table.channel}", table.version)
    if not table.watch_delay:
        announce(f"hosted:{table.watch_channel}", table.version)


def seed_of(table: HostedTable, game: Game) -> GameSeed:
    """The secret of the shuffle; the id in the stream is the game's public one."""
    return GameSeed(bytes.fromhex(table.seed), str(game.uid))


def _decide(sitting: Sitting, command: Command, *, by: By) -> None:
    answer = decide(sitting.state, command)
    if isinstance(answer, Rejection):
        raise act_refused(answer, sitting.state)
    before = sitting.state
    sitting.state, sitting.last_trick = follow(answer, before.copy() if before else None, sitting.last_trick)
    sitting.appended += [(event, by) for event in answer]


def _forced(sitting: Sitting) -> Command | None:
    """What everybody knows must come next: the next deal, the end, or a last card that can be played in one way."""
    state = sitting.played
    if state.finished is not None:
        return None
    deal = state.current
    if deal is None or not state.is_dealing:
        game = sitting.table.game
        assert game is not None
        return Advance(seed_of(sitting.table, game))
    if deal.is_bidding or len(deal.winners) < deal.setup.hand_size - 1:
        return None
    legal = deal.legal_cards()
    return PlayCard(deal.turn, state.deck.text(legal[0]), auto=True) if len(legal) == 1 else None


def _store(sitting: Sitting) -> None:
    """Append to the log; a number that is taken means that two wrote at once, and the database refuses the second."""
    game = sitting.table.game
    state = sitting.played
    assert game is not None
    first = state.n_events - len(sitting.appended)
    rows = [event_json(event, state.deck) for event, _by in sitting.appended]
    GameEvent.objects.bulk_create(
        [
            GameEvent(game=game, number=number, payload=row, by=by.user, via=by.via, at=sitting.now)
            for number, (row, (_event, by)) in enumerate(zip(rows, sitting.appended, strict=True), first)
        ]
    )
    values = {"version": state.n_events, "snapshot": snapshot(state), "last_trick": sitting.last_trick}
    if first:
        HostedState.objects.filter(game=game).update(**values)
    else:
        HostedState.objects.create(game=game, **values)
    sitting.appended = []
    transaction.on_commit(partial(_keep, sitting, text_of(game), first, state, sitting.last_trick, rows))


def _keep(
    sitting: Sitting, was: Text, first: int, state: GameState, last_trick: Json | None, rows: list[Json]
) -> None:
    """What an act made, for those who read next. A tail goes on where it was kept; the end of a game is read anew."""
    assert sitting.table.game is not None
    game = text_of(sitting.table.game)
    stands.put(game, state.n_events, (state, last_trick))
    before = tails.get(was, first)
    if before is not None:
        added = [{"n": number} | row for number, row in enumerate(rows, first)]
        tails.put(game, state.n_events, (*before, *added)[-N_TAIL:])


def names_in_log(seats: Sequence[HostedSeat]) -> tuple[str, ...]:
    """How the log names people: members by uid, so that a name can still change or be hidden; others by seat."""
    return tuple(name_in_log(seat) for seat in seats)


def name_in_log(seat: HostedSeat) -> str:
    if seat.player is not None:
        return str(seat.player.uid)
    return f"bot {seat.number + 1}" if seat.is_bot else f"guest {seat.number + 1}"
