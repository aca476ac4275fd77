"""The table itself: one address for players and spectators; each gets the view of their seat."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.errors import EldestHandError
from clubs.pages import render_page, wants_fragment
from clubs.typed import whole
from games.engine import RuleSet
from games.models import HostedSeat, HostedTable, Seat
from games.services.hosting import acting, directing, opening
from games.views.hosted.readers import Reader, keep_word, own_seat, private, reader_of, told
from games.views.hosted.scene import Scene, Stand, scene_of, seat_name
from games.views.rule_words import game_name, rule_sentences


@require_safe
@private
def play_table(request: HttpRequest, key: str) -> HttpResponse:
    """Waiting for players, the cards, or the result; htmx and the page's script get the table alone."""
    return _page(request, reader_of(request, key))


@require_POST
@private
def play_sit(request: HttpRequest, key: str) -> HttpResponse:
    """Take a seat, by sign-in or as a guest with a name."""
    reader = reader_of(request, key)
    number = request.POST.get("seat", "")
    try:
        seat, word = opening.take_seat(
            reader.table,
            by=reader.by,
            name=request.POST.get("name", ""),
            number=whole(number, digits=2),
        )
    except EldestHandError as error:
        return told(request, reader, error)
    if word:
        keep_word(request, reader.table, word)
    del seat
    return _back(reader.table)


@require_POST
@private
def play_start(request: HttpRequest, key: str) -> HttpResponse:
    """Deal the first hand; anybody at the table may, and its director; with bots only whoever opened it."""
    reader = reader_of(request, key)
    try:
        if not directing.may_direct(request.user, reader.table):
            own_seat(reader)
        opening.start_table(reader.table, by=reader.by, with_bots=request.POST.get("bots") == "yes")
    except EldestHandError as error:
        return told(request, reader, error)
    return _back(reader.table)


@require_POST
@private
def play_act(request: HttpRequest, key: str) -> HttpResponse:
    """Bid or play. A refusal says why and changes nothing: 409 or 422 with the table as it stands."""
    reader = reader_of(request, key)
    try:
        seat = own_seat(reader)
        sitting = acting.act(reader.table, seat=seat.number, by=reader.by, **_what(request))
    except EldestHandError as error:
        return _refused(request, reader, error)
    if wants_fragment(request):
        sitting.table.club = reader.table.club
        at_table = Reader(sitting.table, sitting.seats, sitting.seats[seat.number], reader.by)
        return _page(request, at_table, now=(sitting.played, sitting.last_trick))
    return _back(reader.table)


@require_POST
@private
def play_seat(request: HttpRequest, key: str) -> HttpResponse:
    """What one does with the own seat: step away, come back, ask for a pause, leave, renew the link."""
    reader = reader_of(request, key)
    what = request.POST.get("what", "")
    try:
        seat = own_seat(reader)
        if what == "link":
            return _own_link(request, reader, seat)
        _seat_act(reader, seat, what)
    except EldestHandError as error:
        return _refused(request, reader, error)
    if wants_fragment(request):
        return _page(request, reader_of(request, key))
    return _back(reader.table)


@require_safe
@private
def play_link(request: HttpRequest, key: str, word: str) -> HttpResponse:
    """A seat's link: it moves into the session on first use, and the address is clean again."""
    table = HostedTable.objects.filter(key=key).first()
    seats = HostedSeat.objects.filter(table=table) if table else []
    from games.services.hosting.reading import seat_of

    if table is None or seat_of(seats, None, word) is None:
        messages.error(request, _("This link holds no seat any more: ask for a new one."))
        return HttpResponseRedirect("/play/")
    keep_word(request, table, word)
    return _back(table)


@require_POST
@private
def play_direct(request: HttpRequest, key: str) -> HttpResponse:
    """What the director of a table does."""
    reader = reader_of(request, key)
    table, by, posted = reader.table, reader.by, request.POST
    what, reason = posted.get("what", ""), posted.get("reason", "")
    number = posted.get("seat", "")
    seat = int(number) if whole(number, digits=2) is not None else -1
    try:
        directing.require_director(by, table)
        if what == "pause":
            directing.pause(table, by=by)
        elif what == "resume":
            directing.resume(table, by=by)
        elif what == "void":
            directing.void_hand(table, by=by, reason=reason)
        elif what == "close":
            directing.close_table(table, by=by, reason=reason)
        elif what == "link":
            _tell_link(request, table, directing.new_link(table, number=seat, by=by))
        elif what == "substitute":
            _tell_link(
                request, table, directing.substitute(table, number=seat, by=by, name=posted.get("name", ""))
            )
    except EldestHandError as error:
        return _refused(request, reader, error)
    return _back(table)


