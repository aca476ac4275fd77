"""Make a club, set it up, put people on its roster."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.limits import limited
from clubs.models import Club
from clubs.pages import render_page
from clubs.rights import Act
from clubs.services.clubs import found_club
from clubs.services.governing import change_club
from clubs.services.rosters import Fate, PastedName, add_names, read_roster
from tournaments.forms import AS_IT_IS, ClubForm, common_zones
from tournaments.views.organise.guards import club_for
from tournaments.views.organise.roster_box import decisions, form_key, questions
from tournaments.views.organise.rule_choices import RuleChoice, own_choice, preset_choices
from tournaments.views.organise.tournament_settings import NEW_ADDRESS


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@limited("new_clubs")
def club_new(request: HttpRequest) -> HttpResponse:
    """A club of one's own. Somebody who has one of this name already is sent to it."""
    if request.method != "POST":
        form = ClubForm(
            initial={
                "language": get_language() or "en",
                "time_zone": "Europe/Oslo" if get_language() == "nb" else "UTC",
                "rules": "oh-hell",
            }
        )
        return _club_page(request, "organise/club_new.html", form)
    form = ClubForm(request.POST)
    if not form.is_valid():
        return _club_page(request, "organise/club_new.html", form, status=422)
    values = form.cleaned_data
    by = by_web(request)
    assert by.user is not None
    try:
        club, is_new = found_club(
            name=values["name"],
            owner=by.user,
            by=by,
            language=values["language"],
            time_zone=values["time_zone"],
            house_rules={"preset": values["rules"]},
            visibility=values["visibility"],
            verifies_sheets=values["verifies_sheets"],
        )
    except NotAllowed as error:
        return refused(request, error, back="/", back_text=_("To the front page"))
    except EldestHandError as error:
        form.add_error(None, error.message)
        return _club_page(request, "organise/club_new.html", form, status=error.status)
    if not is_new:
        messages.info(request, _("You have a club of this name: here it is."))
        return HttpResponseRedirect(club.get_absolute_url())
    messages.success(request, _("%(club)s is made. Now: who plays?") % {"club": club.name})
    return HttpResponseRedirect(reverse("members_add", args=[club.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What `club_new` asked, changed later; tournaments that are made keep the rules of their day."""
    club = club_for(request, slug, Act.MANAGE_CLUB)
    house = own_choice(AS_IT_IS, _("as they are"), club.house_rules)
    if request.method != "POST":
        initial = {
            name: getattr(club, name)
            for name in ("name", "language", "time_zone", "visibility", "verifies_sheets")
        }
        form = ClubForm(initial={**initial, "rules": AS_IT_IS}, has_own_rules=True)
        return _club_page(request, "organise/club_settings.html", form, club=club, house=house)
    form = ClubForm(request.POST, has_own_rules=True)
    if not form.is_valid():
        return _club_page(request, "organise/club_settings.html", form, club=club, house=house, status=422)
    changes = dict(form.cleaned_data)
    rules = changes.pop("rules")
    if rules != AS_IT_IS:
        changes["house_rules"] = {"preset": rules}
    try:
        changed = change_club(club, by=by_web(request), changes=changes)
    except NotAllowed as error:
        return refused(request, error, back=club.get_absolute_url(), back_text=club.name)
    except EldestHandError as error:
        form.add_error(None, error.message)
        return _club_page(
            request, "organise/club_settings.html", form, club=club, house=house, status=error.status
        )
    messages.success(request, _("The settings are changed."))
    if changed.slug != slug:
        messages.info(request, NEW_ADDRESS)
    return HttpResponseRedirect(reverse("club_settings", args=[changed.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def members_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Names pasted, then what would become of each line, then they are added. Nothing is merged by itself."""
    club = club_for(request, slug, Act.ADD_WALK_IN)
    if request.method != "POST":
        return _members_page(request, club)
    pasted: list[PastedName] = []
    try:
        pasted = read_roster(club, request.POST.get("names", ""))
        if not pasted:
            raise EldestHandError(_("Paste at least one name."), code="name_missing")
        if "add" not in request.POST:
            return _members_page(request, club, pasted=pasted)
        add_names(
            club,
            request.POST.get("names", ""),
            by=by_web(request),
            decisions=decisions(pasted, request.POST),
            key=form_key(request.POST),
        )
    except NotAllowed as error:
        return refused(request, error, back=club.get_absolute_url(), back_text=club.name)
    except EldestHandError as error:
        return _members_page(request, club, pasted=pasted, refusal=error)
    n = sum(1 for line in questions(pasted, request.POST) if line.adds_somebody)
    messages.success(
        request,
        ngettext("%(n)d person was added.", "%(n)d people were added.", n) % {"n": n}
        if n
        else _("Everybody was on the roster already."),
    )
    return HttpResponseRedirect(reverse("club_members", args=[club.slug]))


def _club_page(
    request: HttpRequest,
    template: str,
    form: ClubForm,
    *,
    club: Club | None = None,
    house: RuleChoice | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "house": house,
        "presets": preset_choices(),
        "zones": common_zones(),
    }
    return render_page(request, template, context, section="clubs", status=status)


def _members_page(
    request: HttpRequest,
    club: Club,
    *,
    pasted: list[PastedName] | None = None,
    refusal: EldestHandError | None = None,
) -> HttpResponse:
    lines = questions(pasted or [], request.POST)
    context = {
        "club": club,
        "names": request.POST.get("names", ""),
        "questions": lines,
        "new": [line.line for line in lines if line.line.fate is Fate.NEW],
        "form_key": form_key(request.POST),
        "repeated": [line.line for line in lines if line.line.fate is Fate.REPEATED],
        "n_open": sum(line.is_open for line in lines),
        "refusal": refusal,
    }
    return render_page(
        request,
        "organise/members_add.html",
        context,
        section="clubs",
        status=refusal.status if refusal else 200,
    )
