"""`ratings_verify` finds every derived number that was tampered with, and names its row."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F

from clubs.models import Club, Player
from games.models import Game, Seat
from ratings.models import Ladder, LadderEpoch, RatingEvent, RatingState
from ratings.services.sampling import verify_sample
from ratings.services.verifying import verify_ladder
from ratings.services.writer import advance_ladder
from tests.evenings import make_players
from tests.ratings.paper import BY, correct, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder(club: Club) -> Ladder:
    people = make_players(club, 5, by=BY)
    for minute in range(6):
        table = people[minute % 2 :][:4]
        play(club, table, [1 + (minute + seat) % 4 for seat in range(4)], minute=minute)
    ladder = Ladder.objects.get(club=club)
    advance_ladder(ladder.pk)
    advance_ladder(Ladder.objects.get(club=None).pk)
    return ladder


def verify(*arguments: str) -> tuple[int, dict[str, Any]]:
    out = StringIO()
    try:
        call_command("ratings_verify", *arguments, "--as-json", stdout=out)
        code = 0
    except CommandError as error:
        code = error.returncode
    document: dict[str, Any] = json.loads(out.getvalue())
    return code, document


def third_event(ladder: Ladder) -> RatingEvent:
    return RatingEvent.objects.filter(epoch=ladder.active_epoch).order_by("order_key", "seat")[9]


def test_an_untouched_ladder_is_clean(ladder: Ladder) -> None:
    code, document = verify()
    assert code == 0
    assert document["clean"]
    assert [row["ladder"] for row in document["ladders"]] == sorted(
        Ladder.objects.values_list("slug", flat=True)
    )
    for row in document["ladders"]:
        assert (row["games"], row["events"], row["lag_games"]) == (6, 24, 0)
        assert row["differences"] == []


@pytest.mark.parametrize(
    "setting",
    [
        "delta = delta + 1",
        "r_before = r_before - 1",
        "n_before = n_before + 1",
        "peak_before = peak_before + 1",
        "seat = seat + 5",
        "revision = revision + 1",
        "prev_key = ''",
        "game_id = game_id + 1",
    ],
)
def test_one_changed_number_of_an_event_is_named(ladder: Ladder, setting: str) -> None:
    event = third_event(ladder)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE ratings_ratingevent SET {setting} WHERE epoch_id = %s AND order_key = %s AND seat = %s",
            [event.epoch_id, event.order_key, event.seat],
        )
        assert cursor.rowcount == 1
    code, document = verify(ladder.slug)
    assert code == 1
    assert any(event.order_key in words for words in document["ladders"][0]["differences"])


@pytest.mark.parametrize(
    "change",
    [
        {"rating": F("rating") + 1},
        {"games": F("games") + 1},
        {"peak": F("peak") + 1},
        {"last_key": "0" * 46},
        {"last_played": None},
    ],
    ids=lambda change: next(iter(change)),
)
def test_one_changed_number_of_a_state_is_named(ladder: Ladder, change: dict[str, Any]) -> None:
    state = RatingState.objects.filter(epoch=ladder.active_epoch).order_by("player")[2]
    RatingState.objects.filter(epoch=state.epoch, player=state.player).update(**change)
    code, document = verify(ladder.slug)
    assert code == 1
    assert document["ladders"][0]["states_differ"] == 1
    assert f"player {state.player_id}" in document["ladders"][0]["differences"][0]


def lose_an_event(ladder: Ladder) -> None:
    event = third_event(ladder)
    RatingEvent.objects.filter(epoch=event.epoch, order_key=event.order_key, seat=event.seat).delete()


def lose_a_game(ladder: Ladder) -> None:
    RatingEvent.objects.filter(epoch=ladder.active_epoch, order_key=third_event(ladder).order_key).delete()


def lose_a_state(ladder: Ladder) -> None:
    player = Player.objects.get(name="Bo")
    RatingState.objects.filter(epoch=ladder.active_epoch, player=player).delete()


def invent_a_state(ladder: Ladder) -> None:
    player = Player.objects.create(name="Nobody")
    assert ladder.active_epoch is not None
    RatingState.objects.create(epoch=ladder.active_epoch, player=player, rating=1, games=1, peak=1)


def unrate_behind_its_back(ladder: Ladder) -> None:
    Game.objects.filter(order_key=third_event(ladder).order_key).update(rated=False, unrated_reason="casual")


def swap_places_behind_its_back(ladder: Ladder) -> None:
    game = Game.objects.get(order_key=third_event(ladder).order_key)
    Seat.objects.filter(game=game).update(place=5 - F("place"))


def pull_the_cursor_back(ladder: Ladder) -> None:
    LadderEpoch.objects.filter(active_of=ladder).update(cursor_key=third_event(ladder).order_key)


@pytest.mark.parametrize(
    ("tamper", "count"),
    [
        (lose_an_event, "events_differ"),
        (lose_a_game, "missing_games"),
        (lose_a_state, "states_differ"),
        (invent_a_state, "states_differ"),
        (unrate_behind_its_back, "orphan_events"),
        (swap_places_behind_its_back, "events_differ"),
        (pull_the_cursor_back, "orphan_events"),
    ],
)
def test_what_is_lost_or_invented_is_counted(
    ladder: Ladder, tamper: Callable[[Ladder], None], count: str
) -> None:
    tamper(ladder)
    code, document = verify(ladder.slug)
    assert code == 1
    assert document["ladders"][0][count] >= 1
    assert any(words.startswith(count) for words in document["ladders"][0]["differences"])


def test_a_broken_chain_and_an_unbalanced_table_are_counted_as_such(ladder: Ladder) -> None:
    event = third_event(ladder)
    RatingEvent.objects.filter(epoch=event.epoch, order_key=event.order_key, seat=event.seat).update(
        delta=F("delta") + 500
    )
    report = verify_ladder(ladder)
    assert report.broken_chain == 1
    assert report.sum_dk == 1
    assert report.events_differ == 1
    assert report.states_differ == 0


def test_what_the_writer_has_not_come_to_is_lag_and_no_difference(ladder: Ladder, club: Club) -> None:
    game = Game.objects.order_by("order_key")[2]
    seats = list(game.seats.select_related("player").order_by("number"))
    correct(game, [seat.player for seat in seats], [4, 3, 2, 1])
    play(club, [seat.player for seat in seats], [1, 2, 3, 4], minute=50)
    code, document = verify(ladder.slug)
    assert code == 0
    assert document["ladders"][0]["lag_games"] == 5
    assert document["ladders"][0]["games"] == 2
    advance_ladder(ladder.pk)
    assert verify(ladder.slug)[1]["ladders"][0]["lag_games"] == 0


def test_only_the_first_twenty_differences_are_named(ladder: Ladder) -> None:
    RatingEvent.objects.filter(epoch=ladder.active_epoch).update(delta=F("delta") + 1)
    report = verify_ladder(ladder)
    assert report.events_differ == 24
    assert len(report.differences) == 20


def test_a_sample_finds_what_is_wrong_with_the_games_it_draws(ladder: Ladder) -> None:
    assert verify_sample(ladder, n_games=6).is_clean
    assert verify_sample(ladder, n_games=2).games == 2
    RatingEvent.objects.filter(epoch=ladder.active_epoch).update(delta=F("delta") + 1)
    assert verify_sample(ladder, n_games=1).events_differ == 4
    assert verify(ladder.slug, "--sample", "1")[0] == 1


def test_an_unknown_ladder_cannot_be_verified(ladder: Ladder) -> None:
    with pytest.raises(CommandError, match="Known:") as refusal:
        call_command("ratings_verify", "nowhere")
    assert refusal.value.returncode == 2


def test_a_ladder_is_told_in_words_too(ladder: Ladder) -> None:
    out = StringIO()
    call_command("ratings_verify", ladder.slug, stdout=out)
    assert "events_differ 0" in out.getvalue()
