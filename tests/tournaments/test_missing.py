"""A round that cannot close says what is missing: the table, the hand, the players; on its page and to a program."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import User
from tests.evenings import Evening, make_evening, tables_of
from tests.tournaments.test_leaving import type_hand
from tournaments.errors import RoundConflict
from tournaments.models import Round, Table
from tournaments.services import desk, results, rounds
from tournaments.services.leaving import leave_game
from tournaments.services.missing import missing_in


@pytest.fixture
def played(evening: Evening) -> Round:
    """Nothing is typed at table 1; at table 2 the bid of the third seat is blank in hand 2."""
    published = evening.publish()
    published.tournament = evening.tournament
    table = tables_of(published)[1]
    sheet = evening.random_sheet(table)
    sheet["deals"][1]["bids"][2] = None
    evening.enter(table, sheet)
    return published


def names_at(table: Table) -> list[str]:
    return [seat.entry.player.display_name for seat in table.seats.order_by("seat")]


def test_who_closes_is_told_table_hand_and_players(evening: Evening, played: Round) -> None:
    first, second = tables_of(played)
    with pytest.raises(RoundConflict) as refused:
        rounds.close_round(played, by=evening.by)
    told = refused.value.message
    assert f"table 1, the whole sheet ({', '.join(names_at(first))})" in told
    assert f"table 2, hand 2 ({names_at(second)[2]})" in told
    assert Round.objects.get(pk=played.pk).state == Round.State.PUBLISHED


def test_hands_that_were_never_written_are_named_with_the_whole_table(
    evening: Evening, played: Round
) -> None:
    table = tables_of(played)[0]
    sheet = evening.random_sheet(table)
    evening.enter(table, {**sheet, "deals": sheet["deals"][:1]})
    found = missing_in(played)[0]
    assert (found.hand, len(found.seats)) == (2, 4)


def test_a_substitute_is_named_for_the_hands_that_are_theirs(evening: Evening, played: Round) -> None:
    table = tables_of(played)[0]
    type_hand(table, 0, evening.by, [0, 0, 0, 1], [0, 0, 1, 0])
    leaver = table.seats.get(seat=1).entry
    evening.enter(table, results.sheet_as_typed(table)[1])
    leave_game(played, entry=leaver, outcome="stop", hand=2, by=evening.by)
    (found, _other) = missing_in(played)
    assert found.hand == 2
    assert leaver.player.display_name not in found.names


def test_a_void_game_keeps_no_round_open(evening: Evening, played: Round) -> None:
    for table in tables_of(played)[1:]:
        desk.void_table(table, by=evening.by, reason="torn")
    assert [one.table for one in missing_in(played)] == [1]


def test_the_page_says_so_before_and_after_the_press(evening: Evening, played: Round, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    slug = evening.tournament.slug
    said = f"table 2, hand 2 ({names_at(tables_of(played)[1])[2]})"
    assert said in client.get(reverse("draw", args=[slug])).content.decode()
    answer = client.post(reverse("round_close", args=[slug, 1]))
    assert answer.status_code == 409
    assert said in answer.content.decode()


def test_a_program_gets_tables_hands_and_players(evening: Evening, played: Round, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    answer = client.post(reverse("api:tournament-round-close", args=[evening.tournament.uid, 1]))
    assert answer.status_code == 409
    told = answer.json()
    assert told["tables"] == [1, 2]
    assert [(one["table"], one["sheet"], one["hand"]) for one in told["missing"]] == [(1, 1, None), (2, 2, 2)]
    assert [len(one["players"]) for one in told["missing"]] == [4, 1]
    seat = tables_of(played)[1].seats.get(seat=2)
    assert told["missing"][1]["players"] == [
        {"uid": str(seat.entry.player.uid), "name": seat.entry.player.display_name, "apart": ""}
    ]


def test_it_costs_four_queries_for_two_tables_and_for_ten(evening: Evening, played: Round) -> None:
    many = make_evening(evening.tournament.club, by=evening.by, n_players=40, name="Forty", sizes=[4])
    for shown in (played, many.publish()):
        with CaptureQueriesContext(connection) as asked:
            assert missing_in(shown)
        assert len(asked) == 4


def test_of_a_sheet_that_is_being_typed_the_blank_is_named(evening: Evening, played: Round) -> None:
    table = tables_of(played)[0]
    sheet = evening.random_sheet(table)
    cells = {
        f"{deal}.{column}.{seat}": value
        for deal, row in enumerate(sheet["deals"])
        for column in ("bids", "tricks")
        for seat, value in enumerate(row[column])
    }
    results.type_on_sheet(table, changes={**cells, "1.bids.3": None}, seen=0, by=evening.by)
    found = missing_in(played)[0]
    assert str(found) == f"table 1, hand 2 ({names_at(table)[3]})"
    results.type_on_sheet(table, changes={"1.bids.3": cells["1.bids.3"]}, seen=1, by=evening.by)
    found = missing_in(played)[0]
    assert (found.hand, found.to_json()["typed"]) == (None, True)
    assert str(found) == f"table 1, typed but not saved ({', '.join(names_at(table))})"


def test_of_a_sheet_begun_the_first_hand_without_values_is_named(evening: Evening, played: Round) -> None:
    table = tables_of(played)[0]
    type_hand(table, 0, evening.by, [0, 0, 0, 1], [0, 0, 1, 0])
    found = missing_in(played)[0]
    assert (found.hand, len(found.seats), found.is_typed) == (2, 4, False)
