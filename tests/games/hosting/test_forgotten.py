"""Somebody named in the reasons at a table is forgotten: no page, no answer and nothing kept has the name any more."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Player
from clubs.services.forgetting import anonymise_player
from games.models import HostedState, SheetRevision
from games.services.hosting import directing
from games.services.verifying import hosted_differences
from tests.games.hosting.tables import people, play_on, shown, started

# Outside a transaction, as pages are served: inside one nothing that was read is kept.
pytestmark = pytest.mark.django_db(transaction=True)
NAME = "Zebulon Ærø"


def test_a_forgotten_name_goes_out_of_a_table_and_no_number_moves() -> None:
    table = started(3)
    zeb = Player.objects.create(name=NAME)
    directing.adjust(table, number=1, points=-5, by=By(people(1)[0], "web"), reason=f"{NAME} had to wait")
    while not (before := shown(table, None))["deals"]:
        play_on(table, most=1)
    reader = Client()

    def told() -> list[bool]:
        """Whether page, API and stored state tell the name."""
        answers: list[Any] = [
            reader.get(table.get_absolute_url()).content.decode(),
            reader.get(f"/api/v1/tables/{table.key}/").json(),
            HostedState.objects.get().snapshot,
        ]
        return [NAME in str(answer) for answer in answers]

    assert told() == [True, True, True]
    anonymise_player(zeb, by=By(None, "command"))
    assert told() == [False, False, False]
    assert list(hosted_differences()) == []
    assert shown(table, None)["totals"] == before["totals"]
    play_on(table)
    sheet = SheetRevision.objects.get(game=table.game_id).sheet
    assert [row["adjustments"][0]["reason"] for row in sheet["deals"] if row.get("adjustments")] == [
        f"Player {zeb.pk} had to wait"
    ]
    assert told() == [False, False, False]
