"""The table itself: one address for players and spectators; each gets the view of their seat."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Player
from clubs.pages import in_zone, render_page, wants_fragment
from clubs.typed import whole
from games.models import HostedSeat, HostedTable, Seat
from games.services.hosting import acting, directing, opening
from games.services.hosting.kept import Stand
from games.services.hosting.reading import seat_of
from games.views.hosted.parts import parts_of, with_token
from games.views.hosted.readers import Reader, keep_word, own_seat, private, reader_of, told
from games.views.hosted.scene import Scene, scene_of, seat_name
from games.views.hosted.words import table_words


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
        _seat, word = opening.take_seat(
            reader.table,
            by=reader.by,
            name=request.POST.get("name", ""),
            number=whole(number, digits=2),
            held=reader.own,
        )
    except EldestHandError as error:
        return told(request, reader, error)
    if word:
        keep_word(request, reader.table, word)
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
        sitting = acting.act(reader.table, seat=seat.number, held=seat, by=reader.by, **_what(request))
    except EldestHandError as error:
        return _refused(request, reader, error)
    if wants_fragment(request):
        own = sitting.seats[seat.number]
        at_table = Reader(sitting.table, sitting.seats, own, reader.by, clocks=sitting.clocks)
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
        acting.mind_seat(reader.table, seat, what, by=reader.by)
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
    if table is None or seat_of(seats, None, word) is None:
        messages.error(request, _("This link holds no seat any more: ask for a new one."))
        return HttpResponseRedirect("/play/")
    keep_word(request, table, word)
    response = _back(table)
    response["Referrer-Policy"] = "no-referrer"  # the word is in this address
    return response


@require_POST
@private
def play_direct(request: HttpRequest, key: str) -> HttpResponse:
    """What the director of a table does; a refusal keeps what was typed."""
    reader = reader_of(request, key)
    try:
        directing.require_director(reader.by, reader.table)
        word = directing.direct(reader.table, by=reader.by, **_order(request.POST))
    except EldestHandError as error:
        return _refused(request, reader, error, typed=request.POST)
    if word:
        _tell_link(request, reader.table, word)
    return _back(reader.table)


def _order(posted: QueryDict) -> dict[str, Any]:
    """A director's act as it was posted; what cannot be read is left for the service to refuse."""
    seat = whole(posted.get("seat", ""), digits=2)
    return {
        "what": posted.get("what", ""),
        "seat": -1 if seat is None else seat,
        "points": _points(posted.get("points", "")),
        "name": posted.get("name", ""),
        "reason": posted.get("reason", ""),
    }


def _points(text: str) -> int:
    """Points with their sign, as a person types them; 0 for what is none, which the service refuses."""
    bare = text.strip().replace("−", "-")
    size = whole(bare.lstrip("+-"), digits=4)
    return 0 if size is None else -size if bare.startswith("-") else size


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


def _own_link(request: HttpRequest, reader: Reader, seat: HostedSeat) -> HttpResponse:
    word = directing.new_link(reader.table, number=seat.number, by=reader.by, own=seat)
    keep_word(request, reader.table, word)
    _tell_link(request, reader.table, word)
    return _back(reader.table)


def _tell_link(request: HttpRequest, table: HostedTable, word: str) -> None:
    address = request.build_absolute_uri(reverse("play_link", args=[table.key, word]))
    messages.success(
        request, _("The link of this seat, for its player alone: %(address)s") % {"address": address}
    )


def _back(table: HostedTable) -> HttpResponse:
    return HttpResponseRedirect(table.get_absolute_url())


def _refused(
    request: HttpRequest, reader: Reader, error: EldestHandError, *, typed: QueryDict | None = None
) -> HttpResponse:
    if isinstance(error, NotAllowed):
        raise PermissionDenied
    fresh = reader_of(request, reader.table.key)
    return _page(request, fresh, refusal=error.message, status=error.status, typed=typed)


def _page(
    request: HttpRequest,
    reader: Reader,
    *,
    refusal: str = "",
    status: int = 200,
    now: Stand | None = None,
    typed: QueryDict | None = None,
) -> HttpResponse:
    """The table, or the table alone for a script. `now`: how it stands, if known; `typed`: what was refused."""
    table = reader.table
    directs = directing.may_direct(request.user, table)
    own = reader.own
    scene = scene_of(table, reader.seats, own, n_events=reader.n_events, clocks=reader.clocks, now=now)
    title, sentences = table_words(table)
    context: dict[str, Any] = {
        "table": table,
        "scene": scene,
        "own": own,
        "is_playing": table.state == HostedTable.State.PLAYING,
        "is_paused": table.paused_at is not None,
        "refusal": refusal,
        "seats": [(seat, seat_name(seat)) for seat in reader.seats],
        "n_free": sum(1 for seat in reader.seats if not seat.is_taken),
        "game_title": title,
        "rule_words": sentences,
        "directs": directs,
        "typed": typed,
        "opened_it": request.user.is_authenticated and table.opened_by_id == request.user.pk,
        "channel": table.channel if own is not None else table.watch_channel,
        "shown_version": _version(table, own, scene),
        "polls": own is None and table.watch_delay > 0 and table.is_open,
        "figures": _figures(table, reader) if table.state == HostedTable.State.FINISHED else [],
    }
    context |= parts_of(table, scene, is_paused=table.paused_at is not None)
    if scene is None or table.state == HostedTable.State.WAITING:
        context["address"] = request.build_absolute_uri(table.get_absolute_url())
    if wants_fragment(request):
        return with_token(request, render(request, "games/play/_table.html", context, status=status))
    context["members"] = [player.display_name for player in _substitutes(table, directs)]
    with in_zone(table.club.time_zone if table.club else "UTC"):
        page = render_page(request, "games/play/table.html", context, section="tournaments", status=status)
    return with_token(request, page)


def _substitutes(table: HostedTable, directs: bool) -> list[Player]:
    return directing.members_to_seat(table) if directs and table.state == HostedTable.State.PLAYING else []


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
