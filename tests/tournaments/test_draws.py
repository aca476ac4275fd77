"""What a draw honours: tables that were chosen, who must sit out, wishes, an older plan; and that it can be proven."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.activity import By
from clubs.errors import NotAllowed
from clubs.models import Activity, Club, Membership, User
from tests.evenings import Evening, make_club, make_evening, make_players, tables_of
from tournaments.errors import DrawRefused, TournamentError
from tournaments.models import Round, SeatingWish, Table, Tournament
from tournaments.services import rounds, standings, wishes
from tournaments.services.board import redraw
from tournaments.services.drawing import DrawSettings, answer, draw_seats, plan_changes
from tournaments.services.entries import enter_player, set_presence
from tournaments.services.proving import prove_draw
from tournaments.services.splits import ways_to_seat


def seated(drawn: Round) -> list[list[int]]:
    return [
        [seat.entry.number for seat in table.seats.select_related("entry").order_by("seat")]
        for table in tables_of(drawn)
    ]


def company(drawn: Round) -> set[frozenset[int]]:
    return {frozenset(table) for table in seated(drawn)}


def sitters(drawn: Round) -> list[int]:
    return sorted(drawn.seats.filter(table=None).values_list("entry__number", flat=True))


@pytest.mark.scenario("S18")
@pytest.mark.parametrize("draw", ["plan", "swiss"])
def test_nine_at_fours_sit_out_in_turn(club: Club, by_alice: By, draw: str) -> None:
    """scenarios.md S18: nobody a second time before everybody has once."""
    evening = make_evening(club, by=by_alice, n_players=9, sizes=(4,), n_rounds=5, draw=draw)
    out = [sitters(evening.play_round()) for _round in range(5)]
    assert [len(one) for one in out] == [1] * 5
    assert len({one[0] for one in out}) == 5


@pytest.mark.scenario("S18")
@pytest.mark.parametrize("status", ["absent", "late", "stand-by", "left"])
def test_by_score_too_who_was_never_here_does_not_hold_up_the_draw(
    club: Club, by_alice: By, status: str
) -> None:
    evening = make_evening(club, by=by_alice, n_players=9, sizes=(4,), n_rounds=3, draw="swiss")
    missing = evening.entries[8]
    set_presence(missing, status=status, by=by_alice)
    standings.refresh(evening.tournament.pk)
    for _round in range(2):
        assert missing.number not in {one for table in seated(evening.play_round()) for one in table}
    set_presence(missing, status="present", by=by_alice)
    drawn = evening.draw()
    assert missing.number in [*sitters(drawn), *(one for table in seated(drawn) for one in table)]


def test_nobody_sits_out_while_there_are_tables_for_all(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=9, sizes=(4, 5))
    assert sitters(evening.draw()) == []
    with pytest.raises(DrawRefused) as caught:
        draw_seats(evening.tournament, 1, DrawSettings(tables=(4, 4)))
    assert caught.value.code == "no_split"


def test_who_would_like_to_sits_out_first_and_it_is_not_counted(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=9, sizes=(4,), n_rounds=4)
    entry = evening.entries[3]
    set_presence(entry, status="volunteer", by=by_alice)
    first = evening.play_round()
    assert sitters(first) == [4]
    assert sitters(evening.play_round()) == [4]
    set_presence(entry, status="present", by=by_alice)
    drafted = evening.draw()
    assert drafted.seating_input["sat_out"] == {}


def test_who_sat_out_is_absent_by_the_rules_of_the_tournament(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=9, sizes=(4,), n_rounds=2, absent={"points": "7"})
    (out,) = sitters(evening.play_round())
    row = evening.tournament.standings.get(after_round=1, entry__number=out)
    assert (row.total, row.columns["rounds"]) == ("7", ["7"])


def test_page_and_program_draw_the_same_default(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=17)
    sizes = [sorted(map(len, seated(evening.play_round())), reverse=True) for _round in range(3)]
    assert sizes == [[4, 4, 3, 3, 3]] * 3
    assert ways_to_seat(17, (4, 3, 5), 3)[0].tables == (4, 4, 3, 3, 3)


@pytest.mark.parametrize("n", [5, 9, 13, 14, 15])
def test_the_offer_calls_no_more_repeats_certain_than_the_draw_has(club: Club, by_alice: By, n: int) -> None:
    evening = make_evening(club, by=by_alice, n_players=n, sizes=(4,), n_rounds=3)
    (way,) = ways_to_seat(n, (4,), 3)
    report = evening.draw().seating_report
    assert way.sit_outs == n % 4
    assert way.bound <= report["bound"] <= report["pairs_cost"]


def test_the_tables_of_the_first_round_stay_the_default_while_as_many_play(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=17)
    evening.play_round(tables=(5, 4, 4, 4))
    assert sorted(map(len, seated(evening.play_round())), reverse=True) == [5, 4, 4, 4]


def test_every_split_that_is_offered_can_be_drawn(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=20, sizes=(4, 3, 5))
    for way in ways_to_seat(20, (4, 3, 5), 3):
        draw = draw_seats(evening.tournament, 1, DrawSettings(tables=way.tables))
        assert tuple(sorted(map(len, draw.tables), reverse=True)) == way.tables


def test_a_plan_without_changes_is_played_as_it_was_made(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=12, n_rounds=3)
    first = evening.play_round()
    planned = first.seating_report["rounds"][1]
    drafted = evening.draw()
    assert company(drafted) == {frozenset(int(player) for player in table) for table in planned}
    assert plan_changes(drafted) == []


def test_a_leaver_changes_only_his_own_tables(club: Club, by_alice: By) -> None:
    """24 to 23: the patch moves nobody and adds no repeat (seating.md 9)."""
    evening = make_evening(club, by=by_alice, n_players=24, n_rounds=4)
    first = evening.play_round()
    set_presence(evening.entries[0], status="left", by=by_alice)
    drafted = evening.draw()
    planned = {frozenset(int(p) for p in table) - {1} for table in first.seating_report["rounds"][1]}
    assert company(drafted) == planned
    assert drafted.seating_report["repeats"] == 0
    changes = plan_changes(drafted)
    assert [change.round for change in changes] == [1, 2, 3]
    assert all(set(change.before) - set(change.after) == {"00001"} for change in changes)
    fresh = draw_seats(evening.tournament, 2, DrawSettings(way="rest"))
    assert len({frozenset(table) for table in fresh.tables}) == 6


def test_a_draft_is_mended_for_who_came(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=16, n_rounds=3)
    late = evening.entries[15]
    set_presence(late, status="late", by=by_alice)
    drafted = evening.draw()
    before = company(drafted)
    set_presence(late, status="present", by=by_alice)
    mended = redraw(drafted, by=by_alice, reason="Hal came", settings=DrawSettings(mend=True))
    assert mended.seed == drafted.seed
    assert len(company(mended) & before) == 3
    assert sum(map(len, seated(mended))) == 16


def test_tables_that_are_kept_stay_seat_for_seat(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=16, n_rounds=3)
    drafted = evening.draw()
    before = seated(drafted)
    anew = redraw(drafted, by=by_alice, reason="once more", settings=DrawSettings(kept=(2,), seed=99))
    assert seated(anew)[1] == before[1]
    assert seated(anew) != before
    assert Activity.objects.filter(verb="round.drawn").latest("id").details["kept"] == [2]


def test_a_kept_table_with_a_leaver_is_refused_and_the_draft_stands(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=16)
    drafted = evening.draw()
    gone = seated(drafted)[0][0]
    set_presence(evening.entries[gone - 1], status="left", by=by_alice)
    with pytest.raises(DrawRefused, match="somebody there has left"):
        redraw(drafted, by=by_alice, reason="once more", settings=DrawSettings(kept=(1,)))
    with pytest.raises(DrawRefused, match="Table 9 is not in this draft"):
        redraw(drafted, by=by_alice, reason="once more", settings=DrawSettings(kept=(9,)))
    assert Round.objects.get().pk == drafted.pk


def test_people_kept_apart_never_share_a_table(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=8, sizes=(4,), n_rounds=4)
    ada, bo = evening.entries[:2]
    wish = wishes.keep_apart(evening.tournament, first=bo, second=ada, by=by_alice)
    assert wishes.keep_apart(evening.tournament, first=ada, second=bo, by=by_alice).pk == wish.pk
    for _round in range(4):
        assert not any({1, 2} <= set(table) for table in seated(evening.play_round()))
    wishes.drop_wish(wish, by=by_alice)
    assert wishes.wishes_of(evening.tournament) == []
    assert SeatingWish.objects.count() == 2
    assert set(Activity.objects.filter(verb__startswith="seating").values_list("verb", flat=True)) == {
        "seating.wished",
        "seating.wish_dropped",
    }


def test_too_many_people_kept_apart_are_refused_by_name(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=8, sizes=(4,))
    three = evening.entries[:3]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        wishes.keep_apart(evening.tournament, first=three[one], second=three[other], by=by_alice)
    with pytest.raises(DrawRefused, match="Ada, Bo, Cleo cannot all be kept apart at 2 tables"):
        evening.draw()
    assert not evening.tournament.rounds.exists()


def test_a_fixed_table_keeps_its_number_even_beyond_the_tables_in_use(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=8, sizes=(4,))
    wishes.fix_table(evening.tournament, entry=evening.entries[4], table=3, by=by_alice)
    wishes.fix_table(evening.tournament, entry=evening.entries[4], table=5, by=by_alice)
    for _round in range(2):
        played = evening.play_round()
        table = Table.objects.get(round=played, seats__entry=evening.entries[4])
        assert table.number == 5
        assert played.tables.count() == 2
    assert [wish.table for wish in wishes.wishes_of(evening.tournament)] == [5]


def test_club_mates_sit_apart_where_they_can(club: Club, by_alice: By, alice: User) -> None:
    away = make_club(alice, "The Guests")
    guests = make_players(away, 4, by=by_alice)
    evening = make_evening(club, by=by_alice, n_players=12, sizes=(4,), n_rounds=1)
    for player in guests:
        entry = enter_player(evening.tournament, player, by=by_alice)
        set_presence(entry, status="present", by=by_alice)
        Membership.objects.get_or_create(club=club, player=player, defaults={"kind": "guest"})
    wishes.keep_clubs_apart(evening.tournament, by=by_alice)
    drafted = evening.draw()
    assert len(drafted.seating_input["groups"]) == 2
    assert all(sum(number > 12 for number in table) == 1 for table in seated(drafted))


def test_a_wish_needs_two_people_of_this_tournament_and_a_table_that_can_be(
    evening: Evening, club: Club, by_alice: By, bob: User
) -> None:
    other = make_evening(
        club, by=by_alice, name="Another", players=[entry.player for entry in evening.entries]
    )
    ada = evening.entries[0]
    makes: tuple[Callable[[], SeatingWish], ...] = (
        lambda: wishes.keep_apart(evening.tournament, first=ada, second=ada, by=by_alice),
        lambda: wishes.keep_apart(evening.tournament, first=ada, second=other.entries[1], by=by_alice),
        lambda: wishes.fix_table(evening.tournament, entry=ada, table=0, by=by_alice),
    )
    for make in makes:
        with pytest.raises(TournamentError):
            make()
    with pytest.raises(NotAllowed):
        wishes.keep_clubs_apart(evening.tournament, by=By(bob, "web"))
    assert not SeatingWish.objects.exists()


def test_a_draw_is_proven_and_a_draw_that_was_touched_is_not(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = evening.publish()
    assert prove_draw(drawn).outcome == "proven"
    call_command("prove_draw", evening.tournament.slug, "1")
    assert "proven: the same seed and input" in capsys.readouterr().out
    one, other = drawn.seats.filter(table__number=1)[:2]
    Round.objects.filter(pk=drawn.pk).update(seed=drawn.seed + 1)
    drawn.refresh_from_db()
    assert prove_draw(drawn).outcome == "bad_input"
    Round.objects.filter(pk=drawn.pk).update(seed=drawn.seed - 1)
    drawn.refresh_from_db()
    type(one).objects.filter(pk=one.pk).update(seat=99)
    assert prove_draw(drawn).outcome == "differs"
    with pytest.raises(CommandError, match="Not every draw"):
        call_command("prove_draw", evening.tournament.slug)
    Round.objects.filter(pk=drawn.pk).update(moved_by_hand=True)
    drawn.refresh_from_db()
    assert prove_draw(drawn).outcome == "moved"
    Round.objects.filter(pk=drawn.pk).update(algorithm="eldest-hand-seating/0")
    drawn.refresh_from_db()
    assert prove_draw(drawn).outcome == "other_version"
    assert other.seat is not None


@pytest.mark.parametrize("way", ["least", "patch", "round", "rest"])
def test_every_way_of_going_on_can_be_proven(club: Club, by_alice: By, way: str) -> None:
    evening = make_evening(club, by=by_alice, n_players=13, n_rounds=3)
    evening.play_round()
    set_presence(evening.entries[0], status="left", by=by_alice)
    drafted = evening.draw(way=way)
    assert drafted.seating_report["way"] == way
    assert prove_draw(drafted).outcome == "proven"


def test_a_draw_at_22_tables_asks_few_questions(club: Club, by_alice: By, alice: User) -> None:
    evening = make_evening(club, by=by_alice, n_players=88, n_rounds=3, sizes=(4, 3))
    for entry, other in zip(evening.entries[:10:2], evening.entries[1:10:2], strict=True):
        wishes.keep_apart(evening.tournament, first=entry, second=other, by=by_alice)
    director = Client()
    director.force_login(alice)
    here = f"/tournaments/{evening.tournament.slug}/draw/"
    director.get(here)
    with CaptureQueriesContext(connection) as queries:
        assert director.post(here, {}).status_code == 302
    asked = [q["sql"] for q in queries if not q["sql"].startswith(("SAVEPOINT", "RELEASE", "BEGIN"))]
    assert len(asked) <= 20, [sql[:90] for sql in asked]
    assert evening.tournament.rounds.get().tables.count() == 22


def test_somebody_who_comes_in_during_the_search_is_seated(
    evening: Evening, by_alice: By, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = evening.entries[7]
    set_presence(late, status="late", by=by_alice)
    real = answer

    def slow(question: Any) -> Any:
        set_presence(late, status="present", by=by_alice)
        return real(question)

    monkeypatch.setattr(rounds, "answer", slow)
    drafted = evening.draw()
    assert sum(map(len, seated(drafted))) == 8
    assert Tournament.objects.get().rounds.count() == 1


@pytest.mark.parametrize(
    ("n", "sizes", "offered"),
    [
        (8, (3, 4, 5), [(4, 4)]),
        (9, (3, 4, 5), [(3, 3, 3), (5, 4)]),
        (11, (3, 4, 5, 6), [(4, 4, 3), (6, 5)]),
        (8, (3, 5), [(5, 3)]),
    ],
)
def test_tables_differ_by_one_seat_at_most_where_the_sizes_allow_it(
    n: int, sizes: tuple[int, ...], offered: list[tuple[int, ...]]
) -> None:
    assert sorted(way.tables for way in ways_to_seat(n, sizes, 3)) == sorted(offered)
