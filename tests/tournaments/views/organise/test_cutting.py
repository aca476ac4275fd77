"""The cut: never silently through a tie; the final decides the places; everything can be rebuilt."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club
from tests.evenings import Evening, make_evening, sheet_with_totals, tables_of
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Cut, Decider, Standing
from tournaments.services import cut_lines, cutting, desk, rounds, standings
from tournaments.services.entries import give_penalty
from tournaments.services.settings import change_settings
from tournaments.services.transfer.shape import check_document
from tournaments.services.verifying import differences


@pytest.fixture
def eight(club: Club, by_alice: By) -> Evening:
    """Two tables of four, one round with these points: 1 to 8, so everybody has a place of their own."""
    return played_with(
        make_evening(club, by=by_alice, n_players=8, table_points="raw"), [[80, 70, 60, 50], [40, 30, 20, 10]]
    )


@pytest.fixture
def level(club: Club, by_alice: By) -> Evening:
    """The third, fourth and fifth are level in everything."""
    evening = make_evening(club, by=by_alice, n_players=8, table_points="raw", tie_breaks=["shared"])
    return played_with(evening, [[80, 70, 60, 60], [60, 30, 20, 10]])


def played_with(evening: Evening, points: list[list[int]]) -> Evening:
    played = evening.publish()
    for table, scores in zip(tables_of(played), points, strict=True):
        evening.enter(table, sheet_with_totals(table, scores))
    rounds.close_round(played, by=evening.by)
    standings.refresh(evening.tournament.pk)
    evening.tournament.refresh_from_db()
    return evening


def newest(evening: Evening) -> list[Standing]:
    standings.refresh(evening.tournament.pk)
    last = evening.tournament.standings.order_by("-after_round")[0].after_round
    return list(evening.tournament.standings.filter(after_round=last).order_by("position"))


def test_the_first_four_go_on_and_only_they_are_drawn(eight: Evening, by_alice: By) -> None:
    cut = cutting.make_cut(eight.tournament, n=4, how="standings", by=by_alice)
    assert cut.entries == [row.entry_id for row in newest(eight)[:4]]
    eight.tournament.refresh_from_db()
    drafted = eight.draw()
    assert sorted(seat.entry_id for seat in drafted.seats.all()) == sorted(cut.entries)


def test_the_final_decides_the_first_places(eight: Evening, by_alice: By) -> None:
    before = [row.entry_id for row in newest(eight)]
    cutting.make_cut(eight.tournament, n=4, how="standings", by=by_alice)
    eight.tournament.refresh_from_db()
    played_with(eight, [[1, 2, 3, 4]])
    rows = newest(eight)
    seats = tables_of(eight.tournament.rounds.get(number=2))[0].seats.order_by("seat")
    assert [row.entry_id for row in rows[:4]] == [seat.entry_id for seat in seats][::-1]
    assert [row.total for row in rows[:4]] == ["4", "3", "2", "1"]
    assert [row.entry_id for row in rows[4:]] == before[4:]
    assert [row.place for row in rows] == list(range(1, 9))
    assert list(differences()) == []


def test_points_are_carried_over_where_the_director_says_so(eight: Evening, by_alice: By) -> None:
    cutting.make_cut(eight.tournament, n=4, how="standings", carry=True, by=by_alice)
    eight.tournament.refresh_from_db()
    first = newest(eight)[0]
    played_with(eight, [[0, 0, 0, 0]])
    assert newest(eight)[0].entry_id == first.entry_id
    assert newest(eight)[0].total == "80"


@pytest.mark.scenario("S27")
def test_never_silently_through_a_tie(level: Evening, by_alice: By) -> None:
    with pytest.raises(RoundConflict) as caught:
        cutting.make_cut(level.tournament, n=4, how="standings", by=by_alice)
    for row in newest(level)[2:5]:
        assert row.entry.player.display_name in str(caught.value)
    assert not Cut.objects.exists()


@pytest.mark.scenario("S27")
@pytest.mark.parametrize(("how", "n"), [("larger", 5), ("lot", 4)])
def test_the_director_says_how_it_is_decided(level: Evening, by_alice: By, how: str, n: int) -> None:
    cut = cutting.make_cut(level.tournament, n=4, how=how, by=by_alice)
    assert len(cut.entries) == n
    assert len(cut.level) == 3
    assert cut.entries[:2] == [row.entry_id for row in newest(level)[:2]]


def test_too_few_for_a_table_is_refused(level: Evening, by_alice: By) -> None:
    with pytest.raises(TournamentError):
        cutting.make_cut(level.tournament, n=4, how="smaller", by=by_alice)


def test_a_lot_can_be_drawn_again_by_anybody() -> None:
    assert cutting.lot([3, 1, 2], "seed") == cutting.lot([2, 3, 1], "seed")
    assert len({cutting.lot(range(5), f"seed {n}") for n in range(20)}) > 5


def test_an_extra_game_separates_and_never_counts_as_points(level: Evening, by_alice: By) -> None:
    tied = [row.entry for row in newest(level)[2:5]]
    totals = {row.entry_id: row.total for row in newest(level)}
    cutting.record_decider(level.tournament, {tied[0]: 0, tied[1]: 12, tied[2]: 10}, by=by_alice)
    rows = newest(level)
    assert [row.entry_id for row in rows[2:5]] == [tied[1].pk, tied[2].pk, tied[0].pk]
    assert {row.entry_id: row.total for row in rows} == totals
    cut = cutting.make_cut(level.tournament, n=4, how="standings", by=by_alice)
    assert tied[0].pk not in cut.entries
    assert list(differences()) == []


def test_an_extra_game_taken_back_separates_nobody(level: Evening, by_alice: By) -> None:
    tied = [row.entry for row in newest(level)[2:5]]
    decider = cutting.record_decider(level.tournament, {tied[0]: 0, tied[1]: 12}, by=by_alice)
    cutting.cancel_decider(decider, by=by_alice, reason="wrong names")
    cutting.cancel_decider(decider, by=by_alice, reason="wrong names")
    assert [row.place for row in newest(level)[2:5]] == [3, 3, 3]
    assert Decider.objects.count() == 2


def test_a_cut_sent_twice_is_one_and_can_be_taken_back(eight: Evening, by_alice: By) -> None:
    first = cutting.make_cut(eight.tournament, n=4, how="standings", by=by_alice, after=1)
    standings.refresh(eight.tournament.pk)
    assert cutting.make_cut(eight.tournament, n=4, how="standings", by=by_alice, after=1) == first
    cutting.take_back(first, by=by_alice, reason="three is enough")
    assert cut_lines.field_of(eight.tournament) is None
    standings.refresh(eight.tournament.pk)
    again = cutting.make_cut(eight.tournament, n=3, how="standings", by=by_alice, after=1)
    assert len(again.entries) == 3


@pytest.mark.parametrize("how", ["larger", "lot"])
def test_the_same_words_through_a_tie_are_one_cut(level: Evening, by_alice: By, how: str) -> None:
    first = cutting.make_cut(level.tournament, n=4, how=how, by=by_alice, after=1)
    standings.refresh(level.tournament.pk)
    assert cutting.make_cut(level.tournament, n=4, how=how, by=by_alice, after=1) == first


def test_everybody_carried_over_twice_is_one_cut(eight: Evening, by_alice: By) -> None:
    first = cutting.make_cut(eight.tournament, n=20, how="standings", carry=True, by=by_alice, after=1)
    standings.refresh(eight.tournament.pk)
    again = cutting.make_cut(eight.tournament, n=20, how="standings", carry=True, by=by_alice, after=1)
    assert again == first


@pytest.mark.parametrize(
    "other", [{"n": 5}, {"n": 3}, {"n": 20}, {"carry": True}, {"n_rounds": 2}, {"at_tables": True, "n": 2}]
)
def test_other_words_from_the_same_director_are_no_repetition(
    eight: Evening, by_alice: By, other: dict[str, Any]
) -> None:
    again: dict[str, Any] = {"n": 4, "how": "standings", "by": by_alice, "after": 1}
    cutting.make_cut(eight.tournament, **again)
    standings.refresh(eight.tournament.pk)
    with pytest.raises(RoundConflict, match="in another way"):
        cutting.make_cut(eight.tournament, **(again | other))


def test_the_first_of_every_table_twice_are_one_cut(eight: Evening, by_alice: By) -> None:
    first = cutting.make_cut(eight.tournament, n=2, how="standings", at_tables=True, by=by_alice, after=1)
    assert first == cutting.make_cut(
        eight.tournament, n=2, how="standings", at_tables=True, by=by_alice, after=1
    )
    with pytest.raises(RoundConflict, match="in another way"):
        cutting.make_cut(eight.tournament, n=3, how="standings", at_tables=True, by=by_alice, after=1)


def test_it_cannot_be_taken_back_once_the_final_is_drawn(eight: Evening, by_alice: By) -> None:
    cut = cutting.make_cut(eight.tournament, n=4, how="standings", by=by_alice)
    eight.tournament.refresh_from_db()
    eight.draw()
    with pytest.raises(RoundConflict):
        cutting.take_back(cut, by=by_alice, reason="too late")


def test_the_first_two_of_every_table_go_on(eight: Evening, by_alice: By) -> None:
    cut = cutting.make_cut(eight.tournament, n=2, how="standings", at_tables=True, by=by_alice)
    tables = tables_of(eight.tournament.rounds.get(number=1))
    best = {seat.entry_id for table in tables for seat in table.seats.order_by("seat")[:2]}
    assert set(cut.entries) == best
    assert cut.how == "tables"


def test_an_extra_game_parts_those_whom_their_table_cannot(
    club: Club, by_alice: By, alice_client: Client
) -> None:
    evening = make_evening(club, by=by_alice, n_players=8, table_points="raw")
    evening = played_with(evening, [[80, 70, 70, 50], [40, 30, 30, 30]])
    line = cut_lines.line_at_tables(evening.tournament, 2)
    assert [len(line.through), len(line.level)] == [2, 5]
    points = dict(zip(line.level, [1, 2, 5, 0, 3], strict=True))
    sent = {f"points-{pk}": str(value) for pk, value in points.items()}
    page = reverse("final", args=[evening.tournament.slug])
    assert alice_client.post(page, {"act": "decider", "seen": "0", **sent}).status_code == 302
    parted = cut_lines.line_at_tables(evening.tournament, 2)
    assert parted.level == ()
    assert set(parted.through) == {*line.through, line.level[1], line.level[2]}
    cutting.cancel_decider(Decider.objects.get(), by=by_alice, reason="mistyped")
    assert cut_lines.line_at_tables(evening.tournament, 2) == line


def test_no_cut_while_a_round_is_played(evening: Evening, by_alice: By) -> None:
    evening.publish()
    with pytest.raises(RoundConflict):
        cutting.make_cut(evening.tournament, n=4, how="standings", by=by_alice)


def test_the_page_shows_the_line_and_cuts(level: Evening, alice_client: Client, client: Client) -> None:
    here = reverse("final", args=[level.tournament.slug])
    page = alice_client.get(here, {"n": "4"}).content.decode()
    for row in newest(level)[2:5]:
        assert row.entry.player.display_name in page
    sent = {"act": "cut", "n": "4", "after": "1", "n_rounds": "1", "seen": shown_line(page)}
    asked = alice_client.post(here, {**sent, "how": "standings"})
    assert asked.status_code == 409
    assert alice_client.post(here, {**sent, "how": "lot"}).status_code == 302
    public = client.get(here).content.decode()
    assert "By lot" in public
    assert "<form" not in public.split("<main")[1]


def test_the_page_records_an_extra_game(level: Evening, alice_client: Client) -> None:
    tied = [row.entry_id for row in newest(level)[2:5]]
    here = reverse("final", args=[level.tournament.slug])
    sent = {"act": "decider", "n": "4", "seen": "0", **{f"points-{pk}": str(i) for i, pk in enumerate(tied)}}
    assert alice_client.post(here, sent).status_code == 302
    assert alice_client.post(here, sent).status_code == 302
    assert Decider.objects.count() == 1
    assert alice_client.post(here, {**sent, f"points-{tied[0]}": "many"}).status_code == 422


def shown_line(page: str) -> str:
    """Which line the form of the cut says its page showed."""
    form = page[page.index('value="cut"') :]
    return form.partition('name="seen" value="')[2].partition('"')[0]


def corrected(evening: Evening) -> None:
    """The fifth of the list, with 40, has 75 now and goes on in the place of the fourth."""
    table = tables_of(evening.tournament.rounds.get(number=1))[1]
    evening.enter(table, sheet_with_totals(table, [75, 30, 20, 10]), reason="read again", expected_revision=1)


def test_a_correction_after_the_line_was_shown_lets_nobody_go_on_unseen(
    eight: Evening, alice_client: Client
) -> None:
    here = reverse("final", args=[eight.tournament.slug])
    page = alice_client.get(here, {"n": "4"}).content.decode()
    sent = {"act": "cut", "n": "4", "how": "standings", "after": "1", "n_rounds": "1"}
    corrected(eight)
    refused = alice_client.post(here, {**sent, "seen": shown_line(page)})
    assert refused.status_code == 409
    assert "the line runs elsewhere now" in refused.content.decode()
    assert not Cut.objects.exists()
    shown = [person.entry_id for person in refused.context["through"]]
    assert shown == [row.entry_id for row in newest(eight)[:4]]
    again = {**sent, "seen": shown_line(refused.content.decode())}
    assert alice_client.post(here, again).status_code == 302
    assert alice_client.post(here, again).status_code == 302
    assert Cut.objects.get().entries == shown


def test_a_correction_that_moves_nobody_over_the_line_refuses_nothing(
    eight: Evening, alice_client: Client
) -> None:
    here = reverse("final", args=[eight.tournament.slug])
    page = alice_client.get(here, {"n": "4"}).content.decode()
    table = tables_of(eight.tournament.rounds.get(number=1))[0]
    eight.enter(table, sheet_with_totals(table, [70, 80, 60, 50]), reason="mixed up", expected_revision=1)
    sent = {"act": "cut", "n": "4", "how": "standings", "after": "1", "seen": shown_line(page)}
    assert alice_client.post(here, {**sent, "n_rounds": "1"}).status_code == 302


def test_a_form_that_shows_no_line_cuts_nobody(eight: Evening, alice_client: Client) -> None:
    here = reverse("final", args=[eight.tournament.slug])
    sent = {"act": "cut", "n": "4", "how": "standings", "after": "1", "n_rounds": "1"}
    assert alice_client.post(here, sent).status_code == 409
    assert not Cut.objects.exists()


def test_a_program_says_which_line_it_saw(eight: Evening, alice_client: Client) -> None:
    api = f"/api/v1/tournaments/{eight.tournament.uid}/cuts/"
    seen = alice_client.get(f"{api}line/", {"n": 4}).json()["seen"]
    corrected(eight)
    sent = {"n": 4, "after": 1, "seen": seen}
    refused = alice_client.post(api, sent, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "line_moved")
    sent["seen"] = alice_client.get(f"{api}line/", {"n": 4}).json()["seen"]
    assert alice_client.post(api, sent, content_type="application/json").status_code == 201


def test_who_is_out_after_the_semi_final_does_not_stand_in_the_final(eight: Evening, client: Client) -> None:
    for n in (6, 3):
        cutting.make_cut(eight.tournament, n=n, how="standings", by=eight.by)
        eight.tournament.refresh_from_db()
        played = eight.publish()
        for table, best in zip(tables_of(played), (50, 49), strict=False):
            eight.enter(table, sheet_with_totals(table, [best, best - 10, best - 20]))
        rounds.close_round(played, by=eight.by)
        newest(eight)
    page = client.get(reverse("standings", args=[eight.tournament.slug])).content.decode()
    assert page.count(">In the final<") == page.count(">Not in the final<") == 1
    wall = client.get(reverse("wall", args=[eight.tournament.slug])).content.decode()
    assert wall.count(">In the final<") == 3


def test_the_draw_after_a_cut_counts_only_rounds_of_those_who_went_on(
    alice_client: Client, eight: Evening, by_alice: By
) -> None:
    cutting.make_cut(eight.tournament, n=4, how="standings", n_rounds=1, by=by_alice)
    page = alice_client.get(f"/tournaments/{eight.tournament.slug}/draw/").content.decode()
    assert "1 table of 4; one round" in " ".join(page.split())


def test_the_list_names_an_extra_game_among_what_decides(
    client: Client, level: Evening, by_alice: By
) -> None:
    def page() -> str:
        return " ".join(
            client.get(f"/tournaments/{level.tournament.slug}/standings/").content.decode().split()
        )

    assert "decider" not in page()
    tied = [row.entry for row in newest(level)[2:5]]
    cutting.record_decider(level.tournament, {tied[0]: 0, tied[1]: 12, tied[2]: 10}, by=by_alice)
    newest(level)
    told = page()
    assert "decider</li><li>" in told.replace("</li> <li>", "</li><li>")
    assert ">Decider</th>" in told


def final_page(client: Client, evening: Evening, **asked: str) -> str:
    page = client.get(reverse("final", args=[evening.tournament.slug]), asked).content.decode()
    return " ".join(page.split("<main")[1].split())


def names(evening: Evening, entries: list[int] | tuple[int, ...]) -> list[str]:
    people = {entry.pk: entry.player.display_name for entry in evening.entries}
    return [people[pk] for pk in entries]


def test_the_page_names_what_separates_the_two_beside_the_line(
    club: Club, by_alice: By, alice_client: Client, client: Client
) -> None:
    evening = make_evening(
        club, by=by_alice, n_players=8, table_points="raw", tie_breaks=["best-round", "wins", "shared"]
    )
    evening = played_with(evening, [[60, 50, 40, 10], [30, 40, 20, 10]])
    last, out = names(evening, [row.entry_id for row in newest(evening)[2:4]])
    told = f"{last} goes on, {out} is out: tables won, 1 against 0."
    assert told in final_page(alice_client, evening, n="3")
    cutting.make_cut(evening.tournament, n=3, how="standings", by=by_alice)
    assert told in final_page(client, evening)


def test_the_page_names_in_what_they_are_level(level: Evening, alice_client: Client, by_alice: By) -> None:
    assert "Level in: total." in final_page(alice_client, level, n="4")
    page = final_page(alice_client, level, n="3", by="tables")
    assert page.count(" is out: total,") == 1
    level.tournament.tie_breaks = ["last-round", "head-to-head", "shared"]
    level.tournament.save()
    cutting.record_decider(level.tournament, dict.fromkeys(level.entries[:2], 1), by=by_alice)
    newest(level)
    assert "Level in: total, last round." in final_page(alice_client, level, n="4")


def test_every_table_says_what_put_the_line_there(
    club: Club, by_alice: By, alice_client: Client, client: Client
) -> None:
    evening = make_evening(club, by=by_alice, n_players=12, sizes=(4,), table_points="raw")
    played = evening.publish()
    total, tied, extra = tables_of(played)
    evening.enter(total, sheet_with_totals(total, [40, 30, 20, 10]))
    evening.enter(extra, sheet_with_totals(extra, [40, 30, 30, 10]))
    sheet = sheet_with_totals(tied, [40, 30, 30, 10])
    [deal] = sheet["deals"]
    sheet["deals"] = [
        {**deal, "paper_points": [30, 25, 20, 10]},
        {**deal, "hand_size": 2, "paper_points": [10, 5, 10, 0]},
    ]
    evening.enter(tied, sheet)
    rounds.close_round(played, by=by_alice)
    newest(evening)
    line = cut_lines.line_at_tables(evening.tournament, 2)
    assert len(line.level) == 2
    points = dict(zip(evening.tournament.entries.filter(pk__in=line.level), (3, 8), strict=True))
    cutting.record_decider(evening.tournament, points, by=by_alice)
    seats = [list(table.seats.order_by("seat").values_list("entry", flat=True)) for table in (total, tied)]
    [a, b], [c, d] = names(evening, seats[0][1:3]), names(evening, seats[1][1:3])
    [(lost, _3), (won, _8)] = ((entry.player.display_name, value) for entry, value in points.items())
    told = [
        f"<b>Table 1</b> {a} goes on, {b} is out: total, 30 against 20.",
        f"<b>Table 2</b> {d} goes on, {c} is out: last hand, 10 against 5.",
        f"<b>Table 3</b> {won} goes on, {lost} is out: decider, 8 against 3.",
    ]
    page = final_page(alice_client, evening, n="2", by="tables")
    assert [one for one in told if one not in page] == []
    cutting.make_cut(evening.tournament, n=2, how="standings", at_tables=True, by=by_alice)
    page = final_page(client, evening)
    assert [one for one in told if one not in page] == []


def test_who_sat_out_goes_on_and_a_void_table_lets_nobody_through_unsaid(
    club: Club, by_alice: By, alice_client: Client
) -> None:
    evening = make_evening(club, by=by_alice, n_players=9, sizes=(4,), table_points="raw")
    played = evening.publish()
    first, second = tables_of(played)
    evening.enter(first, sheet_with_totals(first, [40, 30, 20, 10]))
    evening.enter(second, sheet_with_totals(second, [40, 30, 20, 10]))
    desk.void_table(second, by=by_alice, reason="wrong pack")
    rounds.close_round(played, by=by_alice)
    newest(evening)
    line = cut_lines.line_at_tables(evening.tournament, 2)
    bye = played.seats.get(table=None).entry_id
    assert set(line.through) == {*first.seats.filter(seat__lt=2).values_list("entry", flat=True), bye}
    assert set(line.without) == set(second.seats.values_list("entry", flat=True))
    page = final_page(alice_client, evening, n="2", by="tables")
    assert f"Sat out, and so go on: {names(evening, [bye])[0]}." in page
    assert "No result at their table, and so not among them:" in page
    cut = cutting.make_cut(evening.tournament, n=2, how="standings", at_tables=True, by=by_alice)
    assert set(cut.entries) == set(line.through)


def test_a_program_reads_what_separates_and_what_does_not(level: Evening, alice_client: Client) -> None:
    api = f"/api/v1/tournaments/{level.tournament.uid}/cuts/line/"
    told = alice_client.get(api, {"n": 2}).json()
    [parting] = told["partings"]
    assert (parting["table"], parting["key"], parting["value_in"], parting["value_out"]) == (
        None,
        "total",
        "70",
        "60",
    )
    assert [parting["last_in"], parting["first_out"]] == [
        told["through"][-1],
        str(newest(level)[2].entry.uid),
    ]
    tied = alice_client.get(api, {"n": 4}).json()
    assert (tied["partings"], tied["level_in"]) == ([], ["total"])


def test_points_lost_before_a_semi_final_from_zero_are_not_lost_again_in_the_final(
    eight: Evening, by_alice: By
) -> None:
    best = newest(eight)[0].entry
    give_penalty(best, points="-7", reason="late", by=by_alice)
    newest(eight)
    cutting.make_cut(eight.tournament, n=4, how="standings", by=by_alice)
    eight.tournament.refresh_from_db()
    semi = eight.publish()
    [table] = tables_of(semi)
    seats = table.seats.order_by("seat").values_list("entry", flat=True)
    eight.enter(
        table, sheet_with_totals(table, [99 if pk == best.pk else 10 + n for n, pk in enumerate(seats)])
    )
    rounds.close_round(semi, by=by_alice)
    assert newest(eight)[0].total == "99"
    cutting.make_cut(eight.tournament, n=3, how="standings", carry=True, by=by_alice)
    eight.tournament.refresh_from_db()
    played_with(eight, [[0, 0, 0]])
    assert newest(eight)[0].total == "99"
    assert list(differences()) == []


def test_an_evening_that_is_over_was_played_by_everybody(
    eight: Evening, by_alice: By, client: Client
) -> None:
    assert "everybody plays every round" in final_page(client, eight)
    rounds.close_tournament(eight.tournament, by=by_alice)
    assert "everybody played every round" in final_page(client, eight)


def test_points_made_at_several_tables_come_along(eight: Evening, by_alice: By) -> None:
    before = {row.entry_id: int(row.total) for row in newest(eight)}
    cutting.make_cut(eight.tournament, n=5, how="standings", carry=True, by=by_alice)
    eight.tournament.refresh_from_db()
    played_with(eight, [[0, 0, 0, 0, 0]])
    assert {row.entry_id: int(row.total) for row in newest(eight)} == before
    assert list(differences()) == []


@pytest.fixture
def said(club: Club, by_alice: By) -> Evening:
    """Two are level on place 3, and the director's word comes before the shared place."""
    evening = make_evening(
        club, by=by_alice, n_players=8, table_points="raw", tie_breaks=["manual", "shared"]
    )
    return played_with(evening, [[80, 70, 60, 60], [55, 30, 20, 10]])


