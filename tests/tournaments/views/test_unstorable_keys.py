"""Keys of windows and forms that no database keeps: NUL and halves of letters lose nothing and break nothing."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club
from games.models import Game
from games.services.drafts import draft_of
from tests.evenings import Evening
from tests.tournaments.views.desk import cells_of, client_of, desk_user, draft, form_of, published, sheet_url
from tournaments.models import Table, TableLink
from tournaments.services.links import token_of

KEYS = ("a\x00b", "a\ud800b")


def _game(table: Table) -> Game:
    assert table.game is not None
    table.game.refresh_from_db()
    return table.game


@pytest.mark.parametrize("key", KEYS)
def test_the_desk_types_under_any_key(owner: Client, table: Table, key: str) -> None:
    answer = draft(owner, table, {"0.bids.0": 1}, client_key=key)
    assert answer.status_code == 200
    assert draft_of(_game(table)) == (1, {"0.bids.0": 1})
    assert draft(owner, table, {"0.bids.0": 0}, client_key=key).json()["contested"] == []


@pytest.mark.parametrize("key", KEYS)
def test_a_phone_types_under_any_key(client: Client, table: Table, key: str) -> None:
    url = reverse("table_draft", args=[token_of(TableLink.objects.get(table=table))])
    for number, value in enumerate((1, 0)):
        document = {"changes": {"0.bids.0": value}, "seen": 0, "client_key": key, "number": number}
        answer = client.post(url, json.dumps(document), content_type="application/json")
        assert (answer.status_code, answer.json()["contested"]) == (200, [])
    assert draft_of(_game(table))[1] == {"0.bids.0": 0}


@pytest.mark.parametrize("page", ["sheet_verify", "sheet_rekey"])
def test_a_reading_sent_twice_under_a_key_with_a_nul_is_one(
    club: Club, by_alice: By, evening: Evening, page: str
) -> None:
    club.verifies_sheets = True
    club.save()
    evening.tournament.club.refresh_from_db()
    table = published(evening)[0]
    evening.enter(table)
    second = client_of(desk_user(club, "dora", "scorekeeper", by=by_alice))
    totals = {f"total.{seat}": "777" for seat in range(7)}
    url = reverse(page, args=[evening.tournament.slug, table.sheet_number])
    for _again in range(2):
        answer = second.post(url, {**totals, "revision": "1", "client_key": "a\x00b"})
        assert answer.status_code in (302, 422)
    assert _game(table).decisions.count() == 1


def test_a_sheet_saved_twice_under_a_key_with_a_nul_is_stored_once(
    owner: Client, evening: Evening, table: Table
) -> None:
    form = {**form_of(owner, table), **cells_of(evening.random_sheet(table))}
    for _again in range(2):
        answer = owner.post(sheet_url(table), {**form, "client_key": "a\x00b", "writer": "a\x00b"})
        assert answer.status_code == 302
    assert _game(table).revision == 1


def test_a_phone_sends_a_sheet_once_under_a_key_with_a_nul(client: Client, table: Table) -> None:
    url = reverse("table_writer", args=[token_of(TableLink.objects.get(table=table))])
    form = {"client_key": "a\x00b", "hand": "1", "seen": "0"}
    assert client.post(url, {**form, "act": "type", "cell": "0.bids.0=1"}).status_code == 302
    for _again in range(2):
        sent = {**form, "act": "send", "seen": "1", "revision": "0", "mode": "tricks"}
        assert client.post(url, sent).status_code == 302
    assert _game(table).revision == 1
