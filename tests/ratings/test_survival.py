"""What the writer must survive (`ratings.md` 6.4), row by row; and what others' users complained about (13)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from clubs.activity import By
from clubs.models import Club, Membership, Player
from games.models import Game, Seat, SheetRevision
from games.services.facts import rating_facts
from games.services.games import move_game
from games.services.people import merge_players, unmerge_player
from games.services.sheets import record_sheet, restore_game, void_game
from games.signals import game_corrected
from ratings import tasks
from ratings.models import CorrectionLog, Ladder, LadderEpoch, LadderTouch, RatingEvent, RatingState
from ratings.services import rounds, sweeping
from ratings.services.verifying import verify_ladder
from ratings.services.writer import advance_ladder
from tests.evenings import make_players
from tests.ratings.oracle import replay_of, states_of
from tests.ratings.paper import BY, NOON, correct, open_game, play, written_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club) -> list[Player]:
    """Ada, Bo, Cleo, Dag, Elin."""
    return make_players(club, 5, by=BY)


@pytest.fixture
def games(club: Club, people: list[Player]) -> list[Game]:
    """Six rated games of Ada, Bo, Cleo and Dag, all on the ladders."""
    made = [
        play(club, people[:4], [1 + (minute + seat) % 4 for seat in range(4)], minute=10 * minute)
        for minute in range(6)
    ]
    advance_all()
    return made


def advance_all() -> None:
    for ladder_id in Ladder.objects.order_by("pk").values_list("pk", flat=True):
        advance_ladder(ladder_id)


def everything() -> dict[int, Any]:
    """States and events of every ladder."""
    return {
        ladder.pk: (
            states_of(ladder),
            list(
                RatingEvent.objects.filter(epoch__active_of=ladder)
                .order_by("order_key", "seat")
                .values_list()
            ),
        )
        for ladder in Ladder.objects.all()
    }


def assert_level() -> None:
    assert sweeping.behind() == []
    for ladder in Ladder.objects.all():
        assert states_of(ladder) == replay_of(ladder)
        report = verify_ladder(ladder)
        assert report.is_clean, report.differences


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


def test_eligibility_is_stored_and_never_decided_again(games: list[Game], club: Club) -> None:
    club.verifies_sheets = True
    club.save()
    assert Game.objects.filter(rated=True).count() == 6
    before = everything()
    advance_all()
    assert everything() == before


def test_a_later_change_of_club_roster_or_player_decides_no_game_again(
    games: list[Game], club: Club, people: list[Player]
) -> None:
    before = everything()
    Membership.objects.filter(club=club).update(kind="guest", left_at=timezone.now())
    Club.objects.filter(pk=club.pk).update(
        visibility="members", closed_at=timezone.now(), verifies_sheets=True
    )
    Player.objects.filter(pk=people[1].pk).update(hidden=True)
    for epoch in LadderEpoch.objects.filter(active_of__isnull=False):
        LadderTouch.objects.create(epoch=epoch, order_key=games[0].order_key or "")
    advance_all()
    assert everything() == before, "replayed from the first game on"
    assert Game.objects.filter(rated=True).count() == len(games)


def test_a_casual_game_a_lone_player_and_an_open_sheet_are_not_rated(
    club: Club, people: list[Player]
) -> None:
    ada, bo, cleo, dag, _elin = people
    casual = play(club, [ada, bo], [1, 2], minute=1, casual=True)
    lone = play(club, [ada, None, None], [1, 2, 3], minute=2)
    pending = play(club, [cleo, dag], [1, 2], minute=3, verify=True)
    assert [game.unrated_reason for game in (casual, lone, pending)] == ["casual", "too_few", "unconfirmed"]
    assert not Ladder.objects.exists()


def test_a_guest_is_left_out_of_the_pairs(club: Club, people: list[Player]) -> None:
    play(club, [people[0], None, people[1]], [1, 2, 3], minute=1)
    advance_all()
    ladder = Ladder.objects.get(club=club)
    assert [state[0] for state in states_of(ladder).values()] == [1_550_000, 1_450_000]
    assert_level()


def test_a_seat_held_by_two_and_one_joined_late_are_left_out(club: Club, people: list[Player]) -> None:
    ada, bo, cleo, dag, elin = people
    uids = [str(player.uid) for player in people]
    game = open_game(club, [ada, bo, cleo, dag], minute=1)
    sheet = written_sheet([ada, bo, cleo, dag], [1, 2, 3, 4])
    sheet["deals"] = [{"hand_size": 1, "bids": [None] * 4, "tricks": [None] * 4}] * 2
    sheet["seats"] = [
        {"seat": 0, "player": uids[0], "from": 0, "to": None},
        {"seat": 1, "player": uids[1], "from": 0, "to": 0},
        {"seat": 1, "player": uids[4], "from": 1, "to": None},
        {"seat": 2, "player": uids[2], "from": 0, "to": None},
        {"seat": 3, "player": uids[3], "from": 1, "to": None},
    ]
    record_sheet(game, sheet=sheet, by=BY)
    advance_all()
    ladder = Ladder.objects.get(club=club)
    assert states_of(ladder).keys() == {ada.pk, cleo.pk}
    assert verify_ladder(ladder).is_clean
    assert elin.pk not in states_of(ladder)


def test_a_game_that_cannot_be_rated_stops_its_ladders_alone_and_names_itself(
    games: list[Game], club: Club, people: list[Player]
) -> None:
    other = Club.objects.create(slug="other", name="Other")
    poison = play(club, people[:4], [1, 2, 3, 4], minute=100)
    Seat.objects.filter(game=poison, number=1).update(player=people[0])
    elsewhere = play(other, people[:4], [1, 2, 3, 4], minute=90, rules={**RAGE})
    before = everything()
    advance_all()
    after = everything()
    for ladder in Ladder.objects.filter(family="oh-hell"):
        assert after[ladder.pk] == before[ladder.pk]
        assert ladder.stuck_game == poison
        assert "two of its seats" in ladder.stuck_reason
    for ladder in Ladder.objects.filter(family="rage"):
        assert ladder.stuck_reason == ""
        assert RatingEvent.objects.filter(epoch__active_of=ladder, game=elsewhere).count() == 4
    assert set(sweeping.behind()) == set(Ladder.objects.filter(family="oh-hell").values_list("pk", flat=True))
    correct(poison, people[:4], [2, 1, 3, 4])
    advance_all()
    assert not Ladder.objects.exclude(stuck_reason="").exists()
    assert_level()


RAGE = {"preset": "rage", "players": [2, 8], "tie_break": ["shared"]}


def test_each_family_has_its_own_ladders(club: Club, people: list[Player]) -> None:
    play(club, people[:4], [1, 2, 3, 4], minute=1)
    play(club, people[:4], [1, 2, 3, 4], minute=2, rules=RAGE)
    play(None, people[:4], [1, 2, 3, 4], minute=3)
    assert sorted(Ladder.objects.values_list("slug", "min_games")) == [
        ("oh-hell", 10),
        ("rage", 10),
        (f"{club.slug}-oh-hell", 3),
        (f"{club.slug}-rage", 3),
    ]
    advance_all()
    assert [state[1] for state in states_of(Ladder.objects.get(slug="oh-hell")).values()] == [2] * 4
    assert [state[1] for state in states_of(Ladder.objects.get(slug="rage")).values()] == [1] * 4


def test_a_club_that_took_the_name_of_another_gets_a_ladder_all_the_same(
    club: Club, people: list[Player]
) -> None:
    play(club, people[:4], [1, 2, 3, 4], minute=1)
    name, club.slug = club.slug, "renamed"
    club.save()
    heir = Club.objects.create(slug=name, name="Heir")
    play(heir, people[:4], [1, 2, 3, 4], minute=2)
    assert Ladder.objects.get(club=heir).slug == f"{name}-oh-hell-2"


def test_a_correction_is_told_to_those_whose_number_it_changed(
    games: list[Game], people: list[Player], by_alice: By
) -> None:
    """`ratings.md` 13: no way to correct, following games not re-rated, changes nobody was told of."""
    ladder = Ladder.objects.get(club=None)
    before = states_of(ladder)
    record_sheet(
        games[2], sheet=written_sheet(people[:4], [4, 3, 2, 1]), by=by_alice, reason="columns swapped"
    )
    advance_all()
    after = states_of(ladder)
    log = CorrectionLog.objects.get(ladder=ladder)
    assert (log.from_key, log.games, log.actor) == (games[2].order_key, 4, by_alice.user)
    assert log.players == {
        str(player): [before[player][0], after[player][0]]
        for player in before
        if before[player][0] != after[player][0]
    }
    assert log.max_abs_delta == max(abs(before[player][0] - after[player][0]) for player in before)


def test_newcomers_who_came_with_a_rewind_are_not_told_they_were_corrected(
    games: list[Game], club: Club, people: list[Player]
) -> None:
    correct(games[5], people[:4], [1, 1, 1, 1])
    play(club, [people[0], people[4]], [1, 2], minute=200)
    ladder = Ladder.objects.get(club=club)
    advance_ladder(ladder.pk)
    log = CorrectionLog.objects.get(ladder=ladder)
    assert str(people[4].pk) not in log.players
    last = RatingEvent.objects.filter(epoch__active_of=ladder, player=people[0]).latest("order_key")
    assert log.players[str(people[0].pk)][1] == last.r_before, "as it was before the new game"


def test_a_rating_back_at_the_start_is_not_never_played(club: Club, people: list[Player]) -> None:
    play(club, people[:2], [1, 1], minute=1)
    advance_all()
    ladder = Ladder.objects.get(club=club)
    assert [state[:3] for state in states_of(ladder).values()] == [(1_500_000, 1, 1_500_000)] * 2


def test_a_touch_outside_a_transaction_is_a_defect(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    from ratings.services import touches

    class Autocommit:
        in_atomic_block = False

    monkeypatch.setattr(touches, "connection", Autocommit())
    with pytest.raises(RuntimeError, match="in the transaction of its fact"):
        touches.touch_ladders(games[0], None)
