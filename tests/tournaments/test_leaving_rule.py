"""What becomes of a game that somebody leaves is a rule of the tournament: shown, offered first, overridden aloud."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.models import Activity, Club, User
from games.models import SheetState
from tests.evenings import Evening, make_evening, make_players, tables_of
from tests.tournaments.test_leaving import type_hand
from tournaments.errors import TournamentError
from tournaments.models import Entry, Round, Tournament
from tournaments.services.entries import set_presence
from tournaments.services.leaving import leave_game
from tournaments.services.settings import change_settings

RULES = ["stop", "substitute", "void"]


@pytest.fixture
def evening(club: Club, by_alice: By) -> Evening:
    """Two tables of four and Ida, who stands by; a game that somebody leaves is void."""
    people = make_players(club, 9, by=by_alice)
    made = make_evening(club, by=by_alice, players=people, sizes=[4], on_leaving="void")
    set_presence(made.entries[8], status="stand-by", by=by_alice)
    return made


@pytest.fixture
def begun(evening: Evening) -> tuple[Round, Entry]:
    """The first hand is typed at table 1; whose second seat leaves."""
    published = evening.publish()
    published.tournament = evening.tournament
    table = tables_of(published)[0]
    type_hand(table, 0, evening.by, [0, 0, 0, 1], [0, 0, 1, 0])
    return published, table.seats.get(seat=1).entry


@pytest.fixture
def client(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def test_the_rule_needs_no_reason(evening: Evening, begun: tuple[Round, Entry]) -> None:
    published, leaver = begun
    game = leave_game(published, entry=leaver, outcome="void", by=evening.by)
    assert game.state == SheetState.VOID
    assert Activity.objects.get(verb="seat.void").details["rule"] == "void"


def test_another_outcome_than_the_rule_needs_a_reason(evening: Evening, begun: tuple[Round, Entry]) -> None:
    published, leaver = begun
    with pytest.raises(TournamentError, match="The rule of this tournament is: the game is void") as refused:
        leave_game(published, entry=leaver, outcome="stop", hand=2, by=evening.by)
    assert refused.value.code == "reason_missing"
    leave_game(published, entry=leaver, outcome="stop", hand=2, reason="all four agree", by=evening.by)
    told = Activity.objects.get(verb="seat.stop")
    assert (told.reason, told.details["rule"]) == ("all four agree", "void")


@pytest.mark.parametrize("rule", RULES)
def test_the_outcome_may_be_left_to_the_rule(evening: Evening, begun: tuple[Round, Entry], rule: str) -> None:
    published, leaver = begun
    Tournament.objects.filter(pk=evening.tournament.pk).update(on_leaving=rule)
    substitute = evening.entries[8].player if rule == "substitute" else None
    leave_game(published, entry=leaver, outcome="rule", substitute=substitute, by=evening.by)
    assert Activity.objects.filter(verb=f"seat.{rule}").exists()


def test_without_a_rule_somebody_must_choose(evening: Evening, begun: tuple[Round, Entry]) -> None:
    published, leaver = begun
    change_settings(evening.tournament, by=evening.by, changes={"on_leaving": "ask"})
    with pytest.raises(TournamentError, match="has no rule for it") as refused:
        leave_game(published, entry=leaver, outcome="rule", by=evening.by)
    assert refused.value.code == "nothing_chosen"
    leave_game(published, entry=leaver, outcome="stop", hand=2, by=evening.by)


def test_a_change_after_the_start_stands_in_the_log_with_old_and_new(
    evening: Evening, begun: tuple[Round, Entry], client: Client
) -> None:
    change_settings(evening.tournament, by=evening.by, changes={"on_leaving": "stop"})
    change_settings(evening.tournament, by=evening.by, changes={"on_leaving": "stop"})
    told = Activity.objects.get(verb="tournament.changed")
    assert (told.details["old"], told.details["new"]) == ({"on_leaving": "void"}, {"on_leaving": "stop"})
    page = client.get(reverse("tournament_log", args=[evening.tournament.slug])).content.decode()
    assert "leaving in the middle of a game" in page


def test_what_is_no_rule_is_refused(club: Club, evening: Evening) -> None:
    with pytest.raises(TournamentError, match="ask, stop, substitute, void"):
        change_settings(evening.tournament, by=evening.by, changes={"on_leaving": "guess"})
    with pytest.raises(TournamentError):
        make_evening(club, by=evening.by, n_players=0, on_leaving="guess")
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=evening.tournament.pk).update(on_leaving="guess")


def test_everybody_reads_the_rule_on_the_tournaments_page(evening: Evening) -> None:
    address = evening.tournament.get_absolute_url()
    words = {
        "ask": "the director decides what becomes of it",
        "stop": "keeps the points so far",
        "substitute": "a substitute plays on",
        "void": "the game is void",
    }
    for rule, said in words.items():
        Tournament.objects.filter(pk=evening.tournament.pk).update(on_leaving=rule)
        assert said in Client().get(address).content.decode()


@pytest.mark.parametrize("rule", RULES)
def test_the_form_offers_the_rule_first(
    evening: Evening, begun: tuple[Round, Entry], client: Client, rule: str
) -> None:
    _published, leaver = begun
    Tournament.objects.filter(pk=evening.tournament.pk).update(on_leaving=rule)
    page = client.get(reverse("draw", args=[evening.tournament.slug]), {"who": leaver.pk}).content.decode()
    ways = page[page.index('action="/tournaments/march-evening/rounds/1/people/"') :]
    first = {"stop": "stop", "void": "void", "substitute": f"s{evening.entries[8].pk}"}[rule]
    assert ways.index(f'value="{first}" checked') < ways.index("the rule of this tournament;")
    assert ways.count("checked") == 1
    assert "Needed where it is done otherwise" in ways


def test_a_refused_form_keeps_what_was_typed(
    evening: Evening, begun: tuple[Round, Entry], client: Client
) -> None:
    _published, leaver = begun
    where = reverse("round_people", args=[evening.tournament.slug, 1])
    answer = client.post(where, {"who": leaver.pk, "to": "stop", "hand": "3", "reason": ""})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Say why it is done otherwise." in page
    assert 'value="stop" checked' in page
    assert 'name="hand" inputmode="numeric" maxlength="3" value="3"' in page


def test_the_owner_sets_the_rule_on_the_pages(club: Club, client: Client) -> None:
    new = reverse("tournament_new", args=[club.slug])
    typed = {
        "name": "April evening",
        "starts_at": "2026-04-03T19:00",
        "rules": "house",
        "table_sizes": "4",
        "n_rounds": "3",
        "draw": "plan",
        "visibility": "public",
    }
    assert client.post(new, {**typed, "on_leaving": "substitute"}).status_code == 302
    made = Tournament.objects.get(name="April evening")
    assert made.on_leaving == "substitute"
    settings = reverse("tournament_settings", args=[made.slug])
    assert 'name="on_leaving" value="substitute" checked' in client.get(settings).content.decode()
    assert client.post(settings, {**typed, "rules": "same", "on_leaving": "stop"}).status_code == 302
    made.refresh_from_db()
    assert made.on_leaving == "stop"


def test_a_program_reads_sets_and_follows_the_rule(
    evening: Evening, begun: tuple[Round, Entry], client: Client
) -> None:
    _published, leaver = begun
    one = reverse("api:tournament-detail", args=[evening.tournament.uid])
    assert client.get(one).json()["on_leaving"] == "void"
    answer = client.patch(one, {"on_leaving": "stop"}, content_type="application/json")
    assert answer.json()["on_leaving"] == "stop"
    wrong = client.patch(one, {"on_leaving": "guess"}, content_type="application/json")
    assert wrong.status_code == 422
    leave = reverse("api:tournament-round-leave", args=[evening.tournament.uid, 1])
    body: dict[str, Any] = {"entry": str(leaver.uid)}
    refused = client.post(leave, {**body, "outcome": "void"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "reason_missing")
    done = client.post(leave, {**body, "outcome": "rule"}, content_type="application/json")
    assert done.status_code == 200
    assert Activity.objects.filter(verb="seat.stop").exists()
