"""Addresses of ladders and players."""

from django.urls import path

from ratings.views import against, ladders, players, records

urlpatterns = [
    path("players/", players.player_list, name="player_list"),
    path("players/<int:pk>/", players.player_detail, name="player_detail"),
    path("players/<int:pk>/curve/", players.player_curve, name="player_curve"),
    path("players/<int:pk>/games/", records.player_games, name="player_games"),
    path("players/<int:pk>/figures/", records.player_figures, name="player_figures"),
    path("players/<int:pk>/against/", against.player_rivals, name="player_rivals"),
    path("players/<int:pk>/against/<int:other>/", against.player_against, name="player_against"),
    path("ratings/", ladders.ladder_list, name="ladder_list"),
    path("ratings/how/", ladders.ratings_how, name="ratings_how"),
    path("ratings/<slug:slug>/", ladders.ladder_detail, name="ladder_detail"),
]
