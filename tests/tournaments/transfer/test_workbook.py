"""Results as a spreadsheet, out and in: a sheet a game, no formula leaves, nothing dangerous comes."""

from __future__ import annotations

import io
import re
import tracemalloc
import zipfile
from datetime import UTC, date, datetime

import pytest
from django.db.models import Count
from openpyxl import load_workbook

from clubs.activity import By
from clubs.csv_tables import TableRefused
from clubs.models import Club, User
from clubs.workbooks import read_workbook, write_workbook
from games.models import Game, SheetRevision
from tests.evenings import Evening
from tests.timing import within
from tests.tournaments.transfer.odd_evening import odd_evening
from tests.tournaments.transfer.sites import empty_site
from tournaments.models import Tournament
from tournaments.services.transfer import incoming
from tournaments.services.transfer.results_out import results_csv
from tournaments.services.transfer.workbook_out import results_workbook, sheet_name

pytestmark = pytest.mark.django_db
DAY = date(2026, 4, 1)


def bring_in(raw: bytes, club: Club, by: By) -> bool:
    return incoming.bring_in(raw, club, day=DAY, by=by, decisions={})


def edited(raw: bytes, sheet: int, cells: dict[str, object]) -> bytes:
    """The workbook as somebody saves it after typing into it."""
    book = load_workbook(io.BytesIO(raw))
    for place, value in cells.items():
        book.worksheets[sheet][place] = value
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def test_every_game_has_its_sheet_named_by_its_second_and_rows_are_hands(evening: Evening) -> None:
    evening.play_round()
    book = load_workbook(io.BytesIO(results_workbook([evening.tournament])))
    names = book.sheetnames
    assert names[0] == "Players"
    assert len(names) == len(set(names)) == 1 + Game.objects.count()
    game = Game.objects.order_by("table__number").first()
    assert game is not None
    rows = list(book[names[1]].iter_rows(values_only=True))
    assert rows[0][:6] == ("tournament", evening.tournament.name, "round", 1, "table", 1)
    seats = list(game.seats.order_by("number"))
    assert [rows[1][3 + 2 * seat.number] for seat in seats] == [
        s.player.name if s.player else "" for s in seats
    ]
    assert [rows[-1][3 + 2 * seat.number] for seat in seats] == [seat.total for seat in seats]
    assert rows[-1][0] == "total"


def test_two_games_of_one_second_have_two_names_in_the_zone_of_the_club() -> None:
    at = datetime(2026, 3, 6, 23, 30, 5, tzinfo=UTC)
    assert sheet_name(at, "Europe/Oslo", ()) == "26-03-07#00-30-05"
    taken = ["26-03-07#00-30-05", "26-03-07#00-30-05-2"]
    assert sheet_name(at, "Europe/Oslo", taken) == "26-03-07#00-30-05-3"


def test_whatever_a_text_begins_with_it_leaves_as_a_text_and_numbers_stay_numbers() -> None:
    texts = ["=1+1", "+1", "-1", "@x", "#N/A", "=cmd|' /C calc'!A0", "עֲמִיחַי", "🃏", "Ó" * 200, "a\nb"]
    raw = write_workbook([("Players", [(*texts, -5, 0, None)])])
    cells = next(load_workbook(io.BytesIO(raw)).worksheets[0].iter_rows())
    assert [cell.value for cell in cells] == [*texts, -5, 0]
    assert {cell.data_type for cell in cells[: len(texts)]} == {"s"}
    assert {cell.data_type for cell in cells[len(texts) :]} == {"n"}
    assert cells[0].quotePrefix
    assert not cells[6].quotePrefix
    assert read_workbook(raw)[0].rows[0][: len(texts)] == tuple(texts)
    assert b"<f>" not in zipfile.ZipFile(io.BytesIO(raw)).read("xl/worksheets/sheet1.xml")


def test_an_odd_evening_comes_back_into_its_own_site_without_changing_anything(
    club: Club, by_alice: By, bob: User
) -> None:
    evening = odd_evening(club, by_alice, By(bob, "web"))
    raw = results_workbook([evening.tournament])
    shown = incoming.preview(raw, club, day=DAY)
    assert not [one for one in shown.problems if one.is_fatal], shown.problems
    before = SheetRevision.objects.count()
    assert not bring_in(raw, club, by_alice)
    assert SheetRevision.objects.count() == before


def test_an_evening_goes_to_an_empty_site_with_its_day_and_twice_is_harmless(evening: Evening) -> None:
    evening.play_round()
    evening.play_round()
    raw, table = results_workbook([evening.tournament]), results_csv(evening.tournament)
    day = evening.tournament.tables.order_by("game__played_at")[0].game
    assert day is not None
    rules = evening.tournament.club.house_rules
    empty_site()
    owner = User.objects.create_user("olga")
    club = Club.objects.create(slug="home", name="Home", house_rules=rules)
    club.roles.create(user=owner, role="owner")
    by = By(owner, "web")
    assert bring_in(raw, club, by)
    again = Tournament.objects.get()
    assert again.starts_at.date() == day.played_at.date()
    assert results_csv(again) == table
    assert not bring_in(raw, club, by)
    assert not Game.objects.annotate(n=Count("revisions")).exclude(n=1).exists()


