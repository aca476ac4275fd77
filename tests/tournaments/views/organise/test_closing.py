"""Penalties, the end of the evening, the log, and the next step."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.activity import By
from clubs.models import Activity, Club, Player, User
from tests.evenings import Evening, make_evening, tables_of
from tournaments.models import Official, Penalty, Tournament
from tournaments.services import rounds
from tournaments.services.entries import cancel_penalty, give_penalty
from tournaments.services.settings import change_settings


def url(tournament: Tournament, page: str) -> str:
    return f"/tournaments/{tournament.slug}/{page}/"


def next_step(client: Client, tournament: Tournament) -> str:
    page = client.get(tournament.get_absolute_url()).content.decode()
    if 'class="next"' not in page:
        return ""
    return " ".join(page.split('class="next"')[1].split("</p>")[0].split())


def test_after_the_planned_rounds_closing_is_the_first_act(
    alice_client: Client, club: Club, by_alice: By
) -> None:
    evening = make_evening(club, by=by_alice, n_rounds=1)
    before = alice_client.get(url(evening.tournament, "draw")).content.decode()
    assert 'class="act first" type="submit">Draw round 1' in before
    evening.play_round()
    page = alice_client.get(url(evening.tournament, "draw")).content.decode()
    assert f'class="act first" href="{url(evening.tournament, "close")}"' in page
    assert 'class="act" type="submit">Draw round 2' in page


@pytest.fixture
def by_penalty(evening: Evening) -> dict[str, str]:
    return {"entry": str(evening.entries[0].pk), "points": "−10", "reason": "ran over time", "seen": "0"}


def test_a_penalty_is_given_and_listed(
    alice_client: Client, evening: Evening, by_penalty: dict[str, str]
) -> None:
    here = url(evening.tournament, "penalties")
    page = alice_client.post(here, by_penalty, follow=True).content.decode()
    assert "ran over time" in page
    assert "1 penalty stands." in page
    assert Penalty.objects.get().points == -10


def test_the_same_form_twice_gives_one_and_a_new_page_gives_another(
    alice_client: Client, evening: Evening, by_penalty: dict[str, str]
) -> None:
    here = url(evening.tournament, "penalties")
    for _time in range(2):
        assert alice_client.post(here, by_penalty).status_code == 302
    assert Penalty.objects.count() == 1
    alice_client.post(here, {**by_penalty, "seen": str(Penalty.objects.get().pk)})
    assert Penalty.objects.count() == 2


@pytest.mark.parametrize(
    ("field", "value"), [("entry", ""), ("entry", "9999"), ("points", "ten"), ("points", ""), ("reason", " ")]
)
def test_a_penalty_that_cannot_be_keeps_what_was_typed(
    alice_client: Client, evening: Evening, by_penalty: dict[str, str], field: str, value: str
) -> None:
    answer = alice_client.post(url(evening.tournament, "penalties"), {**by_penalty, field: value})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert ("ran over time" if field != "reason" else "−10") in page
    assert not Penalty.objects.exists()


def test_a_penalty_is_taken_back_once_with_a_reason(
    alice_client: Client, evening: Evening, by_penalty: dict[str, str]
) -> None:
    alice_client.post(url(evening.tournament, "penalties"), by_penalty)
    back = url(evening.tournament, f"penalties/{Penalty.objects.get().pk}/cancel")
    assert alice_client.post(back, {"reason": ""}).status_code == 422
    for _time in range(2):
        assert alice_client.post(back, {"reason": "wrong table"}).status_code == 302
    assert Penalty.objects.count() == 2
    page = alice_client.get(url(evening.tournament, "penalties")).content.decode()
    assert "No penalty stands." in page
    assert "wrong table" in page


def test_a_penalty_of_another_evening_is_not_taken_back_here(
    alice_client: Client, evening: Evening, club: Club, by_alice: By, by_penalty: dict[str, str]
) -> None:
    alice_client.post(url(evening.tournament, "penalties"), by_penalty)
    other = make_evening(club, by=by_alice, players=list(Player.objects.all()[:4]), name="Other")
    back = url(other.tournament, f"penalties/{Penalty.objects.get().pk}/cancel")
    assert alice_client.post(back, {"reason": "x"}).status_code == 404


def test_outsiders_and_the_desk_penalise_and_close_nothing(
    bob_client: Client, desk_client: Client, client: Client, evening: Evening, by_penalty: dict[str, str]
) -> None:
    for page in ("penalties", "close", "log"):
        here = url(evening.tournament, page)
        for stranger in (bob_client, desk_client):
            assert stranger.get(here).status_code == 403
            assert stranger.post(here, by_penalty).status_code in (403, 405)
        assert client.get(here).status_code == 302
        assert bob_client.get(f"/tournaments/nowhere/{page}/").status_code == 404
    assert not Penalty.objects.exists()
    assert Tournament.objects.get().closed_at is None


def test_wrong_methods(alice_client: Client, evening: Evening) -> None:
    assert alice_client.post(url(evening.tournament, "log")).status_code == 405
    assert alice_client.put(url(evening.tournament, "close")).status_code == 405
    assert alice_client.get(url(evening.tournament, "penalties/1/cancel")).status_code == 405


def test_closing_says_what_it_ends_and_closes_once(alice_client: Client, evening: Evening) -> None:
    evening.play_round()
    here = url(evening.tournament, "close")
    page = alice_client.get(here).content.decode()
    assert "1 round is closed," in page
    assert "2 planned rounds are not played then." in page
    for _time in range(2):
        assert alice_client.post(here).status_code == 302
    assert Activity.objects.filter(verb="tournament.closed").count() == 1


def test_an_open_round_holds_the_evening_open(alice_client: Client, evening: Evening) -> None:
    evening.publish()
    here = url(evening.tournament, "close")
    assert "A round is still open" in alice_client.get(here).content.decode()
    assert alice_client.post(here).status_code == 409
    assert Tournament.objects.get().closed_at is None


def test_the_log_tells_in_words_who_did_what(alice_client: Client, evening: Evening, by_alice: By) -> None:
    drafted = evening.draw()
    rounds.discard_draft(drafted, by=by_alice, reason="Hal came late")
    published = evening.publish()
    evening.enter(tables_of(published)[0])
    page = alice_client.get(url(evening.tournament, "log")).content.decode()
    for words in (
        "drew round 1 with seed",
        "threw the draft of round 1 away",
        "Hal came late",
        "published round 1",
        "saved the sheet of table 1 of round 1",
        "noted Ada from round 1 on: here",
        "<b>alice</b>",
    ):
        assert words in page, words


def test_the_log_tells_of_how_many_points_a_penalty_was(
    alice_client: Client, evening: Evening, by_alice: By
) -> None:
    given = give_penalty(evening.entries[0], points="-2.50", reason="late", by=by_alice)
    cancel_penalty(given, reason="was the bus", by=by_alice)
    page = alice_client.get(url(evening.tournament, "log")).content.decode()
    assert "gave Ada a penalty: −2.5" in page
    assert "took a penalty of Ada back: −2.5" in page


def test_the_log_names_criteria_as_the_lists_do(alice_client: Client, evening: Evening, by_alice: By) -> None:
    evening.play_round()
    change_settings(
        evening.tournament, by=by_alice, changes={"tie_breaks": ["best-round", "shared"]}, confirmed=True
    )
    page = alice_client.get(url(evening.tournament, "log")).content.decode()
    assert "best round, place shared" in page
    assert "best-round" not in page


def test_a_hidden_name_is_hidden_in_the_log(alice_client: Client, evening: Evening) -> None:
    Player.objects.filter(name="Ada").update(hidden=True)
    assert ">Ada<" not in alice_client.get(url(evening.tournament, "log")).content.decode()


def test_every_verb_of_an_evening_has_words(alice_client: Client, evening: Evening) -> None:
    evening.play_round()
    page = alice_client.get(url(evening.tournament, "log") + "?after=nonsense").content.decode()
    for row in Activity.objects.filter(scope=evening.tournament.scope):
        assert f"{row.verb} " not in page


def test_the_log_costs_the_same_for_few_and_many_lines(alice_client: Client, evening: Evening) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            alice_client.get(url(evening.tournament, "log"))
        return len(queries)

    evening.play_round()
    few = cost()
    evening.play_round()
    assert cost() == few


def test_the_next_step_follows_the_evening(alice_client: Client, club: Club, by_alice: By) -> None:
    evening = make_evening(club, by=by_alice, n_players=4, n_rounds=1, players=None)
    tournament = evening.tournament
    assert "Draw round 1" in next_step(alice_client, tournament)
    drafted = evening.draw()
    assert "Look at the draft" in next_step(alice_client, tournament)
    published = evening.publish(drafted)
    assert "0 of 1 sheet is in." in next_step(alice_client, tournament)
    evening.enter(tables_of(published)[0])
    assert "Close round 1" in next_step(alice_client, tournament)
    rounds.close_round(published, by=by_alice)
    assert "Close the evening" in next_step(alice_client, tournament)
    rounds.close_tournament(tournament, by=by_alice)
    assert next_step(alice_client, tournament) == ""


def test_only_those_who_run_the_evening_see_the_next_step(
    client: Client, bob_client: Client, bob: User, desk_client: Client, evening: Evening
) -> None:
    drafted = evening.draw()
    for stranger in (client, bob_client):
        assert next_step(stranger, evening.tournament) == ""
        page = stranger.get(evening.tournament.get_absolute_url()).content.decode()
        assert "draft" not in page
    assert "Round 1 is drawn" in next_step(desk_client, evening.tournament)
    Official.objects.create(tournament=evening.tournament, user=bob, role="director")
    assert "Round 1 is drawn" in next_step(bob_client, evening.tournament)
    assert drafted.state == "draft"


def test_an_empty_evening_calls_the_roll_first(alice_client: Client, club: Club, by_alice: By) -> None:
    empty = make_evening(club, by=by_alice, players=[]).tournament
    assert "Call the roll" in next_step(alice_client, empty)


def test_the_club_page_offers_its_owner_what_to_do(
    client: Client, bob_client: Client, alice_client: Client, club: Club
) -> None:
    where = club.get_absolute_url()
    assert f"{where}tournaments/new/" in alice_client.get(where).content.decode()
    for reader in (client, bob_client):
        assert "tournaments/new" not in reader.get(where).content.decode()
