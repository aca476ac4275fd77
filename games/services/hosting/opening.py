"""Open a table, take and leave seats, deal the first hand."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.live import announce
from clubs.models import Club, Player, User, Visibility
from clubs.rights import Act, As, is_trusted, require, roles_in_club
from games.engine import EngineError, RuleSet, StartGame
from games.errors import GameError, TableRefused
from games.models import Game, HostedSeat, HostedTable, Source
from games.services.games import create_game
from games.services.hosting.directing import may_direct
from games.services.hosting.links import hashed, new_word
from games.services.hosting.sitting import (
    carry_out,
    names_in_log,
    seed_of,
    sit_down,
    stand_up,
)

MOST_OPEN = 20


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table is opened with. `turn_seconds` None = nobody is timed."""

    rules: object
    n_seats: int
    visibility: str = Visibility.PUBLIC
    is_rated: bool = False
    turn_seconds: int | None = 60
    reserve_seconds: int = 120
    watch_delay: int = 0
    pace_ms: int = 900


def open_table(terms: Terms, *, by: By, club: Club | None = None) -> HostedTable:
    """A table with free seats; whoever opens it takes the first. Refuses rules the engine cannot play."""
    opener = _opener(by, club)
    rules = playable(terms.rules, terms.n_seats)
    open_already = HostedTable.objects.filter(
        opened_by=opener, is_directed=False, state__in=["waiting", "playing"]
    )
    if not is_trusted(by) and open_already.count() >= MOST_OPEN:
        raise TableRefused(
            _("You have %(n)d tables open already: close one of them first.") % {"n": MOST_OPEN},
            code="too_many_tables",
        )
    with transaction.atomic():
        table = HostedTable.objects.create(
            club=club,
            opened_by=opener,
            rules=rules.to_json(),
            n_seats=terms.n_seats,
            visibility=terms.visibility,
            is_rated=terms.is_rated,
            turn_seconds=terms.turn_seconds,
            reserve_seconds=terms.reserve_seconds if terms.turn_seconds else 0,
            watch_delay=terms.watch_delay,
            pace_ms=terms.pace_ms,
        )
        seats = [HostedSeat(table=table, number=number) for number in range(terms.n_seats)]
        _seat_user(seats[0], opener)
        HostedSeat.objects.bulk_create(seats)
        log("table.opened", f"hosted:{table.pk}", by=by, club_id=table.club_id)
    return table


def playable(rules: object, n_seats: int) -> RuleSet:
    """The rules whole, if the engine can deal them to so many."""
    try:
        ruleset = RuleSet.valid_from(rules)
    except EngineError as error:
        raise GameError(
            _("The rules cannot be used: %(why)s") % {"why": error.message}, code=error.code
        ) from error
    if not ruleset.hosted:
        raise GameError(
            _("These rules are for paper only: the engine does not know all of their play."),
            code="rules.paper-only",
        )
    low, high = ruleset.players
    if not low <= n_seats <= high:
        raise GameError(
            _("These rules seat %(low)d to %(high)d players: choose another number of seats.")
            % {"low": low, "high": high},
            code="players.range",
        )
    return ruleset


def take_seat(
    table: HostedTable, *, by: By, name: str = "", number: int | None = None, held: HostedSeat | None = None
) -> tuple[HostedSeat, str]:
    """Sit down at a free seat, the first if none is named. Gives the seat and, for a guest, the word of its link.

    Whoever sits already keeps the seat: `held` is the one whose word the guest has. Refused once the first card is
    dealt.
    """
    with transaction.atomic():
        locked, seats = _waiting(table)
        if held is not None and seats[held.number].held_by == held.held_by:
            return seats[held.number], ""
        if by.user is not None and (own := _own(seats, by.user)) is not None:
            return own, ""
        name = name.strip()[:60]
        if by.user is None and not name:
            raise GameError(_("Say what the others shall call you."), code="name_missing")
        seat = _free(seats, number)
        word = ""
        if by.user is not None:
            _seat_user(seat, by.user)
        else:
            seat.name, seat.is_ready = name, True
            word = new_word()
            seat.link_hash = hashed(word)
        seat.save()
        log("table.seat_taken", f"hosted:{locked.pk}", by=by, club_id=locked.club_id, seat=seat.number)
        _touched(locked)
    return seat, word


def leave_seat(table: HostedTable, *, number: int, by: By) -> None:
    """Free a seat before the first card; later one steps away instead."""
    with transaction.atomic():
        locked, seats = _waiting(table)
        seat = seats[number]
        HostedSeat.objects.filter(pk=seat.pk).update(
            player=None, user=None, name="", link_hash="", is_bot=False, is_ready=False
        )
        log("table.seat_left", f"hosted:{locked.pk}", by=by, club_id=locked.club_id, seat=number)
        _touched(locked)


