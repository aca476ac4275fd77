"""Results as a long table, out and in: the pitfalls of spreadsheets by name, and no doubled game."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime
from typing import Any

import pytest

from clubs.activity import By
from clubs.csv_tables import TableRefused, guarded_cell, read_table, whole_cell, write_table
from clubs.errors import EldestHandError
from clubs.models import Club, Player
from clubs.services.clubs import add_player
from clubs.services.members import take_off
from games.models import Game, SheetRevision
from tests.evenings import SHORT_RULES, Evening, make_club, make_evening, make_players, tables_of
from tests.tournaments.transfer.odd_evening import odd_evening
from tournaments.models import Tournament
from tournaments.services.transfer.incoming import Kind, kind_of
from tournaments.services.transfer.plans import Plan
from tournaments.services.transfer.results_in import build_document
from tournaments.services.transfer.results_out import results_csv
from tournaments.services.transfer.results_read import read_results
from tournaments.services.transfer.roster import plan_roster, store_roster
from tournaments.services.transfer.storing import carry_out

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 4, 1, 12, tzinfo=UTC)
HEADS = "tournament,round,table,seat,player,deal,hand_size,dealer,bid,tricks,made,adjustment,points,note"


@pytest.fixture
def short_club(club: Club) -> Club:
    club.house_rules = SHORT_RULES
    club.save()
    return club


SHORT_RAGE = {"preset": "rage", "schedule": {"shape": "list", "sizes": [3, 2, 1]}}


def rows_of(
    names: tuple[str, ...] = ("Ann", "Ben", "Cid"), tricks: tuple[int, ...] = (1, 0, 0)
) -> list[list[Any]]:
    """One table, one hand of one card."""
    return [
        ["April", 1, 1, seat, name, 1, 1, int(seat == 3), tricks[seat - 1], tricks[seat - 1], "", "", "", ""]
        for seat, name in enumerate(names, start=1)
    ]


def file_of(rows: list[list[Any]], separator: str = ",", line: str = "\n") -> bytes:
    heads = HEADS.replace(",", separator)
    return line.join([heads, *(separator.join(map(str, row)) for row in rows), ""]).encode()


def bring_in(raw: bytes, club: Club, by: By, **settings: Any) -> Plan:
    read = read_results(raw)
    assert read.is_readable, read.problems
    return carry_out(
        lambda locked: build_document(read, locked, on=date(2026, 4, 1), now=NOW).document,
        club,
        by=by,
        **settings,
    )


def problems_of(raw: bytes) -> list[tuple[int, str]]:
    return [(problem.line, problem.column) for problem in read_results(raw).problems]


def test_an_evening_of_a_file_is_played_here_and_the_same_file_again_changes_nothing(
    short_club: Club, by_alice: By
) -> None:
    raw = file_of(rows_of())
    bring_in(raw, short_club, by_alice)
    game = Game.objects.get()
    assert [(seat.player.name if seat.player else "", seat.total) for seat in game.seats.all()] == [
        ("Ann", 11),
        ("Ben", 10),
        ("Cid", 10),
    ]
    assert (game.played_at.date(), game.source) == (date(2026, 4, 1), "import")
    again = bring_in(raw, short_club, by_alice)
    assert not again.changes_anything
    assert (Tournament.objects.count(), SheetRevision.objects.count(), Player.objects.count()) == (1, 1, 3)


def test_a_corrected_row_becomes_the_next_revision(short_club: Club, by_alice: By) -> None:
    bring_in(file_of(rows_of()), short_club, by_alice)
    bring_in(file_of(rows_of(tricks=(0, 1, 0))), short_club, by_alice)
    assert list(SheetRevision.objects.values_list("number", "via")) == [(1, "import"), (2, "import")]
    assert [seat.total for seat in Game.objects.get().seats.all()] == [10, 11, 10]


def test_a_table_that_left_comes_back_and_nothing_changes(club: Club, by_alice: By, bob: Any) -> None:
    evening = odd_evening(club, by_alice, By(bob, "web"))
    Player.objects.filter(hidden=True).update(hidden=False)
    before = SheetRevision.objects.count()
    plan = bring_in(results_csv(evening.tournament).encode(), club, by_alice)
    assert not plan.changes_anything, [part for part in plan.every_part() if part.fate != "same"]
    assert SheetRevision.objects.count() == before


def test_a_column_nobody_reads_is_named_and_the_rest_comes_in(club: Club) -> None:
    plan = plan_roster(b"name,memberno,alias\nAnn,7,Annie\n", club)
    assert [(one.line, one.column, one.is_fatal) for one in plan.problems] == [(1, "memberno", False)]
    assert "member_no" in plan.problems[0].text
    assert [line.name for line in plan.lines] == ["Ann"]
    raw = file_of(rows_of()).replace(b"adjustment", b"adjustments")
    assert problems_of(raw) == [(1, "adjustments")]
    assert read_results(raw).is_readable
    nobody = plan_roster(b"name,memberno\n", club)
    assert [(one.line, one.column) for one in nobody.problems] == [(1, "memberno"), (1, "")]
    assert not nobody.is_readable


def test_a_row_with_more_cells_than_heads_is_refused_and_not_cut(club: Club) -> None:
    plan = plan_roster(b"name,member_no\nSmith, Ann,7\nBo,8,,\n", club)
    assert [(one.line, one.is_fatal) for one in plan.problems] == [(2, True)]
    assert [line.name for line in plan.lines] == [
        "Bo"
    ]  # empty cells beyond the heads are a spreadsheet's habit
    raw = file_of(rows_of()).replace(b",,,,\n", b",,,so, late\n", 1)
    assert problems_of(raw)[0][0] == 2


def rage_evening(club: Club, by: By) -> Evening:
    """A round whose hands brought cards of ±5, by sheets that hold more than a table of results can say."""
    people = make_players(club, 4, by=by)
    made = make_evening(club, by=by, players=people, rules=SHORT_RAGE, sizes=[4], n_rounds=1)
    made.publish()
    table = tables_of(made.tournament.rounds.get())[0]
    sheet = made.random_sheet(table)
    nobody = [0] * 4
    played = [
        ([1, 1, 0, 1], [1, 0, 0, 1], [0, 1, 0, 1]),
        ([1, 1, 0, 0], [0, 1, 0, 0], nobody),
        ([0, 0, 0, 1], nobody, nobody),
    ]
    for deal, (tricks, plus, minus) in zip(sheet["deals"], played, strict=True):
        deal |= {"bids": tricks, "tricks": tricks, "plus_fives": plus, "minus_fives": minus, "trump": "R"}
    made.enter(table, sheet)
    return made


def test_cards_of_five_leave_as_adjustments_and_the_same_points_come_in(club: Club, by_alice: By) -> None:
    raw = results_csv(rage_evening(club, by_alice).tournament).encode()
    assert [row["adjustment"] for row in csv.DictReader(io.StringIO(raw.decode("utf-8-sig")))] == [
        *("5", "-5", "", ""),
        *("", "5", "", ""),
        *("", "", "", ""),
    ]
    assert not bring_in(raw, club, by_alice).changes_anything
    assert by_alice.user is not None
    other = make_club(by_alice.user, "Elsewhere", house_rules=SHORT_RAGE)
    built = build_document(read_results(raw), other, on=date(2026, 4, 1), now=NOW)
    assert built.problems == []
    bring_in(raw, other, by_alice)
    assert results_csv(Tournament.objects.get(club=other)).encode() == raw


def test_a_corrected_row_leaves_what_the_table_cannot_say_of_the_other_hands(
    club: Club, by_alice: By
) -> None:
    evening = rage_evening(club, by_alice)
    rows = list(csv.reader(io.StringIO(results_csv(evening.tournament).removeprefix("\ufeff"))))
    row = next(row for row in rows if row[3] == "1" and row[5] == "3")
    row[8], row[10], row[12] = ("1" if row[8] == "0" else "0"), "", ""
    old = SheetRevision.objects.get().sheet["deals"]
    bring_in(file_of(rows[1:]), club, by_alice)
    new = SheetRevision.objects.get(number=2).sheet["deals"]
    assert new[:2] == old[:2]
    assert new[2]["bids"][0] != old[2]["bids"][0]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("line", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_separators_line_ends_and_the_mark_of_utf8_are_all_read(
    separator: str, line: str, mark: bytes
) -> None:
    read = read_results(mark + file_of(rows_of(), separator, line))
    assert (read.problems, sum(len(cells) for cells in read.evenings["April"].values())) == ([], 3)


def test_a_line_break_in_quotes_is_part_of_the_cell() -> None:
    rows = rows_of()
    rows[0][-1] = '"two\nlines"'
    read = read_results(file_of(rows))
    assert read.problems == []
    assert [cell.note for cell in read.evenings["April"][1, 1]] == ["two\nlines", "", ""]
    assert [cell.line for cell in read.evenings["April"][1, 1]] == [2, 4, 5]


@pytest.mark.scenario("S33")
def test_one_point_three_three_never_becomes_133() -> None:
    for separator, text in ((",", "1.33"), (";", "1,33"), (";", "1.33"), (",", '"1,33"')):
        rows = rows_of()
        rows[0][12] = text
        assert problems_of(file_of(rows, separator)) == [(2, "points")]


def test_a_decimal_comma_is_known_only_between_semicolons() -> None:
    assert whole_cell("-5,0", separator=";") == -5
    with pytest.raises(ValueError, match="-5,0"):
        whole_cell("-5,0", separator=",")


@pytest.mark.parametrize("text", ["1.000", "1,000", "1 000", "1'000", "1e3", "٣", "0x1", "NaN", "9" * 4000])
def test_thousands_are_not_divided_and_other_figures_are_no_numbers(text: str) -> None:
    for separator in ",;":
        with pytest.raises(ValueError):  # noqa: PT011 - no other error is caught by those who ask
            whole_cell(text, separator=separator)


@pytest.mark.scenario("S33")
def test_minus_five_stays_a_number_and_a_formula_becomes_a_text() -> None:
    text = write_table(["name", "points"], [["=1+1", -5], ["-5", 0], ["+49", None], ["@x", 1], ["'=y", 2]])
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    assert rows[1:] == [["'=1+1", "-5"], ["'-5", "0"], ["'+49", ""], ["'@x", "1"], ["''=y", "2"]]
    read = read_table(text.encode(), columns=["name", "points"], required=["name"])
    assert [line["name"] for line in read.lines] == ["=1+1", "-5", "+49", "@x", "'=y"]
    assert [whole_cell(line["points"], separator=",") for line in read.lines] == [-5, 0, None, 1, 2]
    assert guarded_cell("\tx") == "'\tx"


def test_nought_and_empty_differ(short_club: Club, by_alice: By) -> None:
    rows = rows_of()
    rows[1][8] = ""
    bring_in(file_of(rows), short_club, by_alice)
    sheet = SheetRevision.objects.get().sheet
    assert sheet["deals"][0]["bids"] == [1, None, 0]
    assert Game.objects.get().state == "keyed"


def test_tricks_or_made_may_be_empty_but_not_both_and_must_agree() -> None:
    rows = rows_of()
    rows[0][9], rows[0][10] = "", 1
    rows[1][9] = ""
    rows[2][10] = 0
    assert problems_of(file_of(rows)) == [(3, "tricks"), (4, "made")]


def test_points_that_differ_from_the_rules_are_told_and_the_rules_count(
    short_club: Club, by_alice: By
) -> None:
    rows = rows_of()
    rows[0][12] = 12
    read = read_results(file_of(rows))
    built = build_document(read, short_club, on=date(2026, 4, 1), now=NOW)
    assert [(one.line, one.column, one.is_fatal) for one in built.problems] == [(2, "points", False)]
    assert "12" in built.problems[0].text
    assert "11" in built.problems[0].text


@pytest.mark.scenario("S34")
def test_a_name_is_trimmed_and_known_whatever_its_case_and_form(short_club: Club, by_alice: By) -> None:
    zoe = add_player(short_club, name="Zoë", by=by_alice)
    add_player(short_club, name="Ben", by=by_alice)
    bring_in(file_of(rows_of(names=(" ZOE\u0308 ", "ben", "Cid"))), short_club, by_alice)
    assert Game.objects.get().seats.get(number=0).player == zoe
    assert Player.objects.count() == 3


@pytest.mark.parametrize("shown", ["Player 4", "Spieler 4", "Leikmaður 4"])
def test_whom_another_site_does_not_name_is_nobody_called_so(
    short_club: Club, by_alice: By, shown: str
) -> None:
    """ "Player 4" of another site would be taken here for the fourth profile: comes in hidden, and the row says so."""
    raw = file_of(rows_of(names=("Ann", "Ben", shown)))
    read = read_results(raw)
    problems = build_document(read, short_club, on=date(2026, 4, 1), now=NOW).problems
    assert [(one.line, one.column, one.is_fatal) for one in problems] == [(4, "player", False)]
    bring_in(raw, short_club, by_alice)
    person = Game.objects.get().seats.get(number=2).player
    assert person is not None
    assert person.hidden
    assert person.display_name == f"Player {person.pk}"
    assert not Player.objects.filter(name=shown).exists()
    assert not bring_in(raw, short_club, by_alice).changes_anything


def test_a_member_who_is_really_called_so_is_that_member(short_club: Club, by_alice: By) -> None:
    member = add_player(short_club, name="Player 4", by=by_alice)
    bring_in(file_of(rows_of(names=("Ann", "Ben", "Player 4"))), short_club, by_alice)
    assert Game.objects.get().seats.get(number=2).player == member


@pytest.mark.scenario("S34")
def test_a_near_name_is_offered_and_nobody_is_merged(short_club: Club, by_alice: By) -> None:
    anna = add_player(short_club, name="Annabella", by=by_alice)
    raw = file_of(rows_of(names=("Annabela", "Ben", "Cid")))
    with pytest.raises(Exception, match="Annabela"):
        bring_in(raw, short_club, by_alice)
    read = read_results(raw)
    document = build_document(read, short_club, on=date(2026, 4, 1), now=NOW).document
    uid = next(row["uid"] for row in document["players"] if row["name"] == "Annabela")
    bring_in(raw, short_club, by_alice, decisions={uid: str(anna.uid)})
    assert Player.objects.get(uid=uid).merged_into == anna
    assert not bring_in(raw, short_club, by_alice).changes_anything


def test_three_errors_of_a_helper_are_told_by_row_and_column() -> None:
    rows = rows_of()
    rows[0][8], rows[1][6], rows[2][0] = "x", "", ""
    found = read_results(file_of(rows))
    assert problems_of(file_of(rows)) == [(2, "bid"), (3, "hand_size"), (4, "tournament")]
    assert all(problem.text for problem in found.problems)
    assert not found.is_readable


def test_a_file_that_was_cut_off_is_refused_or_named() -> None:
    raw = file_of(rows_of())
    assert [column for _line, column in problems_of(raw[: raw.rindex(b"Cid") + 3])] == ["deal"]
    rows = rows_of()
    rows[2][-1] = '"a note that never ends'
    with pytest.raises(TableRefused, match="cut off"):
        read_results(file_of(rows))


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "empty_file"),
        (b"\n\n", "empty_file"),
        (b"a,b\n1,2\n", "columns_missing"),
        ("tournament;Sp\u00f6ltich".encode("latin-1"), "not_utf8"),
        (HEADS.encode("utf-16"), "not_utf8"),
        (b"PK\x03\x04\x00\x00", "not_utf8"),
        (HEADS.encode() + b",round\n", "column_twice"),
        (HEADS.encode() + b"\n" + b"x," * 200 + b"\n", "table_too_large"),
        (HEADS.encode() + b"\n" + b"x" * 140_000 + b"\n", "cell_too_large"),
    ],
)
def test_what_is_no_table_is_refused_with_what_to_do(raw: bytes, code: str) -> None:
    with pytest.raises(TableRefused) as refusal:
        read_results(raw)
    assert refusal.value.code == code


@pytest.mark.parametrize("above", ["\n", "\r\n\r\n", ",,,\n", " \n,,\n"])
def test_empty_rows_above_the_heads_are_passed_over(above: str) -> None:
    raw = above.encode() + file_of(rows_of())
    assert kind_of(raw) is Kind.RESULTS
    found = read_results(raw)
    assert found.is_readable
    assert not found.problems
    first = found.evenings["April"][1, 1][0].line
    assert first == above.count("\n") + 2


def test_heads_that_end_in_empty_columns_ask_nothing_of_the_rows() -> None:
    heads, rest = file_of(rows_of()).split(b"\n", 1)
    found = read_results(heads + b",, ,\n" + rest)
    assert found.is_readable
    assert not found.problems


def test_a_column_nobody_reads_is_told_once() -> None:
    read = read_table(b"name,foo,foo\nAnn,1,2\n", columns=["name"], required=["name"])
    assert [problem.column for problem in read.problems] == ["foo"]


def test_a_roster_with_a_column_of_its_own_is_no_table_of_results() -> None:
    assert kind_of(b"name,background,ordeal\nAnn,x,y\n") is Kind.ROSTER
    assert kind_of(b'"Round";"Deal"\n1;1\n') is Kind.RESULTS


def test_a_seat_that_stands_twice_names_the_other_row(short_club: Club) -> None:
    rows = rows_of()
    rows[1][3] = 1
    built = build_document(read_results(file_of(rows)), short_club, on=date(2026, 4, 1), now=NOW)
    assert [(one.line, one.column) for one in built.problems] == [(3, "seat")]


def test_an_evening_that_ends_at_night_belongs_to_the_day_it_began(evening: Evening) -> None:
    from tournaments.services.transfer.names import file_name

    evening.tournament.club.time_zone = "Europe/Oslo"
    evening.tournament.starts_at = datetime(2026, 3, 6, 22, 30, tzinfo=UTC)  # 23.30 there; it ends on the 7th
    assert file_name(evening.tournament, "csv") == f"{evening.tournament.slug}-2026-03-06.csv"


def test_whoever_left_is_still_who_played_and_gets_no_second_profile(short_club: Club, by_alice: By) -> None:
    ann = add_player(short_club, name="Ann", by=by_alice)
    take_off(short_club, ann, by=by_alice)
    bring_in(file_of(rows_of()), short_club, by_alice)
    assert Game.objects.get().seats.get(number=0).player == ann
    assert Player.objects.filter(name="Ann").count() == 1
    assert short_club.memberships.get(player=ann).left_at is not None


def test_a_list_of_people_asks_about_who_left_and_takes_them_back(club: Club, by_alice: By) -> None:
    ann = add_player(club, name="Ann", by=by_alice)
    take_off(club, ann, by=by_alice)
    raw = b"name\nann\n"
    (line,) = plan_roster(raw, club).lines
    assert line.like == (ann,)
    with pytest.raises(EldestHandError, match="Say first who this is"):
        store_roster(raw, club, by=by_alice)
    store_roster(raw, club, by=by_alice, decisions={line.uid: str(ann.uid)})
    assert club.memberships.current().get().player == ann
