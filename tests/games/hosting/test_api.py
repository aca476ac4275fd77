"""Card tables by the API: the same services, the same refusals, nobody's hand but one's own."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import User
from games.engine import replay_document
from games.models import GameEvent, HostedTable
from tests.games.hosting.tables import SHORT, people, play_on, started, waited_for

pytestmark = pytest.mark.django_db
BASE = "/api/v1/tables/"


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def post(client: Client, path: str, body: dict[str, Any]) -> Any:
    return client.post(path, json.dumps(body), content_type="application/json")


def test_a_game_is_opened_played_and_read_by_the_api_alone() -> None:
    clients = [client_of(user) for user in people(3)]
    opened = post(clients[0], BASE, {"rules": SHORT, "n_seats": 3, "turn_seconds": None})
    assert opened.status_code == 201, opened.content
    path = f"{BASE}{opened.json()['key']}/"
    for client in clients[1:]:
        assert post(client, f"{path}seat/", {}).status_code == 200
    assert post(clients[2], f"{path}start/", {}).json()["view"]["phase"] == "bidding"
    table = HostedTable.objects.get()
    while to_act := waited_for(table):
        client = clients[to_act[0]]
        shown = client.get(path).json()
        assert shown["seat"] == to_act[0]
        first = shown["view"]["deal"]["legal"][0]
        act = {"seen": shown["view"]["event"], ("bid" if isinstance(first, int) else "card"): first}
        assert post(client, f"{path}acts/", act).status_code == 200
        again = post(client, f"{path}acts/", act)
        assert again.status_code == 409
        assert again.json()["code"] in ("stale", "not_playing")
        assert client.get(f"{path}log/").status_code == (200 if not waited_for(table) else 404)
    log = client_of(None).get(f"{path}log/").json()
    table.refresh_from_db()
    assert table.game is not None
    assert replay_document(log)["totals"] == [seat.total for seat in table.game.seats.order_by("number")]
    assert log["events"][0]["players"] == ["ada", "bo", "cleo"]


@pytest.mark.scenario("S54")
def test_refusals_are_problems_and_spectators_see_no_hand(bob: User) -> None:
    table = started(rules=SHORT)
    path = f"{BASE}{table.key}/"
    for client in (client_of(None), client_of(bob)):
        seen = client.get(path).json()
        assert (seen["seat"], seen["view"]["deal"]["hand"], seen["view"]["deal"]["legal"]) == (None, [], [])
    assert post(client_of(None), f"{path}acts/", {"seen": 1, "bid": 0}).status_code == 401
    outside = post(client_of(bob), f"{path}acts/", {"seen": 1, "bid": 0})
    assert (outside.status_code, outside.json()["code"]) == (409, "no_seat")
    both = post(client_of(people(1)[0]), f"{path}acts/", {"seen": 1, "bid": 0, "card": "AS"})
    assert both.status_code == 422
    assert both.headers["Content-Type"] == "application/problem+json"


@pytest.mark.scenario("S56")
def test_a_delayed_table_is_behind_by_every_public_road(bob: User) -> None:
    table = started(rules=SHORT, watch_delay=300)
    play_on(table, most=2)
    table.refresh_from_db()
    watcher = client_of(bob)
    assert watcher.get(f"{BASE}{table.key}/").json()["view"] is None
    page = watcher.get(table.get_absolute_url()).content.decode()
    assert "spectators see it with a delay" in page
    assert str(table.channel) not in page
    topic = f"hosted:{table.watch_channel}"
    assert watcher.get("/live/versions/", {"topic": topic}).json() == {topic: 0}
    GameEvent.objects.all()
    from django.db import connection

    with connection.cursor() as cursor:  # five minutes later: facts cannot be edited by the models
        cursor.execute(
            "UPDATE games_gameevent SET at = %s WHERE number < 3", [timezone.now() - timedelta(minutes=6)]
        )
    assert watcher.get(f"{BASE}{table.key}/").json()["view"]["event"] == 2
    assert watcher.get("/live/versions/", {"topic": topic}).json() == {topic: 3}
    player = client_of(people(1)[0])
    assert player.get(f"{BASE}{table.key}/").json()["view"]["event"] > 2
    assert str(table.channel) in player.get(table.get_absolute_url()).content.decode()


def test_a_guest_takes_a_seat_and_plays_by_the_api_with_the_word_of_the_seat() -> None:
    host, friend = (client_of(user) for user in people(2))
    opened = post(host, BASE, {"rules": SHORT, "n_seats": 3, "turn_seconds": None}).json()
    path = f"{BASE}{opened['key']}/"
    post(friend, f"{path}seat/", {})
    guest = client_of(None)
    nameless = post(guest, f"{path}seat/", {})
    assert (nameless.status_code, nameless.json()["code"]) == (422, "name_missing")
    taken = post(guest, f"{path}seat/", {"name": "Gjest"}).json()
    assert (taken["seat"], taken["seats"][2]) == (2, "Gjest")
    by_word = Client(headers={"Seat-Word": taken["word"]})
    assert post(by_word, f"{path}start/", {}).status_code == 200
    table = HostedTable.objects.get()
    players = [host, friend, by_word]
    while to_act := waited_for(table):
        player = players[to_act[0]]
        seen = player.get(path).json()["view"]
        first = seen["deal"]["legal"][0]
        act = {"seen": seen["event"], ("bid" if isinstance(first, int) else "card"): first}
        assert post(player, f"{path}acts/", act).status_code == 200
    assert by_word.get(path).json()["state"] == "finished"


def test_a_guest_who_sits_already_keeps_the_one_seat_by_the_api() -> None:
    host = client_of(people(1)[0])
    path = (
        f"/api/v1/tables/{post(host, '/api/v1/tables/', {'rules': 'oh-hell', 'n_seats': 3}).json()['key']}/"
    )
    taken = post(client_of(None), f"{path}seat/", {"name": "Gjest"}).json()
    again = post(Client(headers={"Seat-Word": taken["word"]}), f"{path}seat/", {"name": "Gjest"}).json()
    assert (again["seat"], again["seats"], "word" in again) == (1, ["ada", "Gjest", None], False)


def test_a_word_that_is_no_seats_opens_no_hand_and_acts_for_nobody() -> None:
    table = started(rules=SHORT)
    path = f"{BASE}{table.key}/"
    stranger = Client(headers={"Seat-Word": "not-the-word-of-any-seat"})
    seen = stranger.get(path).json()
    assert (seen["seat"], seen["view"]["deal"]["hand"]) == (None, [])
    for road, body in (("acts/", {"seen": 1, "bid": 0}), ("own/", {"what": "away"}), ("start/", {})):
        refused = post(stranger, path + road, body)
        assert (refused.status_code, refused.json()["code"]) == (409, "no_seat"), road
        assert post(client_of(None), path + road, body).status_code == 401, road


def test_players_step_away_and_come_back_by_the_api() -> None:
    table = started(rules=SHORT)
    path = f"{BASE}{table.key}/own/"
    player = client_of(people(1)[0])
    assert post(player, path, {"what": "away"}).status_code == 200
    assert table.seats.get(number=0).is_away
    assert post(player, path, {"what": "back"}).status_code == 200
    assert not table.seats.get(number=0).is_away
    assert post(player, path, {"what": "fly"}).status_code == 422
