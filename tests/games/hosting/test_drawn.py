"""What is kept between requests never changes what a reader gets: every page equals the one made from nothing."""

from __future__ import annotations

import re
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.template import Context, Template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from clubs.activity import By
from games.engine.snapshot import snapshot
from games.models import HostedTable
from games.services.hosting import kept, reading
from games.services.hosting.acting import act
from games.services.hosting.kept import N_READERS, Newest, made_once, stands, tails, text_of
from games.services.hosting.rooms import rooms
from games.templatetags import drawn as kept_parts
from games.views.hosted import parts as joined_parts
from tests.games.hosting.tables import people, play_on, shown, started, waited_for

# Outside a transaction, as pages are served: inside one nothing that was read is kept.
pytestmark = pytest.mark.django_db(transaction=True)
FRAGMENT = {"HX-Request": "true", "HX-Target": "table"}
GAMES: dict[str, Any] = {
    "open": {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [3, 2]}},
    "simultaneous": {
        "preset": "oh-hell",
        "hook": False,
        "bidding": "simultaneous",
        "schedule": {"shape": "list", "sizes": [3, 2]},
    },
    "secret": {
        "preset": "oh-hell",
        "hook": False,
        "bidding": "secret",
        "schedule": {"shape": "list", "sizes": [3, 2]},
    },
    "rage": {"preset": "rage", "players": [3, 8], "schedule": {"shape": "list", "sizes": [4, 2]}},
}


def forget() -> None:
    kept_parts._drawn.cache_clear()
    joined_parts._hand.cache_clear()
    rooms.clear()
    kept.forget()


def page(table: HostedTable, reader: Client, language: str) -> str:
    """The part as a script gets it, without what differs at every request."""
    answer = reader.get(table.get_absolute_url(), headers={**FRAGMENT, "accept-language": language})
    assert answer.status_code == 200
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())


@pytest.mark.parametrize("name", GAMES)
def test_each_seat_and_spectator_gets_what_is_made_for_them_alone(name: str) -> None:
    table = started(3, rules=GAMES[name])
    readers = [Client() for _ in range(4)]
    for reader, user in zip(readers, people(3), strict=False):
        reader.force_login(user)
    forget()
    n_acts = 1
    while n_acts:
        warm = [page(table, reader, language) for reader in readers for language in ("en", "nb")]
        cold = []
        for reader in readers:
            for language in ("en", "nb"):
                forget()
                cold.append(page(table, reader, language))
        assert warm == cold
        assert len(set(warm)) == len(warm)
        n_acts = play_on(table, most=1)
    assert table.state == HostedTable.State.FINISHED


def test_a_kept_state_is_the_stored_one_and_the_next_act_leaves_it_as_it_was() -> None:
    forget()
    table = started(3, rules=GAMES["open"])
    n_acts = 1
    while n_acts:
        game = table.game
        found = reading.state_now(table)
        assert game is not None
        assert found is not None
        kept = stands.get(text_of(game), found[0].n_events)
        assert kept == found
        before = snapshot(found[0])
        n_acts = play_on(table, most=1)
        assert kept is not None
        assert snapshot(kept[0]) == before


@pytest.mark.parametrize("name", GAMES)
def test_what_another_process_appended_is_added_to_what_this_one_kept_in_one_query(name: str) -> None:
    table = started(3, rules=GAMES[name])
    game, n_caught_up = table.game, 0
    assert game is not None
    n_acts = 1
    while n_acts:
        here = stands.newest(text_of(game)), tails.newest(text_of(game))
        n_acts = play_on(table, most=2)
        there = reading.state_now(table), reading.tail_of(table, shown(table, None)["event"] + 1)
        n_events = there[0][0].n_events if there[0] else 0
        forget()
        if here[0] is not None:
            stands.put(text_of(game), *here[0])
        if here[1] is not None:
            tails.put(text_of(game), *here[1])
        with CaptureQueriesContext(connection) as looked:
            caught_up = reading.stand_after(table, n_events), reading.tail_of(table, n_events)
        assert caught_up == there
        n_caught_up += here[0] is not None and here[0][0] < n_events and len(looked) == 1
    assert n_caught_up > 3


def test_an_act_that_is_rolled_back_leaves_nothing_behind() -> None:
    table = started(3, rules=GAMES["open"])
    forget()
    (seat,) = waited_for(table)
    seen = shown(table, seat)
    with transaction.atomic():
        act(table, seat=seat, seen=seen["event"], by=By(people(3)[seat], "web"), bid=0)
        reading.stand_after(table, seen["event"] + 2)
        transaction.set_rollback(True)
    assert table.game is not None
    assert stands.get(text_of(table.game), seen["event"] + 2) is None
    play_on(table, most=1)
    assert reading.state_now(table) == stands.get(text_of(table.game), seen["event"] + 2)


def test_a_view_of_an_event_that_was_read_before_asks_who_reads_and_how_the_table_is_and_nothing_else() -> (
    None
):
    table = started(3, rules=GAMES["open"])
    readers = [Client() for _ in range(2)]
    for reader, user in zip(readers, people(2), strict=True):
        reader.force_login(user)
        page(table, reader, "en")
    costs = []
    forget()
    for reader in readers:
        with CaptureQueriesContext(connection) as looked:
            page(table, reader, "en")
        costs.append(len(looked))
    assert costs == [8, 3]


def test_only_the_newest_of_each_game_and_of_so_many_games_is_kept() -> None:
    one, two, three = (uuid4() for _ in range(3))
    kept: Newest[str] = Newest(most=2)
    kept.put(one, 5, "five")
    kept.put(one, 4, "four")  # a thread that comes late
    assert (kept.get(one, 5), kept.get(one, 4), kept.get(two, 5)) == ("five", None, None)
    kept.put(two, 1, "two")
    assert kept.get(one, 5) == "five"
    kept.put(three, 1, "three")
    assert (kept.get(one, 5), kept.get(two, 1), kept.get(three, 1)) == ("five", None, "three")


def test_names_that_change_without_end_fill_no_memory() -> None:
    made: dict[Any, str] = {}
    for n in range(3 * N_READERS):
        assert made_once(made, f"name {n}", partial("drawn {}".format, n)) == f"drawn {n}"
        assert made_once(made, f"name {n}", lambda: "again") == f"drawn {n}"
        assert len(made) <= N_READERS


def test_a_part_is_kept_for_equal_values_of_one_language_alone() -> None:
    forget()
    source = '{% load drawn %}{% drawn "games/play/_trump.html" trump=trump %}'
    trump = {"is_none": True}
    with pytest.raises(TypeError):  # a value that could change under the kept part
        Template(source).render(Context({"trump": trump}))
    part = Template('{% load drawn %}{% drawn "games/play/_call.html" line=line %}')
    from games.views.hosted.shapes import Line

    def line(name: str) -> Line:
        return Line(0, name, False, True, False, 1, True, 0, 0, None, False, "", False)

    said = {}
    for language in ("en", "de", "en"):
        with translation.override(language):
            said[language] = part.render(Context({"line": line("<b>Ada</b>")}))
    assert said["en"] != said["de"]
    assert "&lt;b&gt;Ada" in said["en"]
    assert "Bo" in part.render(Context({"line": line("Bo")}))
    info = kept_parts._drawn.cache_info()
    assert (info.hits, info.misses) == (1, 3)
