"""`/account/`: one's own profile and name, all that is stored, and the way out."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.acting import by_web, signed_in
from clubs.errors import EldestHandError
from clubs.limits import limited
from clubs.models import Player, User
from clubs.pages import render_page
from clubs.services.forgetting import show_name
from tournaments.services.accounts import account_document, delete_account, last_owner_of


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def account(request: HttpRequest) -> HttpResponse:
    """POST `act` = hide or show: whether others read the name of one's profile."""
    user = _user(request)
    player = Player.objects.filter(user=user).first()
    act = request.POST.get("act", "")
    if request.method == "POST" and player is not None and act in ("hide", "show"):
        show_name(player, shown=act == "show", by=by_web(request))
        messages.success(
            request, _("Your name is shown.") if act == "show" else _("Your name is hidden everywhere.")
        )
        return redirect("account")
    status = 400 if request.method == "POST" else 200
    return render_page(request, "tournaments/account.html", {"player": player}, status=status)


@require_safe
@signed_in
@limited("downloads", methods=("GET",))
def account_data(request: HttpRequest) -> HttpResponse:
    """All that is stored about the reader, as one JSON file."""
    response = JsonResponse(
        account_document(_user(request)), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    response["Content-Disposition"] = 'attachment; filename="eldest-hand-account.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@limited("deletions")
def account_delete(request: HttpRequest) -> HttpResponse:
    """The password says that it is meant; nothing is asked of whoever has none."""
    user = _user(request)
    error = ""
    status = 200
    if request.method == "POST":
        if user.has_usable_password() and not user.check_password(request.POST.get("password", "")):
            error, status = _("This is not your password. Nothing was deleted."), 422
        else:
            try:
                delete_account(user, by=by_web(request))
            except EldestHandError as refusal:
                error, status = refusal.message, refusal.status
            else:
                logout(request)
                messages.success(request, _("Your account is deleted. Games stay, without your name."))
                return HttpResponseRedirect("/")
    context = {
        "player": Player.objects.filter(user=user).first(),
        "clubs": last_owner_of(user),
        "asks_password": user.has_usable_password(),
        "error": error,
    }
    return render_page(request, "tournaments/account_delete.html", context, status=status)


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # signed in
    return request.user
