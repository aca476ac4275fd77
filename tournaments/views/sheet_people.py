"""Two people in each other's column of a sheet: who they are, and the one act that puts them right."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.errors import Conflict, EldestHandError, NotAllowed
from clubs.pages import render_page
from clubs.rights import Act
from clubs.typed import whole
from tournaments.models import Table, Tournament
from tournaments.services.exchanging import exchange_people
from tournaments.services.namesakes import tell_apart_at
from tournaments.views.desk import by_web, desk_act, table_of_sheet


@require_http_methods(["GET", "HEAD", "POST"])
@desk_act(Act.CORRECT_SHEET)
def sheet_people(request: HttpRequest, tournament: Tournament, n: int) -> HttpResponse:
    """A form of two names and a reason; the values stay in their columns."""
    table = table_of_sheet(tournament, n)
    if request.method != "POST":
        return _page(request, tournament, table)
    try:
        exchange_people(
            table,
            first=_number(request, "first"),
            second=_number(request, "second"),
            seen=_number(request, "seen"),
            reason=request.POST.get("reason", ""),
            by=by_web(request),
        )
    except (NotAllowed, Conflict) as error:
        return _page(request, tournament, table_of_sheet(tournament, n), refusal=error)
    except EldestHandError as error:
        return _page(request, tournament, table, refusal=error)
    messages.success(request, _("They stand in each other’s column now, with all their hands."))
    return redirect("sheet_detail", tournament.slug, n)


def _number(request: HttpRequest, field: str) -> int:
    """What was chosen; -1, which is no seat and no version, for nothing."""
    text = request.POST.get(field, "")
    return int(text) if whole(text) is not None else -1


def _page(
    request: HttpRequest, tournament: Tournament, table: Table, *, refusal: EldestHandError | None = None
) -> HttpResponse:
    seats = list(table.seats.select_related("entry__player__merged_into").order_by("seat"))
    tell_apart_at(tournament, (seat.entry.player for seat in seats))
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "table": table,
        "game": table.game,
        "people": [(str(seat.seat), seat.entry.player.display_name) for seat in seats],
        "refusal": refusal,
        "typed": request.POST if refusal else {},
    }
    return render_page(
        request,
        "tournaments/sheet_people.html",
        context,
        section="tournaments",
        status=refusal.status if refusal else 200,
    )
