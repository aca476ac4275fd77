"""A second site without a second server: the only one, emptied."""

from __future__ import annotations

import json
from typing import Any

from django.apps import apps
from django.db import connection

from clubs.activity import By
from clubs.models import Club
from ratings.models import Ladder
from ratings.services.writer import advance_ladder
from tournaments.models import Tournament
from tournaments.services import marks, standings
from tournaments.services.transfer.canonical import from_bytes, to_bytes
from tournaments.services.transfer.out import club_document, tournament_document
from tournaments.services.transfer.plans import Plan
from tournaments.services.transfer.storing import carry_out

FLOORS = ("tournaments", "ratings", "games", "clubs")
BY_COMMAND = By(None, "command")


def empty_site() -> None:
    """Every row of the floors goes; the keys are checked when the transaction ends, and then nothing is left."""
    with connection.cursor() as cursor:
        for floor in FLOORS:
            for model in apps.get_app_config(floor).get_models(include_auto_created=True):
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


def catch_up() -> None:
    """What the worker would do: standings, seasons, ratings."""
    for scope in marks.left():
        kind, _colon, pk = scope.partition(":")
        if kind == "tournament":
            standings.refresh(int(pk))
    for ladder in Ladder.objects.order_by("pk"):
        advance_ladder(ladder.pk)


def exported(tournament: Tournament) -> bytes:
    return to_bytes(tournament_document(Tournament.objects.get(pk=tournament.pk), with_hidden=True))


def exported_club(club: Club) -> bytes:
    return to_bytes(club_document(Club.objects.get(pk=club.pk), with_hidden=True))


def brought_in(raw: bytes, club: Club | None = None, *, by: By = BY_COMMAND, **settings: Any) -> Plan:
    return carry_out(from_bytes(raw), club, by=by, **settings)


def changed(raw: bytes, change: Any) -> bytes:
    """The file after `change` has worked on its document."""
    document = json.loads(raw)
    change(document)
    return to_bytes(document)


def standings_now() -> list[tuple[Any, ...]]:
    """Every line of every list, by what is the same on every site."""
    rows = Tournament.objects.values_list(
        "uid",
        "standings__after_round",
        "standings__entry__uid",
        "standings__position",
        "standings__place",
        "standings__total",
        "standings__columns",
        "standings__decided_by",
    )
    return sorted(rows, key=repr)


def ratings_now() -> list[tuple[Any, ...]]:
    """Every state of every ladder, likewise."""
    rows = Ladder.objects.values_list(
        "club__uid",
        "family",
        "active_epoch__states__player__uid",
        "active_epoch__states__rating",
        "active_epoch__states__games",
    )
    return sorted(rows, key=repr)
