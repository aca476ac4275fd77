"""Cells of a sheet that two people wrote differently, as the page of the table's link asks about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.models import User
from clubs.templatetags.figures import number as figure
from games.models import Seat
from games.services import drafts
from games.services.merging import Standing
from games.views.corrections import author
from tournaments.models import TableLink
from tournaments.services.namesakes import players_of, tell_apart_at
from tournaments.views.seats_in_words import seat_names


def contested_cells(
    link: TableLink, holders: list[Seat], standing: Standing, client_key: str = ""
) -> list[dict[str, Any]]:
    """Cells for which two people wrote different values, in words: the other's value first."""
    writer = drafts.writer_of(By(None, "link"), client_key)
    pairs = {cell: pair for cell, *pair in drafts.contested_cells(standing.cells, writer)}
    if not pairs:
        return []
    writers = {entry["by"] for pair in pairs.values() for entry in pair if entry["by"]}
    people = User.objects.select_related("player").in_bulk(writers) if writers else {}
    tell_apart_at(link.table.tournament, [*(seat.player for seat in holders), *players_of(people.values())])
    names = seat_names(holders)
    return [
        {
            "cell": cell,
            "where": _where(cell, names),
            "values": [
                {"value": entry["value"], **_said(entry, people, is_own=_is_of(writer, entry, client_key))}
                for entry in pair
            ],
        }
        for cell, pair in sorted(pairs.items())
        if cell.split(".")[0] != "total"
    ]


def _is_of(writer: str, entry: Mapping[str, Any], client_key: str) -> bool:
    """This phone typed it; a page that has not named itself yet is nobody's."""
    return bool(client_key) and entry["writer"] == writer


def _where(cell: str, names: list[str]) -> str:
    hand, column, seat = cell.split(".")
    values = {"hand": int(hand) + 1, "name": names[int(seat)]}
    text = _("Hand %(hand)s, bid of %(name)s") if column == "bids" else _("Hand %(hand)s, tricks of %(name)s")
    return text % values


def _said(entry: Mapping[str, Any], people: dict[int, User], *, is_own: bool) -> dict[str, str]:
    by, value = people.get(entry["by"] or 0), entry["value"]
    at = parse_datetime(entry["at"]) if entry.get("at") else None
    shown = _("blank") if value is None else figure(int(value))
    name = author(by, "web") if by is not None else _("a phone at the table")
    return {
        "text": shown,
        "name": _("you") if is_own else name,
        "time": date_format(localtime(at), "TIME_FORMAT") if at is not None else "",
    }
