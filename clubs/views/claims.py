"""'This profile is mine': asked, taken back, given back."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, signed_in
from clubs.errors import EldestHandError
from clubs.models import Player, User
from clubs.namesakes import tell_apart
from clubs.pages import render_page
from clubs.querysets import leave_names_out
from clubs.services.claiming import ask_claim, own_claim, release_profile, withdraw_claim
from clubs.services.members import rename_self


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def player_claim(request: HttpRequest, pk: int) -> HttpResponse:
    """How the reader and the profile stand to each other, and what can be done about it."""
    if pk >= 2**63:
        raise Http404
    player = get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)
    if player.merged_into is not None:
        return HttpResponseRedirect(reverse("player_claim", args=[player.merged_into.pk]))
    assert isinstance(request.user, User)
    leave_names_out([player], request.user)
    refusal = None
    if request.method == "POST":
        try:
            messages.success(request, _act(request, player))
            return HttpResponseRedirect(reverse("player_claim", args=[player.pk]))
        except EldestHandError as error:
            refusal = error
            player.refresh_from_db()
            leave_names_out([player], request.user)
    tell_apart([player], among=Player.objects.current().findable_by(request.user))
    claim = own_claim(player, request.user)
    context = {
        "player": player,
        "claim": claim,
        "answer": getattr(claim, "answer", None),
        "own": Player.objects.filter(user=request.user).first(),
        "words": request.POST.get("words", ""),
        "name": request.POST.get("name", player.name),
        "refusal": refusal,
    }
    return render_page(
        request,
        "clubs/claim.html",
        context,
        section="players",
        status=refusal.status if refusal else 200,
    )


def _act(request: HttpRequest, player: Player) -> str:
    by, act = by_web(request), request.POST.get("act", "")
    if act == "ask":
        ask_claim(player, by=by, words=request.POST.get("words", ""))
        return _("The club is asked. You see the answer here.")
    if act == "rename":
        rename_self(player, name=request.POST.get("name", ""), by=by)
        return _("The new name is shown from now on; the old one still finds you.")
    if act == "release":
        release_profile(player, by=by)
        return _("The profile belongs to no account any more.")
    if act == "withdraw" and by.user is not None:
        claim = own_claim(player, by.user)
        if claim is not None:
            withdraw_claim(claim, by=by)
        return _("You do not ask for this profile any more.")
    raise EldestHandError(_("This form says nothing that can be done."), code="bad_request", status=400)
