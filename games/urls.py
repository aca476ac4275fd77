"""Addresses of the card tables."""

from django.urls import path

from games.views.hosted import after, lobby, table

urlpatterns = [
    path("play/", lobby.play_lobby, name="play_lobby"),
    path("play/new/", lobby.play_new, name="play_new"),
    path("play/check/", after.play_check, name="play_check"),
    path("play/<slug:key>/", table.play_table, name="play_table"),
    path("play/<slug:key>/sit/", table.play_sit, name="play_sit"),
    path("play/<slug:key>/start/", table.play_start, name="play_start"),
    path("play/<slug:key>/act/", table.play_act, name="play_act"),
    path("play/<slug:key>/own/", table.play_seat, name="play_seat"),
    path("play/<slug:key>/direct/", table.play_direct, name="play_direct"),
    path("play/<slug:key>/seat/<slug:word>/", table.play_link, name="play_link"),
    path("play/<slug:key>/replay/", after.play_replay, name="play_replay"),
    path("play/<slug:key>/log/", after.play_log, name="play_log"),
    path("play/<slug:key>/shuffle/", after.play_shuffle, name="play_shuffle"),
]
