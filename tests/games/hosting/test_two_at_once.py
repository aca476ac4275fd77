"""Two cards in one trick, a card that meets the time-out, an end handled twice: each on a connection of its own."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from clubs.activity import By
from clubs.errors import EldestHandError
from games.models import Clock, HostedTable, SheetRevision
from games.services.hosting.acting import act
from games.services.hosting.reading import rows_of
from games.services.hosting.standing_in import run_table
from tests.games.hosting.tables import people, play_on, shown, started, waited_for

pytestmark = pytest.mark.django_db(transaction=True)
RULES = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [2]}}


def at_once(n: int, do: Callable[[int], str]) -> Counter[str]:
    """What each came to who all began at the same moment: a word, or the code of a refusal."""
    start = threading.Barrier(n)

    def one(number: int) -> str:
        start.wait()
        try:
            return do(number)
        except EldestHandError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(n) as pool:
        return Counter(pool.map(one, range(n)))


@pytest.mark.scenario("S38")
def test_four_cards_of_one_seat_at_once_are_one_card() -> None:
    table = started(rules=RULES)
    play_on(table, most=3)
    seat = waited_for(table)[0]
    seen = shown(table, seat)
    by = By(people(3)[seat], "web")

    def play(number: int) -> str:
        cards = seen["deal"]["legal"]
        act(table, seat=seat, seen=seen["event"], by=by, card=cards[number % len(cards)])
        return "played"

    assert at_once(4, play) == {"played": 1, "stale": 3}
    assert [row["seat"] for row in rows_of(table) if row["type"] == "play"] == [seat]


@pytest.mark.scenario("S49")
def test_a_card_and_three_time_outs_at_once_are_one_act() -> None:
    table = started(rules=RULES, turn_seconds=30)
    seat = waited_for(table)[0]
    seen = shown(table, seat)["event"]
    Clock.objects.filter(table=table).update(due_at=timezone.now() - timedelta(seconds=1))
    by = By(people(3)[seat], "web")

    def do(number: int) -> str:
        if number:
            return "stand-in" if run_table(table.pk) else "nothing"
        act(table, seat=seat, seen=seen, by=by, bid=0)
        return "player"

    found = at_once(4, do)
    assert found["player"] + found["stand-in"] == 1, found
    assert len([row for row in rows_of(table) if row["type"] == "bid"]) == 1


@pytest.mark.scenario("S41")
def test_the_last_card_sent_four_times_makes_one_sheet() -> None:
    table = started(rules=RULES)
    play_on(table, most=5)
    seat = waited_for(table)[0]
    seen = shown(table, seat)
    by = By(people(3)[seat], "web")

    def play(_number: int) -> str:
        act(table, seat=seat, seen=seen["event"], by=by, card=seen["deal"]["legal"][0])
        return "played"

    found = at_once(4, play)
    assert found["played"] == 1, found
    assert HostedTable.objects.get(pk=table.pk).state == "finished"
    assert SheetRevision.objects.filter(game=table.game_id).count() == 1
    assert [row["type"] for row in rows_of(table)].count("finish") == 1
