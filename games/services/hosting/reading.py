"""Who may look at a table, who holds which seat, and what the log said up to a moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs.models import User, Visibility
from clubs.querysets import own_clubs
from games.engine.events import Event
from games.models import Clock, GameEvent, HostedSeat, HostedTable
from games.services.hosting import folding
from games.services.hosting.folding import follow, read_rows, stored_stand
from games.services.hosting.kept import Stand
from games.services.hosting.links import hashed
from games.services.hosting.neighbours import tell_seats_apart
from games.services.hosting.rooms import room_at

Json = dict[str, Any]


def listed_tables(user: User | AnonymousUser) -> QuerySet[HostedTable]:
    """Public tables that wait or are being played, those one can still sit at first."""
    return (
        visible_tables(user)
        .filter(state__in=["waiting", "playing"], visibility="public")
        .exclude(club__visibility="unlisted")
        .select_related("club", "game")
        .prefetch_related("seats__player")
        .order_by("-state", "-touched_at")
    )


def visible_tables(user: User | AnonymousUser) -> QuerySet[HostedTable]:
    """Tables whose address opens for this reader; a members-only club's tables for its members alone.

    The address of a table cannot be guessed, so an unlisted one opens to whoever has it.
    """
    closed = Q(club__visibility="members") | Q(visibility="members") | Q(game__visibility="members")
    return HostedTable.objects.filter(~closed | own_clubs(user, "club"))


@dataclass(frozen=True, slots=True)
class Look:
    """A table as somebody came to it: its seats in order, the own one, how long its log was, its clocks."""

    table: HostedTable
    seats: list[HostedSeat]
    own: HostedSeat | None
    n_events: int = 0
    clocks: Sequence[Clock] = ()


def look_at(
    key: str, user: User | AnonymousUser | None, word_for: Callable[[HostedTable], str]
) -> Look | None:
    """The table of an address, or None if it does not open for this reader. One query, more at a closed club's.

    `word_for` gives the word of a seat's link, if the reader has one: a guest of a closed club sees his own table.
    """
    room = room_at(key)
    if room is None:
        return None
    table, seats = room.table, room.seats
    tell_seats_apart(table, seats)
    word = word_for(table)
    opens = (
        _is_open_to_all(table)
        or (bool(word) and seat_of(seats, None, word) is not None)
        or visible_tables(user or AnonymousUser()).filter(pk=table.pk).exists()
    )
    return Look(table, seats, seat_of(seats, user, word), room.n_events, room.clocks) if opens else None


def _is_open_to_all(table: HostedTable) -> bool:
    """Whether `visible_tables` would let everybody in; no query if club and game are loaded."""
    shown = (table.visibility, table.club and table.club.visibility, table.game and table.game.visibility)
    return Visibility.MEMBERS not in shown


def seat_of(
    seats: Iterable[HostedSeat], user: User | AnonymousUser | None, word: str = ""
) -> HostedSeat | None:
    """The seat of a reader: by the link's word in the session, else by the sign-in. Never by a parameter."""
    found = list(seats)
    if word:
        digest = hashed(word)
        by_link = next((seat for seat in found if seat.link_hash == digest), None)
        if by_link is not None:
            return by_link
    if user is None or not user.is_authenticated:
        return None
    return next(
        (seat for seat in found if user.pk in (seat.user_id, seat.player and seat.player.user_id)), None
    )


def state_now(table: HostedTable) -> Stand | None:
    """The state and the last trick as the players see them; one query."""
    return stored_stand(table.game_id)


def stand_after(table: HostedTable, n_events: int) -> Stand | None:
    """How a table stands whose log has just been seen to have so many events: kept, or as `state_now` reads it."""
    if table.game is None or not n_events:
        return state_now(table)
    return folding.stand_after(table.game, n_events)


def tail_of(table: HostedTable, n_events: int) -> Sequence[Json]:
    """The last `N_TAIL` of the first `n_events` entries of the log."""
    assert table.game is not None
    return folding.tail_after(table.game, n_events)


def state_at(table: HostedTable, n_events: int) -> Stand | None:
    """The same after so many events, folded from the log; for spectators who are behind, and for replays."""
    state, last_trick = follow(events_of(table, n_events))
    return None if state is None else (state, last_trick)


def events_shown(table: HostedTable, *, is_seated: bool, now: datetime | None = None) -> int | None:
    """How many events a reader may know of; None = all. Spectators of a delayed table are behind until it is over."""
    if is_seated or not table.watch_delay or not table.is_open or table.game_id is None:
        return None
    game_id = table.game_id
    until = (now or timezone.now()) - timedelta(seconds=table.watch_delay)
    newest = (
        GameEvent.objects.filter(game_id=game_id, at__lte=until)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
    )
    return 0 if newest is None else newest + 1


def rows_of(table: HostedTable, *, since: int = 0, until: int | None = None) -> list[Json]:
    """The stored entries of the log with their numbers, in order."""
    if table.game_id is None:
        return []
    rows = GameEvent.objects.filter(game_id=table.game_id, number__gte=since)
    if until is not None:
        rows = rows.filter(number__lt=until)
    return [{"n": number} | payload for number, payload in rows.values_list("number", "payload")]


def events_of(table: HostedTable, until: int | None = None) -> list[Event]:
    """The log as the engine's events."""
    return read_rows(rows_of(table, until=until))


def table_version(user: User | AnonymousUser, channel: int | str) -> int | None:
    """The version behind a channel, in two queries at most; nobody can guess its number, so no other right is asked."""
    number = int(channel) if str(channel).isdigit() else 0
    table = HostedTable.objects.filter(Q(channel=number) | Q(watch_channel=number)).first()
    if table is None:
        return None
    if table.channel == number:
        return table.version
    shown = events_shown(table, is_seated=False)
    return table.version if shown is None else shown
