"""Time at a hosted table: turns that run out, stand-ins, pauses, restarts, tables nobody touches."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from clubs.activity import By
from clubs.models import Activity
from games.engine.state import DealState
from games.engine.view import DealView, deal_view
from games.errors import ActRefused, TableRefused
from games.models import Clock, HostedTable
from games.services.hosting import acting, directing, standing_in
from games.services.hosting.reading import rows_of
from games.services.hosting.standing_in import GRACE, SLEEPS_AFTER, close_untouched, run_due, run_table
from tests.games.hosting.tables import people, run_stand_ins, seated, shown, started, waited_for

pytestmark = pytest.mark.django_db
LONGER = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [3, 5, 4]}}
SECOND = timedelta(seconds=1)


def due(table: HostedTable, seat: int) -> datetime:
    clock = Clock.objects.get(table=table, seat=seat)
    assert clock.due_at is not None
    return clock.due_at


def by(seat: int) -> By:
    return By(people(seat + 1)[seat], "web")


def test_a_turn_that_runs_out_is_played_once_and_marked() -> None:
    table = started(rules=LONGER, turn_seconds=30, reserve_seconds=10)
    seat = waited_for(table)[0]
    time_up = due(table, seat)
    assert 39 <= (time_up - timezone.now()).total_seconds() <= 40
    assert run_due(now=time_up - SECOND) == 0
    assert run_table(table.pk, now=time_up + SECOND) == 1
    assert run_table(table.pk, now=time_up + SECOND) == 0
    assert run_due(now=time_up + SECOND) == 0
    bids = [row for row in rows_of(table) if row["type"] == "bid"]
    assert [(row["seat"], row.get("by")) for row in bids] == [(seat, "bot")]
    assert table.seats.get(number=seat).reserve_ms == 0
    assert not table.seats.get(number=seat).is_away


@pytest.mark.scenario("S49")
def test_whoever_loses_the_race_against_the_clock_reads_what_was_played() -> None:
    table = started(rules=LONGER, turn_seconds=30)
    seat = waited_for(table)[0]
    seen = shown(table, seat)["event"]
    run_table(table.pk, now=due(table, seat) + SECOND)
    with pytest.raises(ActRefused, match="Time was up: the stand-in bid") as late:
        acting.act(table, seat=seat, seen=seen, bid=0, by=by(seat))
    assert late.value.code == "stale"
    assert len([row for row in rows_of(table) if row["type"] == "bid"]) == 1


def test_an_act_just_before_the_worker_comes_counts_and_the_next_player_loses_no_turn() -> None:
    table = started(rules=LONGER, turn_seconds=30)
    seat = waited_for(table)[0]
    time_up = due(table, seat)
    acting.act(table, seat=seat, seen=shown(table, seat)["event"], bid=0, by=by(seat))
    assert run_table(table.pk, now=time_up - SECOND) == 0
    assert len([row for row in rows_of(table) if row["type"] == "bid"]) == 1


@pytest.mark.scenario("S50")
def test_two_turns_run_out_make_the_seat_the_stand_ins_until_its_player_is_back() -> None:
    table = started(rules=LONGER, turn_seconds=30, reserve_seconds=0)
    first = waited_for(table)[0]
    now = timezone.now()
    while not table.seats.get(number=first).is_away:
        seat = waited_for(table)[0]
        if seat == first:
            now = due(table, seat) + SECOND
            assert run_table(table.pk, now=now) == 1
        else:
            seen = shown(table, seat)
            what = seen["deal"]["legal"][0]
            acting.act(
                table,
                seat=seat,
                seen=seen["event"],
                by=by(seat),
                **{"bid" if isinstance(what, int) else "card": what},
            )
    run_stand_ins(table, now + timedelta(minutes=1))
    acting.come_back(table, seat=first, by=by(first))
    assert not table.seats.get(number=first).is_away
    while waited_for(table)[0] != first:
        seat = waited_for(table)[0]
        seen = shown(table, seat)
        what = seen["deal"]["legal"][0]
        acting.act(
            table,
            seat=seat,
            seen=seen["event"],
            by=by(seat),
            **{"bid" if isinstance(what, int) else "card": what},
        )
    assert not Clock.objects.get(table=table, seat=first).is_stand_in


@pytest.mark.scenario("S46")
def test_a_deadline_that_passed_while_nobody_served_gets_its_grace_once() -> None:
    table = started(rules=LONGER, turn_seconds=30)
    seat = waited_for(table)[0]
    back = due(table, seat) + timedelta(minutes=10)
    assert run_due(now=back) == 0
    assert due(table, seat) == back + GRACE
    assert run_due(now=back + GRACE + SECOND) == 1


@pytest.mark.scenario("S48")
def test_a_pause_neither_eats_nor_gives_time_and_no_job_plays_in_it() -> None:
    table = started(rules=LONGER, turn_seconds=30, reserve_seconds=0)
    seat = waited_for(table)[0]
    Clock.objects.filter(table=table).update(due_at=timezone.now() + timedelta(seconds=20))
    before = due(table, seat)
    assert not acting.ask_pause(table, seat=0, by=by(0))
    assert not acting.ask_pause(table, seat=1, by=by(1))
    assert acting.ask_pause(table, seat=2, by=by(2))
    assert run_due(now=before + timedelta(minutes=10)) == 0
    with pytest.raises(TableRefused, match="paused"):
        acting.act(table, seat=seat, seen=shown(table, seat)["event"], bid=0, by=by(seat))
    acting.go_on(table, seat=1, by=by(1))
    assert abs((due(table, seat) - timezone.now()).total_seconds() - 20) < 2
    told = list(
        Activity.objects.filter(subject=f"hosted:{table.pk}").order_by("pk").values_list("verb", flat=True)
    )
    assert told[-2:] == ["table.paused", "table.resumed"]


@pytest.mark.scenario("S51")
def test_bots_play_a_whole_game_beside_people_who_stepped_away_and_the_table_sleeps() -> None:
    table = started(rules={**LONGER, "schedule": {"shape": "list", "sizes": [5, 6, 7]}})
    for seat in range(3):
        acting.step_away(table, seat=seat, by=by(seat))
    run_stand_ins(table, timezone.now())
    table.refresh_from_db()
    assert table.asleep_at is not None
    assert table.n_stand_ins == SLEEPS_AFTER
    assert not Clock.objects.filter(table=table).exists()
    acting.come_back(table, seat=0, by=by(0))
    woken = HostedTable.objects.get(pk=table.pk)
    assert woken.asleep_at is None
    assert Clock.objects.filter(table=table).exists() or waited_for(table) == (0,)


@pytest.mark.scenario("S46")
def test_two_bids_given_before_the_server_died_stand_and_nobody_bids_twice() -> None:
    """Nothing is kept in memory, so a restart is nothing but reading again."""
    table = started(rules={**LONGER, "bidding": "simultaneous"}, turn_seconds=30)
    first, second = waited_for(table)[:2]
    for seat in (first, second):
        acting.act(table, seat=seat, seen=shown(table, seat)["event"], bid=1, by=by(seat))
    (last,) = waited_for(table)
    with pytest.raises(ActRefused) as twice:
        acting.act(table, seat=first, seen=shown(table, first)["event"], bid=0, by=by(first))
    assert twice.value.code == "already-bid"
    assert run_table(table.pk, now=due(table, last) + SECOND) == 1
    assert [row["seat"] for row in rows_of(table) if row["type"] == "bid"] == [first, second, last]


@pytest.mark.scenario("S51")
def test_a_table_nobody_touches_is_closed_by_rule_but_not_a_directed_one() -> None:
    waiting, playing, directed = seated(), started(), started()
    HostedTable.objects.filter(pk=directed.pk).update(is_directed=True)
    now = timezone.now()
    assert close_untouched(now=now + timedelta(hours=2)) == 0
    assert close_untouched(now=now + timedelta(hours=4)) == 1
    assert close_untouched(now=now + timedelta(hours=25)) == 1
    assert close_untouched(now=now + timedelta(hours=26)) == 0
    states = {table.pk: table.state for table in HostedTable.objects.all()}
    assert states == {waiting.pk: "closed", playing.pk: "closed", directed.pk: "playing"}


@pytest.mark.scenario("S40")
def test_a_void_hand_is_dealt_again_with_new_cards_and_both_stay_in_the_log() -> None:
    table = started(rules=LONGER)
    directing.void_hand(table, by=by(0), reason="a card lay open")
    deals = [row for row in rows_of(table) if row["type"] == "deal"]
    assert [(row["deal"], row["dealer"]) for row in deals] == [(0, deals[0]["dealer"])] * 2
    assert deals[0]["hands"] != deals[1]["hands"]


@pytest.mark.scenario("S55")
def test_the_stand_in_sees_its_seats_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started(rules=LONGER)
    seen: list[int | None] = []

    def note(deal: DealState, seat: int | None) -> DealView:
        seen.append(seat)
        return deal_view(deal, seat)

    monkeypatch.setattr(standing_in, "deal_view", note)
    seat = waited_for(table)[0]
    acting.step_away(table, seat=seat, by=by(seat))
    run_table(table.pk, now=timezone.now() + timedelta(seconds=5))
    assert seen == [seat]
