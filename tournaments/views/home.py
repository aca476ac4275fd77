"""The front page and the list of tournaments."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Count, Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.folding import holds
from clubs.models import Club
from clubs.pages import render_page
from clubs.paging import Keyset, read_time
from tournaments.models import Round, Tournament
from tournaments.querysets import TournamentQuerySet

NEWEST_FIRST = Keyset("starts_at", "id", read_time, descending=True)
A_DAY = timedelta(days=1)
N_CLUBS = 12
N_EVENINGS = 8


def running() -> TournamentQuerySet:
    """Tournaments with a published round that have not been closed."""
    published = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=Round.State.DRAFT)
    return _shown().filter(Exists(published), closed_at__isnull=True)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is played now, what comes next, what was played last, and who plays."""
    live = list(running().order_by("-starts_at", "pk")[:N_EVENINGS])
    shown = _shown().exclude(pk__in=[evening.pk for evening in live])
    soon = timezone.now() - A_DAY / 2
    coming = shown.filter(starts_at__gte=soon, closed_at__isnull=True).order_by("starts_at", "pk")[
        :N_EVENINGS
    ]
    past = shown.filter(closed_at__isnull=False).order_by("-starts_at", "pk")[:N_EVENINGS]
    clubs = (
        Club.objects.listed()
        .annotate(n_evenings=Count("tournaments", filter=Q(tournaments__visibility="public")))
        .order_by("-n_evenings", "sorts_as", "pk")
    )
    context = {
        "live": live,
        "coming": list(coming),
        "past": list(past),
        "clubs": list(clubs[:N_CLUBS]),
        "n_clubs": Club.objects.listed().count(),
    }
    return render_page(request, "tournaments/home.html", context, section="home")


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """All listed tournaments, newest first, by name if asked."""
    sought = request.GET.get("q", "").replace("\x00", "").strip()[:100]
    tournaments = _shown()
    if sought:
        tournaments = tournaments.filter(holds("name", sought) | holds("club__name", sought))
    page = NEWEST_FIRST.page(tournaments, request.GET)
    return render_page(
        request,
        "tournaments/list.html",
        {"page": page, "sought": sought, "now": timezone.now()},
        section="tournaments",
        fragment="tournaments/_list.html",
    )


def _shown() -> TournamentQuerySet:
    published = Q(rounds__state__in=[Round.State.PUBLISHED, Round.State.CLOSED])
    return (
        Tournament.objects.listed()
        .select_related("club")
        .annotate(
            n_entries=Count("entries", distinct=True),
            n_published=Count("rounds", filter=published, distinct=True),
        )
    )
