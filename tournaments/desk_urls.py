"""Addresses of the desk: the pile of sheets, the entry grid, verifying; and the wall."""

from django.urls import path

from tournaments.views import piles, sheet_drafts, sheets, wall

urlpatterns = [
    path("tournaments/<slug:slug>/sheets/", piles.sheet_pile, name="sheet_pile"),
    path("tournaments/<slug:slug>/sheets/<int:n>/", sheets.sheet_detail, name="sheet_detail"),
    path("tournaments/<slug:slug>/sheets/<int:n>/draft/", sheet_drafts.sheet_draft, name="sheet_draft"),
    path("tournaments/<slug:slug>/sheets/<int:n>/discard/", piles.sheet_discard, name="sheet_discard"),
    path("tournaments/<slug:slug>/sheets/<int:n>/verify/", piles.sheet_verify, name="sheet_verify"),
    path("tournaments/<slug:slug>/sheets/<int:n>/void/", piles.sheet_void, name="sheet_void"),
    path("tournaments/<slug:slug>/wall/", wall.wall, name="wall"),
]
