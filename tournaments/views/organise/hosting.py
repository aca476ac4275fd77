"""Let the engine deal at the tables of a published round."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from clubs.acting import by_web
from clubs.errors import EldestHandError, NotAllowed
from clubs.rights import Act
from tournaments.models import Round
from tournaments.services.hosting import host_round
from tournaments.views.organise.draw_page import draw_page, here, refused_draw
from tournaments.views.organise.guards import drafting_tournament

TURNS = {"": None, "30": 30, "60": 60, "180": 180}
DELAYS = {"0": 0, "60": 60, "300": 300}


@require_POST
def round_host(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A card table for each table of the round, seats as drawn; pressed twice it is done once."""
    tournament = drafting_tournament(request, slug, Act.RUN_ROUNDS)
    rounds = Round.objects.exclude(state=Round.State.DRAFT)
    published = get_object_or_404(rounds, tournament=tournament, number=number)
    published.tournament = tournament
    try:
        hosted = host_round(
            published,
            by=by_web(request),
            turn_seconds=TURNS.get(request.POST.get("turn_seconds", "60"), 60),
            watch_delay=DELAYS.get(request.POST.get("watch_delay", "0"), 0),
        )
    except NotAllowed as error:
        return refused_draw(request, tournament, error)
    except EldestHandError as error:
        return draw_page(request, tournament, refusal=error)
    messages.success(
        request,
        ngettext(
            "%(n)d card table is open; its players find it on the page of the round.",
            "%(n)d card tables are open; their players find them on the page of the round.",
            len(hosted),
        )
        % {"n": len(hosted)},
    )
    return HttpResponseRedirect(here(tournament))
