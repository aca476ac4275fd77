"""Everybody nobody has spoken of is absent: the names first, then one press, and one to take it back."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused, signed_in
from clubs.errors import EldestHandError
from clubs.pages import render_page
from clubs.rights import Act
from clubs.typed import whole
from tournaments.models import Entry
from tournaments.services.door import absent_of, blanks_of, mark_blanks_absent, take_back_absent
from tournaments.views.organise.guards import tournament_for


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def door_blanks(request: HttpRequest, slug: str) -> HttpResponse:
    """`?marked=3-7` are those who were marked just now and can be taken back."""
    tournament = tournament_for(request, slug, Act.CALL_ROLL)
    door, here = reverse("door", args=[slug]), reverse("door_blanks", args=[slug])
    if request.method != "POST":
        context = {
            "tournament": tournament,
            "club": tournament.club,
            "blanks": blanks_of(tournament),
            "marked": absent_of(tournament, _ids(request.GET.get("marked", "").split("-"))),
        }
        return render_page(request, "organise/door_blanks.html", context, section="tournaments")
    shown = _ids(request.POST.getlist("who"))
    try:
        if request.POST.get("act") == "back":
            noted = take_back_absent(tournament, shown=shown, by=by_web(request))
            text = ngettext("%(n)d line was taken back.", "%(n)d lines were taken back.", len(noted))
        else:
            noted = mark_blanks_absent(tournament, shown=shown, by=by_web(request))
            here += f"?marked={_text(noted)}"
            text = ngettext("%(n)d is absent now.", "%(n)d are absent now.", len(noted))
    except EldestHandError as error:
        return refused(request, error, back=door, back_text=_("Back to the door"))
    messages.success(request, text % {"n": len(noted)})
    return HttpResponseRedirect(here)


def _ids(parts: Iterable[str]) -> set[int]:
    return {int(part) for part in parts if whole(part) is not None}


def _text(entries: Iterable[Entry]) -> str:
    return "-".join(str(entry.pk) for entry in entries)
