"""Addresses of clubs' evenings, of the clubs that hold them, and of the games played there."""

from django.urls import include, path

from tournaments.views import clubs, games, home, rounds, seasons, standings, tournament

urlpatterns = [
    path("", include("tournaments.desk_urls")),
    path("", include("tournaments.organise_urls")),
    path("", home.home, name="home"),
    path("clubs/<slug:slug>/", clubs.club_detail, name="club_detail"),
    path("clubs/<slug:slug>/members/", clubs.club_members, name="club_members"),
    path("clubs/<slug:slug>/rules/", clubs.club_rules, name="club_rules"),
    path("clubs/<slug:club>/seasons/<slug:season>/", seasons.season_detail, name="season_detail"),
    path("tournaments/", home.tournament_list, name="tournament_list"),
    path("tournaments/<slug:slug>/", tournament.tournament_detail, name="tournament_detail"),
    path("tournaments/<slug:slug>/standings/", standings.standings, name="standings"),
    path("tournaments/<slug:slug>/rounds/<int:number>/", rounds.round_detail, name="round_detail"),
    path("games/<int:pk>/", games.game_detail, name="game_detail"),
]
