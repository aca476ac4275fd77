"""The director's words to the clock."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.rights import Act
from clubs.typed import whole
from tournaments.models import ClockAct
from tournaments.services.clocks import no_round, open_round, say_to_clock
from tournaments.views.clock import clock_page
from tournaments.views.organise.guards import tournament_for


@require_POST
@signed_in
def clock_say(request: HttpRequest, slug: str) -> HttpResponse:
    """Start, pause, go on, give time, call the last hand, take the clock away; twice is once."""
    tournament = tournament_for(request, slug, Act.RUN_ROUNDS)
    kind = request.POST.get("act", "")
    if kind not in ClockAct.Kind.values:
        raise Http404
    here = reverse("clock", args=[slug])
    current = open_round(tournament)
    try:
        if current is None:
            raise no_round(tournament)
        say_to_clock(
            current,
            kind,
            by=by_web(request),
            seconds=_seconds(request.POST.get("minutes", "")) if kind in ("start", "extend") else None,
            table=_number(request.POST.get("table", "")) if kind == "extend" else None,
            seen=_number(request.POST.get("seen", "")),
        )
    except NotAllowed as error:
        return refused(request, error, back=here, back_text=_("Back to the clock"))
    except EldestHandError as error:
        return clock_page(request, tournament, refusal=error)
    return HttpResponseRedirect(here)


def _seconds(text: str) -> int:
    """Minutes as people type them, `45` or `−5` or `7,5`, in seconds; 0 for what is no number, which is refused."""
    plain = text.strip().replace("−", "-").replace(",", ".")
    try:
        minutes = float(plain) if len(plain) < 8 else 0.0
    except ValueError:
        return 0
    return round(minutes * 60) if abs(minutes) < 100_000 else 0


def _number(text: str) -> int | None:
    return whole(text)
