"""Everything derived equals a rebuild from the facts; one changed number is found and named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command

from config.catching_up import catch_up
from games.models import Seat
from ratings.models import RatingEvent, RatingState
from tests.evenings import Evening
from tournaments.models import Standing


@pytest.fixture
def played(evening: Evening) -> Evening:
    evening.play_round()
    evening.play_round()
    catch_up()
    return evening


def run(capsys: pytest.CaptureFixture[str], code: int) -> dict[str, Any]:
    if code:
        with pytest.raises(SystemExit) as caught:
            call_command("verify_facts", "--json")
        assert caught.value.code == code
    else:
        call_command("verify_facts", "--json")
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def test_an_untouched_database_is_equal(played: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        RatingEvent.objects.count() == 32
    )  # 2 rounds x 8 players, on the ladders of everybody and of the club
    assert run(capsys, 0) == {"rebuild": "equal", "differences": [], "waiting": []}


def test_a_changed_seat_total_is_named(played: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    seat = Seat.objects.all()[3]
    Seat.objects.filter(pk=seat.pk).update(total=(seat.total or 0) + 1)
    (found, *_rest) = run(capsys, 1)["differences"]
    assert (found["row"], found["column"], found["computed"]) == (
        f"games_seat {seat.pk}",
        "total",
        seat.total,
    )


def test_a_changed_standing_is_named(played: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    row = Standing.objects.filter(after_round=2)[0]
    Standing.objects.filter(pk=row.pk).update(place=7)
    (found,) = run(capsys, 1)["differences"]
    assert f"tournaments_standing {row.pk}" in found["row"]
    assert (found["stored"], found["computed"]) == (7, row.place)


def test_a_changed_rating_is_named(played: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    state = RatingState.objects.order_by("epoch_id", "player_id")[0]
    RatingState.objects.filter(epoch_id=state.epoch_id, player_id=state.player_id).update(
        rating=state.rating + 1
    )
    (found,) = run(capsys, 1)["differences"]
    assert found["row"].endswith(f", player {state.player_id}")
    assert found["column"] == "state"
    assert f"({state.rating + 1}, " in found["stored"]
    assert f"({state.rating}, " in found["computed"]


def test_what_waits_for_the_worker_is_late_and_no_difference(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.play_round()
    report = run(capsys, 0)
    assert report["rebuild"] == "equal"
    assert [scope.partition(":")[0] for scope in report["waiting"]] == ["ladder", "ladder"]


def test_the_words_on_the_terminal_end_with_the_verdict(
    played: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("verify_facts")
    assert capsys.readouterr().out.splitlines() == ["rebuild: equal"]
