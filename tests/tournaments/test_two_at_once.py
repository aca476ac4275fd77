"""Several people act at the same moment, each on a connection of their own."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from clubs.activity import By
from clubs.errors import EldestHandError
from clubs.models import Club, User
from clubs.services.clubs import found_club
from games.models import Game, SheetRevision
from tests.evenings import Evening, make_club, make_evening, tables_of
from tournaments.models import DrawOrder, Round, RoundSeat, Stale
from tournaments.services import open_nights, orders, results, rounds, standings
from tournaments.services.entries import create_tournament_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Evening:
    owner = User.objects.create_user("alice")
    return make_evening(make_club(owner), by=By(owner, "web"), n_players=8)


def at_once(n: int, act: Callable[[int], str]) -> Counter[str]:
    """What `n` people got who all began at the same moment: the act's word, or the code of its refusal."""
    start = threading.Barrier(n)

    def one(number: int) -> str:
        start.wait()
        try:
            return act(number)
        except EldestHandError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(n) as pool:
        return Counter(pool.map(one, range(n)))


@pytest.mark.scenario("S21")
def test_eight_draws_of_a_round_give_one_draft(evening: Evening) -> None:
    def draw(_number: int) -> str:
        rounds.draft_round(evening.tournament, by=evening.by)
        return "drawn"

    assert at_once(8, draw) == {"drawn": 1, "round_conflict": 7}
    assert Round.objects.filter(tournament=evening.tournament).count() == 1


def test_eight_publishings_make_each_game_once(evening: Evening) -> None:
    drafted = evening.draw()

    def publish(_number: int) -> str:
        rounds.publish_round(drafted, by=evening.by)
        return "published"

    assert at_once(8, publish) == {"published": 1, "round_conflict": 7}
    assert Game.objects.count() == 2


@pytest.mark.scenario("S01")
def test_one_sheet_sent_by_eight_fingers_is_stored_once(evening: Evening) -> None:
    table = tables_of(evening.publish())[0]
    sheet = evening.random_sheet(table)

    def save(_number: int) -> str:
        return "stored" if results.enter_sheet(table, sheet=sheet, by=evening.by).created else "known"

    assert at_once(8, save) == {"stored": 1, "known": 7}
    assert SheetRevision.objects.count() == 1


def test_of_two_different_sheets_one_is_stored_and_the_other_comes_back(evening: Evening) -> None:
    table = tables_of(evening.publish())[0]
    sheets = [evening.random_sheet(table) for _ in range(4)]

    def save(number: int) -> str:
        results.enter_sheet(table, sheet=sheets[number], by=evening.by, expected_revision=0, reason="late")
        return "stored"

    assert at_once(4, save) == {"stored": 1, "sheet_conflict": 3}
    assert SheetRevision.objects.count() == 1


def test_every_mark_of_two_tables_saved_at_once_is_counted(evening: Evening) -> None:
    published = evening.publish()
    tables = tables_of(published)
    sheets = [evening.random_sheet(table) for table in tables]
    before = Stale.objects.get(scope=evening.tournament.scope).wanted

    def save(number: int) -> str:
        results.enter_sheet(tables[number], sheet=sheets[number], by=evening.by)
        return "stored"

    assert at_once(2, save) == {"stored": 2}
    assert Stale.objects.get(scope=evening.tournament.scope).wanted == before + 2
    standings.refresh(evening.tournament.pk)
    assert evening.tournament.standings.filter(after_round=1).count() == 8


def test_four_refreshes_at_once_compute_once(evening: Evening) -> None:
    published = evening.publish()
    for table in tables_of(published):
        evening.enter(table)

    def refresh(_number: int) -> str:
        return "computed" if standings.refresh(evening.tournament.pk) else "nothing left"

    assert at_once(4, refresh) == {"computed": 1, "nothing left": 3}


