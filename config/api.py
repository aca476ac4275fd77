"""The REST API under /api/v1/: every endpoint in one place."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.routers import SimpleRouter

from clubs.api import PlayerViewSet
from clubs.pages import render_page
from games import api_hosted
from ratings.api import LadderViewSet
from tournaments.api import EveningGamesViewSet
from tournaments.api_writes.clubs import ClubsViewSet
from tournaments.api_writes.tournaments import TournamentsViewSet
from tournaments.api_writes.urls import urlpatterns as acts

router = SimpleRouter(use_regex_path=False)
router.register("clubs", ClubsViewSet, basename="club")
router.register("players", PlayerViewSet, basename="player")
router.register("tournaments", TournamentsViewSet, basename="tournament")
router.register("games", EveningGamesViewSet, basename="game")
router.register("ladders", LadderViewSet, basename="ladder")


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    """The endpoints in words; the machine-readable form is the schema."""
    return render_page(
        request, "config/api.html", {"base": request.build_absolute_uri("/api/v1/")}, section="help"
    )


v1: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularJSONAPIView.as_view(), name="schema"),
    *router.urls,
    path("tables/", api_hosted.TablesView.as_view(), name="table-list"),
    path("tables/<slug:key>/", api_hosted.TableView.as_view(), name="table-detail"),
    path("tables/<slug:key>/seat/", api_hosted.TableSeatView.as_view(), name="table-seat"),
    path("tables/<slug:key>/start/", api_hosted.TableStartView.as_view(), name="table-start"),
    path("tables/<slug:key>/acts/", api_hosted.TableActView.as_view(), name="table-acts"),
    path("tables/<slug:key>/own/", api_hosted.TableOwnView.as_view(), name="table-own"),
    path("tables/<slug:key>/direct/", api_hosted.TableDirectView.as_view(), name="table-direct"),
    path("tables/<slug:key>/log/", api_hosted.TableLogView.as_view(), name="table-log"),
    *acts,
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("", api_docs, name="api_docs"),
    path("v1/", include((v1, "api"))),
]
