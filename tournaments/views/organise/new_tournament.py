"""Make a tournament; a name and Enter are enough."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Club
from clubs.pages import in_zone, render_page
from clubs.rights import Act, may, roles_in_club
from tournaments.forms import HOUSE, TournamentForm, first_evening, known_tie_breaks, new_key, typed_chain
from tournaments.models import Tournament
from tournaments.services.entries import create_tournament_once
from tournaments.views.criteria_words import criterion
from tournaments.views.organise.guards import club_for
from tournaments.views.organise.house_rules import TYPED
from tournaments.views.organise.rule_choices import own_choice, preset_choices, set_choices


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def tournament_new(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, and the tournament made from it; a form sent twice makes one tournament."""
    club = club_for(request, slug, Act.CREATE_TOURNAMENT)
    with in_zone(club.time_zone):
        if request.method != "POST":
            return _page(request, club, TournamentForm(initial=_first(request, club), club=club, is_new=True))
        if "compose" in request.POST:
            request.session[TYPED] = {**request.POST.dict(), "club": club.pk}
            request.session[TYPED]["tie_breaks"] = request.POST.getlist("tie_breaks")[:20]
            return HttpResponseRedirect(reverse("rules_new", args=[club.slug]))
        form = TournamentForm(request.POST, club=club, is_new=True)
        if not form.is_valid():
            return _page(request, club, form, status=422)
        try:
            tournament = _made_once(request, club, form)
        except NotAllowed as error:
            return refused(request, error, back=club.get_absolute_url(), back_text=club.name)
        except EldestHandError as error:
            form.add_error(None, error.message)
            return _page(request, club, form, status=error.status)
    messages.success(request, _("%(name)s is made. Now: who is here?") % {"name": tournament.name})
    return HttpResponseRedirect(reverse("door", args=[tournament.slug]))


def _first(request: HttpRequest, club: Club) -> dict[str, Any]:
    """What the form starts with; after rules were written for it, what was typed before."""
    typed = request.session.pop(TYPED, {})
    initial = {**first_evening(club), **(typed if typed.get("club") == club.pk else {})}
    return {**initial, "rules": request.GET.get("rules") or initial["rules"]}


def _made_once(request: HttpRequest, club: Club, form: TournamentForm) -> Tournament:
    """The tournament of this form, which carries a key: the same form finds it again."""
    values = form.cleaned_data
    tournament, _is_new = create_tournament_once(
        club,
        request.POST.get("key") or new_key(),
        name=values["name"],
        starts_at=values["starts_at"],
        by=by_web(request),
        rules=None if values["rules"] == HOUSE else values["rules"],
        table_sizes=values["table_sizes"],
        n_rounds=values["n_rounds"],
        draw=values["draw"],
        table_points=form.worth,
        tie_breaks=form.chain or None,
        season=values["season"],
        **form.counts,
        on_leaving=values["on_leaving"] or Tournament.Leaving.ASK,
        visibility=values["visibility"],
    )
    return tournament


def _page(request: HttpRequest, club: Club, form: TournamentForm, *, status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "key": request.POST.get("key") or new_key(),
        "house": own_choice(HOUSE, _("the club’s house rules"), club.house_rules),
        "presets": [*set_choices(club), *preset_choices()],
        "may_compose": may(roles_in_club(request.user, club), Act.MANAGE_CLUB),
        "criteria": [(key, criterion(key)) for key in known_tie_breaks()],
        "chain": typed_chain(form.chain if form.is_bound else form.initial.get("tie_breaks", ())),
    }
    return render_page(request, "organise/tournament_new.html", context, section="tournaments", status=status)
