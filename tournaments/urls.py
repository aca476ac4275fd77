"""Addresses of clubs' evenings, of the clubs that hold them, and of the games played there."""

from django.contrib.sitemaps import views as sitemaps
from django.urls import include, path
from django.views.decorators.http import require_safe

from tournaments.views import (
    account,
    announcing,
    clock,
    clubs,
    final,
    games,
    home,
    rounds,
    seasons,
    standings,
    tournament,
)
from tournaments.views.organise import house_rules

urlpatterns = [
    path("", include("tournaments.desk_urls")),
    path("", include("tournaments.organise_urls")),
    path("", home.home, name="home"),
    path("account/", account.account, name="account"),
    path("account/data/", account.account_data, name="account_data"),
    path("account/delete/", account.account_delete, name="account_delete"),
    path("clubs/<slug:slug>/", clubs.club_detail, name="club_detail"),
    path("clubs/<slug:slug>/members/", clubs.club_members, name="club_members"),
    path("clubs/<slug:slug>/feed/", require_safe(announcing.ClubFeed()), name="club_feed"),
    path(
        "sitemap.xml",
        require_safe(sitemaps.index),
        {"sitemaps": announcing.SITEMAPS, "sitemap_url_name": "sitemap_section"},
        name="sitemap",
    ),
    path(
        "sitemap-<section>.xml",
        require_safe(sitemaps.sitemap),
        {"sitemaps": announcing.SITEMAPS},
        name="sitemap_section",
    ),
    path("clubs/<slug:slug>/rules/", clubs.club_rules, name="club_rules"),
    path("clubs/<slug:slug>/rules/new/", house_rules.rules_new, name="rules_new"),
    path("clubs/<slug:slug>/rules/<int:pk>/", house_rules.rule_set, name="rule_set"),
    path("clubs/<slug:club>/seasons/<slug:season>/", seasons.season_detail, name="season_detail"),
    path("clubs/<slug:club>/seasons/<slug:season>/table.csv", seasons.season_csv, name="season_csv"),
    path("tournaments/", home.tournament_list, name="tournament_list"),
    path("tournaments/<slug:slug>/", tournament.tournament_detail, name="tournament_detail"),
    path("tournaments/<slug:slug>/standings/", standings.standings, name="standings"),
    path("tournaments/<slug:slug>/rounds/<int:number>/", rounds.round_detail, name="round_detail"),
    path("tournaments/<slug:slug>/final/", final.final, name="final"),
    path("tournaments/<slug:slug>/clock/", clock.clock, name="clock"),
    path("tournaments/<slug:slug>/clock/now/", clock.clock_now, name="clock_now"),
    path("tournaments/<slug:slug>/games/<int:n>/", games.evening_game, name="evening_game"),
    path("games/<int:pk>/", games.game_detail, name="game_detail"),
]