def test_the_director_decides_between_level_players_and_says_why(
    said: Evening, alice_client: Client, client: Client
) -> None:
    here = reverse("final", args=[said.tournament.slug])
    third, fourth = newest(said)[2:4]
    assert (third.place, fourth.place) == (3, 3)
    assert "Place 3: 2 share it" in alice_client.get(here).content.decode()
    typed = {"act": "word", "seen": "0", f"points-{third.entry_id}": "2", f"points-{fourth.entry_id}": "1"}
    silent = alice_client.post(here, typed)
    assert silent.status_code == 422
    assert "Say why" in silent.content.decode()
    assert (
        f'name="points-{third.entry_id}" inputmode="numeric" maxlength="5" autocomplete="off" value="2"'
        in (silent.content.decode())
    )
    for _time in range(2):  # sent twice it is one
        assert alice_client.post(here, {**typed, "reason": "drew a card"}).status_code == 302
    assert Decider.objects.count() == 1
    ahead, behind = newest(said)[2:4]
    assert (ahead.entry_id, behind.entry_id) == (fourth.entry_id, third.entry_id)
    assert (ahead.place, behind.place, behind.decided_by) == (3, 4, "manual")
    assert list(differences()) == []
    page = client.get(here).content.decode()
    assert "drew a card" in page
    assert "Decide</button>" not in page
    listed = client.get(reverse("standings", args=[said.tournament.slug])).content.decode()
    assert "ahead by the director’s decision, 1 against 2" in listed
    log = alice_client.get(reverse("tournament_log", args=[said.tournament.slug])).content.decode()
    assert "decided the order of 2 level players" in log
    [given] = Decider.objects.all()
    alice_client.post(here, {"act": "cancel", "decider": str(given.pk), "reason": "no card"})
    assert [row.place for row in newest(said)[2:4]] == [3, 3]


