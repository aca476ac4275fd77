"""People in the wrong column, or at the table from the fourth hand on: what they played is theirs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.errors import NotAllowed
from clubs.models import Activity, Club, User
from games.errors import SheetConflict
from games.models import Game
from games.services.facts import score_of
from games.services.games import create_game
from games.services.sheets import record_sheet
from tests.evenings import STARTS_AT, Evening, make_evening, make_players, tables_of
from tests.tournaments.test_leaving import type_hand
from tournaments.errors import TournamentError
from tournaments.models import Table
from tournaments.services import results, standings
from tournaments.services.exchanging import exchange_people
from tournaments.services.leaving import leave_game
from tournaments.services.verifying import differences

DEALS: list[dict[str, Any]] = [
    {"hand_size": 1, "bids": [0, 1, 0, 0], "tricks": [0, 1, 0, 0]},
    {"hand_size": 2, "bids": [1, 0, 0, 0], "tricks": [2, 0, 0, 0]},
    {"hand_size": 3, "bids": [0, 2, 1, 0], "tricks": [0, 2, 1, 0]},
]


@pytest.fixture
def table(evening: Evening) -> Table:
    table = tables_of(evening.publish())[0]
    table.tournament = evening.tournament
    return table


def totals(table: Table) -> dict[int, int | None]:
    """Points by entry, as the seats of the game and of the round say together."""
    game = Game.objects.get(table=table)
    by_seat = {seat.number: seat.total for seat in game.seats.filter(to_deal=None)}
    return {seat.entry_id: by_seat[seat.seat or 0] for seat in table.seats.all()}


def version(table: Table) -> int:
    return Game.objects.get(table=table).version


def at(table: Table, seat: int) -> Any:
    return table.seats.select_related("entry__player").get(seat=seat).entry


@pytest.mark.scenario("S25")
def test_two_people_change_places_with_all_their_hands(evening: Evening, table: Table) -> None:
    evening.enter(table, {**results.blank_sheet(table), "deals": DEALS})
    standings.refresh(evening.tournament.pk)
    second, third = at(table, 1), at(table, 2)
    before = totals(table)
    worth = evening.tournament.standings.get(after_round=1, entry=third).total
    game = exchange_people(table, first=1, second=2, by=evening.by, reason="they say so", seen=version(table))
    after = totals(table)
    assert (after[second.pk], after[third.pk]) == (before[third.pk], before[second.pk])
    assert before[second.pk] != before[third.pk]
    assert [seat.player_id for seat in game.seats.order_by("number")][1:3] == [
        third.player_id,
        second.player_id,
    ]
    revision = game.revisions.get(number=2)
    assert (revision.reason, revision.sheet["deals"], revision.sheet["first_dealer"]) == (
        "they say so",
        game.revisions.get(number=1).sheet["deals"],
        0,
    )
    standings.refresh(evening.tournament.pk)
    assert evening.tournament.standings.get(after_round=1, entry=second).total == worth
    assert list(differences()) == []
    told = Activity.objects.get(verb="seat.exchanged")
    assert (told.details["first"], told.details["second"]) == (second.pk, third.pk)


@pytest.mark.scenario("S25")
def test_the_same_press_twice_does_not_change_them_back(evening: Evening, table: Table) -> None:
    evening.enter(table, {**results.blank_sheet(table), "deals": DEALS})
    seen = version(table)
    exchange_people(table, first=1, second=2, by=evening.by, reason="x", seen=seen)
    with pytest.raises(SheetConflict):
        exchange_people(table, first=1, second=2, by=evening.by, reason="x", seen=seen)
    assert Game.objects.get(table=table).revision == 2


@pytest.mark.scenario("S25")
def test_what_is_typed_and_not_stored_stays_in_its_column(evening: Evening, table: Table) -> None:
    type_hand(table, 0, evening.by, [0, 1, 0, 0], [0, 1, 0, 0])
    second, third = at(table, 1), at(table, 2)
    exchange_people(table, first=1, second=2, by=evening.by, reason="x", seen=version(table))
    sheet = results.sheet_as_typed(tables_of(table.round)[0])[1]
    assert sheet["deals"][0]["bids"] == [0, 1, 0, 0]
    assert sheet["players"][1:3] == [str(third.player.uid), str(second.player.uid)]


@pytest.mark.scenario("S25")
def test_a_substitute_goes_with_the_column(club: Club, evening: Evening, table: Table) -> None:
    ida = make_players(club, 9, by=evening.by)[-1]
    evening.enter(
        table, {**results.blank_sheet(table), "deals": [DEALS[0], {"hand_size": 2}, {"hand_size": 3}]}
    )
    leave_game(table.round, entry=at(table, 1), outcome="substitute", substitute=ida, hand=2, by=evening.by)
    exchange_people(table, first=1, second=2, by=evening.by, reason="x", seen=version(table))
    seats = Game.objects.get(table=table).seats.filter(number=2).order_by("from_deal")
    assert [(seat.from_deal, seat.to_deal) for seat in seats] == [(0, 0), (1, None)]
    assert seats[1].player_id == ida.pk
    assert list(differences()) == []


@pytest.mark.scenario("S25")
def test_what_cannot_be_exchanged_is_refused(evening: Evening, table: Table, bob: User) -> None:
    evening.enter(table, {**results.blank_sheet(table), "deals": DEALS})
    seen = version(table)
    for first, second in ((1, 1), (0, 7)):
        with pytest.raises(TournamentError, match="two people"):
            exchange_people(table, first=first, second=second, by=evening.by, reason="x", seen=seen)
    with pytest.raises(TournamentError, match="how it was noticed"):
        exchange_people(table, first=0, second=1, by=evening.by, reason=" ", seen=seen)
    with pytest.raises(NotAllowed):
        exchange_people(table, first=0, second=1, by=By(bob, "web"), reason="x", seen=seen)


@pytest.mark.scenario("S25")
def test_the_director_does_it_on_a_page_and_by_the_api(evening: Evening, table: Table, alice: User) -> None:
    evening.enter(table, {**results.blank_sheet(table), "deals": DEALS})
    client = Client()
    client.force_login(alice)
    slug, n = evening.tournament.slug, table.sheet_number
    address = reverse("sheet_people", args=[slug, n])
    assert address in client.get(reverse("sheet_detail", args=[slug, n])).content.decode()
    page = client.get(address).content.decode()
    assert at(table, 1).player.display_name in page
    second = at(table, 1)
    typed = {"first": "1", "second": "2", "seen": str(version(table))}
    refused = client.post(address, {**typed, "reason": ""})
    assert refused.status_code == 422
    assert 'value="1" selected' in refused.content.decode()
    assert client.post(address, {**typed, "reason": "they say so"}).status_code == 302
    assert at(table, 2) == second
    assert client.post(address, {**typed, "reason": "they say so"}).status_code == 409
    api = reverse("api:tournament-sheet-people", args=[evening.tournament.uid, n])
    body = {"first": 1, "second": 2, "seen": version(table), "reason": "back again"}
    done = client.post(api, body, content_type="application/json")
    assert done.status_code == 200, done.content
    assert at(table, 1) == second
    assert client.post(api, body, content_type="application/json").status_code == 409


@pytest.mark.scenario("S20")
def test_a_fifth_player_from_the_fourth_hand_on(club: Club, by_alice: By) -> None:
    """Points from hand 4, the deal passes in order, hook and tricks count those who play, the figures begin there."""
    rules = {"preset": "oh-hell", "hook": True, "schedule": {"shape": "list", "sizes": [1, 2, 3, 3, 2]}}
    players = make_players(club, 5, by=by_alice)
    game = create_game(club=club, rules=rules, players=players, played_at=STARTS_AT, by=by_alice)
    out = {"out": [4]}
    deals: list[dict[str, Any]] = [
        {"hand_size": 1, "bids": [1, 0, 1, 0, None], "tricks": [1, 0, 0, 0, None], **out},
        {"hand_size": 2, "bids": [0, 2, 1, 0, None], "tricks": [0, 2, 0, 0, None], **out},
        {"hand_size": 3, "bids": [1, 1, 0, 0, None], "tricks": [1, 1, 1, 0, None], **out},
        {"hand_size": 3, "bids": [1, 0, 0, 0, 1], "tricks": [1, 1, 0, 0, 1]},
        {"hand_size": 2, "bids": [0, 0, 0, 0, 2], "tricks": [0, 0, 0, 1, 1]},
    ]
    sheet = {"players": [str(player.uid) for player in players], "first_dealer": 0, "deals": deals}
    recorded = record_sheet(game, sheet=sheet, by=by_alice)
    late = recorded.game.seats.get(number=4)
    assert (late.from_deal, late.to_deal, late.deals, late.total, late.bids_made) == (3, None, 2, 11, 1)
    assert recorded.game.seats.get(number=0).deals == 5
    (problem,) = [one for one in score_of(recorded.game, recorded.revision).problems if "hook" in one.code]
    assert problem.deal == 4  # the bids of five come to the two cards of the last hand
    assert list(differences()) == []


@pytest.mark.scenario("S20")
def test_a_late_player_of_an_evening_counts_from_the_fourth_hand_in_list_and_figures(
    club: Club, by_alice: By
) -> None:
    """At the own table of an evening: the points stand in the list and stay when others are corrected."""
    rules = {"preset": "oh-hell", "hook": True, "schedule": {"shape": "list", "sizes": [1, 2, 3, 3, 2]}}
    evening = make_evening(club, by=by_alice, n_players=5, sizes=(5,), rules=rules, table_points="raw")
    (table,) = tables_of(evening.publish())
    out = {"out": [4]}
    first: list[dict[str, Any]] = [
        {"hand_size": 1, "bids": [1, 0, 1, 0, None], "tricks": [1, 0, 0, 0, None], **out},
        {"hand_size": 2, "bids": [0, 2, 1, 0, None], "tricks": [0, 2, 0, 0, None], **out},
        {"hand_size": 3, "bids": [1, 1, 0, 0, None], "tricks": [1, 1, 1, 0, None], **out},
    ]
    last: list[dict[str, Any]] = [
        {"hand_size": 3, "bids": [1, 0, 0, 0, 1], "tricks": [1, 1, 0, 0, 1]},
        {"hand_size": 2, "bids": [0, 0, 0, 0, 1], "tricks": [0, 0, 0, 1, 1]},
    ]
    blank = results.blank_sheet(table)
    entered = evening.enter(table, {**blank, "first_dealer": 0, "deals": [*first, *last]})
    score = score_of(entered.game, entered.revision)
    assert not [problem for problem in score.problems if problem.code.startswith(("tricks", "deal."))]
    joined = entered.game.seats.get(number=4)
    assert (joined.from_deal, joined.deals, joined.bids_made) == (3, 2, 2)
    assert joined.total == 11 + 11
    standings.refresh(evening.tournament.pk)
    lines = {row.entry_id: row for row in evening.tournament.standings.filter(after_round=1)}
    late = table.seats.get(seat=4).entry_id
    assert lines[late].total == "22"
    assert len({row.entry_id for row in lines.values()}) == 5
    moved = [*first, {**last[0], "tricks": [1, 0, 1, 0, 1]}, last[1]]
    evening.enter(table, {**blank, "first_dealer": 0, "deals": moved}, reason="misread")
    standings.refresh(evening.tournament.pk)
    assert evening.tournament.standings.get(after_round=1, entry_id=late).total == "22"
    assert list(differences()) == []
