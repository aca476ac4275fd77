"""The page of a game: the sheet as on paper."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from clubs.models import Club, User
from games.models import Game
from games.services.sheets import decide_sheet, void_game
from tests.browser import curiosities
from tests.counting import n_queries
from tests.evenings import Evening, make_players, tables_of

pytestmark = pytest.mark.django_db


def text(client: Client, game: Game) -> str:
    response = client.get(game.get_absolute_url())
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@pytest.mark.parametrize("n_seats", [2, 3, 4, 5, 6, 7, 8, 9, 10])
def test_a_table_of_any_size_has_a_column_pair_per_seat(
    client: Client, evening: Evening, n_seats: int
) -> None:
    people = make_players(evening.tournament.club, n_seats, by=evening.by)
    game = curiosities.counted(evening.tournament.club, people, by=evening.by)
    page = text(client, game)
    assert f"sheet ro n{n_seats}" in page
    assert page.count('<th scope="colgroup" colspan="2">') == n_seats
    rows = re.findall(r"<tr[^>]*><th scope=\"row\" class=\"hand\">.*?</tr>", page)
    assert len(rows) == 6
    played = [row for row in rows if "void: dealt anew" not in row]
    assert len(played) == 5
    assert {row.count('class="run"') for row in played} == {n_seats}


def test_the_sheet_shows_bid_points_and_running_total(client: Client, evening: Evening) -> None:
    people = evening.entries[:4]
    game = curiosities.corrected(evening.tournament.club, [e.player for e in people], by=evening.by)
    page = text(client, game)
    assert '<sup><span class="vh">bid </span>0</sup>10</td><td class="run">10</td>' in page
    assert 'class="blob"><span class="vh">missed, bid </span>1</sup>' in page


def test_a_slip_with_ticks_shows_the_miss_without_tricks(client: Client, evening: Evening) -> None:
    people = [entry.player for entry in evening.entries[:4]]
    page = text(client, curiosities.made_or_missed(evening.tournament.club, people, by=evening.by))
    body = page[page.index("<tbody>") : page.index("</tbody>")]
    assert "blob" in body
    assert "took" not in body


def test_written_points_are_shown_as_written(client: Client, evening: Evening) -> None:
    people = [entry.player for entry in evening.entries[:5]]
    page = text(client, curiosities.written(evening.tournament.club, people, by=evening.by))
    assert "Points as written on paper" in page
    assert "−15" in page
    assert "won with 60" in page


def test_rage_shows_fives_and_the_letter_of_the_colour(client: Client, evening: Evening) -> None:
    people = [entry.player for entry in evening.entries[:6]]
    page = text(client, curiosities.rage(evening.tournament.club, people, by=evening.by))
    assert '<sup class="fives">+5</sup>' in page
    assert '<sup class="fives">−10</sup>' in page
    assert '<abbr class="nt" title="red">R</abbr>' in page


def test_corrections_say_what_by_whom_and_why(client: Client, evening: Evening) -> None:
    people = [entry.player for entry in evening.entries[:4]]
    page = text(client, curiosities.corrected(evening.tournament.club, people, by=evening.by))
    assert "hand 3 was read upside down" in page
    assert "as on the photo" in page
    assert re.search(r"Hand 5, Ada: bid \d, now \d", page)
    assert re.search(r"Ada’s total went from \d+ to \d+\.", page)
    assert page.index("as on the photo") < page.index("read upside down")
    assert "alice" in page


def test_a_game_without_a_sheet_shows_who_sits_there(client: Client, played: Evening) -> None:
    table = tables_of(played.tournament.rounds.get(number=2))[0]
    assert table.game is not None
    page = text(client, table.game)
    assert "has not come in yet" in page
    assert "At this table" in page
    assert page.count("<li><span>") == 4


def test_the_breadcrumb_leads_club_tournament_round_table(client: Client, played: Evening) -> None:
    table = tables_of(played.tournament.rounds.get(number=1))[0]
    assert table.game is not None
    page = text(client, table.game)
    trail = page[page.index("You are here") : page.index("<main")]
    links = re.findall(r'href="([^"]+)"', trail)
    base = played.tournament.get_absolute_url()
    assert links == [played.tournament.club.get_absolute_url(), base, f"{base}rounds/1/"]
    assert "Table 1" in trail


def test_a_void_game_says_so_and_keeps_its_sheet(client: Client, played: Evening) -> None:
    table = tables_of(played.tournament.rounds.get(number=1))[0]
    assert table.game is not None
    void_game(table.game, by=played.by, reason="wrong people")
    page = text(client, table.game)
    assert "does not count any more" in page
    assert 'class="sheet' in page
    assert "wrong people" in page


def test_who_verified_is_named(client: Client, evening: Evening, club: Club, bob: User) -> None:
    from clubs.activity import By

    club.verifies_sheets = True
    club.save(update_fields=["verifies_sheets"])
    evening.tournament.refresh_from_db()
    published = evening.publish()
    table = tables_of(published)[0]
    game = evening.enter(table).game
    decide_sheet(game, kind="verified", by=By(bob, "web"))
    assert "Verified by bob" in text(client, game)


def test_no_problem_of_a_sheet_is_shown_to_visitors(client: Client, played: Evening) -> None:
    table = tables_of(played.tournament.rounds.get(number=2))[0]
    sheet = played.random_sheet(table)
    sheet["deals"][0]["tricks"] = [1, 1, 0, 0]
    game = played.enter(table, sheet).game
    assert game.n_problems
    page = text(client, game)
    assert "problem" not in page
    assert "tricks in a deal" not in page


def test_as_many_queries_for_ten_seats_as_for_three(client: Client, evening: Evening) -> None:
    club = evening.tournament.club
    people = make_players(club, 10, by=evening.by)
    small = curiosities.counted(club, people[:3], by=evening.by)
    large = curiosities.counted(club, people, by=evening.by)
    assert n_queries(client, small.get_absolute_url()) == n_queries(client, large.get_absolute_url())


def test_an_unknown_game_is_404_and_a_post_is_refused(client: Client) -> None:
    assert client.get("/games/999999/").status_code == 404
    assert client.post("/games/999999/").status_code == 405
