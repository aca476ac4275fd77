"""Who reads: the table that an address opens for them, the seat they hold, and the word of a guest's link."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.cache import add_never_cache_headers

from clubs.activity import By
from clubs.errors import EldestHandError
from games.errors import TableRefused
from games.models import Clock, HostedSeat, HostedTable
from games.services.hosting import reading

WORDS = "seat_words"  # in the session: table id -> the word of the seat's link


@dataclass(frozen=True, slots=True)
class Reader:
    """A table, its seats in order, the reader's own seat if any, how many events its log has, and its clocks."""

    table: HostedTable
    seats: list[HostedSeat]
    own: HostedSeat | None
    by: By
    n_events: int = 0
    clocks: Sequence[Clock] = ()


def reader_of(request: HttpRequest, key: str) -> Reader:
    """The table of an address, or 404. One query and the sign-in; one or two more at a closed club's table."""
    found = reading.look_at(key, request.user, lambda table: word_of(request, table))
    if found is None:
        raise Http404
    user = request.user if request.user.is_authenticated else None
    by = By(user, "web" if user else "link")
    return Reader(found.table, found.seats, found.own, by, found.n_events, found.clocks)


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
    """Pages that differ from seat to seat are never kept by anybody.

    They are `same-origin`, not `no-referrer`: a form of a page without a referrer is sent with the origin `null`, and
    refused as a stranger's. Their addresses hold no word of a seat.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = view(request, *args, **kwargs)
        add_never_cache_headers(response)
        response.setdefault("Referrer-Policy", "same-origin")
        return response

    return guarded


def told(request: HttpRequest, reader: Reader, error: EldestHandError) -> HttpResponse:
    """Back to the table with the reason on top; nothing was changed."""
    messages.error(request, error.message)
    return HttpResponseRedirect(reader.table.get_absolute_url())
