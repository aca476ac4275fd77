"""What the writer must survive (`ratings.md` 6.4), row by row."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from clubs.activity import By
from clubs.models import Club, Player
from games.models import Game, SheetRevision
from games.services.facts import rating_facts
from games.services.games import move_game
from games.services.people import merge_players, unmerge_player
from games.services.sheets import record_sheet, restore_game, void_game
from games.signals import game_corrected
from ratings import tasks
from ratings.models import CorrectionLog, Ladder, LadderEpoch, LadderTouch, RatingEvent, RatingState
from ratings.services import rounds, sweeping
from ratings.services.writer import advance_ladder
from tests.ratings.oracle import replay_of, states_of
from tests.ratings.paper import BY, NOON, correct, play
from tests.ratings.survival.ladders import advance_all, assert_level, everything

pytestmark = pytest.mark.django_db


def test_a_task_delivered_twice_changes_nothing(games: list[Game]) -> None:
    before = everything()
    versions = list(Ladder.objects.order_by("pk").values_list("version", flat=True))
    advance_all()
    assert everything() == before
    assert list(Ladder.objects.order_by("pk").values_list("version", flat=True)) == versions


def test_an_unknown_ladder_is_nobodys_work() -> None:
    assert advance_ladder(12345) == 0


def test_the_sweep_asks_for_what_a_lost_message_left(
    games: list[Game], people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(tasks, "enqueue", lambda _task, ladder_id: asked.append(ladder_id))
    tasks.sweep()
    assert asked == []
    correct(games[0], people[:4], [4, 3, 2, 1])
    tasks.sweep()
    assert asked == sorted(Ladder.objects.values_list("pk", flat=True))


def test_the_sweep_finds_rated_games_beyond_the_cursor_even_without_a_touch(
    games: list[Game], club: Club, people: list[Player]
) -> None:
    play(club, people, [1, 2, 3, 4, 5], minute=100)
    LadderTouch.objects.all().delete()
    assert len(sweeping.behind()) == 2
    advance_all()
    assert_level()


@pytest.mark.parametrize("last_words", ["insert_events", "store_states"])
def test_a_worker_that_dies_before_its_commit_leaves_nothing_behind(
    games: list[Game], people: list[Player], monkeypatch: pytest.MonkeyPatch, last_words: str
) -> None:
    correct(games[2], people[:4], [4, 3, 2, 1])
    before = everything()

    def die(*_args: object, **_kwargs: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(rounds, last_words, die)
        for ladder in Ladder.objects.all():
            with pytest.raises(KeyboardInterrupt):
                advance_ladder(ladder.pk)
    assert everything() == before
    assert LadderTouch.objects.count() == 2
    advance_all()
    assert_level()


def test_a_lower_key_that_commits_late_is_put_in_its_place(
    games: list[Game], club: Club, people: list[Player]
) -> None:
    play(club, people, [5, 4, 3, 2, 1], minute=15)
    play(club, people, [5, 4, 3, 2, 1], minute=5)
    advance_all()
    assert_level()


def test_readers_never_see_half_a_replay(
    games: list[Game], club: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Late games come on top of those undone; still every game readers saw is there after each commit."""
    monkeypatch.setattr(rounds, "BATCH", 1)
    for minute in (11, 12, 13, 14):
        play(club, people[:2], [1, 2], minute=minute)
    ladder = Ladder.objects.get(club=club)
    with transaction.atomic():
        rounds.advance_epoch(
            ladder,
            LadderEpoch.objects.select_related("system").get(active_of=ladder),
            now=timezone.now(),
            most_rewound=None,
        )
    assert states_of(ladder) == replay_of(ladder)


def test_the_same_confirm_twice_leaves_no_revision_and_no_touch(
    games: list[Game], people: list[Player]
) -> None:
    again = record_sheet(games[3], sheet=games[3].revisions.get().sheet, by=BY, reason="again")
    assert not again.created
    assert not LadderTouch.objects.exists()
    assert SheetRevision.objects.count() == 6