def test_a_cell_corrected_in_the_spreadsheet_is_the_next_revision(evening: Evening, by_alice: By) -> None:
    evening.play_round()
    raw = results_workbook([evening.tournament])
    sheet = load_workbook(io.BytesIO(raw)).worksheets[1]
    bid = sheet["D3"].value
    changed = edited(raw, 1, {"D3": 1 - bid if bid in (0, 1) else 0})
    shown = incoming.preview(changed, evening.tournament.club, day=DAY)
    assert shown.can_go
    assert any(one.column.endswith("total") and not one.is_fatal for one in shown.problems)
    assert bring_in(changed, evening.tournament.club, by_alice)
    assert SheetRevision.objects.filter(number=2).count() == 1


def test_what_is_wrong_is_told_by_sheet_column_and_row(evening: Evening) -> None:
    evening.play_round()
    raw = results_workbook([evening.tournament])
    name = load_workbook(io.BytesIO(raw)).sheetnames[1]
    bad = edited(raw, 1, {"D3": "x", "E4": 1.5})
    shown = incoming.preview(bad, evening.tournament.club, day=DAY)
    assert [(one.line, one.column) for one in shown.problems if one.is_fatal] == [
        (3, f"{name} D"),
        (4, f"{name} E"),
    ]
    assert shown.is_refused


def packed(**parts: bytes) -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("[Content_Types].xml", b"<Types/>")
        file.writestr("xl/workbook.xml", parts.pop("workbook", b"<workbook/>"))
        for name, content in parts.items():
            file.writestr(f"xl/{name}", content)
    return kept.getvalue()


def rebuilt(raw: bytes, **changed: bytes) -> bytes:
    """A workbook with some of its parts as somebody built them by hand; `a__b` is the part a/b.xml."""
    kept = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            key = name.removeprefix("xl/").removesuffix(".xml").replace("/", "__")
            new.writestr(name, changed.get(key, old.read(name)))
    return kept.getvalue()


def with_text(raw: bytes, text: bytes) -> bytes:
    """A workbook with one text that its cells may name, as spreadsheets keep texts."""
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    part = b'<Override PartName="/xl/sharedStrings.xml" ContentType="%s"/></Types>' % kind
    with zipfile.ZipFile(io.BytesIO(raw)) as file:
        types = file.read("[Content_Types].xml").replace(b"</Types>", part)
    kept = io.BytesIO(rebuilt(raw, **{"[Content_Types]": types}))
    with zipfile.ZipFile(kept, "a", zipfile.ZIP_DEFLATED) as file:
        strings = b'<sst xmlns="%s"><si><t xml:space="preserve">%s</t></si></sst>' % (SPACE, text)
        file.writestr("xl/sharedStrings.xml", strings)
    return kept.getvalue()


SPACE = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def sheet_of(row: bytes, n: int) -> bytes:
    rows = b"".join(
        b'<row r="%d">%s</row>' % (at, row.replace(b"{at}", b"%d" % at)) for at in range(1, n + 1)
    )
    return b'<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>' % (SPACE, rows)


ONE_SHEET = write_workbook([("a", [(1,)])])
SHEETS = write_workbook([(f"s{n}", [(1,)]) for n in range(20)])


@pytest.mark.parametrize(
    "raw",
    [
        with_text(
            rebuilt(ONE_SHEET, worksheets__sheet1=sheet_of(b'<c t="s"><v>0</v></c>' * 20, 200)),
            b"x" * 30_000 + b" ",
        ),
        rebuilt(
            SHEETS, **{f"worksheets__sheet{n}": sheet_of(b'<c r="XFD{at}"/>', 600) for n in range(1, 21)}
        ),
        rebuilt(ONE_SHEET, styles=b"<styleSheet>" + b"<xf/>" * 1_000_000 + b"</styleSheet>"),
    ],
    ids=["one text in every cell", "one far cell in every row", "styles"],
)
def test_a_small_file_that_would_fill_the_memory_is_refused(raw: bytes) -> None:
    assert len(raw) < 200_000
    tracemalloc.start()
    try:
        with within(5), pytest.raises(TableRefused) as refusal:
            read_workbook(raw)
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()
    assert refusal.value.code == "table_too_large"


def test_one_part_under_many_names_is_no_spreadsheet() -> None:
    with zipfile.ZipFile(io.BytesIO(SHEETS)) as file:
        links = file.read("xl/_rels/workbook.xml.rels")
    same = re.sub(rb"worksheets/sheet\d+", b"worksheets/sheet1", links)
    with pytest.raises(TableRefused) as refusal:
        read_workbook(rebuilt(SHEETS, **{"_rels__workbook.xml.rels": same}))
    assert refusal.value.code == "not_xlsx"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"PK\x03\x04" + b"\x00" * 1000, "not_xlsx"),
        (b"\xd0\xcf\x11\xe0" + b"\x00" * 1000, "not_xlsx"),
        (b"PK\x03\x04" + b"x" * 10_000_000, "file_too_large"),
        (packed(bomb=b"0" * 60_000_000), "table_too_large"),
        (packed(**{"vbaProject.bin": b"x"}), "macros"),
        (packed(workbook=b'<!DOCTYPE x [<!ENTITY a "aaaa">]><workbook>&a;</workbook>'), "not_xlsx"),
        (packed(), "not_xlsx"),
        (packed(workbook=b"<workbook"), "not_xlsx"),
        (write_workbook([("a", [(None,) * 60 + (1,)])]), "table_too_large"),
        (write_workbook([("a", [(1,)] * 700)]), "table_too_large"),
    ],
    ids=["zeros", "old", "large", "bomb", "macro", "entities", "hollow", "cut", "wide", "long"],
)
def test_what_is_no_spreadsheet_is_refused_within_a_second(raw: bytes, code: str) -> None:
    with within(1), pytest.raises(TableRefused) as refusal:
        read_workbook(raw)
    assert refusal.value.code == code