def _what(request: HttpRequest) -> dict[str, Any]:
    """The act as it was posted; what cannot be read is left for the engine to refuse."""
    posted = request.POST
    seen = posted.get("seen", "")
    bid = posted.get("bid")
    found: dict[str, Any] = {"seen": int(seen) if _is_number(seen) else -1}
    if bid is not None:
        return found | {"bid": int(bid) if _is_number(bid) else -1}
    return found | {"card": posted.get("card", "")[:8]}


def _is_number(text: str) -> bool:
    return whole(text, digits=6) is not None


def _seat_act(reader: Reader, seat: HostedSeat, what: str) -> None:
    table, by = reader.table, reader.by
    if what == "away":
        acting.step_away(table, seat=seat.number, by=by)
    elif what == "back":
        acting.come_back(table, seat=seat.number, by=by)
    elif what in ("pause", "no-pause"):
        acting.ask_pause(table, seat=seat.number, by=by, wants=what == "pause")
    elif what == "go-on":
        acting.go_on(table, seat=seat.number, by=by)
    elif what == "leave":
        opening.leave_seat(table, number=seat.number, by=by)


def _own_link(request: HttpRequest, reader: Reader, seat: HostedSeat) -> HttpResponse:
    word = directing.new_link(reader.table, number=seat.number, by=reader.by, own=True)
    keep_word(request, reader.table, word)
    _tell_link(request, reader.table, word)
    return _back(reader.table)


def _tell_link(request: HttpRequest, table: HostedTable, word: str) -> None:
    from django.urls import reverse

    address = request.build_absolute_uri(reverse("play_link", args=[table.key, word]))
    messages.success(
        request, _("The link of this seat, for its player alone: %(address)s") % {"address": address}
    )


def _back(table: HostedTable) -> HttpResponse:
    return HttpResponseRedirect(table.get_absolute_url())


def _refused(request: HttpRequest, reader: Reader, error: EldestHandError) -> HttpResponse:
    from clubs.errors import NotAllowed

    if isinstance(error, NotAllowed):
        from django.core.exceptions import PermissionDenied

        raise PermissionDenied
    return _page(request, reader_of(request, reader.table.key), refusal=error.message, status=error.status)


def _page(
    request: HttpRequest, reader: Reader, *, refusal: str = "", status: int = 200, now: Stand | None = None
) -> HttpResponse:
    table = reader.table
    scene = scene_of(table, reader.seats, reader.own, now=now)
    rules = RuleSet.from_value(table.rules)
    own = reader.own
    context: dict[str, Any] = {
        "table": table,
        "scene": scene,
        "own": own,
        "refusal": refusal,
        "seats": [(seat, seat_name(seat)) for seat in reader.seats],
        "n_free": sum(1 for seat in reader.seats if not seat.is_taken),
        "game_title": game_name(rules),
        "rule_words": rule_sentences(rules, table.n_seats),
        "directs": directing.may_direct(request.user, table),
        "opened_it": request.user.is_authenticated and table.opened_by_id == request.user.pk,
        "channel": table.channel if own is not None else table.watch_channel,
        "shown_version": _version(table, own, scene),
        "polls": own is None and table.watch_delay > 0 and table.is_open,
        "address": request.build_absolute_uri(table.get_absolute_url()),
        "figures": _figures(table, reader) if table.state == HostedTable.State.FINISHED else [],
    }
    if wants_fragment(request):
        return render(request, "games/play/_table.html", context, status=status)
    return render_page(request, "games/play/table.html", context, section="tournaments", status=status)


def _version(table: HostedTable, own: HostedSeat | None, scene: Scene | None) -> int:
    """What the page compares announcements with; a delayed spectator's is the number of events shown."""
    if own is not None or not table.watch_delay:
        return table.version
    return 0 if scene is None else scene.event + 1


def _figures(table: HostedTable, reader: Reader) -> list[dict[str, Any]]:
    """Bids made, over and under of each player of a finished game."""
    names = dict(enumerate(seat_name(seat) for seat in reader.seats))
    rows = Seat.objects.filter(game=table.game_id, to_deal__isnull=True).order_by("place", "number")
    return [{"name": names.get(row.number, ""), "row": row} for row in rows]
