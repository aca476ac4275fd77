"""Addresses of the desk: the pile of sheets, the entry grid, verifying; and the wall."""

from django.urls import path

from tournaments.views import (
    photos,
    piles,
    printing,
    rekeying,
    sheet_drafts,
    sheet_people,
    sheets,
    table_links,
    table_photos,
    tables,
    wall,
)

urlpatterns = [
    path("tournaments/<slug:slug>/sheets/", piles.sheet_pile, name="sheet_pile"),
    path("tournaments/<slug:slug>/sheets/<int:n>/", sheets.sheet_detail, name="sheet_detail"),
    path("tournaments/<slug:slug>/sheets/<int:n>/draft/", sheet_drafts.sheet_draft, name="sheet_draft"),
    path("tournaments/<slug:slug>/sheets/<int:n>/discard/", piles.sheet_discard, name="sheet_discard"),
    path("tournaments/<slug:slug>/sheets/<int:n>/photos/", photos.photo_add, name="photo_add"),
    path("tournaments/<slug:slug>/sheets/<int:n>/photos/<uuid:uid>/", photos.photo_file, name="photo_file"),
    path(
        "tournaments/<slug:slug>/sheets/<int:n>/photos/<uuid:uid>/remove/",
        photos.photo_remove,
        name="photo_remove",
    ),
    path("tournaments/<slug:slug>/sheets/<int:n>/verify/", piles.sheet_verify, name="sheet_verify"),
    path("tournaments/<slug:slug>/sheets/<int:n>/verify/cells/", rekeying.sheet_rekey, name="sheet_rekey"),
    path("tournaments/<slug:slug>/sheets/<int:n>/people/", sheet_people.sheet_people, name="sheet_people"),
    path("tournaments/<slug:slug>/sheets/<int:n>/void/", piles.sheet_void, name="sheet_void"),
    path("tables/worker.js", tables.table_worker, name="table_worker"),
    path("tables/<str:token>/", tables.table_writer, name="table_writer"),
    path("tables/<str:token>/draft/", tables.table_draft, name="table_draft"),
    path("tables/<str:token>/photos/", table_photos.table_photo_add, name="table_photo_add"),
    path("tournaments/<slug:slug>/rounds/<int:number>/links/", table_links.round_links, name="round_links"),
    path("tournaments/<slug:slug>/rounds/<int:number>/print/", printing.round_print, name="round_print"),
    path("tournaments/<slug:slug>/rounds/<int:number>/print.pdf", printing.round_pdf, name="round_pdf"),
    path("tournaments/<slug:slug>/sheets/<int:n>/print/", printing.sheet_print, name="sheet_print"),
    path("tournaments/<slug:slug>/wall/", wall.wall, name="wall"),
]
