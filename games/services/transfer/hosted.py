"""A game that was played here card by card: its table, who sat there, and the log of the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import Player, Visibility
from clubs.shapes import (
    flag,
    list_of,
    mapping,
    maybe,
    moment,
    one_of,
    read_moment,
    record,
    said,
    text,
    uid,
    whole,
    write_moment,
    wrong,
)
from games.engine import EngineError
from games.engine.log import FORMAT, replay_game
from games.engine.snapshot import snapshot
from games.models import Game, GameEvent, HostedSeat, HostedState, HostedTable
from games.services.hosting.folding import follow, read_rows

Value = dict[str, Any]
OVER = (HostedTable.State.FINISHED, HostedTable.State.CLOSED)

_EVENT = said({"payload": mapping})
_SEAT = record({"player": maybe(uid), "name": text(60), "is_bot": flag})
SHAPE = record(
    {
        "key": text(16, empty=False),
        "state": one_of([state.value for state in OVER]),
        "opened_by": uid,
        "visibility": one_of(Visibility.values),
        "is_rated": flag,
        "is_directed": flag,
        "turn_seconds": maybe(whole(0, 32767)),
        "reserve_seconds": whole(0, 32767),
        "watch_delay": whole(0, 32767),
        "pace_ms": whole(0, 32767),
        "created_at": moment,
        "touched_at": moment,
        "seats": list_of(_SEAT, 10),
        "events": list_of(_EVENT, 20_000),
    }
)


def who_said(row: Any) -> Value:
    """By whose uid, through what and when a fact was said."""
    return {"by": str(row.by.uid) if row.by else None, "via": row.via, "at": write_moment(row.at)}


def hosted_value(table: HostedTable, events: Iterable[GameEvent]) -> Value:
    """The table as it ended. The secret of its shuffle is in the last event, where it was shown to everybody."""
    return {
        "key": table.key,
        "state": table.state,
        "opened_by": str(table.opened_by.uid),
        "visibility": table.visibility,
        "is_rated": table.is_rated,
        "is_directed": table.is_directed,
        "turn_seconds": table.turn_seconds,
        "reserve_seconds": table.reserve_seconds,
        "watch_delay": table.watch_delay,
        "pace_ms": table.pace_ms,
        "created_at": write_moment(table.created_at),
        "touched_at": write_moment(table.touched_at),
        "seats": [
            {
                "player": str(seat.player.uid) if seat.player else None,
                "name": seat.name,
                "is_bot": seat.is_bot,
            }
            for seat in sorted(table.seats.all(), key=lambda seat: seat.number)
        ],
        "events": [
            {"payload": event.payload} | who_said(event)
            for event in sorted(events, key=lambda event: event.number)
        ],
    }


def check_hosted(value: Mapping[str, Any], game_uid: str, where: str) -> None:
    """Every act of the log is judged again by the engine, as the log of a stranger is."""
    if not 2 <= len(value["seats"]) <= 10:
        wrong(f"{where}/seats", _("a table has 2 to 10 seats."))
    rows = [{"n": number} | event["payload"] for number, event in enumerate(value["events"])]
    if not rows:
        return
    try:
        replay_game({"format": FORMAT, "id": game_uid, "events": rows})
    except EngineError as error:
        place = error.where.get("event", 0)
        wrong(
            f"{where}/events/{place}",
            _("the log of the cards cannot be replayed: %(why)s") % {"why": error.message},
        )


def store_hosted(
    game: Game, value: Mapping[str, Any], *, users: Mapping[str, int], people: Mapping[str, Player]
) -> None:
    """The table, its seats, its log, and the state that the log gives."""
    known = HostedTable.objects.filter(key=value["key"]).exists()
    table = HostedTable.objects.create(
        **({} if known else {"key": value["key"]}),
        game=game,
        club=game.club,
        opened_by_id=users[value["opened_by"]],
        rules=game.rules,
        n_seats=len(value["seats"]),
        visibility=value["visibility"],
        is_rated=value["is_rated"],
        is_directed=value["is_directed"],
        turn_seconds=value["turn_seconds"],
        reserve_seconds=value["reserve_seconds"],
        watch_delay=value["watch_delay"],
        pace_ms=value["pace_ms"],
        state=value["state"],
        touched_at=read_moment(value["touched_at"]),
        created_at=read_moment(value["created_at"]),
    )
    HostedSeat.objects.bulk_create(
        [
            HostedSeat(
                table=table,
                number=number,
                player=people[seat["player"]] if seat["player"] else None,
                name=seat["name"],
                is_bot=seat["is_bot"],
                is_ready=True,
            )
            for number, seat in enumerate(value["seats"])
        ]
    )
    _store_events(game, value["events"], users)


def _store_events(game: Game, events: Iterable[Mapping[str, Any]], users: Mapping[str, int]) -> None:
    rows = [
        GameEvent(
            game=game,
            number=number,
            payload=event["payload"],
            by_id=users[event["by"]] if event["by"] else None,
            via=event["via"],
            at=_at(event),
        )
        for number, event in enumerate(events)
    ]
    if not rows:
        return
    GameEvent.objects.bulk_create(rows)
    state, last_trick = follow(read_rows([{"n": row.number} | row.payload for row in rows]))
    if state is not None:
        HostedState.objects.create(
            game=game, version=state.n_events, snapshot=snapshot(state), last_trick=last_trick
        )


def _at(event: Mapping[str, Any]) -> datetime:
    return read_moment(event["at"])
