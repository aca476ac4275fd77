"""Slips at the desk and on phones that went wrong elsewhere: twice sent, twice tapped, an earlier hand mended."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import User
from games.models import Game, SheetDraft, SheetRevision
from tests.evenings import Evening, make_club, make_evening, tables_of
from tournaments.models import Table, TableLink
from tournaments.services import results
from tournaments.services.links import revoke_links, token_of

HAND_2 = {"1.bids.0": 1, "1.bids.1": 0, "1.bids.2": 0, "1.bids.3": 0}


def address(table: Table) -> str:
    return reverse("table_writer", args=[token_of(TableLink.objects.get(table=table, revoked_at=None))])


def draft(client: Client, where: str, changes: Mapping[str, Any], **more: Any) -> Any:
    document = {"changes": changes, "seen": 0, "revision": 0, "client_key": "phone", **more}
    return client.post(f"{where}draft/", json.dumps(document), content_type="application/json")


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def table(evening: Evening) -> Table:
    return tables_of(evening.publish())[0]


@pytest.mark.scenario("S01")
@pytest.mark.django_db(transaction=True)
def test_a_hand_sent_by_four_threads_of_one_phone_is_one_hand() -> None:
    """Each thread on a connection of its own; the answers agree and nothing is counted twice."""
    owner = User.objects.create_user("alice")
    evening = make_evening(make_club(owner), by=By(owner, "web"), n_players=4, sizes=(4,))
    (table,) = tables_of(evening.publish())
    where, start = address(table), threading.Barrier(4)

    def send(_thread: int) -> tuple[int, str]:
        try:
            start.wait()
            answer = draft(Client(), where, HAND_2)
            return answer.status_code, json.dumps(answer.json()["values"], sort_keys=True)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        answers = Counter(pool.map(send, range(4)))
    ((status, values),) = answers
    assert (status, json.loads(values)) == (200, HAND_2)
    kept = SheetDraft.objects.get()
    assert {cell: entry["value"] for cell, entry in kept.cells.items()} == HAND_2
    assert kept.version == 1


def cells_of(sheet: Mapping[str, Any]) -> dict[str, int]:
    return {
        f"{hand}.{column}.{seat}": value
        for hand, deal in enumerate(sheet["deals"])
        for column in ("bids", "tricks")
        for seat, value in enumerate(deal[column])
    }


@pytest.mark.scenario("S06")
def test_a_double_tap_on_send_stores_one_sheet_and_no_hand_of_zeros(evening: Evening, table: Table) -> None:
    client, where = Client(), address(table)
    sheet = evening.random_sheet(table)
    version = draft(client, where, cells_of(sheet)).json()["version"]
    form = {"act": "send", "seen": version, "revision": 0, "client_key": "tap"}
    for _tap in range(2):
        client.post(where, form)
    revision = SheetRevision.objects.get()
    assert [deal["tricks"] for deal in revision.sheet["deals"]] == [deal["tricks"] for deal in sheet["deals"]]
    assert Game.objects.get(table=table).revision == 1


@pytest.mark.scenario("S06")
@pytest.mark.django_db(transaction=True)
def test_four_taps_on_send_at_the_same_moment_store_one_sheet() -> None:
    """Each on a connection of its own: one revision with every hand once, and each tap is answered as the first."""
    owner = User.objects.create_user("alice")
    evening = make_evening(make_club(owner), by=By(owner, "web"), n_players=4, sizes=(4,))
    (table,) = tables_of(evening.publish())
    where, start = address(table), threading.Barrier(4)
    sheet = evening.random_sheet(table)
    version = draft(Client(), where, cells_of(sheet)).json()["version"]
    form = {"act": "send", "seen": version, "revision": 0, "client_key": "tap"}

    def tap(_finger: int) -> int:
        client = Client()
        try:
            start.wait()
            return client.post(where, form).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        answers = Counter(pool.map(tap, range(4)))
    # whoever comes after a sheet became final is told that the link has ended
    assert answers[302] >= 1
    assert set(answers) <= {302, 410}
    revision = SheetRevision.objects.get()
    assert [deal["tricks"] for deal in revision.sheet["deals"]] == [deal["tricks"] for deal in sheet["deals"]]
    assert SheetDraft.objects.filter(game=table.game_id).exclude(cells={}).count() == 0


@pytest.mark.scenario("S06")
def test_taps_of_one_hand_at_once_make_no_second_hand(evening: Evening, table: Table, alice: User) -> None:
    """A hand recorded twice is that hand; one whose values are all 0 is asked about once, and only that one."""
    client, where = Client(), address(table)
    zeros = {f"1.{column}.{seat}": 0 for column in ("bids", "tricks") for seat in range(4)}
    for _tap in range(2):
        assert draft(client, where, zeros, client_key="phone").status_code == 200
    typed = results.sheet_as_typed(table)[1]
    assert [bool(deal.get("tricks")) for deal in typed["deals"]] == [False, True, False]
    desk = Client()
    desk.force_login(alice)
    page = desk.get(reverse("sheet_detail", args=[evening.tournament.slug, table.sheet_number]))
    suspects = [row for row in page.context["grid"].rows if row.state == "suspect"]
    assert len(suspects) == 1


@pytest.mark.scenario("S12")
def test_mending_an_earlier_hand_leaves_the_half_typed_one_and_goes_back_exactly(
    evening: Evening, table: Table
) -> None:
    by = evening.by
    whole = {"0.bids.0": 0, "0.bids.1": 1, "0.bids.2": 0, "0.bids.3": 0}
    whole |= {"0.tricks.0": 0, "0.tricks.1": 1, "0.tricks.2": 0, "0.tricks.3": 0}
    half = {"1.bids.0": 2, "1.bids.1": 0}
    results.type_on_sheet(table, changes=whole | half, seen=0, by=by)
    before = results.sheet_as_typed(table)[1]
    results.type_on_sheet(table, changes={"0.bids.1": 0}, seen=1, by=by)
    mended = results.sheet_as_typed(table)[1]
    assert mended["deals"][0]["bids"] == [0, 0, 0, 0]
    assert mended["deals"][1:] == before["deals"][1:]
    results.type_on_sheet(table, changes={"0.bids.1": 1}, seen=2, by=by)
    assert results.sheet_as_typed(table)[1] == before


@pytest.mark.scenario("S12")
def test_correcting_a_stored_hand_keeps_what_others_type_below_it(evening: Evening, table: Table) -> None:
    """Hand 1 is stored and hand 2 half typed when hand 1 is typed anew: both are there, and the totals follow."""
    sheet = evening.random_sheet(table)
    first = {**sheet["deals"][0], "bids": [0, 1, 0, 0], "tricks": [0, 1, 0, 0]}
    evening.enter(table, {**sheet, "deals": [first, *({"hand_size": n} for n in (2, 3))]})
    results.type_on_sheet(table, changes={"1.bids.2": 1}, seen=0, by=evening.by, client_key="b")
    version = results.sheet_as_typed(table)[0]
    results.type_on_sheet(table, changes={"0.bids.1": 0}, seen=version, by=evening.by, client_key="a")
    typed = results.sheet_as_typed(table)[1]
    assert (typed["deals"][0]["bids"], typed["deals"][1]["bids"]) == ([0, 0, 0, 0], [None, None, 1, None])
    game = evening.enter(table, typed, reason="misread").game
    assert [seat.total for seat in game.seats.order_by("number")] == [10, 0, 10, 10]
    assert game.revisions.get(number=2).sheet["deals"][1]["bids"] == [None, None, 1, None]


@pytest.mark.scenario("S35")
def test_a_saved_link_posts_nothing_after_it_was_switched_off(evening: Evening, table: Table) -> None:
    client, where = Client(), address(table)
    assert draft(client, where, {"0.bids.1": 1}).status_code == 200
    table.round.tournament = evening.tournament
    revoke_links(table.round, by=evening.by)
    late = draft(client, where, {"0.bids.1": 0, "0.bids.2": 1})
    typed = client.post(where, {"act": "type", "cell": "0.bids.3", "value": "1", "seen": "99"})
    assert (late.status_code, typed.status_code) == (410, 410)
    assert results.sheet_as_typed(table)[1]["deals"][0]["bids"] == [None, 1, None, None]
