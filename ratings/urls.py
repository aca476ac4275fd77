"""Addresses of ladders and players."""

from django.urls import path

from ratings.views import ladders, players

urlpatterns = [
    path("players/", players.player_list, name="player_list"),
    path("players/<int:pk>/", players.player_detail, name="player_detail"),
    path("ratings/", ladders.ladder_list, name="ladder_list"),
    path("ratings/how/", ladders.ratings_how, name="ratings_how"),
    path("ratings/<slug:slug>/", ladders.ladder_detail, name="ladder_detail"),
]