def test_cells_typed_by_eight_people_all_stay(evening: Evening) -> None:
    table = tables_of(evening.publish())[0]
    cells: list[dict[str, Any]] = [{f"{deal}.bids.{seat}": 1} for deal in range(2) for seat in range(4)]

    def type_one(number: int) -> str:
        typed = results.type_on_sheet(table, changes=cells[number], seen=0, by=evening.by)
        return "conflict" if typed.conflicts else "kept"

    assert at_once(8, type_one) == {"kept": 8}
    version, sheet = results.sheet_as_typed(table)
    assert version == 8
    assert [deal.get("bids") for deal in sheet["deals"][:2]] == [[1, 1, 1, 1], [1, 1, 1, 1]]


def test_eight_orders_of_a_long_draw_give_one_draft(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "MOST_IN_REQUEST", 4)

    def order(_number: int) -> str:
        orders.draw_or_order(evening.tournament, by=evening.by)
        return "ordered"

    assert at_once(8, order) == {"ordered": 1, "round_conflict": 7}
    order_id = DrawOrder.objects.get().pk

    def carry_out(_number: int) -> str:
        return "drawn" if orders.carry_out(order_id) else "nothing left"

    assert at_once(4, carry_out) == {"drawn": 1, "nothing left": 3}
    assert Round.objects.filter(tournament=evening.tournament).count() == 1


def test_six_foundings_of_one_club_make_it_once(evening: Evening) -> None:
    owner = evening.by.user
    assert owner is not None

    def found(_number: int) -> str:
        return "made" if found_club(name="The Odd Trick", owner=owner, by=evening.by)[1] else "known"

    assert at_once(6, found) == {"made": 1, "known": 5}
    assert Club.objects.filter(name="The Odd Trick").count() == 1


def test_six_tournaments_of_one_key_are_one(evening: Evening) -> None:
    club = evening.tournament.club

    def make(_number: int) -> str:
        made = create_tournament_once(
            club, "a key", name="Friday", starts_at=evening.tournament.starts_at, by=evening.by
        )
        return "made" if made[1] else "known"

    assert at_once(6, make) == {"made": 1, "known": 5}
    assert create_tournament_once(
        club, "another", name="Friday", starts_at=evening.tournament.starts_at, by=evening.by
    )[1]


def open_night() -> Evening:
    owner = User.objects.create_user("olga")
    return make_evening(make_club(owner, "Club"), by=By(owner, "web"), n_players=8, draw="open", sizes=(4, 3))


def test_two_directors_who_start_tables_of_the_same_people_seat_nobody_twice() -> None:
    night = open_night()

    def start(number: int) -> str:
        people = [
            night.entries[0],
            *night.entries[number : number + 3],
        ]  # all of them want the first of the queue
        open_nights.start_table(night.tournament, people, by=night.by)
        return "started"

    assert at_once(4, lambda number: start(number + 1)) == {"started": 1, "round_conflict": 3}
    sits = Counter(RoundSeat.objects.values_list("entry_id", flat=True))
    assert sum(sits.values()) == 4
    assert set(sits.values()) == {1}
    assert Game.objects.count() == 1


def test_two_directors_who_start_different_tables_both_have_theirs() -> None:
    night = open_night()

    def start(number: int) -> str:
        people = night.entries[4 * number : 4 * number + 4]
        return f"table {open_nights.start_table(night.tournament, people, by=night.by).number}"

    assert at_once(2, start) == {"table 1": 1, "table 2": 1}
    assert RoundSeat.objects.count() == 8
    assert sorted(Round.objects.values_list("number", flat=True)) == [1, 2]


def test_one_click_sent_by_eight_fingers_starts_one_table() -> None:
    night = open_night()

    def start(_number: int) -> str:
        return str(open_nights.start_table(night.tournament, night.entries[:4], by=night.by).pk)

    assert list(at_once(8, start).values()) == [8]
    assert (Game.objects.count(), Round.objects.count()) == (1, 1)


def test_workers_that_close_a_finished_table_at_once_close_it_once() -> None:
    night = open_night()
    table = tables_of(open_nights.start_table(night.tournament, night.entries[:4], by=night.by).round)[0]
    night.enter(table)
    closed = at_once(4, lambda _n: str(open_nights.close_finished_tables(night.tournament.pk)))
    assert closed["1"] == 1
    assert set(closed) == {"0", "1"}
