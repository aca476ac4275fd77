"""Addresses of the lowest floor."""

from django.urls import path

from clubs.views import claims, crawlers, health, lists, live, preferences

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("live/", live.live_stream, name="live_stream"),
    path("live/versions/", live.live_versions, name="live_versions"),
    path("clubs/", lists.club_list, name="club_list"),
    path("players/<int:pk>/claim/", claims.player_claim, name="player_claim"),
    path("help/", lists.help_page, name="help"),
    path("help/keys/", lists.help_keys, name="help_keys"),
    path("language/", preferences.language_set, name="language_set"),
    path("theme/", preferences.theme_set, name="theme_set"),
    path("robots.txt", crawlers.robots, name="robots"),
]
