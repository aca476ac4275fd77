"""Pages around the draw: wishes, ways of going on, the proof, the cost of every move, how many rounds."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club
from tests.evenings import Evening, make_evening, tables_of
from tournaments.models import Round, SeatingWish
from tournaments.services.entries import set_presence


def url(evening: Evening, part: str = "") -> str:
    return f"/tournaments/{evening.tournament.slug}/draw/{part}"


def test_wishes_are_made_listed_and_taken_back(alice_client: Client, evening: Evening) -> None:
    ada, bo = evening.entries[:2]
    forms: tuple[dict[str, object], ...] = (
        {"kind": "apart", "first": ada.pk, "second": bo.pk},
        {"kind": "table", "entry": ada.pk, "table": "2"},
        {"kind": "clubs"},
    )
    for typed in forms:
        assert alice_client.post(url(evening, "wishes/"), typed).status_code == 302
    page = alice_client.get(url(evening, "wishes/")).content.decode()
    assert "Ada and Bo never at one table" in page
    assert "Ada always at table 2" in page
    assert "3 wishes are honoured" in alice_client.get(url(evening)).content.decode()
    for wish in SeatingWish.objects.all():
        for _time in range(2):
            assert alice_client.post(url(evening, f"wishes/{wish.pk}/drop/")).status_code == 302
    assert "No wishes yet" in alice_client.get(url(evening, "wishes/")).content.decode()
    log = alice_client.get(f"/tournaments/{evening.tournament.slug}/log/").content.decode()
    assert "wished for every draw: never at one table: Ada, Bo" in log


@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"kind": "apart"},
        {"kind": "apart", "first": "1", "second": "x"},
        {"kind": "table", "entry": "0", "table": "1"},
        {"kind": "love"},
    ],
)
def test_a_wish_that_is_none_is_refused(
    alice_client: Client, evening: Evening, typed: dict[str, str]
) -> None:
    assert alice_client.post(url(evening, "wishes/"), typed).status_code == 422
    assert not SeatingWish.objects.exists()


def test_outsiders_find_no_wishes_and_the_desk_makes_none(
    client: Client, desk_client: Client, bob_client: Client, evening: Evening
) -> None:
    for stranger in (client, bob_client):
        assert stranger.get(url(evening, "wishes/")).status_code == 404
        assert stranger.post(url(evening, "wishes/"), {"kind": "clubs"}).status_code == 404
    assert desk_client.get(url(evening, "wishes/")).status_code == 200
    assert desk_client.post(url(evening, "wishes/"), {"kind": "clubs"}).status_code == 403


def test_after_somebody_left_the_ways_are_shown_with_their_price(
    alice_client: Client, club: Club, by_alice: By
) -> None:
    evening = make_evening(club, by=by_alice, n_players=12, n_rounds=3)
    evening.play_round()
    assert "People came or left" not in alice_client.get(url(evening)).content.decode()
    set_presence(evening.entries[0], status="left", by=by_alice)
    page = alice_client.get(url(evening)).content.decode()
    assert "People came or left since the plan was made" in page
    assert "Draw all open rounds anew" in page
    assert "Before and after" in page
    assert alice_client.post(url(evening), {"way": "rest"}).status_code == 302
    drafted = Round.objects.get(state="draft")
    assert drafted.seating_report["way"] == "rest"
    board = alice_client.get(url(evening)).content.decode()
    assert "not as they were planned before" in board
    assert alice_client.post(url(evening), {"way": "sideways"}).status_code == 422


def test_the_board_keeps_tables_and_mends(alice_client: Client, club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=12)
    set_presence(evening.entries[11], status="late", by=by_alice)
    drafted = evening.draw()
    first = list(drafted.seats.filter(table__number=1).order_by("seat").values_list("entry_id", flat=True))
    typed = {"draft": drafted.pk, "reason": "again", "kept": ["1"]}
    assert alice_client.post(url(evening, "again/"), typed).status_code == 302
    drafted = Round.objects.get()
    kept = drafted.seats.filter(table__number=1).order_by("seat").values_list("entry_id", flat=True)
    assert list(kept) == first
    set_presence(evening.entries[11], status="present", by=by_alice)
    assert "Mend the draft" in alice_client.get(url(evening)).content.decode()
    typed = {"draft": drafted.pk, "reason": "Lea came", "mend": "1"}
    assert alice_client.post(url(evening, "again/"), typed).status_code == 302
    assert sum(table.seats.count() for table in tables_of(Round.objects.get())) == 12


def test_who_sits_out_is_named_with_the_reason(alice_client: Client, club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=9, sizes=(4,))
    before = alice_client.get(url(evening)).content.decode()
    assert "1 person must sit out" in before
    assert "4 · 4" in before
    assert "With tables of 3 as well: 3 · 3 · 3." in before
    alice_client.post(url(evening), {})
    page = " ".join(alice_client.get(url(evening)).content.decode().split())
    assert "drawn by lot among 9 who have not sat out yet" in page
    drafted = Round.objects.get()
    evening.publish(drafted)
    assert "drawn by lot among 9" in alice_client.get(url(evening)).content.decode()


def test_the_cost_of_every_move_of_one_person_is_told_at_once(alice_client: Client, evening: Evening) -> None:
    evening.play_round()
    drafted = evening.draw()
    who = drafted.seats.filter(table__number=1)[0].entry_id
    fragment = alice_client.get(url(evening), {"who": who}, headers={"HX-Request": "true"}).content.decode()
    assert fragment.startswith('<div id="preview"')
    assert "data-costs=" in fragment
    for seat in drafted.seats.exclude(entry_id=who):
        assert f"&quot;p{seat.entry_id}&quot;" in fragment
    assert "cheapest moves first" in fragment


def test_the_draw_is_defended_on_a_page(alice_client: Client, bob_client: Client, evening: Evening) -> None:
    published = evening.publish()
    here = f"/tournaments/{evening.tournament.slug}/rounds/1/proof/"
    page = alice_client.get(here).content.decode()
    assert str(published.seed) in page
    assert published.input_hash in page
    assert published.algorithm in page
    assert "proven best" in page
    assert "Proven: the same seed" in alice_client.post(here).content.decode()
    assert bob_client.get(here).status_code == 404
    assert alice_client.get(here.replace("/1/", "/7/")).status_code == 404


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("people=24&sizes=4", "7 rounds without meeting again"),
        ("people=17&sizes=4,3,5", "5 rounds without meeting again"),
        ("people=9&sizes=4", "1 sits out"),
        ("people=x&sizes=4", "Say how many people"),
        ("people=24&sizes=9", "Say how many people"),
        ("people=99999&sizes=4", "Say how many people"),
    ],
)
def test_how_many_rounds_is_answered_before_there_is_an_evening(
    client: Client, db: None, asked: str, told: str
) -> None:
    assert told in client.get(f"/seating/?{asked}").content.decode()
    fragment = client.get(f"/seating/?{asked}", headers={"HX-Request": "true"}).content.decode()
    assert fragment.startswith('<div id="rounds-answer"')


def test_the_page_that_makes_a_tournament_asks_it(alice_client: Client, club: Club) -> None:
    page = alice_client.get(f"/clubs/{club.slug}/tournaments/new/").content.decode()
    assert 'action="/seating/"' in page
