"""The standings page: who leads and why."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.activity import By
from clubs.models import Club, User
from tests.counting import n_queries
from tests.evenings import Evening, make_evening, sheet_with_totals, tables_of
from tournaments.services import rounds, standings
from tournaments.services.desk import void_table
from tournaments.services.entries import give_penalty
from tournaments.services.settings import change_settings
from tournaments.views.access import game_address

pytestmark = pytest.mark.django_db


def play(evening: Evening, *totals: list[int]) -> None:
    """A round whose tables end with these totals."""
    published = evening.publish()
    for table, points in zip(tables_of(published), totals, strict=True):
        evening.enter(table, sheet_with_totals(table, points))
    rounds.close_round(published, by=evening.by)
    standings.refresh(evening.tournament.pk)


@pytest.fixture
def four(club: Club, by_alice: By) -> Evening:
    return make_evening(
        club, by=by_alice, n_players=4, sizes=(4,), table_points="raw", tie_breaks=["last-round", "shared"]
    )


def words(client: Client, evening: Evening, query: str = "") -> str:
    response = client.get(f"{evening.tournament.get_absolute_url()}standings/{query}")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def seat_names(evening: Evening, number: int) -> list[str]:
    table = evening.tournament.rounds.get(number=number).tables.get()
    return [seat.entry.player.name for seat in table.seats.order_by("seat")]


def test_an_empty_list_says_what_to_wait_for(client: Client, evening: Evening) -> None:
    assert "No sheet has come in yet" in words(client, evening)


def test_the_first_sentence_names_the_leader_and_the_lead(client: Client, four: Evening) -> None:
    play(four, [30, 20, 10, 0])
    assert f"{seat_names(four, 1)[0]} leads by 10 with 30." in words(client, four)


@pytest.mark.scenario("S29")
def test_a_tie_is_explained_by_criterion_and_values(client: Client, four: Evening) -> None:
    play(four, [30, 20, 10, 0])
    first = seat_names(four, 1)
    play(four, [0, 0, 0, 0])
    second = seat_names(four, 2)
    # the second of round 1 catches up in round 2: level on 30, ahead by the last round
    points = {first[0]: 0, first[1]: 10, first[2]: 3, first[3]: 2}
    table = four.tournament.rounds.get(number=2).tables.get()
    four.enter(table, sheet_with_totals(table, [points[name] for name in second]), reason="wrong")
    standings.refresh(four.tournament.pk)
    page = words(client, four)
    assert f"level with {first[0]} on 30: ahead by last round, 10 against 0" in page
    assert f"level with {first[1]}: behind by last round, 0 against 10" in page
    assert '<th scope="col" class="tie num">Last round</th>' in page


def test_a_column_shows_only_where_it_decided(client: Client, four: Evening) -> None:
    play(four, [30, 20, 10, 0])
    assert "tie num" not in words(client, four)


@pytest.mark.scenario("S26")
def test_level_in_everything_shares_the_place(client: Client, four: Evening) -> None:
    play(four, [20, 20, 10, 0])
    page = words(client, four)
    names = seat_names(four, 1)
    assert f"level with {names[1]} in everything listed: place shared" in page
    assert page.count('<abbr title="shared place">1</abbr>') == 2
    assert "share the lead with 20." in page
    response = client.get(f"{four.tournament.get_absolute_url()}standings/?after=1")
    assert [line.place for line in response.context["table"].lines] == [1, 1, 3, 4]


def test_after_shows_the_list_of_that_round(client: Client, four: Evening) -> None:
    play(four, [30, 20, 10, 0])
    play(four, [0, 0, 0, 40])
    page = words(client, four, "?after=1")
    assert "Standings after round 1 of 3" in page
    assert "To the newest list" in page
    assert "Standings after round 2 of 3" in words(client, four)


def test_movement_since_the_round_before_is_said_in_words(client: Client, four: Evening) -> None:
    play(four, [30, 20, 10, 0])
    last = seat_names(four, 1)[3]
    published = four.publish()
    table = tables_of(published)[0]
    order = [seat.entry.player.name for seat in table.seats.order_by("seat")]
    four.enter(table, sheet_with_totals(table, [50 if name == last else 0 for name in order]))
    standings.refresh(four.tournament.pk)
    lines = client.get(f"{four.tournament.get_absolute_url()}standings/").context["table"].lines
    assert (lines[0].player.name, lines[0].moved) == (last, 3)
    assert '<span class="vh">up </span>3' in words(client, four)


def test_every_result_leads_to_its_game(client: Client, four: Evening) -> None:
    play(four, [30, 20, 10, 0])
    game = four.tournament.tables.get().game
    assert game is not None
    assert words(client, four).count(f'href="{game.get_absolute_url()}"') == 4


def test_a_penalty_stands_in_the_row_and_beside_the_list(client: Client, four: Evening, by_alice: By) -> None:
    play(four, [30, 20, 10, 0])
    give_penalty(four.entries[0], points="-10", reason="back late from the break", by=by_alice)
    standings.refresh(four.tournament.pk)
    page = words(client, four)
    assert "with a penalty of −10" in page
    assert "back late from the break" in page


def test_the_reader_finds_the_own_line(client: Client, four: Evening, bob: User) -> None:
    play(four, [30, 20, 10, 0])
    player = four.entries[2].player
    player.user = bob
    player.save(update_fields=["user"])
    client.force_login(bob)
    assert words(client, four).count('<tr class="me">') == 1


def test_htmx_gets_the_list_alone(client: Client, played: Evening, path: str) -> None:
    response = client.get(f"{path}standings/?after=1", headers={"HX-Request": "true"})
    text = response.content.decode().lstrip()
    assert text.startswith('<div id="standings"')
    assert "<html" not in text
    assert "HX-Request" in response.headers["Vary"]


def test_every_hx_get_has_an_href_beside_it(client: Client, played: Evening, path: str) -> None:
    played.enter(tables_of(played.tournament.rounds.get(number=2))[0])
    standings.refresh(played.tournament.pk)
    text = client.get(f"{path}standings/").content.decode()
    tags = [part.split(">")[0] for part in text.split("<a ") if "hx-get" in part.split(">")[0]]
    assert tags
    assert all("href=" in tag for tag in tags)


def test_public_pages_hold_their_etag_and_carry_no_token(client: Client, played: Evening, path: str) -> None:
    first = client.get(f"{path}standings/")
    assert "csrf" not in first.content.decode()
    assert not first.cookies
    again = client.get(f"{path}standings/", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def test_as_many_queries_for_60_players_as_for_8(
    client: Client, played: Evening, path: str, club: Club, by_alice: By
) -> None:
    big = make_evening(club, by=by_alice, n_players=60, name="Big")
    big.play_round()
    big.publish()
    assert n_queries(client, f"{path}standings/") == n_queries(
        client, f"{big.tournament.get_absolute_url()}standings/"
    )


def test_who_is_not_signed_in_reads_a_page_kept_by_its_version(
    client: Client, four: Evening, alice: User
) -> None:
    play(four, [20, 10, 5, 0])
    path = f"{four.tournament.get_absolute_url()}standings/"
    first = client.get(path)
    with CaptureQueriesContext(connection) as queries:
        second = client.get(path)
    assert len(queries) <= 5
    assert (second.content, second["ETag"]) == (first.content, first["ETag"])
    assert client.get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    assert {"Cookie", "Accept-Language", "HX-Request"} <= {word.strip() for word in second["Vary"].split(",")}
    german, dark = Client(HTTP_ACCEPT_LANGUAGE="de"), Client()
    dark.cookies["theme"] = "dark"
    assert 'lang="de"' in german.get(path).content.decode()
    assert 'data-theme="dark"' in dark.get(path).content.decode()
    client.force_login(alice)
    assert "alice" in client.get(path).content.decode()
    client.logout()
    assert "alice" not in client.get(path).content.decode()
    give_penalty(four.entries[0], points="-3", reason="left early", by=four.by)
    standings.refresh(four.tournament.pk)
    assert "left early" in client.get(path).content.decode()


def test_a_table_that_still_plays_is_no_absence(client: Client, club: Club, by_alice: By) -> None:
    """One table of two is in: the others play; with their round closed their sheet is not in yet, a void game void."""
    evening = make_evening(club, by=by_alice, n_players=9, sizes=(4,), table_points="raw")
    published = evening.publish()
    first, second = tables_of(published)
    evening.enter(first, sheet_with_totals(first, [30, 20, 10, 0]))
    standings.refresh(evening.tournament.pk)
    page = words(client, evening)
    assert page.count(">absent<") == 1  # the ninth, who sat out
    where = game_address(evening.tournament, second.game_id or 0, second.sheet_number)
    assert page.count(f'<a class="now" href="{where}">playing</a>') == 4
    evening.enter(second, sheet_with_totals(second, [3, 2, 1, 0]))
    cache.clear()
    page = words(client, evening)
    assert (page.count(">absent<"), page.count(">just in</a>")) == (1, 4)  # the list follows in a moment
    void_table(second, by=by_alice, reason="dealt twice")
    standings.refresh(evening.tournament.pk)
    assert words(client, evening).count(">void</a>") == 4


def test_a_table_that_plays_and_is_made_up_for_says_both(client: Client, club: Club, by_alice: By) -> None:
    """Whoever sits at a table is not told that they sat out, whatever missed rounds are worth."""
    evening = make_evening(
        club, by=by_alice, n_players=8, sizes=(4,), table_points="raw", absent={"points": "5", "cap": None}
    )
    first, _second = tables_of(evening.publish())
    evening.enter(first, sheet_with_totals(first, [30, 20, 10, 0]))
    standings.refresh(evening.tournament.pk)
    page = words(client, evening)
    assert page.count(">playing</a>") == 4
    assert "<small>out</small>" not in page


def test_a_change_of_what_decides_is_told_once_round_1_has_begun(four: Evening, client: Client) -> None:
    told = "What decides the places was changed after round 1 had begun"
    change_settings(four.tournament, by=four.by, changes={"tie_breaks": ["wins", "shared"]})
    play(four, [40, 30, 20, 10])
    change_settings(four.tournament, by=four.by, changes={"n_rounds": 5})
    assert told not in words(client, four)
    change_settings(
        four.tournament, by=four.by, changes={"tie_breaks": ["last-round", "shared"]}, confirmed=True
    )
    standings.refresh(four.tournament.pk)
    assert told in words(client, four)


def test_a_list_of_a_round_that_is_being_played_says_so(client: Client, evening: Evening) -> None:
    evening.play_round()
    first, second = tables_of(evening.publish())
    evening.enter(first)
    standings.refresh(evening.tournament.pk)
    page = words(client, evening)
    assert "Standings during round 2 of 3" in page
    assert "1 table still plays." in page
    assert page.index(">After round 1</a>") < page.index(">During round 2</a>")
    tournament = evening.tournament
    for path in (tournament.get_absolute_url(), reverse("wall", args=[tournament.slug])):
        told = client.get(path).content.decode()
        assert "During round 2" in told
        assert "After round 2" not in told
    assert "Standings after round 1 of 3" in words(client, evening, "?after=1")
    evening.enter(second)
    standings.refresh(tournament.pk)
    assert "Standings after round 2 of 3" in words(client, evening)
    assert "After round 2" in client.get(tournament.get_absolute_url()).content.decode()
