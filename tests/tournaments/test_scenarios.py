"""What went wrong elsewhere (scenarios.md), at an evening; and a rebuild equals what was kept, whatever happened."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.activity import By
from clubs.models import Club, Player, User
from clubs.services.clubs import add_player
from clubs.services.governing import change_club
from games.models import SheetState
from games.services.people import merge_players, unmerge_player
from tests.evenings import Evening, make_evening, make_players, tables_of
from tournaments.errors import TournamentError
from tournaments.models import Entry, Round, Season, Standing, Table
from tournaments.services import cut_lines, cutting, desk, marks, results, rounds, seasons, standings
from tournaments.services.clocks import clock_of, say_to_clock
from tournaments.services.entries import cancel_penalty, give_penalty, set_presence
from tournaments.services.exchanging import exchange_people
from tournaments.services.leaving import leave_game
from tournaments.services.verifying import differences


def corrected(evening: Evening, table: Table, deal: int, seat: int) -> dict[str, Any]:
    """The stored sheet of a table with another bid, made instead of missed or the other way round."""
    sheet = results.sheet_as_typed(table)[1]
    row = sheet["deals"][deal]
    bid, taken = row["bids"][seat], row["tricks"][seat]
    row["bids"] = list(row["bids"])
    row["bids"][seat] = taken if bid != taken else (bid + 1) % (row["hand_size"] + 1)
    return sheet


def kept(evening: Evening) -> list[tuple[Any, ...]]:
    rows = Standing.objects.filter(tournament=evening.tournament).order_by("after_round", "position")
    return list(rows.values_list("after_round", "entry", "place", "total", "decided_by"))


@pytest.mark.scenario("S05")
def test_s05_a_forgotten_zero_is_not_a_zero(evening: Evening) -> None:
    published = evening.publish()
    table = tables_of(published)[0]
    sheet = evening.random_sheet(table)
    sheet["deals"][0]["bids"][1] = None
    assert evening.enter(table, sheet).game.state == SheetState.KEYED
    standings.refresh(evening.tournament.pk)
    assert all(line.total == "0" for line in evening.tournament.standings.all())
    sheet["deals"][0]["bids"][1] = 0
    assert evening.enter(table, sheet, reason="a zero").game.state == SheetState.FINAL


@pytest.mark.scenario("S10")
def test_s10_an_old_hand_changes_every_list_after_it(club: Club, by_alice: By) -> None:
    season = seasons.create_season(club, name="Spring", by=by_alice)
    evening = make_evening(club, by=by_alice, n_players=8, sizes=[4], season=season, table_points="raw")
    first = evening.play_round()
    for _number in range(2):
        evening.play_round()
    evening.publish()
    before = kept(evening)
    table = tables_of(first)[0]
    evening.enter(table, corrected(evening, table, 2, 0), reason="misread")
    standings.refresh(evening.tournament.pk)
    seasons.refresh(season.pk)
    after = kept(evening)
    seat = table.seats.get(seat=0).entry_id
    changed = {row[0] for row in set(after) - set(before) if row[1] == seat}
    assert changed == {1, 2, 3}
    assert list(differences()) == []
    standings.rebuild(evening.tournament, version=1)
    assert kept(evening) == after


@pytest.mark.scenario("S11")
def test_s11_a_rebuild_keeps_who_sat_there(club: Club, by_alice: By) -> None:
    evening = make_evening(
        club, by=by_alice, players=make_players(club, 9, by=by_alice), sizes=[4], n_players=9
    )
    set_presence(evening.entries[8], status="stand-by", by=by_alice)
    published = evening.publish()
    published.tournament = evening.tournament
    table = tables_of(published)[0]
    leaver = table.seats.get(seat=0).entry
    columns = {"0.bids": [0, 0, 0, 0], "0.tricks": [1, 0, 0, 0]}
    changes = {f"{name}.{seat}": value for name, row in columns.items() for seat, value in enumerate(row)}
    results.type_on_sheet(table, changes=changes, seen=0, by=by_alice)
    substitute = evening.entries[8].player
    leave_game(published, entry=leaver, outcome="substitute", substitute=substitute, by=by_alice)
    table = tables_of(published)[0]
    sheet = results.sheet_as_typed(table)[1]
    for deal in sheet["deals"][1:]:
        deal["bids"], deal["tricks"] = [1, 1, 1, 0], [deal["hand_size"], 0, 0, 0]
    game = evening.enter(table, sheet).game
    set_presence(evening.entries[8], status="left", by=by_alice)
    standings.refresh(evening.tournament.pk)
    assert [seat.player_id for seat in game.seats.filter(number=0).order_by("from_deal")] == [
        leaver.player_id,
        substitute.pk,
    ]
    assert list(differences()) == []


@pytest.mark.scenario("S13")
def test_s13_new_house_rules_leave_old_games_alone(club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=8, rules=None, sizes=[4])
    published = evening.publish()
    table = tables_of(published)[0]
    assert table.game is not None
    rules = dict(table.game.rules)
    evening.enter(table)
    standings.refresh(evening.tournament.pk)
    before = kept(evening)
    change_club(club, by=by_alice, changes={"house_rules": {"preset": "rage"}})
    standings.refresh(evening.tournament.pk)
    table.game.refresh_from_db()
    assert table.game.rules == rules
    assert kept(evening) == before
    assert list(differences()) == []


@pytest.mark.scenario("S16")
def test_s16_who_drops_keeps_results_and_place(evening: Evening) -> None:
    evening.play_round()
    leaver = evening.entries[0]
    total = evening.tournament.standings.get(after_round=1, entry=leaver).total
    set_presence(leaver, status="left", by=evening.by)
    second = evening.play_round()
    assert not second.seats.filter(entry=leaver).exists()
    line = evening.tournament.standings.get(after_round=2, entry=leaver)
    assert line.total == total
    assert line.place is not None


@pytest.mark.scenario("S17")
def test_s17_nobody_present_is_refused_by_name_of_the_trouble(evening: Evening) -> None:
    for entry in evening.entries:
        set_presence(entry, status="absent", by=evening.by)
    with pytest.raises(TournamentError):
        evening.draw()
    assert not Round.objects.exists()


@pytest.mark.scenario("S21")
def test_s21_a_second_draw_is_told_of_the_first(evening: Evening, alice: User) -> None:
    first = evening.draw()
    client = Client()
    client.force_login(alice)
    address = reverse("api:tournament-draft", args=[evening.tournament.uid])
    assert client.post(address, {}, content_type="application/json").status_code == 409
    assert list(Round.objects.values_list("pk", flat=True)) == [first.pk]


@pytest.mark.scenario("S28")
def test_s28_a_lot_drawn_again_gives_the_same_order(evening: Evening) -> None:
    ids = [entry.pk for entry in evening.entries]
    shuffled = random.Random(1).sample(ids, len(ids))
    assert cutting.lot(ids, "seed") == cutting.lot(shuffled, "seed")
    assert cutting.lot(ids, "seed") != cutting.lot(ids, "another")


@pytest.mark.scenario("S37")
def test_s37_a_pause_of_ten_minutes_moves_the_end_for_every_screen(evening: Evening) -> None:
    published = evening.publish()
    start = timezone.now()
    say_to_clock(published, "start", seconds=2700, by=evening.by, at=start)
    say_to_clock(published, "pause", by=evening.by, at=start + timedelta(minutes=20))
    in_pause = [clock_of(published).left(start + timedelta(minutes=minute)) for minute in (20, 25, 30)]
    assert in_pause == [1500, 1500, 1500]
    say_to_clock(published, "resume", by=evening.by, at=start + timedelta(minutes=30))
    again = Round.objects.get(pk=published.pk)
    assert clock_of(again).deadline() == start + timedelta(minutes=55)


@pytest.mark.scenario("S10")
@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_a_rebuild_gives_the_same(club: Club, by_alice: By, seed: int) -> None:
    """Entering, correcting, voiding, leaving, merging and parting, penalties, extra games and a cut, in any order."""
    rng = random.Random(seed)
    season = seasons.create_season(club, name="Spring", by=by_alice, best_of=2, min_evenings=1)
    evening = make_evening(club, by=by_alice, n_players=9, season=season, table_points="raw", seed=seed)
    evening.rng = rng
    _evening_of_twins(evening, season)
    acts = ("correct", "void", "penalty", "cancel", "leave", "decider", "merge", "unmerge", "exchange")
    done = dict.fromkeys(acts, 0)
    for _number in range(3):
        published = evening.publish()
        published.tournament = evening.tournament
        for table in tables_of(published):
            evening.enter(table)
        for _step in range(6):
            _one_act(evening, rng, done)
            if rng.random() < 0.5:
                standings.refresh(evening.tournament.pk)
        rounds.close_round(published, by=by_alice)
        standings.refresh(evening.tournament.pk)
        evening.tournament.refresh_from_db()
    line = cut_lines.line_after(evening.tournament, 4)
    cutting.make_cut(evening.tournament, n=4, how="larger" if line.level else "standings", by=by_alice)
    evening.tournament.refresh_from_db()
    standings.refresh(evening.tournament.pk)
    evening.play_round()
    _merge_or_part(evening, rng)
    for tournament in season.tournaments.all():
        standings.refresh(tournament.pk)
    seasons.refresh(season.pk)
    assert sum(done.values()) >= 10
    assert done["merge"] >= 1
    assert list(differences()) == []
    before, in_season = kept(evening), season_rows(season)
    standings.rebuild(evening.tournament, version=1)
    assert kept(evening) == before
    season.standings.all().delete()
    marks.mark_season(season.pk)
    assert seasons.refresh(season.pk)
    assert season_rows(season) == in_season


def season_rows(season: Season) -> list[tuple[Any, ...]]:
    return list(
        season.standings.order_by("position").values_list("player", "place", "total", "columns", "decided_by")
    )


def _evening_of_twins(evening: Evening, season: Season) -> None:
    """An evening of the same season, played by second profiles of four of these people: Ada again, Bo again ..."""
    club, by = evening.tournament.club, evening.by
    twins = [add_player(club, name=f"{entry.player.name} again", by=by) for entry in evening.entries[:4]]
    make_evening(club, by=by, players=twins, sizes=(4,), season=season, table_points="raw").play_round()


def _merge_or_part(evening: Evening, rng: random.Random, *, part: bool = False) -> bool:
    """A second profile becomes that of its person, the one kept now this one, now that; or they are parted again."""
    twins = {
        entry.player: Player.objects.get(name=f"{entry.player.name} again") for entry in evening.entries[:4]
    }
    merged = [one for pair in twins.items() for one in pair if one.merged_into_id is not None]
    apart = [
        pair for pair in twins.items() if pair[0].merged_into_id is None and pair[1].merged_into_id is None
    ]
    if part:
        if merged:
            unmerge_player(rng.choice(merged), by=evening.by, reason="two people after all")
        return bool(merged)
    if apart:
        pair = list(rng.choice(apart))
        rng.shuffle(pair)
        merge_players(pair[0], into=pair[1], by=evening.by, reason="the same person")
    return bool(apart)


def _one_act(evening: Evening, rng: random.Random, done: dict[str, int]) -> None:
    tournament, by = evening.tournament, evening.by
    tables = list(
        Table.objects.filter(tournament=tournament, game__revision__gt=0)
        .select_related("game", "round__tournament", "tournament")
        .order_by("pk")
    )
    table, act = rng.choice(tables), rng.choice(sorted(done))
    entry: Entry = rng.choice(evening.entries)
    game = table.game
    assert game is not None
    penalty = tournament.penalties.filter(cancels=None, cancelled_by=None).order_by("pk").last()
    if act == "correct" and game.state != SheetState.VOID:
        n_seats = table.seats.count()
        evening.enter(table, corrected(evening, table, rng.randrange(3), rng.randrange(n_seats)), reason="x")
    elif act == "void":
        judge = desk.restore_table if game.state == SheetState.VOID else desk.void_table
        judge(table, by=by, reason="x")
    elif act == "penalty":
        give_penalty(entry, points=str(-rng.randint(1, 9)), reason="late", by=by)
    elif act == "cancel" and penalty is not None:
        cancel_penalty(penalty, reason="a mistake", by=by)
    elif act in ("merge", "unmerge"):
        for one in evening.entries:
            one.player.refresh_from_db()
        if not _merge_or_part(evening, rng, part=act == "unmerge"):
            return
    elif act == "exchange" and game.state != SheetState.VOID:
        first, second = rng.sample(range(table.seats.count()), 2)
        exchange_people(table, first=first, second=second, by=by, reason="x", seen=game.version)
    elif act == "leave":
        set_presence(entry, status=rng.choice(["left", "present"]), by=by)
    elif act == "decider":
        other = rng.choice([one for one in evening.entries if one != entry])
        cutting.record_decider(tournament, {entry: rng.randint(0, 1), other: rng.randint(0, 1)}, by=by)
    else:
        return
    done[act] += 1
