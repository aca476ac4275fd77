"""A second person keys the paper again, cell by cell."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from games.models import Game, SheetDecision, SheetDraft, SheetState
from tests.evenings import Evening
from tests.tournaments.views.desk import cells_of, client_of, draft, fields_in, published
from tournaments.models import Table


@pytest.fixture
def table(club: Club, evening: Evening) -> Table:
    """Its sheet is keyed by alice and waits for another person."""
    club.verifies_sheets = True
    club.save()
    evening.tournament.club.refresh_from_db()
    found = published(evening)[0]
    evening.enter(found)
    return found


def url(table: Table, name: str = "sheet_rekey") -> str:
    return reverse(name, args=[table.tournament.slug, table.sheet_number])


def page(client: Client, table: Table) -> str:
    return client.get(url(table)).content.decode()


def game_of(table: Table) -> Game:
    return Game.objects.get(table=table)


def paper(table: Table) -> dict[str, str]:
    """Every cell as it was keyed."""
    return cells_of(game_of(table).revisions.get().sheet)


def sent(client: Client, table: Table, **read: str) -> Any:
    """The paper keyed again, some cells read otherwise: `_0_bids_1="2"`."""
    cells = {name[1:].replace("_", "."): text for name, text in read.items()}
    return client.post(url(table), {**fields_in(page(client, table)), **paper(table), **cells})


def another(text: str) -> str:
    return "0" if text != "0" else "1"


def test_the_grid_is_blank(keeper: Client, table: Table) -> None:
    fields = fields_in(page(keeper, table))
    cells = {name: text for name, text in fields.items() if name[0].isdigit() or name.startswith("total")}
    assert set(cells) >= set(paper(table))
    assert set(cells.values()) == {""}


def test_the_same_in_every_cell_makes_the_sheet_final(keeper: Client, evening: Evening, table: Table) -> None:
    answer = sent(keeper, table)
    pile = reverse("sheet_pile", args=[evening.tournament.slug])
    assert (answer.status_code, answer.headers["Location"]) == (302, pile)
    assert game_of(table).state == SheetState.FINAL
    decision = SheetDecision.objects.get()
    assert decision.kind == "verified"
    assert decision.reading is not None
    assert decision.reading["cells"]["0.bids.0"] == int(paper(table)["0.bids.0"])


def test_where_two_readings_differ_neither_value_is_shown_and_the_rest_stays(
    keeper: Client, table: Table
) -> None:
    stood = paper(table)["1.tricks.2"]
    answer = sent(keeper, table, _1_tricks_2="9")
    assert (answer.status_code, answer.headers["Location"]) == (302, url(table))
    html = page(keeper, table)
    fields = fields_in(html)
    assert fields["1.tricks.2"] == ""
    assert {**fields, "1.tricks.2": stood}.items() >= paper(table).items()
    assert 'href="#c-1-tricks-2"' in html
    assert '"look": "1.tricks.2"' in html
    assert game_of(table).state == SheetState.TO_VERIFY
    assert (
        "the paper was read differently"
        in keeper.get(reverse("sheet_pile", args=[table.tournament.slug])).content.decode()
    )
    assert keeper.post(url(table), {**fields, "1.tricks.2": stood}).status_code == 302
    assert game_of(table).state == SheetState.FINAL


def test_a_blank_is_not_a_zero(keeper: Client, table: Table) -> None:
    zero = next(cell for cell, text in paper(table).items() if text == "0")
    sent(keeper, table, **{"_" + zero.replace(".", "_"): ""})
    assert SheetDecision.objects.get().kind == "rejected"


def test_two_readings_that_agree_stand_in_the_grid(keeper: Client, table: Table) -> None:
    read = another(paper(table)["0.bids.1"])
    sent(keeper, table, _0_bids_1=read)
    answer = sent(keeper, table, _0_bids_1=read)
    assert answer.headers["Location"] == url(table, "sheet_detail")
    assert SheetDraft.objects.get().cells["0.bids.1"]["value"] == int(read)
    assert fields_in(keeper.get(url(table, "sheet_detail")).content.decode())["0.bids.1"] == read


def test_one_reading_sent_twice_is_no_second_reading(keeper: Client, table: Table) -> None:
    """A double tap, or an answer that was lost on its way."""
    read = {**fields_in(page(keeper, table)), **paper(table), "0.bids.1": another(paper(table)["0.bids.1"])}
    for _time in range(2):
        assert keeper.post(url(table), read).headers["Location"] == url(table)
    totals = {f"total.{seat}": "99" for seat in range(4)} | {"revision": "1", "client_key": "one"}
    for _time in range(2):
        assert keeper.post(url(table, "sheet_verify"), totals).status_code == 422
    assert SheetDecision.objects.count() == 2


def test_nobody_keys_an_own_sheet_again(alice: User, keeper: Client, table: Table) -> None:
    answer = sent(client_of(alice), table)
    assert (answer.status_code, "another person" in answer.content.decode()) == (403, True)
    assert SheetDecision.objects.count() == 0


def test_what_cannot_be_read_is_said_and_kept(keeper: Client, table: Table) -> None:
    answer = sent(keeper, table, _0_bids_1="x")
    assert (answer.status_code, fields_in(answer.content.decode())["0.bids.1"]) == (422, "x")
    assert SheetDecision.objects.count() == 0


def test_a_sheet_corrected_meanwhile_is_not_compared_unseen(keeper: Client, table: Table) -> None:
    typed = {**fields_in(page(keeper, table)), **paper(table), "revision": "7"}
    assert keeper.post(url(table), typed).status_code == 409


def test_outsiders_stay_outside(bob: User, table: Table) -> None:
    assert client_of(bob).get(url(table)).status_code == 403
    assert client_of(bob).post(url(table)).status_code == 403


def test_a_sheet_nobody_keyed_yet_is_opened_to_be_keyed(keeper: Client, evening: Evening) -> None:
    found = published(evening)[0]
    draft(keeper, found, {"0.bids.0": 1})
    assert keeper.get(url(found)).headers["Location"] == url(found, "sheet_detail")


def test_a_script_hears_where_to_go_on(keeper: Client, table: Table) -> None:
    typed = {**fields_in(page(keeper, table)), **paper(table)}
    asks = {"Accept": "application/json"}
    unread = keeper.post(url(table), {**typed, "0.bids.0": "x"}, headers=asks)
    assert (unread.status_code, unread.json()["code"]) == (422, "look")
    off = keeper.post(url(table), {**typed, "0.bids.0": another(typed["0.bids.0"])}, headers=asks)
    assert off.json() == {"address": url(table)}
    right = keeper.post(url(table), {**typed, "client_key": "second"}, headers=asks)
    assert right.json() == {"address": reverse("sheet_pile", args=[table.tournament.slug])}
