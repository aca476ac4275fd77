"""What stands above the cards: pauses, void hands, substitutes, new links, the end of a table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.errors import NotAllowed
from clubs.folding import fold, in_order
from clubs.live import announce
from clubs.models import Player, User
from clubs.namesakes import tell_apart
from clubs.rights import Act, is_trusted, may, roles_in_club
from games.engine import AdjustPoints, Command, ReplacePlayer, VoidDeal
from games.errors import GameError, ReasonMissing, TableRefused
from games.models import Clock, HostedSeat, HostedTable
from games.services.hosting import clocks
from games.services.hosting.links import hashed, new_word
from games.services.hosting.sitting import Sitting, carry_out, name_in_log, sit_down, stand_up

MOST_POINTS = 1000
MOST_LISTED = 400

Asker: TypeAlias = Callable[[User, HostedTable], bool]
_askers: list[Asker] = []


def ask_also(asker: Asker) -> None:
    """Let a floor above say who directs its tables; called once when its app is ready."""
    if asker not in _askers:
        _askers.append(asker)


def may_direct(user: User | AnonymousUser | None, table: HostedTable) -> bool:
    """Whoever opened a casual table, the directors of its club, and the officials the floor above names."""
    if user is None or not user.is_authenticated:
        return False
    if table.opened_by_id == user.pk and not table.is_directed:
        return True
    return may(roles_in_club(user, table.club), Act.RUN_ROUNDS) or any(ask(user, table) for ask in _askers)


def require_director(by: By, table: HostedTable) -> None:
    if not is_trusted(by) and not may_direct(by.user, table):
        raise NotAllowed(_("Only the director of this table may do that."))


def direct(
    table: HostedTable,
    *,
    what: str,
    by: By,
    seat: int = -1,
    points: int = 0,
    name: str = "",
    reason: str = "",
) -> str:
    """One act of the director by its word; the word of a seat's new link where there is one, else nothing."""
    if what == "link":
        return new_link(table, number=seat, by=by)
    if what == "substitute":
        return substitute(table, number=seat, by=by, name=name)
    if what == "pause":
        pause(table, by=by)
    elif what == "resume":
        resume(table, by=by)
    elif what == "stand-in":
        let_stand_in(table, number=seat, by=by)
    elif what == "adjust":
        adjust(table, number=seat, points=points, by=by, reason=reason)
    elif what == "void":
        void_hand(table, by=by, reason=reason)
    elif what == "close":
        close_table(table, by=by, reason=reason)
    return ""


def pause(table: HostedTable, *, by: By) -> None:
    """Stop the game and its clocks at once."""
    require_director(by, table)
    with transaction.atomic():
        sitting = _playing(table)
        hold(sitting, by=by)
        stand_up(sitting, by_person=True)


def resume(table: HostedTable, *, by: By) -> None:
    """Go on, each clock with what it had left."""
    require_director(by, table)
    with transaction.atomic():
        sitting = _playing(table)
        let_go(sitting, by=by)
        stand_up(sitting, by_person=True)


def hold(sitting: Sitting, *, by: By) -> None:
    table = sitting.table
    if table.paused_at is None:
        table.paused_at = sitting.now
        clocks.hold(table, sitting.now)
        log("table.paused", f"hosted:{table.pk}", by=by, club_id=table.club_id)


def let_go(sitting: Sitting, *, by: By) -> None:
    table = sitting.table
    if table.paused_at is not None:
        seconds = round((sitting.now - table.paused_at).total_seconds())
        table.paused_at = None
        clocks.let_go(table, sitting.now)
        HostedSeat.objects.filter(table=table).update(wants_pause=False)
        log("table.resumed", f"hosted:{table.pk}", by=by, club_id=table.club_id, seconds=seconds)


def void_hand(table: HostedTable, *, by: By, reason: str) -> None:
    """A misdeal: the hand on the table does not count and is dealt again by the same dealer with new cards."""
    require_director(by, table)
    _direct(table, VoidDeal(_reason(reason)), by=by, verb="table.hand_void", reason=reason)


def adjust(table: HostedTable, *, number: int, points: int, by: By, reason: str) -> None:
    """Points given or taken at a seat, in the hand that is being played or the last one; they stand on the sheet."""
    require_director(by, table)
    reason = _reason(reason)
    if not 0 < abs(points) <= MOST_POINTS:
        raise GameError(
            _("Give or take from 1 to %(most)d points.") % {"most": MOST_POINTS}, code="points.range"
        )
    command = AdjustPoints(number, points, reason)
    _direct(table, command, by=by, verb="table.adjusted", reason=reason, seat=number, points=points)


def let_stand_in(table: HostedTable, *, number: int, by: By) -> None:
    """A stand-in plays a seat whose player is late or gone, until he acts again. The game stays rated."""
    require_director(by, table)
    with transaction.atomic():
        sitting = _playing(table)
        seat = _seat(sitting, number)
        if seat.is_person and not seat.is_away:
            seat.is_away = True
            seat.save(update_fields=["is_away"])
            log("table.stand_in_put", f"hosted:{table.pk}", by=by, club_id=table.club_id, seat=number)
        stand_up(sitting, by_person=True)


