"""Addresses of the pages for those who run a club or an evening; they stand before the pages for readers."""

from django.urls import path

from tournaments.views.organise import door, draw

urlpatterns = [
    path("tournaments/<slug:slug>/door/", door.door, name="door"),
    path("tournaments/<slug:slug>/door/walk-in/", door.door_walk_in, name="door_walk_in"),
    path("tournaments/<slug:slug>/draw/", draw.draw, name="draw"),
    path("tournaments/<slug:slug>/draw/change/", draw.draw_change, name="draw_change"),
    path("tournaments/<slug:slug>/draw/again/", draw.draw_again, name="draw_again"),
    path("tournaments/<slug:slug>/draw/discard/", draw.draw_discard, name="draw_discard"),
    path("tournaments/<slug:slug>/draw/publish/", draw.draw_publish, name="draw_publish"),
    path(
        "tournaments/<slug:slug>/rounds/<int:number>/unpublish/", draw.round_unpublish, name="round_unpublish"
    ),
    path("tournaments/<slug:slug>/rounds/<int:number>/close/", draw.round_close, name="round_close"),
]
