"""The clock of a round: a deadline that follows from what the director said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.errors import NotAllowed
from clubs.models import Activity, User
from tests.evenings import Evening
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import ClockAct, Round
from tournaments.services import rounds
from tournaments.services.clocks import Clock, clock_of, fold, say_to_clock
from tournaments.views.clock import ClockView

EIGHT = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return EIGHT + timedelta(minutes=minutes)


def said(*acts: tuple[float, str, int | None, int | None]) -> Clock:
    """The clock after acts: minutes past eight, word, seconds, table."""
    return fold(
        ClockAct(kind=kind, seconds=seconds, table_number=table, at=at(minute))
        for minute, kind, seconds, table in acts
    )


def test_it_ends_after_its_length() -> None:
    clock = said((0, "start", 45 * 60, None))
    assert clock.deadline() == at(45)
    assert clock.left(at(44)) == 60
    assert clock.left(at(46)) == -60


def test_a_pause_moves_the_end_by_as_much() -> None:
    paused = said((0, "start", 2700, None), (10, "pause", None, None))
    assert paused.deadline() is None
    assert paused.left(at(99)) == 35 * 60
    again = said((0, "start", 2700, None), (10, "pause", None, None), (17, "resume", None, None))
    assert again.deadline() == at(52)


def test_extra_time_is_for_all_or_for_one_table() -> None:
    clock = said(
        (0, "start", 2700, None), (1, "extend", 300, None), (2, "extend", 120, 3), (3, "extend", -60, 3)
    )
    assert clock.deadline() == at(50)
    assert clock.deadline(3) == at(51)
    assert clock.deadline(1) == at(50)


def test_words_that_say_nothing_new_change_nothing() -> None:
    once = said((0, "start", 2700, None), (5, "pause", None, None), (9, "resume", None, None))
    twice = said(
        (0, "start", 2700, None),
        (5, "pause", None, None),
        (6, "pause", None, None),
        (9, "resume", None, None),
        (11, "resume", None, None),
    )
    assert once == twice
    assert said((0, "start", 2700, None), (1, "stop", None, None)) == Clock()


@pytest.fixture
def playing(evening: Evening) -> Round:
    return evening.publish()


def test_the_clock_is_kept_as_facts_and_in_the_log(playing: Round, by_alice: By) -> None:
    say_to_clock(playing, "start", by=by_alice, seconds=1800)
    say_to_clock(playing, "extend", by=by_alice, seconds=300, table=2)
    clock = clock_of(playing)
    assert clock.tables == {2: 300}
    assert clock.deadline() is not None
    assert list(
        Activity.objects.filter(verb__startswith="clock.").order_by("pk").values_list("verb", flat=True)
    ) == [
        "clock.start",
        "clock.extend",
    ]


def test_the_same_tap_twice_is_heard_once_and_another_over_it_is_told(
    playing: Round, by_alice: By, alice: User
) -> None:
    first = say_to_clock(playing, "start", by=by_alice, seconds=1800, seen=0)
    assert say_to_clock(playing, "start", by=by_alice, seconds=1800, seen=0).seen == first.seen
    assert ClockAct.objects.count() == 1
    with pytest.raises(RoundConflict):
        say_to_clock(playing, "start", by=by_alice, seconds=2700, seen=0)


@pytest.mark.parametrize(
    ("kind", "seconds", "table"),
    [
        ("start", 5, None),
        ("start", None, None),
        ("pause", None, None),
        ("extend", 300, None),
        ("nonsense", None, None),
    ],
)
def test_what_makes_no_sense_is_refused(
    playing: Round, by_alice: By, kind: str, seconds: int | None, table: int | None
) -> None:
    with pytest.raises(TournamentError):
        say_to_clock(playing, kind, by=by_alice, seconds=seconds, table=table)
    assert not ClockAct.objects.exists()


def test_extra_time_needs_a_table_of_the_round_and_a_number(playing: Round, by_alice: By) -> None:
    say_to_clock(playing, "start", by=by_alice, seconds=1800)
    for seconds, table in ((0, None), (4000, None), (300, 99)):
        with pytest.raises(TournamentError):
            say_to_clock(playing, "extend", by=by_alice, seconds=seconds, table=table)


def test_a_round_published_again_begins_without_a_clock(playing: Round, by_alice: By) -> None:
    say_to_clock(playing, "start", by=by_alice, seconds=1800)
    draft = rounds.unpublish_round(playing, by=by_alice, reason="wrong people")
    again = rounds.publish_round(draft, by=by_alice)
    assert not clock_of(again).is_on


def test_only_the_director_sets_it(playing: Round) -> None:
    with pytest.raises(NotAllowed):
        say_to_clock(playing, "start", by=By(User.objects.create_user("eve"), "web"), seconds=1800)


def test_every_screen_hears_of_it(playing: Round, client: Client, alice_client: Client) -> None:
    slug = playing.tournament.slug
    say, now = reverse("clock_say", args=[slug]), reverse("clock_now", args=[slug])
    assert alice_client.post(say, {"act": "start", "minutes": "45", "seen": "0"}).status_code == 302
    told = client.get(now)
    assert told.json()["ends"] - told.json()["now"] == pytest.approx(45 * 60 * 1000, abs=20_000)
    assert "no-store" in told["Cache-Control"]
    for name in ("tournament_detail", "wall", "clock"):
        assert f'data-ends="{told.json()["ends"]}"' in client.get(reverse(name, args=[slug])).content.decode()
    assert f'data-ends="{told.json()["ends"]}"' in client.get(playing.get_absolute_url()).content.decode()
    alice_client.post(say, {"act": "pause", "seen": str(told.json()["seen"])})
    assert client.get(now).json()["paused"] is True


def test_a_wrong_number_comes_back_with_what_was_typed(playing: Round, alice_client: Client) -> None:
    page = alice_client.post(
        reverse("clock_say", args=[playing.tournament.slug]), {"act": "start", "minutes": "soon", "seen": "0"}
    )
    assert page.status_code == 422
    assert 'value="soon"' in page.content.decode()


def test_a_program_sets_the_clock(playing: Round, alice_client: Client) -> None:
    address = reverse("api:tournament-clock", args=[playing.tournament.uid])
    answer = alice_client.post(address, {"act": "start", "minutes": 30}, content_type="application/json")
    assert answer.status_code == 200
    assert answer.json()["left"] in (1799, 1800)
    wrong = alice_client.post(address, {"act": "pause", "minutes": 3}, content_type="application/json")
    assert wrong.status_code == 422
    again = alice_client.post(address, {"act": "start", "minutes": 20}, content_type="application/json")
    assert again.status_code == 409


@pytest.mark.parametrize(
    ("minutes", "gone", "shown"), [(90, 10, "1:20:00"), (45, 32.5, "12:30"), (10, 12.25, "−2:15")]
)
def test_a_paused_clock_is_written_as_a_running_one(minutes: int, gone: float, shown: str) -> None:
    paused = said((0, "start", minutes * 60, None), (gone, "pause", None, None))
    assert ClockView(Round(), paused).left == shown


def test_the_clock_of_one_table_is_its_own() -> None:
    clock = said((0, "start", 2700, None), (1, "extend", 120, 3))
    assert ClockView(Round(), clock, 3).ends_at == at(47)
    assert ClockView(Round(), clock, 3).tables == []
    assert ClockView(Round(), clock, 1).ends_at == ClockView(Round(), clock).ends_at == at(45)