def start_table(table: HostedTable, *, by: By, with_bots: bool = False) -> HostedTable:
    """Deal the first hand. Free seats are a refusal, or bots if `with_bots`; then the game is not rated.

    Starting a table that is being played changes nothing.
    """
    with transaction.atomic():
        locked = HostedTable.objects.select_for_update().get(pk=table.pk)
        if locked.state == HostedTable.State.PLAYING:
            return locked
        locked, seats = _waiting(table)
        free = [seat for seat in seats if not seat.is_taken]
        if free and not (with_bots and (is_trusted(by) or may_direct(by.user, locked))):
            raise TableRefused(
                _("Not every seat is taken: wait, or let bots play the free ones."), code="seats_free"
            )
        for seat in free:
            seat.is_bot = True
        if not any(seat.is_person for seat in seats):
            raise TableRefused(_("Somebody must sit at the table."), code="nobody_sits")
        for seat in seats:
            seat.reserve_ms = 1000 * locked.reserve_seconds
            seat.save(update_fields=["is_bot", "reserve_ms"])  # a link may be made meanwhile
        if locked.game is None:
            locked.game = _game_of(locked, seats, by)
        deal_first(locked, seats, by=by)
    return locked


def deal_first(table: HostedTable, seats: Sequence[HostedSeat], *, by: By) -> None:
    """The start event and the first deal. Call inside a transaction, with the table's game made."""
    game = table.game
    assert game is not None
    table.state = HostedTable.State.PLAYING
    table.save(update_fields=["state", "game"])
    sitting = sit_down(table)
    dealer = (
        game.first_dealer
        if table.is_directed and game.first_dealer is not None
        else secrets.randbelow(len(seats))
    )
    if not table.is_directed:
        Game.objects.filter(pk=game.pk).update(first_dealer=dealer)
        game.first_dealer = dealer
    sitting.table.game = game
    command = StartGame(game.ruleset, names_in_log(seats), dealer, seed_of(sitting.table, game))
    carry_out(sitting, command, by=by)
    log("table.started", f"hosted:{table.pk}", by=by, club_id=table.club_id, game=game.pk)
    stand_up(sitting, by_person=True)
    table.version = sitting.table.version
    table.state = sitting.table.state


def _opener(by: By, club: Club | None) -> User:
    roles = roles_in_club(by.user, club)
    require(by, roles, Act.OPEN_TABLE)
    if by.user is None:
        raise TableRefused(_("Sign in to open a table."), code="nobody_opens")
    if (
        club is not None
        and not by.user.is_superuser
        and roles.isdisjoint({As.MEMBER, As.SCOREKEEPER, As.DIRECTOR, As.OWNER})
    ):
        require(by, frozenset(), Act.READ_MEMBERS_ONLY)
    return by.user


def _seat_user(seat: HostedSeat, user: User) -> None:
    seat.user, seat.is_ready = user, True
    seat.player = Player.objects.filter(user=user).first()
    seat.name = "" if seat.player else user.get_username()[:60]


def _own(seats: Sequence[HostedSeat], user: User) -> HostedSeat | None:
    return next((seat for seat in seats if seat.user_id == user.pk), None)


def _free(seats: Sequence[HostedSeat], number: int | None) -> HostedSeat:
    free = [seat for seat in seats if not seat.is_taken and number in (None, seat.number)]
    if not free:
        raise TableRefused(
            _("That seat is taken: choose another.")
            if number is not None
            else _("Every seat is taken: you can watch."),
            code="seat_taken",
        )
    return free[0]


def _waiting(table: HostedTable) -> tuple[HostedTable, list[HostedSeat]]:
    locked = HostedTable.objects.select_for_update().get(pk=table.pk)
    if locked.state == HostedTable.State.CLOSED:
        raise TableRefused(_("This table is closed."), code="table_closed")
    if locked.state != HostedTable.State.WAITING:
        raise TableRefused(_("The cards are dealt already; you can watch."), code="table_started")
    return locked, list(HostedSeat.objects.filter(table=locked).select_related("player").order_by("number"))


def _touched(table: HostedTable) -> None:
    table.version += 1
    table.touched_at = timezone.now()
    table.save(update_fields=["version", "touched_at"])
    announce(f"hosted:{table.channel}", table.version)
    announce(f"hosted:{table.watch_channel}", table.version)


def _game_of(table: HostedTable, seats: Sequence[HostedSeat], by: By) -> Game:
    game = create_game(
        club=table.club,
        rules=table.rules,
        players=[seat.player for seat in seats],
        played_at=timezone.now(),
        by=by,
        source=Source.HOSTED,
        casual=not table.is_rated,
        visibility=table.visibility,
        occasion=_("Card table"),
        occasion_url=table.get_absolute_url(),
    )
    if any(seat.is_bot for seat in seats):
        game.bots = True
        game.save(update_fields=["bots"])
    return game