def substitute(
    table: HostedTable, *, number: int, by: By, player: Player | None = None, name: str = ""
) -> str:
    """Somebody else takes a seat from now on; the word of the new seat's link. The entry in the standings stays.

    A name that one member of the table's club has, and nobody else of it, is that member's; any other is a guest's.
    """
    require_director(by, table)
    if player is None and not name.strip():
        raise GameError(_("Say who takes the seat."), code="name_missing")
    player = player or _member_called(table, name)
    with transaction.atomic():
        sitting = _playing(table)
        seat = _seat(sitting, number)
        seat.player, seat.user = player, player.user if player else None
        seat.name = "" if player else name.strip()[:60]
        seat.is_bot = seat.is_away = seat.wants_pause = False
        seat.timeouts = 0
        in_log = name_in_log(seat) if player else f"guest {number + 1} from {sitting.played.n_events}"
        word = new_word()
        seat.link_hash = hashed(word)
        carry_out(sitting, ReplacePlayer(number, in_log), by=by)
        seat.save()
        log("table.substituted", f"hosted:{table.pk}", by=by, club_id=table.club_id, seat=number)
        stand_up(sitting, by_person=True)
    return word


def new_link(table: HostedTable, *, number: int, by: By, own: HostedSeat | None = None) -> str:
    """A new link for a seat; the old one opens nothing any more. For the director, or for its player.

    `own` is the seat as its player came to it: whoever lost it in that moment gets no link to it.
    """
    if own is None:
        require_director(by, table)
    word = new_word()
    with transaction.atomic():
        seat = HostedSeat.objects.select_for_update().filter(table=table, number=number).first()
        if seat is None or not seat.is_person:
            raise TableRefused(_("Nobody sits there who could use a link."), code="seat_free")
        if own is not None and seat.held_by != own.held_by:
            raise TableRefused(_("You hold no seat at this table: you can watch."), code="no_seat")
        seat.link_hash = hashed(word)
        seat.save(update_fields=["link_hash"])
        log("table.seat_link", f"hosted:{table.pk}", by=by, club_id=table.club_id, seat=number)
    return word


def close_table(table: HostedTable, *, by: By, reason: str, now: datetime | None = None) -> None:
    """The table ends without a result; what was played stays in its log. A closed one stays as it is."""
    require_director(by, table)
    reason = _reason(reason)
    with transaction.atomic():
        locked = HostedTable.objects.select_for_update().get(pk=table.pk)
        if not locked.is_open:
            return
        locked.state = HostedTable.State.CLOSED
        locked.touched_at = now or timezone.now()
        locked.version += 1
        locked.save(update_fields=["state", "touched_at", "version"])
        Clock.objects.filter(table=locked).delete()
        log("table.closed", f"hosted:{locked.pk}", by=by, club_id=locked.club_id, reason=reason)
        announce(f"hosted:{locked.channel}", locked.version)
        announce(f"hosted:{locked.watch_channel}", locked.version)


def members_to_seat(table: HostedTable) -> list[Player]:
    """Members of the table's club who do not sit at it, by name; for whoever looks for a substitute."""
    if table.club_id is None:
        return []
    members = Player.objects.filter(
        memberships__club=table.club_id, memberships__left_at__isnull=True, merged_into__isnull=True
    ).exclude(pk__in=HostedSeat.objects.filter(table=table, player__isnull=False).values("player"))
    people = list(members.distinct())
    tell_apart(people, club=table.club)
    return sorted(people, key=lambda player: (in_order(player.display_name), player.pk))[:MOST_LISTED]


def _member_called(table: HostedTable, name: str) -> Player | None:
    wanted = fold(name.strip())
    people = members_to_seat(table)
    told = [player for player in people if fold(player.display_name) == wanted]
    called = told or [player for player in people if player.apart and fold(player.name) == wanted]
    if len(called) > 1:
        raise GameError(
            _("Several members are called %(name)s; write who it is: %(names)s")
            % {
                "name": name.strip(),
                "names": " · ".join(player.display_name for player in called),
            },
            code="name_ambiguous",
        )
    return called[0] if called else None


def _direct(table: HostedTable, command: Command, *, by: By, verb: str, reason: str, **details: Any) -> None:
    with transaction.atomic():
        sitting = _playing(table)
        carry_out(sitting, command, by=by)
        log(verb, f"hosted:{table.pk}", by=by, club_id=table.club_id, reason=reason, **details)
        stand_up(sitting, by_person=True)


def _playing(table: HostedTable) -> Sitting:
    sitting = sit_down(table)
    if sitting.table.state != HostedTable.State.PLAYING:
        raise TableRefused(_("No game is being played at this table."), code="not_playing")
    return sitting


def _seat(sitting: Sitting, number: int) -> HostedSeat:
    if not 0 <= number < len(sitting.seats):
        raise TableRefused(_("There is no such seat."), code="seat")
    return sitting.seats[number]


def _reason(reason: str) -> str:
    if not reason.strip():
        raise ReasonMissing(_("Say why: the reason is kept with the game."))
    return reason.strip()[:300]
