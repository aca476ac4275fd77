"""A sheet that became final while a scorekeeper typed on it: said, with what was typed, never only refused."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club, User
from games.models import SheetState
from tests.evenings import Evening
from tests.tournaments.views.desk import cells_of, client_of, desk_user, form_of, sheet_url
from tournaments.models import Table


@pytest.fixture
def keyers(club: Club, by_alice: By) -> tuple[Client, Client]:
    first, second = (desk_user(club, name, "scorekeeper", by=by_alice) for name in ("kim", "sven"))
    return client_of(first), client_of(second)


def test_other_values_for_a_final_sheet_stay_on_the_page_with_the_reason(
    evening: Evening, table: Table, keyers: tuple[Client, Client]
) -> None:
    one, two = keyers
    forms = [form_of(client, table) for client in keyers]
    stored, other = evening.random_sheet(table), evening.random_sheet(table)
    assert one.post(sheet_url(table), {**forms[0], **cells_of(stored)}).status_code == 302
    answer = two.post(sheet_url(table), {**forms[1], **cells_of(other, totals=[91, 92, 93, 94])})
    assert answer.status_code == 409
    assert "became final while you typed" in answer.content.decode()
    assert 'value="91"' in answer.content.decode()
    assert table.game is not None
    table.game.refresh_from_db()
    assert (table.game.state, table.game.revision) == (SheetState.FINAL, 1)


def test_the_same_values_and_the_same_send_again_are_no_fault(
    evening: Evening, table: Table, keyers: tuple[Client, Client]
) -> None:
    one, two = keyers
    forms = [form_of(client, table) for client in keyers]
    cells = cells_of(evening.random_sheet(table))
    for client, form in ((one, forms[0]), (one, forms[0]), (two, forms[1])):
        assert client.post(sheet_url(table), {**form, **cells}).status_code == 302
    assert table.game is not None
    table.game.refresh_from_db()
    assert table.game.revision == 1


def test_who_may_not_type_at_all_is_still_refused(
    evening: Evening, table: Table, keyers: tuple[Client, Client], bob: User
) -> None:
    form = form_of(keyers[0], table)
    cells = cells_of(evening.random_sheet(table))
    assert keyers[0].post(sheet_url(table), {**form, **cells}).status_code == 302
    assert client_of(bob).post(sheet_url(table), {**form, **cells}).status_code == 403


def test_every_cell_that_differs_stands_with_both_values_and_nothing_that_is_not_allowed_is_offered(
    evening: Evening, table: Table, keyers: tuple[Client, Client]
) -> None:
    one, two = keyers
    forms = [form_of(client, table) for client in keyers]
    cells = cells_of(evening.random_sheet(table), totals=[41, 32, 23, 14])
    assert one.post(sheet_url(table), {**forms[0], **cells}).status_code == 302
    typed = {**cells, "0.bids.1": "7", "total.2": "24"}
    answer = two.post(sheet_url(table), {**forms[1], **typed})
    page = answer.content.decode()
    differing = {found.cell: (found.theirs, found.yours) for found in answer.context["differing"]}
    assert differing == {"0.bids.1": (cells["0.bids.1"], "7"), "total.2": ("23", "24")}
    assert "saved with 23 by kim, you typed 24" in page
    assert len(re.findall(r'class="([^"]* )?twice"', page)) == 2
    assert "Show what it changes" not in page
    assert 'name="reason"' not in page


def test_the_director_is_shown_what_a_correction_changes(
    evening: Evening, table: Table, keyers: tuple[Client, Client], alice: User
) -> None:
    form = form_of(keyers[0], table)
    cells = cells_of(evening.random_sheet(table))
    assert keyers[0].post(sheet_url(table), {**form, **cells}).status_code == 302
    page = client_of(alice).get(sheet_url(table)).content.decode()
    assert "Show what it changes" in page
    assert 'twice"' not in page
