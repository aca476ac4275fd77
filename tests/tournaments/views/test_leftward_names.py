"""Names written from right to left stand in sentences beside numbers and leave them in their places."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.evenings import Evening
from tests.tournaments.views.desk import cells_of, form_of, sheet_url
from tournaments.models import Table

NAME = "דוד כהן"
WRONG_TOTAL = 7777


@pytest.fixture
def game(evening: Evening, tables: list[Table]) -> Game:
    game = tables[0].game
    assert game is not None
    for seat in game.seats.select_related("player"):
        assert seat.player is not None
        seat.player.name = f"{NAME} {seat.number}"
        seat.player.save(update_fields=["name"])
    return game


def bare(text: str) -> list[str]:
    """What of the text holds such a name without marks around it and a digit of another field beside it."""
    without = re.sub(f"\u2068{NAME} \\d\u2069", "", text)
    return [line for line in without.splitlines() if NAME in line]


def test_remarks_suspects_and_questions_keep_their_numbers(
    owner: Client, evening: Evening, tables: list[Table], game: Game
) -> None:
    sheet = evening.random_sheet(tables[0])
    n_seats = len(sheet["players"])
    evening.enter(tables[0], {**sheet, "paper_totals": [WRONG_TOTAL] * n_seats})
    page = owner.get(sheet_url(tables[0]))
    said = [remark.text for remark in (*page.context["remarks"], *page.context["suspects"])]
    assert len(said) >= n_seats
    assert all(f"\u2068{NAME}" in text for text in said)
    assert [line for text in said for line in bare(text)] == []


def test_what_a_correction_moves_and_what_it_moved_keep_their_numbers(
    owner: Client, evening: Evening, tables: list[Table], game: Game
) -> None:
    sheet = evening.random_sheet(tables[0])
    evening.enter(tables[0], sheet)
    for deal in sheet["deals"]:
        deal["tricks"] = deal["tricks"][1:] + deal["tricks"][:1]
        deal["bids"] = list(deal["tricks"])
    typed = {**form_of(owner, tables[0]), **cells_of(sheet), "reason": "read again"}
    shown = owner.post(sheet_url(tables[0]), typed)
    html = shown.content.decode()
    effects = html[html.index('id="effects"') : html.index("</ul>", html.index('id="effects"'))]
    assert f"\u2068{NAME}" in effects
    assert bare(effects) == []
    owner.post(sheet_url(tables[0]), {**typed, "confirmed": shown.context["answer"].confirmed})
    stored = owner.get(game.get_absolute_url())
    changes = [line for found in stored.context["corrections"] for line in found.changes]
    assert changes
    assert [line for text in changes for line in bare(text)] == []


def test_paper_has_no_marks_around_a_name(owner: Client, tables: list[Table], game: Game) -> None:
    table = tables[0]
    address = reverse("sheet_print", args=[table.tournament.slug, table.sheet_number])
    assert "\u2068" not in owner.get(address).content.decode()


def test_other_names_are_as_they_are(owner: Client, evening: Evening, tables: list[Table]) -> None:
    evening.enter(tables[0])
    assert "\u2068" not in owner.get(sheet_url(tables[0])).content.decode()
