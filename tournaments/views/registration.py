"""Players register themselves, withdraw, and check in by a code at the door."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError, NotAllowed
from clubs.limits import guessed
from clubs.models import Player
from clubs.namesakes import tell_apart
from clubs.pages import in_zone, render_page
from clubs.rights import Act, may
from clubs.typed import whole
from clubs.views.key_addresses import keep_address
from tournaments.models import Tournament
from tournaments.printing.pages import qr_svg
from tournaments.rights import may_in, roles_in
from tournaments.services import checking_in, signing_up
from tournaments.sign_up_forms import TermsForm
from tournaments.views.access import visible_tournament
from tournaments.views.organise.guards import tournament_for


@require_http_methods(["GET", "HEAD", "POST"])
def registration(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has a place and who waits; the reader's own place, with the code for the door."""
    tournament = visible_tournament(request.user, slug)
    if request.method == "POST":
        return _act(request, tournament)
    return _page(request, tournament)


@signed_in
def _act(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    typed, by = request.POST, by_web(request)
    try:
        if typed.get("act") == "withdraw":
            signing_up.sign_off(tournament, by=by)
            messages.success(request, _("You are withdrawn."))
        else:
            standing, n = signing_up.sign_up(
                tournament,
                by=by,
                of_age="of_age" in typed,
                name=typed.get("name", ""),
                is_another="is_another" in typed,
            )
            messages.success(
                request,
                _("You are registered.")
                if standing == "admitted"
                else _("All places are taken: you are number %(n)d on the waiting list.") % {"n": n},
            )
    except NotAllowed as error:
        return refused(request, error, back=tournament.get_absolute_url(), back_text=tournament.name)
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    return HttpResponseRedirect(reverse("registration", args=[tournament.slug]))


def _page(
    request: HttpRequest, tournament: Tournament, *, refusal: EldestHandError | None = None
) -> HttpResponse:
    own = Player.objects.filter(user=request.user).first() if request.user.is_authenticated else None
    terms = signing_up.terms_of(tournament)
    found = signing_up.list_of(tournament)
    tell_apart([*found.admitted, *found.waiting], club=tournament.club)
    standing, number = found.standing_of(own)
    code = ""
    if own is not None and standing == "admitted" and tournament.closed_at is None:
        code = check_in_url(checking_in.own_token(tournament, own), request)
    with in_zone(tournament.club.time_zone):
        context: dict[str, Any] = {
            "tournament": tournament,
            "club": tournament.club,
            "terms": terms,
            "closed": signing_up.why_closed(tournament, terms, timezone.now()),
            "list": found,
            "n_free": max(0, terms.capacity - signing_up.n_taken(tournament, found))
            if terms is not None and terms.capacity is not None
            else None,
            "own": own,
            "standing": standing,
            "number": number,
            "code": mark_safe(qr_svg(code)) if code else "",
            "may_set": may_in(request.user, tournament, Act.REGISTER_OTHERS),
            "typed": request.POST,
            "refusal": refusal,
        }
        return render_page(
            request,
            "tournaments/registration.html",
            context,
            section="tournaments",
            status=refusal.status if refusal else 200,
        )


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def registration_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """When players may register themselves, for how many there is room; and who is taken off the list."""
    tournament = tournament_for(request, slug, Act.REGISTER_OTHERS)
    with in_zone(tournament.club.time_zone):
        if request.method != "POST":
            terms = signing_up.terms_of(tournament)
            initial = (
                {name: getattr(terms, name) for name in ("opens_at", "closes_at", "capacity")}
                if terms
                else {}
            )
            return _settings_page(request, tournament, TermsForm(initial=initial))
        try:
            if "off" in request.POST:
                player = get_object_or_404(Player, pk=whole(request.POST["off"]) or 0)
                signing_up.sign_off(tournament, by=by_web(request), player=player)
                messages.success(request, _("%(name)s is withdrawn.") % {"name": player.display_name})
                return HttpResponseRedirect(reverse("registration_settings", args=[tournament.slug]))
            form = TermsForm(request.POST)
            if not form.is_valid():
                return _settings_page(request, tournament, form, status=422)
            signing_up.set_terms(tournament, by=by_web(request), **form.cleaned_data)
        except NotAllowed as error:
            return refused(request, error, back=tournament.get_absolute_url(), back_text=tournament.name)
        except EldestHandError as error:
            form = TermsForm(request.POST)
            form.add_error(None, error.message)
            return _settings_page(request, tournament, form, status=error.status)
    messages.success(request, _("The settings are changed."))
    return HttpResponseRedirect(reverse("registration_settings", args=[tournament.slug]))


def _settings_page(
    request: HttpRequest, tournament: Tournament, form: TermsForm, *, status: int = 200
) -> HttpResponse:
    found = signing_up.list_of(tournament)
    tell_apart([*found.admitted, *found.waiting], club=tournament.club)
    context = {"tournament": tournament, "club": tournament.club, "form": form, "list": found}
    return render_page(
        request, "organise/registration_settings.html", context, section="tournaments", status=status
    )


@require_safe
@signed_in
def door_code(request: HttpRequest, slug: str) -> HttpResponse:
    """The code for the wall: whoever has a place scans it and is here."""
    tournament = tournament_for(request, slug, Act.CALL_ROLL)
    url = check_in_url(checking_in.door_token(tournament), request)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "url": url,
        "code": mark_safe(qr_svg(url)),
    }
    return render_page(request, "organise/door_code.html", context, section="tournaments")


@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HttpRequest, token: str) -> HttpResponse:
    """What a code opens: one button, so that a camera which looks ahead checks nobody in."""
    code = checking_in.code_of(token)
    if code is None:
        return guessed(request)
    if request.method == "POST":
        return _check_in(request, code)
    roles = roles_in(request.user, code.tournament)
    context = {
        "tournament": code.tournament,
        "club": code.tournament.club,
        "player": code.player,
        "may_call": may(roles, Act.CALL_ROLL),
    }
    response = render_page(request, "tournaments/check_in.html", context, section="tournaments")
    keep_address(response)
    return response


def check_in_url(token: str, request: HttpRequest) -> str:
    """The whole address of a code, as a phone opens it: the site's own where it knows one."""
    path = reverse("check_in", args=[token])
    if settings.PUBLIC_ADDRESS:
        return f"{str(settings.PUBLIC_ADDRESS).rstrip('/')}{path}"
    return request.build_absolute_uri(path)


@signed_in
def _check_in(request: HttpRequest, code: checking_in.Code) -> HttpResponse:
    try:
        entry = checking_in.check_in(code, by=by_web(request))
    except EldestHandError as error:
        back = code.tournament.get_absolute_url()
        return refused(request, error, back=back, back_text=code.tournament.name)
    messages.success(request, _("%(name)s is here.") % {"name": entry.player.display_name})
    if code.player is not None:
        return HttpResponseRedirect(reverse("door", args=[code.tournament.slug]))
    return HttpResponseRedirect(code.tournament.get_absolute_url())