def test_a_correction_of_the_people_takes_the_wrong_ones_off_again(
    games: list[Game], people: list[Player], club: Club
) -> None:
    ada, bo, cleo, _dag, elin = people
    wrong = play(club, [ada, bo, elin], [3, 2, 1], minute=70)
    advance_all()
    assert elin.pk in states_of(Ladder.objects.get(club=club))
    correct(wrong, [ada, bo, cleo], [3, 2, 1])
    advance_all()
    assert elin.pk not in states_of(Ladder.objects.get(club=club))
    assert_level()


def test_void_and_restore_give_games_and_peak_back_exactly(games: list[Game]) -> None:
    before = [states for states, _events in everything().values()]
    void_game(games[0], by=BY, reason="a card was missing")
    advance_all()
    assert all(games == 5 for _r, games, _p, _k in states_of(Ladder.objects.get(club=None)).values())
    assert_level()
    restore_game(games[0], by=BY, reason="it was found")
    advance_all()
    assert [states for states, _events in everything().values()] == before
    assert_level()


def test_a_game_moved_in_time_is_rated_where_it_went(games: list[Game]) -> None:
    for minute in (25, 0, 500):
        move_game(games[4], played_at=NOON + timedelta(minutes=minute), by=BY, reason="wrong date")
        advance_all()
        assert_level()


def test_a_game_moved_to_another_club_leaves_one_ladder_for_the_other(games: list[Game]) -> None:
    other = Club.objects.create(slug="other", name="Other")
    game = games[1]
    old = rating_facts(game)
    Game.objects.filter(pk=game.pk).update(club=other)
    game.refresh_from_db()
    game_corrected.send(sender=Game, game=game, old=old)
    assert len(sweeping.behind()) == 3
    advance_all()
    assert [row.games for row in RatingState.objects.filter(epoch__ladder__club=other)] == [1, 1, 1, 1]
    assert RatingEvent.objects.filter(epoch__ladder__club=games[0].club).count() == 20
    assert_level()


def test_a_merge_replays_under_one_name_and_an_unmerge_gives_both_back(
    games: list[Game], club: Club, people: list[Player]
) -> None:
    ada, bo, cleo, _dag, elin = people
    for minute in (3, 33, 63):
        play(club, [elin, bo, cleo], [1, 2, 3], minute=minute)
    advance_all()
    before = everything()
    merge_players(elin, into=ada, by=BY, reason="one person")
    advance_all()
    states = states_of(Ladder.objects.get(club=club))
    assert elin.pk not in states
    assert states[ada.pk][1] == 9
    assert_level()
    unmerge_player(elin, by=BY, reason="two people")
    advance_all()
    assert everything() == before
    assert_level()


def test_a_merge_with_thousands_of_games_would_leave_one_touch_a_ladder_and_tournament(
    games: list[Game], club: Club, people: list[Player]
) -> None:
    ada, bo, cleo, _dag, elin = people
    for minute in range(100, 130):
        play(club, [elin, bo, cleo], [1, 2, 3], minute=minute, tournament_no=1 + minute % 2)
    advance_all()
    merge_players(elin, into=ada, by=BY, reason="one person")
    assert LadderTouch.objects.count() == 4


def test_who_merged_stands_in_the_correction_log(
    games: list[Game], club: Club, people: list[Player], by_alice: By
) -> None:
    ada, bo, _cleo, _dag, elin = people
    play(club, [elin, bo], [1, 2], minute=3)
    advance_all()
    CorrectionLog.objects.all().delete()
    merge_players(elin, into=ada, by=by_alice, reason="one person")
    advance_all()
    assert {log.actor for log in CorrectionLog.objects.all()} == {by_alice.user}


def test_anonymising_moves_nobodys_number(games: list[Game], people: list[Player]) -> None:
    before = everything()
    people[0].name, people[0].anonymised_at = "", timezone.now()
    people[0].save()
    advance_all()
    assert everything() == before
    assert_level()
