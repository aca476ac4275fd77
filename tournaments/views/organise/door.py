"""The door: who is here; walk-ins; and what can be drawn with those who are."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.acting import by_web, refused, signed_in
from clubs.errors import Conflict, EldestHandError, NotAllowed
from clubs.pages import in_zone, render_page, wants_fragment
from clubs.rights import Act, may
from clubs.services.rosters import PastedName, read_roster
from tournaments.models import Tournament
from tournaments.rights import roles_in
from tournaments.services.door import admit, call_roll
from tournaments.views.organise.door_list import REMARKS, door_of, wanted_changes
from tournaments.views.organise.guards import tournament_for
from tournaments.views.organise.roster_box import decisions, form_key, questions
from tournaments.views.organise.splits import splits_for


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def door(request: HttpRequest, slug: str) -> HttpResponse:
    """The roll. A tick with htmx sends its own line; without it the whole list is saved at once."""
    tournament = tournament_for(request, slug, Act.CALL_ROLL)
    if request.method != "POST":
        return _page(request, tournament)
    wanted = wanted_changes(request.POST)
    try:
        noted = call_roll(tournament, wanted=wanted, by=by_web(request))
    except NotAllowed as error:
        return refused(request, error, back=_here(tournament), back_text=_("Back to the door"))
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    if wants_fragment(request):
        return _page(request, tournament, changed=set(wanted))
    text = ngettext("%(n)d line was changed.", "%(n)d lines were changed.", len(noted)) % {"n": len(noted)}
    messages.success(request, text)
    return HttpResponseRedirect(_here(tournament))


@require_POST
@signed_in
def door_walk_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Somebody who is on no list: asked about look-alikes first, then on the roster, entered and present."""
    tournament = tournament_for(request, slug, Act.ADD_WALK_IN)
    pasted: list[PastedName] = []
    try:
        pasted = read_roster(tournament.club, request.POST.get("names", ""))
        entries = admit(
            tournament,
            request.POST.get("names", ""),
            by=by_web(request),
            decisions=decisions(pasted, request.POST),
            key=form_key(request.POST),
        )
    except Conflict as error:
        return refused(request, error, back=_here(tournament), back_text=_("Back to the door"))
    except EldestHandError as error:
        return _page(request, tournament, refusal=error, pasted=pasted)
    names = ", ".join(entry.player.display_name for entry in entries)
    messages.success(
        request,
        ngettext("%(names)s is here.", "%(names)s are here.", len(entries)) % {"names": names},
    )
    return HttpResponseRedirect(_here(tournament) + "#names")  # the next one is typed at once


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    refusal: EldestHandError | None = None,
    pasted: list[PastedName] | None = None,
    changed: set[int] | None = None,
) -> HttpResponse:
    roles = roles_in(request.user, tournament)
    found = door_of(tournament, with_roster=may(roles, Act.REGISTER_OTHERS))
    context: dict[str, Any] = {
        "tournament": tournament,
        "club": tournament.club,
        "door": found,
        "remarks": REMARKS,
        "splits": splits_for(tournament, found.n_here, found.round_number),
        "may_admit": may(roles, Act.ADD_WALK_IN),
        "may_draw": may(roles, Act.RUN_ROUNDS),
        "refusal": refusal,
        "typed_names": request.POST.get("names", "") if refusal else "",
        "questions": questions(pasted, request.POST) if pasted else [],
        "form_key": form_key(request.POST),
        "changed": [line for line in found.lines if changed and line.player.pk in changed],
    }
    with in_zone(tournament.club.time_zone):
        return render_page(
            request,
            "organise/door.html",
            context,
            section="tournaments",
            fragment="organise/_door_state.html",
            status=refusal.status if refusal else 200,
        )


def _here(tournament: Tournament) -> str:
    return reverse("door", args=[tournament.slug])
