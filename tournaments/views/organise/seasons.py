"""A season as its club's owner makes and changes it: how many evenings count, and how much each is worth."""

from __future__ import annotations

from decimal import Decimal

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Club
from clubs.pages import in_zone, render_page
from clubs.rights import Act
from tournaments.models import Season
from tournaments.season_forms import SeasonForm
from tournaments.services.seasons import change_season, create_season
from tournaments.views.organise.guards import club_for


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def season_new(request: HttpRequest, slug: str) -> HttpResponse:
    """A name and how many evenings count; tournaments name their season when they are made."""
    club = club_for(request, slug, Act.MANAGE_CLUB)
    form = SeasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = create_season(
                club,
                name=form.cleaned_data["name"],
                best_of=form.cleaned_data["best_of"],
                min_evenings=form.cleaned_data["min_evenings"] or 0,
                by=by_web(request),
            )
        except NotAllowed as error:
            return refused(request, error, back=club.get_absolute_url(), back_text=club.name)
        except EldestHandError as error:
            form.add_error(None, error.message)
        else:
            messages.success(
                request, _("%(season)s is made: name it when you make an evening.") % {"season": made.name}
            )
            return HttpResponseRedirect(made.get_absolute_url())
    return _page(request, club, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def season_settings(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """The same later, with the weight of every evening; the table is computed again."""
    club = club_for(request, slug, Act.MANAGE_CLUB)
    found = get_object_or_404(Season.objects.filter(club=club), slug=season)
    found.club = club
    evenings = list(found.tournaments.order_by("starts_at", "pk"))
    if request.method != "POST":
        return _page(request, club, SeasonForm.of(found, evenings), found)
    form = SeasonForm(request.POST, evenings=evenings)
    if form.is_valid():
        weights: dict[int, Decimal] = {
            evening.pk: form.cleaned_data[f"weight-{evening.pk}"] for evening in evenings
        }
        try:
            change_season(
                found,
                name=form.cleaned_data["name"],
                best_of=form.cleaned_data["best_of"],
                min_evenings=form.cleaned_data["min_evenings"] or 0,
                weights=weights,
                by=by_web(request),
            )
        except NotAllowed as error:
            return refused(request, error, back=club.get_absolute_url(), back_text=club.name)
        except EldestHandError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("The season is changed; its table follows in a moment."))
            return HttpResponseRedirect(found.get_absolute_url())
    return _page(request, club, form, found)


def _page(request: HttpRequest, club: Club, form: SeasonForm, season: Season | None) -> HttpResponse:
    context = {"club": club, "form": form, "season": season}
    with in_zone(club.time_zone):
        return render_page(
            request,
            "organise/season.html",
            context,
            section="clubs",
            status=422 if form.is_bound and form.errors else 200,
        )
