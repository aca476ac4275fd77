"""The links of a round's tables, for the director: shown as codes, renewed, taken back."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import refused
from clubs.errors import EldestHandError
from clubs.rights import Act
from clubs.typed import whole
from tournaments.models import Round, Table, TableLink, Tournament
from tournaments.printing.pages import qr_svg
from tournaments.services.links import renew_link, revoke_link, standing_links, why_ended
from tournaments.views.desk import by_web, desk_act
from tournaments.views.paper import link_url, round_tables
from tournaments.views.printing import published_round


@dataclass(frozen=True, slots=True)
class LinkLine:
    """A table and its link. `ended` says why a standing link opens nothing any more."""

    table: Table
    url: str
    code: SafeString | str
    ended: str


@require_http_methods(["GET", "HEAD", "POST"])
@desk_act(Act.MAKE_LINKS)
def round_links(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """POST `table` with `act` renew or revoke."""
    published = published_round(tournament, number)
    if request.method == "POST":
        return _act(request, tournament, published)
    tables = round_tables(published)
    links = standing_links(tables)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "round": published,
        "lines": [_line(request, published, table, links.get(table.pk)) for table in tables],
        "is_open": published.state == Round.State.PUBLISHED,
        "section": "tournaments",
    }
    response = render(request, "tournaments/links.html", context)
    add_never_cache_headers(response)
    return response


def _act(request: HttpRequest, tournament: Tournament, published: Round) -> HttpResponse:
    text = request.POST.get("table", "")
    chosen = whole(text, digits=5) or 0
    if request.POST.get("act") not in ("renew", "revoke"):
        return redirect("round_links", tournament.slug, published.number)
    table = get_object_or_404(published.tables.select_related("game"), number=chosen)
    table.tournament, table.round = tournament, published
    try:
        if request.POST.get("act") == "renew":
            renew_link(table, by=by_web(request))
            messages.success(
                request, _("Table %(n)d has a new link; the old one opens nothing.") % {"n": chosen}
            )
        elif revoke_link(table, by=by_web(request)):
            messages.success(request, _("The link of table %(n)d opens nothing any more.") % {"n": chosen})
    except EldestHandError as error:
        return refused(request, error, back=request.path, back_text=_("The links of the round"))
    return redirect("round_links", tournament.slug, published.number)


def _line(request: HttpRequest, published: Round, table: Table, link: TableLink | None) -> LinkLine:
    if link is None:
        return LinkLine(table, "", "", "revoked")
    link.table = table
    table.round = published
    url = link_url(link, request)
    # Our own drawing of an address of our own: no reader's text is in it.
    return LinkLine(table, url, mark_safe(qr_svg(url)), why_ended(link))
