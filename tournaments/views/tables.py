"""`/tables/<token>/`: the table writer's page. The address is the key: no account, no session, no cookie is asked.

So these views need no CSRF token either: whoever does not know the address can send nothing, and whoever knows it
needs no help of somebody else's browser.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from clubs.errors import EldestHandError
from clubs.limits import TooOften, address_of, take
from clubs.pages import asks_json, in_zone
from clubs.typed import storable, whole
from clubs.views.key_addresses import keep_address
from games.forms import Value
from games.models import Game
from games.services.merging import standing_of
from tournaments.models import Table, TableLink
from tournaments.services import results, writing
from tournaments.services.clocks import milliseconds
from tournaments.services.freshness import catch_up_after
from tournaments.services.links import LinkEnded, ended_words, link_of, token_of, why_ended
from tournaments.views.clock import clock_view
from tournaments.views.contested_cells import contested_cells
from tournaments.views.draft_bodies import Message, UnreadableDraft, read_draft
from tournaments.views.photos import photos_at_the_desk
from tournaments.views.seats_in_words import holders_of, seat_names
from tournaments.views.writer import typed_values, writer_data, writer_of
from tournaments.views.writer_words import unsent_words

MOST_BYTES = 50_000
PRESENT_SECONDS = 12

View = Callable[..., HttpResponse]


def opened_by_link(view: View) -> View:
    """The view takes the link in place of its token; what was guessed is 404, an ended link 410, too many asks 429."""

    @csrf_exempt
    @wraps(view)
    def guarded(request: HttpRequest, token: str) -> HttpResponse:
        link = link_of(token)
        try:
            # A guess has one chance in 2 to the 128th; its limit is for the log and the processor. A quick writer
            # taps twice a second, a phone asks every four seconds; a club shares one paper between a few phones.
            take("link_guesses", address_of(request)) if link is None else take(
                "link_acts", f"link:{link.pk}"
            )
        except TooOften as error:
            return _private(_refusal(request, None, status=429, retry_after=error.retry_after))
        if link is None:
            return _private(_refusal(request, None, status=404))
        with in_zone(link.table.tournament.club.time_zone):
            if ended := why_ended(link):
                return _private(_refusal(request, link, status=410, ended=ended))
            try:
                return _private(view(request, link))
            except LinkEnded as error:
                link.refresh_from_db()
                return _private(_refusal(request, link, status=410, ended=error.code.removeprefix("link_")))

    return guarded


@require_http_methods(["GET", "HEAD", "POST"])
@opened_by_link
def table_writer(request: HttpRequest, link: TableLink) -> HttpResponse:
    """The sheet of one table. POST `act` = type (a cell), again (deal a hand anew) or send; all work without script."""
    if request.method != "POST":
        return _page(request, link)
    act = _ACTS.get(request.POST.get("act", ""))
    if act is None:
        return refused(request, link, 400, "bad_request", _("This form says nothing that can be done."))
    try:
        return act(request, link)
    except LinkEnded:
        raise
    except EldestHandError as error:
        return refused(request, link, error.status, error.code, error.message)


@require_http_methods(["GET", "HEAD", "POST"])
@opened_by_link
def table_draft(request: HttpRequest, link: TableLink) -> HttpResponse:
    """POST `{"changes": {cell: value}, "seen": version, "revision": n, "client_key": text, "number": n}` keeps taps.

    `number` counts the phone's messages and `page` names the page that sends them: a cell that a later one wrote
    stays. The answer, like that of GET: `values`, `version`, `revision`, `contested` (cells with two
    values), `present` (who else writes), `clock` (its part of the page) and `now` (milliseconds since 1970).
    """
    game = _game(link)
    key = storable(str(request.GET.get("client_key", "")))[:40]
    if request.method == "POST":
        try:
            document, changes = read_draft(request.body, most_bytes=MOST_BYTES)
        except UnreadableDraft as error:
            return JsonResponse({"code": error.code, "message": error.message}, status=error.status)
        key = storable(str(document.get("client_key", "")))[:40]
        if document.get("revision", game.revision) != game.revision:
            # A late message of a phone whose sheet is stored by now must not start a new draft.
            return JsonResponse({"code": "sheet_stored", **_state(link, game, key)}, status=409)
        message = Message.read(f"{game.pk}:{key}" if key else "", document)
        if changes := message.newest(changes):
            try:
                writing.type_by_link(link, changes=changes, seen=_count(document.get("seen")), client_key=key)
            except LinkEnded:
                raise
            except EldestHandError as error:
                return JsonResponse({"code": error.code, "message": error.message}, status=error.status)
            message.was_kept(changes)
        _note_again(link, game, document.get("again"))
    return JsonResponse(_state(link, game, key))


@require_safe
def table_worker(request: HttpRequest) -> HttpResponse:
    """The service worker that opens a table's page without a network; its scope is `/tables/`."""
    response = render(request, "tournaments/table_worker.js", content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


def _type(request: HttpRequest, link: TableLink) -> HttpResponse:
    # A button that counts one more says both in one: "0.plus_fives.2=1".
    cell, _is, counted = request.POST.get("cell", "").partition("=")
    text = counted or request.POST.get("value", "").strip()
    value: Value = None
    if whole(text, digits=4) is not None:
        value = text == "1" if ".made." in cell else int(text)
    writing.type_by_link(
        link, changes={cell: value}, seen=_count(request.POST.get("seen")), client_key=_key(request)
    )
    return _back(request, link)


def _again(request: HttpRequest, link: TableLink) -> HttpResponse:
    hand = _count(request.POST.get("hand"))
    if not 1 <= hand <= len(results.blank_sheet(link.table)["deals"]):
        return _page(request, link, status=400, message=_("This form says nothing that can be done."))
    writing.deal_again(link, hand=hand - 1, seen=_count(request.POST.get("seen")), client_key=_key(request))
    return _back(request, link)


def _send(request: HttpRequest, link: TableLink) -> HttpResponse:
    posted = request.POST
    recorded = writing.send_sheet(
        link,
        seen=_count(posted.get("seen")),
        revision=_count(posted.get("revision")),
        mode=posted.get("mode", ""),
        client_key=_key(request),
        reason=posted.get("reason", "").strip()[:500],
        ended_early="ended_early" in posted,
    )
    catch_up_after(link.table.tournament)
    if asks_json(request):
        return JsonResponse({"revision": recorded.game.revision})
    return HttpResponseRedirect(address_of_table(link))


_ACTS: dict[str, View] = {"type": _type, "again": _again, "send": _send}


def address_of_table(link: TableLink) -> str:
    return reverse("table_writer", args=[token_of(link)])


def _page(
    request: HttpRequest,
    link: TableLink,
    *,
    status: int = 200,
    message: str = "",
    asked: Mapping[str, str] | None = None,
) -> HttpResponse:
    game, table = _game(link), link.table
    holders = holders_of(game, table.tournament)
    names = seat_names(holders)
    standing = standing_of(game, results.blank_sheet_of(game, holders))
    posted = request.POST if asked is None else asked
    mode = posted.get("mode") or request.GET.get("mode") or ""
    hand = _count(posted.get("hand") or request.GET.get("hand"))
    writer = writer_of(
        game, standing, names, mode=mode, hand=hand - 1 if hand else None, cell=request.GET.get("cell", "")
    )
    address = address_of_table(link)
    contested = contested_cells(link, holders, standing)
    context = {
        "link": link,
        "table": table,
        "round": table.round,
        "tournament": table.tournament,
        "game": game,
        "writer": writer,
        "version": standing.version,
        "contested": contested,
        "is_stored": game.revision > 0 and not standing.cells,
        "is_correction": game.revision > 0,
        "ended_early": bool(standing.stored.get("ended_early")),
        "client_key": uuid.uuid4().hex,
        "address": address,
        "message": message,
        "photos_said": photos_at_the_desk(game),
        "clock_part": _clock(link),
        "writer_data": {
            **writer_data(game, standing, names, mode),
            "contested": contested,
            "isStored": game.revision > 0 and not standing.cells,
            "game": game.pk,
            "sheet": table.sheet_number,
            "address": address,
            "draft": reverse("table_draft", args=[token_of(link)]),
            "photos": reverse("table_photo_add", args=[token_of(link)]),
            "worker": reverse("table_worker"),
        },
    }
    return render(request, "tournaments/writer.html", context, status=status)


def refused(
    request: HttpRequest,
    link: TableLink,
    status: int,
    code: str,
    message: str,
    asked: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Why nothing was done: on the page, or alone for its script. `asked` stands for a form that is better not read."""
    if asks_json(request):
        return JsonResponse({"code": code, "message": message}, status=status)
    return _page(request, link, status=status, message=message, asked=asked)


def _refusal(
    request: HttpRequest, link: TableLink | None, *, status: int, ended: str = "", retry_after: int = 60
) -> HttpResponse:
    """Why the address opens nothing. A link that once was good may show the way to the game, if that is public."""
    message = {
        404: _("There is no table at this address. Scan the code of your sheet again."),
        410: ended_words(ended) if ended else "",
        429: _("Too many tries from here. Wait a minute, then scan the code again."),
    }[status]
    if request.path.endswith("/draft/") or asks_json(request):
        code = {404: "not_found", 410: f"link_{ended}", 429: "too_often"}[status]
        headers = {"Retry-After": str(retry_after)} if status == 429 else {}
        return JsonResponse({"code": code, "message": message}, status=status, headers=headers)
    context: dict[str, Any] = {"message": message, "ended": ended}
    if status != 429:  # the phone knows whether something of this sheet stayed on it
        context |= {"unsent_words": unsent_words(), "unsent_of": link.table.game_id if link else None}
    if link is not None and link.table.game_id and ended in ("final", "closed"):
        context["game"] = Game.objects.visible_to(request.user).filter(pk=link.table.game_id).first()
    response = render(request, "tournaments/link_ended.html", context, status=status)
    if status == 429:
        response["Retry-After"] = str(retry_after)
    return response


def _private(response: HttpResponse) -> HttpResponse:
    keep_address(response)
    response["X-Table-Page"] = (
        "yes"  # by which the service worker knows this site from a proxy's or a guest network's page
    )
    return response


def _state(link: TableLink, game: Game, client_key: str) -> dict[str, Any]:
    holders = list(game.seats.select_related("player__merged_into"))
    standing = standing_of(game, results.blank_sheet_of(game, holders))
    return {
        "values": typed_values(standing.sheet),
        "version": standing.version,
        "revision": game.revision,
        "contested": contested_cells(link, holders, standing, client_key),
        "present": _present(game, client_key),
        "clock": _clock(link),
        "now": milliseconds(timezone.now()),
    }


def _clock(link: TableLink) -> str:
    """The clock of the table as a part of its page, empty while none runs. Its draft tells the server's time."""
    table = link.table
    context = {
        "clock": clock_view(table.round, table.number),
        "clock_address": reverse("table_draft", args=[token_of(link)]),
    }
    return render_to_string("tournaments/_clock.html", context)


def _present(game: Game, client_key: str) -> list[str]:
    """Who else has the sheet open, at the desk or on a phone; shared with the desk's grid."""
    key, me, now = f"sheet-open:{game.pk}", f"link:{client_key}", time.time()
    found: dict[Any, tuple[str, float]] = cache.get(key) or {}
    known = {who: seen for who, seen in found.items() if now - seen[1] < PRESENT_SECONDS}
    if client_key:
        known[me] = (_("the table writer"), now)
        cache.set(key, known, PRESENT_SECONDS)
    return sorted({name for who, (name, _at) in known.items() if who != me})


def _note_again(link: TableLink, game: Game, told: object) -> None:
    """Hands that were dealt anew, each told to the log once however often the phone says it."""
    for row in told[:9] if isinstance(told, list) else ():
        hand, name = (row.get("hand"), str(row.get("id", ""))[:40]) if isinstance(row, dict) else (None, "")
        if type(hand) is int and 1 <= hand <= 99 and cache.add(f"table-again:{game.pk}:{name}", 1, 86_400):
            writing.note_again(link, hand=hand)


def _back(request: HttpRequest, link: TableLink) -> HttpResponse:
    wanted = {name: request.POST.get(name, "") for name in ("hand", "mode")}
    query = urlencode({name: value for name, value in wanted.items() if value})
    return HttpResponseRedirect(f"{address_of_table(link)}?{query}#pad" if query else address_of_table(link))


def _game(link: TableLink) -> Game:
    table: Table = link.table
    assert table.game is not None  # an open link has one
    return table.game


def _key(request: HttpRequest) -> str:
    return storable(request.POST.get("client_key", ""))[:40]


def _count(text: object) -> int:
    if type(text) is int:
        return max(0, min(text, 10**9))
    return whole(text, digits=9) or 0
