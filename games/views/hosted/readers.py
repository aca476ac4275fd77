"""Who reads: the table that an address opens for them, the seat they hold, and the word of a guest's link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.cache import add_never_cache_headers

from clubs.activity import By
from clubs.errors import EldestHandError
from games.errors import TableRefused
from games.models import HostedSeat, HostedTable
from games.services.hosting import reading

WORDS = "seat_words"  # in the session: table id -> the word of the seat's link


@dataclass(frozen=True, slots=True)
class Reader:
    """A table, its seats in order, and the reader's own seat if there is one."""

    table: HostedTable
    seats: list[HostedSeat]
    own: HostedSeat | None
    by: By


def reader_of(request: HttpRequest, key: str) -> Reader:
    """The table of an address, or 404. Two queries and the sign-in; one or two more at a closed club's table."""
    table = HostedTable.objects.select_related("game", "club").filter(key=key).first()
    if table is None:
        raise Http404
    seats = list(HostedSeat.objects.filter(table=table).select_related("player").order_by("number"))
    if not (reading.is_open_to_all(table) or _is_let_in(request, table, seats)):
        raise Http404
    own = reading.seat_of(seats, request.user, word_of(request, table))
    user = request.user if request.user.is_authenticated else None
    return Reader(table, seats, own, By(user, "web" if user else "link"))


def _is_let_in(request: HttpRequest, table: HostedTable, seats: list[HostedSeat]) -> bool:
    """Members of a closed club, and a guest of it who was given a seat at this table."""
    word = word_of(request, table)
    return reading.visible_tables(request.user).filter(pk=table.pk).exists() or (
        bool(word) and reading.seat_of(seats, None, word) is not None
    )


def word_of(request: HttpRequest, table: HostedTable) -> str:
    words = request.session.get(WORDS)
    return str(words.get(str(table.pk), "")) if isinstance(words, dict) else ""


def keep_word(request: HttpRequest, table: HostedTable, word: str) -> None:
    """The seat's link moves into the session: the address stays clean."""
    words = request.session.get(WORDS)
    kept = dict(list(words.items())[-19:]) if isinstance(words, dict) else {}
    request.session[WORDS] = kept | {str(table.pk): word}


def own_seat(reader: Reader) -> HostedSeat:
    """The reader's seat; a refusal for whoever only watches."""
    if reader.own is None:
        from django.utils.translation import gettext as _

        raise TableRefused(_("You hold no seat at this table: you can watch."), code="no_seat")
    return reader.own


View = Callable[..., HttpResponse]


def private(view: View) -> View:
    """Pages that differ from seat to seat are never kept by anybody."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = view(request, *args, **kwargs)
        add_never_cache_headers(response)
        response["Referrer-Policy"] = "no-referrer" if request.method == "GET" else "same-origin"
        return response

    return guarded


def told(request: HttpRequest, reader: Reader, error: EldestHandError) -> HttpResponse:
    """Back to the table with the reason on top; nothing was changed."""
    messages.error(request, error.message)
    return HttpResponseRedirect(reader.table.get_absolute_url())
