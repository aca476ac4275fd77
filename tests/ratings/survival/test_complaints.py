"""What is rated and what is told, where users of others complained (`ratings.md` 13)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from clubs.activity import By
from clubs.models import Club, Membership, Player
from games.models import Game, Seat
from games.services.sheets import record_sheet
from ratings.models import CorrectionLog, Ladder, LadderEpoch, LadderTouch, RatingEvent
from ratings.services import sweeping
from ratings.services.verifying import verify_ladder
from ratings.services.writer import advance_ladder
from tests.ratings.oracle import states_of
from tests.ratings.paper import BY, correct, open_game, play, written_sheet
from tests.ratings.survival.ladders import advance_all, assert_level, everything

pytestmark = pytest.mark.django_db
RAGE = {"preset": "rage", "players": [2, 8], "tie_break": ["shared"]}


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
