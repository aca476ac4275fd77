"""Guards of the desk's pages, and what a refused act looks like."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseRedirect, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.models import User
from clubs.pages import asks_json
from clubs.rights import Act, may
from tournaments.models import Round, Table, Tournament
from tournaments.rights import roles_in
from tournaments.views.access import visible_tournament

View: TypeAlias = Callable[..., HttpResponseBase]


def desk_act(act: Act) -> Callable[[View], Callable[..., HttpResponseBase]]:
    """The view takes the tournament in place of its slug, and only people who may do the act get in.

    Who is not signed in is asked to, who may not see the tournament gets 404, others get 403.
    """

    def decorate(view: View) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return to_sign_in(request)
            tournament = visible_tournament(request.user, slug)
            if not may(roles_in(request.user, tournament), act):
                raise PermissionDenied
            return view(request, tournament, **kwargs)

        return guarded

    return decorate


def to_sign_in(request: HttpRequest) -> HttpResponseRedirect:
    """Whoever is signed out at an address of the desk signs in and comes back; a form is refused with a way to do so.

    Asked before anything is looked up: a hidden evening, and one that never was, answer like any other.
    """
    if request.method not in ("GET", "HEAD"):
        raise PermissionDenied
    return redirect_to_login(request.get_full_path())


def for_scripts(view: View) -> View:
    """A script that asks for JSON is refused in JSON: `signed_out` (401) before all else, so that nothing is lost."""

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if not asks_json(request):
            return view(request, **kwargs)
        if not request.user.is_authenticated:
            return _refused(
                401, "signed_out", _("You are signed out. What you type is kept in this browser.")
            )
        try:
            return view(request, **kwargs)
        except PermissionDenied:
            text = _("Your account may not do this. If you should, ask the owner of the club.")
            return _refused(403, "not_allowed", text)
        except Http404:
            text = _(
                "This sheet is not here any more: ask the director whether its round was taken back."
                " What you typed is kept in this browser."
            )
            return _refused(404, "not_found", text)

    return guarded


def _refused(status: int, code: str, message: str) -> JsonResponse:
    return JsonResponse({"code": code, "message": message}, status=status)


def by_web(request: HttpRequest) -> By:
    """Who acts by this page."""
    return By(signed_in(request), "web")


def signed_in(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def table_of_sheet(tournament: Tournament, n: int) -> Table:
    """The table with this sheet number, with its game; a draft's table does not exist."""
    tables = Table.objects.filter(tournament=tournament, game__isnull=False).exclude(
        round__state=Round.State.DRAFT
    )
    table = get_object_or_404(tables.select_related("game__club", "round"), sheet_number=n)
    if table.game is None:
        raise Http404
    table.tournament = tournament  # one row, one object: the services ask it for its club
    return table


def became_final_words() -> str:
    """To somebody whose sheet was stored by another while it was typed, and who may not correct it."""
    return _(
        "This sheet became final while you typed, so nothing was changed. What you typed stands below:"
        " show a director what should be different."
    )