def test_a_word_needs_its_place_among_what_decides(level: Evening, alice_client: Client) -> None:
    third, fourth = newest(level)[2:4]
    where = reverse("api:tournament-deciders", args=[level.tournament.uid])
    points = [{"entry": str(row.entry.uid), "points": n} for n, row in enumerate((third, fourth), start=1)]
    body = {"kind": "word", "points": points, "reason": "drew a card"}
    refused = alice_client.post(where, body, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "not_in_chain")
    change_settings(
        level.tournament, by=level.by, changes={"tie_breaks": ["manual", "shared"]}, confirmed=True
    )
    given = alice_client.post(where, body, content_type="application/json")
    assert (given.status_code, given.json()["kind"], given.json()["reason"]) == (201, "word", "drew a card")
    assert alice_client.get(where).json() == [given.json()]


def test_a_word_travels_with_the_evening(said: Evening, alice_client: Client) -> None:
    third, fourth = (row.entry for row in newest(said)[2:4])
    cutting.record_decider(said.tournament, {third: 2, fourth: 1}, by=said.by, reason="drew", kind="word")
    whole = json.loads(alice_client.get(reverse("tournament_json", args=[said.tournament.slug])).content)
    assert [row["kind"] for row in whole["deciders"]] == ["word"]
    del whole["deciders"][0]["kind"]  # as files were written before
    check_document(whole)
    assert whole["deciders"][0]["kind"] == "game"


@pytest.mark.parametrize("wrong", ["x", ""])
def test_a_refused_extra_game_keeps_what_was_typed(level: Evening, alice_client: Client, wrong: str) -> None:
    third, fourth = newest(level)[2:4]
    typed = {"act": "decider", f"points-{third.entry_id}": "13", f"points-{fourth.entry_id}": wrong}
    refused = alice_client.post(reverse("final", args=[level.tournament.slug]), typed)
    assert refused.status_code == 422
    assert 'value="13"' in refused.content.decode()
