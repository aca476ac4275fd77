"""The list of clubs, and the help page."""

from __future__ import annotations

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubs.folding import holds
from clubs.models import Club
from clubs.pages import render_page
from clubs.paging import BY_NAME


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """Clubs by name, with the number of their members."""
    sought = request.GET.get("q", "").replace("\x00", "").strip()[:100]
    clubs = Club.objects.listed().annotate(
        n_members=Count(
            "memberships", filter=Q(memberships__left_at=None, memberships__player__merged_into=None)
        )
    )
    if sought:
        clubs = clubs.filter(holds("name", sought))
    page = BY_NAME.page(clubs, request.GET)
    return render_page(
        request,
        "clubs/list.html",
        {"page": page, "sought": sought},
        section="clubs",
        fragment="clubs/_list.html",
    )


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render_page(request, "clubs/help.html", {}, section="help")


@require_safe
def help_keys(request: HttpRequest) -> HttpResponse:
    """The keys of the entry grid, on one page to print."""
    return render_page(request, "clubs/keys.html", {}, section="help")
