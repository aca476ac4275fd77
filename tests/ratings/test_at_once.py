"""Two at once: needs row locks, so it runs on PostgreSQL. Real processes are killed in `test_stress`."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import TypeVar

import pytest
from django.db import connection, connections

from clubs.errors import EldestHandError
from clubs.models import Club, Player, User
from games.models import Game, Seat
from games.services.people import merge_players
from games.services.sheets import record_sheet
from ratings.models import Ladder, LadderEpoch, RatingEvent
from ratings.services import building, epochs
from ratings.services.ladders import Scope, ensure_ladder
from ratings.services.locks import only_builder
from ratings.services.reading import ReadGame
from ratings.services.reading_ahead import ReadAhead
from ratings.services.snapshot import snapshot
from ratings.services.verifying import verify_ladder
from ratings.services.writer import advance_ladder
from tests.evenings import make_club, make_players
from tests.ratings.oracle import replay_of, states_of
from tests.ratings.paper import BY, open_game, play, written_sheet

T = TypeVar("T")

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        "connection.vendor != 'postgresql'", reason="SQLite lets one transaction write at a time"
    ),
]


@pytest.fixture
def home() -> Club:
    return make_club(User.objects.create_user("carla", "carla@example.org", "carla-pass-1"))


@pytest.fixture
def people(home: Club) -> list[Player]:
    return make_players(home, 5, by=BY)


def at_once(*acts: Callable[[], T]) -> list[T | EldestHandError]:
    """What came of each, all begun at the same moment in a thread and connection of its own."""
    start = Barrier(len(acts))

    def run(act: Callable[[], T]) -> T | EldestHandError:
        try:
            connection.ensure_connection()
            start.wait(10)
            return act()
        except EldestHandError as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result(60) for future in [pool.submit(run, act) for act in acts]]


def test_two_workers_on_one_ladder_rate_every_game_once(home: Club, people: list[Player]) -> None:
    for minute in range(20):
        play(home, people[:4], [1, 2, 3, 4], minute=minute)
    ladder = Ladder.objects.get(club=home)
    rated = at_once(*[lambda: advance_ladder(ladder.pk)] * 3)
    assert sorted(rated, key=str) == [0, 0, 20]
    assert states_of(ladder) == replay_of(ladder)


def test_two_who_need_a_new_ladder_at_once_make_one(home: Club) -> None:
    made = at_once(*[lambda: ensure_ladder(Scope("oh-hell", home.pk))] * 4)
    assert len(set(made)) == 1
    assert LadderEpoch.objects.count() == 1


def test_two_first_games_at_once_are_both_rated(home: Club, people: list[Player]) -> None:
    games = [open_game(home, people[:3], minute=minute) for minute in range(4)]
    sheet = written_sheet(people[:3], [1, 2, 3])
    at_once(*[lambda game=game: record_sheet(game, sheet=sheet, by=BY) for game in games])
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
        assert states_of(ladder)[people[0].pk][1] == 4
        assert verify_ladder(ladder).is_clean


@pytest.mark.parametrize("_time", range(5))
def test_a_merge_and_a_sheet_that_seats_both_never_pass_each_other(
    home: Club, people: list[Player], _time: int
) -> None:
    ada, bo, cleo, _dag, elin = people
    game = open_game(home, [ada, bo, cleo], minute=1)
    sheet = written_sheet([ada, bo, elin], [1, 2, 3])
    results = at_once(
        lambda: merge_players(elin, into=ada, by=BY, reason="one person"),
        lambda: record_sheet(game, sheet=sheet, by=BY),
    )
    assert len([one for one in results if isinstance(one, EldestHandError)]) == 1
    elin.refresh_from_db()
    seated = set(Seat.objects.filter(game=game).values_list("player", flat=True))
    assert not ({ada.pk, elin.pk} <= seated and elin.merged_into_id == ada.pk)


def test_only_one_process_fills_an_epoch(home: Club, people: list[Player]) -> None:
    play(home, people[:3], [1, 2, 3], minute=1)
    ladder = Ladder.objects.get(club=home)
    assert ladder.active_epoch is not None
    epoch = epochs.start_epoch(ladder, ladder.active_epoch.system)
    with only_builder(epoch.pk) as mine:
        assert mine
        others = at_once(lambda: building.build(epoch.pk, now=epoch.started_at))
        assert others == [False]
    assert building.build(epoch.pk, now=epoch.started_at)


def test_facts_entered_while_an_epoch_is_built_and_swapped_are_not_missed(
    home: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "FILLED_AT_ONCE", {"postgresql": 5})
    games: list[Game] = [play(home, people[:4], [1, 2, 3, 4], minute=10 * minute) for minute in range(16)]
    ladder = Ladder.objects.get(club=home)
    advance_ladder(ladder.pk)

    def enter() -> None:
        for i, game in enumerate(games[::2]):
            places = [1 + (i + seat) % 4 for seat in range(4)]
            record_sheet(game, sheet=written_sheet(people[:4], places), by=BY, reason="wrong total")
            play(home, people[1:], [1, 2, 3, 4], minute=10 * i + 5)

    def rebuild() -> None:
        for _again in range(2):
            assert epochs.rebuild_beside(ladder.pk)

    at_once(enter, rebuild, lambda: [advance_ladder(ladder.pk) for _again in range(8)])
    advance_ladder(ladder.pk)
    assert states_of(ladder) == replay_of(ladder)
    report = verify_ladder(ladder)
    assert report.is_clean, report.differences


def test_a_fact_that_changes_what_was_read_ahead_is_redone(
    home: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "FILLED_AT_ONCE", {"postgresql": 5})
    games = [play(home, people[:4], [1, 2, 3, 4], minute=10 * minute) for minute in range(16)]
    ladder = Ladder.objects.get(club=home)
    advance_ladder(ladder.pk)
    plain = ReadAhead.games
    read_early: list[str] = []

    def games_and_a_correction(self: ReadAhead, *, after: str) -> list[ReadGame]:
        found = plain(self, after=after)
        if self._ahead is not None and not read_early:
            read_early.extend(game.order_key for game in self._ahead[1].result())
            sheet = written_sheet(people[:4], [4, 3, 2, 1])
            at_once(lambda: record_sheet(games[7], sheet=sheet, by=BY, reason="wrong total"))
        return found

    monkeypatch.setattr(ReadAhead, "games", games_and_a_correction)
    assert epochs.rebuild_beside(ladder.pk)
    games[7].refresh_from_db()
    assert games[7].order_key in read_early
    assert states_of(ladder) == replay_of(ladder)
    assert verify_ladder(ladder).is_clean


def test_a_long_reader_is_waited_for_and_does_not_make_others_wait(
    home: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check reads the events for minutes; attaching a partition must not queue in front of everybody."""
    monkeypatch.setattr(building, "BIG", 1)
    play(home, people[:4], [1, 2, 3, 4], minute=1)
    ladder = Ladder.objects.get(club=home)
    advance_ladder(ladder.pk)
    begun, done = Event(), Event()

    def read_long() -> None:
        with snapshot():
            assert RatingEvent.objects.count() == 4
            begun.set()
            assert done.wait(60)

    def build_meanwhile() -> None:
        begun.wait(10)
        monkeypatch.setattr(building, "ATTEMPTS", 1)
        assert not epochs.rebuild_beside(ladder.pk)
        done.set()
        monkeypatch.setattr(building, "ATTEMPTS", 30)
        assert epochs.rebuild_beside(ladder.pk)

    at_once(read_long, build_meanwhile)
    assert states_of(ladder) == replay_of(ladder)
