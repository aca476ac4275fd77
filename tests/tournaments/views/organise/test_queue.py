"""The queue of an open night: a table in one click, people who rest, a table taken back."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club
from tests.evenings import Evening, make_evening, tables_of
from tournaments.models import Presence, Round, RoundSeat, Table, Tournament
from tournaments.services.open_nights import start_table
from tournaments.services.queue import night_of
from tournaments.tasks import refresh_standings


@pytest.fixture
def night(club: Club, by_alice: By) -> Evening:
    return make_evening(club, by=by_alice, n_players=9, draw="open", sizes=(4, 3, 5), name="Open night")


def url(tournament: Tournament, page: str = "") -> str:
    return f"/tournaments/{tournament.slug}/queue/{page}"


def words(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def ticked(page: str) -> list[int]:
    """Who is ticked on the page, by id of the entry."""
    boxes = [part.split(">")[0] for part in page.split('type="checkbox" name="who" ')[1:]]
    return [int(box.split('value="')[1].split('"')[0]) for box in boxes if "checked" in box]


def test_one_click_starts_the_table_that_is_suggested(alice_client: Client, night: Evening) -> None:
    page = words(alice_client, url(night.tournament))
    assert "9 wait" in page
    assert "Nobody of them has met tonight." in page
    chosen = ticked(page)
    assert chosen == [entry.pk for entry in night.entries[:4]]
    answer = alice_client.post(url(night.tournament), {"who": chosen}, follow=True)
    shown = " ".join(answer.content.decode().split())
    assert "Table 1 plays: Ada, Bo, Cleo, Dag." in shown
    assert "5 wait" in shown
    assert set(RoundSeat.objects.values_list("entry_id", flat=True)) == set(chosen)


def test_another_size_has_its_own_suggestion(alice_client: Client, night: Evening) -> None:
    page = words(alice_client, url(night.tournament) + "?size=5")
    assert len(ticked(page)) == 5
    assert len(ticked(words(alice_client, url(night.tournament) + "?size=6"))) == 4
    assert len(ticked(words(alice_client, url(night.tournament) + "?size=x"))) == 4


def test_the_page_says_who_meets_again(alice_client: Client, night: Evening) -> None:
    for entry in night.entries[4:]:
        alice_client.post(url(night.tournament, "say/"), {"who": entry.pk, "as": "left"})
    table = tables_of(start_table(night.tournament, night.entries[:3], by=night.by).round)[0]
    night.enter(table)
    refresh_standings(night.tournament.pk)
    page = words(alice_client, url(night.tournament))
    assert "Have met tonight: Ada and Bo; Ada and Cleo; Bo and Cleo." in page


def test_too_few_are_told_how_many_are_lacking(alice_client: Client, club: Club, by_alice: By) -> None:
    night = make_evening(club, by=by_alice, n_players=2, draw="open", sizes=(4, 3))
    page = words(alice_client, url(night.tournament))
    assert "1 more person, and a table of 3 can start." in page
    assert "Start a table" not in page


def test_an_older_page_seats_nobody_twice_and_keeps_its_ticks(alice_client: Client, night: Evening) -> None:
    start_table(night.tournament, night.entries[:4], by=night.by)
    chosen = [night.entries[0].pk, *(entry.pk for entry in night.entries[4:7])]
    answer = alice_client.post(url(night.tournament), {"who": chosen})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Ada sits at table 1 already" in page
    assert ticked(" ".join(page.split())) == chosen[1:]
    assert Round.objects.count() == 1


@pytest.mark.parametrize("who", [[], ["x"], ["99999999"]])
def test_nobody_ticked_starts_nothing(alice_client: Client, night: Evening, who: list[str]) -> None:
    assert alice_client.post(url(night.tournament), {"who": who}).status_code in (409, 422)
    assert not Round.objects.exists()


def test_who_rests_is_no_more_in_the_queue_and_comes_back_at_its_end(
    alice_client: Client, night: Evening
) -> None:
    first = night.entries[0]
    alice_client.post(url(night.tournament, "say/"), {"who": first.pk, "as": "stand-by"})
    page = words(alice_client, url(night.tournament))
    assert "1 rests" in page
    assert "Ada plays again" in page
    alice_client.post(url(night.tournament, "say/"), {"who": first.pk, "as": "present"})
    assert night_of(night.tournament).waiting[-1].entry == first
    assert alice_client.post(url(night.tournament, "say/"), {"who": first.pk, "as": "x"}).status_code == 404
    assert alice_client.post(url(night.tournament, "say/"), {"who": "", "as": "left"}).status_code == 404
    assert Presence.objects.filter(entry=first).count() == 3


def test_a_table_started_by_mistake_is_taken_back(alice_client: Client, night: Evening) -> None:
    table = start_table(night.tournament, night.entries[:4], by=night.by)
    assert "Take table 1 back" in words(alice_client, url(night.tournament))
    path = url(night.tournament, f"{table.sheet_number}/take-back/")
    assert alice_client.post(path).status_code == 302
    assert not Round.objects.exists()
    assert alice_client.post(path).status_code == 404
    table = start_table(night.tournament, night.entries[:4], by=night.by)
    night.enter(Table.objects.select_related("game", "round__tournament").get(pk=table.pk))
    assert "Take table" not in words(alice_client, url(night.tournament))
    assert alice_client.post(path).status_code == 409


def test_the_desk_sees_the_queue_and_a_director_starts_tables(
    desk_client: Client, bob_client: Client, night: Evening
) -> None:
    assert "Start a table" not in words(desk_client, url(night.tournament))
    assert desk_client.post(url(night.tournament), {"who": []}).status_code == 403
    assert bob_client.get(url(night.tournament)).status_code == 403
    assert Client().get(url(night.tournament)).status_code == 302


def test_an_evening_in_rounds_has_no_queue(alice_client: Client, evening: Evening) -> None:
    assert alice_client.get(url(evening.tournament)).status_code == 404
    assert alice_client.post(url(evening.tournament)).status_code == 404


def test_draw_leads_to_the_queue_and_so_do_door_and_next_step(alice_client: Client, night: Evening) -> None:
    answer = alice_client.get(f"/tournaments/{night.tournament.slug}/draw/")
    assert (answer.status_code, answer["Location"]) == (302, url(night.tournament))
    assert url(night.tournament) in words(alice_client, f"/tournaments/{night.tournament.slug}/door/")
    assert "9 people wait for a table." in words(alice_client, night.tournament.get_absolute_url())


def test_whoever_comes_in_makes_open_pages_fetch_the_queue(alice_client: Client, night: Evening) -> None:
    refresh_standings(night.tournament.pk)
    before = Tournament.objects.get(pk=night.tournament.pk).version
    alice_client.post(url(night.tournament, "say/"), {"who": night.entries[0].pk, "as": "stand-by"})
    refresh_standings(night.tournament.pk)
    assert Tournament.objects.get(pk=night.tournament.pk).version > before


def test_htmx_gets_the_fragment(alice_client: Client, night: Evening) -> None:
    answer = alice_client.get(url(night.tournament), headers={"HX-Request": "true"})
    assert answer.content.decode().lstrip().startswith('<div id="queue"')


def test_an_open_night_has_no_clock_on_any_road(alice_client: Client, night: Evening) -> None:
    start_table(night.tournament, night.entries[:4], by=night.by)
    page = f"/tournaments/{night.tournament.slug}/clock/"
    assert "An open night has no clock" in words(alice_client, page)
    assert "Start the clock" not in words(alice_client, page)
    answer = alice_client.post(f"{page}say/", {"act": "start", "minutes": "45", "seen": "0"})
    assert answer.status_code == 422
    program = f"/api/v1/tournaments/{night.tournament.uid}/clock/"
    assert alice_client.get(program).json()["round"] is None
    said = alice_client.post(program, {"act": "start", "minutes": 45}, content_type="application/json")
    assert (said.status_code, said.json()["code"]) == (422, "open_night")
