"""Hosted tables as they failed elsewhere: a phone asleep, a fast watch, an update under old games."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.activity import By
from games.engine import PRESETS, EngineError, RuleSet, replay_document
from games.models import Clock
from games.services.hosting import acting
from games.services.hosting.reading import rows_of
from games.services.hosting.standing_in import run_due
from tests.games.hosting.tables import people, play_on, shown, started, waited_for

DATA = Path(__file__).resolve().parents[2] / "data"
LONGER = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [3, 5, 4]}}


@pytest.mark.scenario("S43")
@pytest.mark.django_db
def test_whoever_is_silent_while_others_think_is_no_leaver() -> None:
    """Two sleep for ten minutes while the third thinks without a clock: nobody plays for them, nobody is away."""
    table = started(rules=LONGER, turn_seconds=None)
    seat = waited_for(table)[0]
    before = rows_of(table)
    assert run_due(now=timezone.now() + timedelta(minutes=10)) == 0
    assert rows_of(table) == before
    assert not table.seats.filter(is_away=True).exists()
    acting.act(table, seat=seat, seen=shown(table, seat)["event"], bid=0, by=By(people(3)[seat], "web"))
    assert waited_for(table)[0] != seat


@pytest.mark.scenario("S43")
@pytest.mark.django_db
def test_only_the_clock_of_whose_turn_it_is_runs() -> None:
    table = started(rules=LONGER, turn_seconds=30)
    (seat, *_others) = waited_for(table)
    running = Clock.objects.filter(table=table, due_at__isnull=False)
    assert [clock.seat for clock in running] == [seat]


@pytest.mark.scenario("S47")
@pytest.mark.django_db
@pytest.mark.parametrize("road", ["page", "api"])
def test_no_field_of_a_request_moves_a_clock(road: str) -> None:
    """A browser 46 s ahead says so in every field it can think of: the server's own time is kept."""
    table = started(rules=LONGER, turn_seconds=30, reserve_seconds=0)
    seat = waited_for(table)[0]
    client = Client()
    client.force_login(people(3)[seat])
    ahead = (timezone.now() + timedelta(seconds=46)).isoformat()
    body: dict[str, Any] = {"seen": shown(table, seat)["event"], "bid": 0}
    lies = {"at": ahead, "now": ahead, "due_at": ahead, "seconds": 900, "reserve_ms": 900_000}
    start = timezone.now()
    if road == "page":
        answer = client.post(
            f"{table.get_absolute_url()}act/", {**body, **lies}, headers={"Date": ahead, "X-Now": ahead}
        )
        assert answer.status_code == 302
    else:
        path = f"/api/v1/tables/{table.key}/acts/"
        refused = client.post(path, json.dumps({**body, **lies}), content_type="application/json")
        assert refused.status_code == 422  # a field nobody knows is told, not obeyed
        answer = client.post(path, json.dumps(body), content_type="application/json", headers={"Date": ahead})
        assert answer.status_code == 200
    (following, *_others) = waited_for(table)
    clock = Clock.objects.get(table=table, seat=following)
    assert clock.due_at is not None
    assert abs((clock.due_at - start).total_seconds() - 30) < 5
    assert table.seats.get(number=seat).reserve_ms == 0


@pytest.mark.scenario("S57")
@pytest.mark.django_db
def test_a_full_trick_lies_there_until_the_next_card_is_led() -> None:
    """The server waits for nobody: who looks a minute later still sees the trick with its winner."""
    table = started(rules={"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [3]}})
    play_on(table, most=3 + 2)
    client, address = Client(), table.get_absolute_url()
    assert 'data-full="yes"' not in client.get(address).content.decode()
    play_on(table, most=1)
    for _look in range(2):
        page = client.get(address).content.decode()
        assert 'data-full="yes"' in page
        assert page.count('data-token="') >= 3
    play_on(table, most=1)
    assert 'data-full="yes"' not in client.get(address).content.decode()


@pytest.mark.scenario("S57")
def test_a_page_leaves_a_full_trick_for_a_second_and_a_half() -> None:
    script = (DATA.parents[1] / "static/js/table.js").read_text(encoding="utf-8")
    stated = re.search(r"const FULL = (\d+);", script)
    assert stated
    assert int(stated[1]) >= 1500
    assert script.count("FULL") >= 2


RELEASED = [
    json.loads(line) for line in (DATA / "released_games.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.scenario("S59")
@pytest.mark.parametrize("game", RELEASED, ids=[f"{game['release']}-{game['preset']}" for game in RELEASED])
def test_a_game_of_an_old_release_replays_to_the_totals_it_had(game: dict[str, Any]) -> None:
    """Cards by name and the whole rules stand in the log: nothing of it follows from a default of today."""
    log = game["log"]
    rules, finish = log["events"][0]["rules"], log["events"][-1]
    assert "preset" not in rules
    assert rules.keys() <= RuleSet.from_value("oh-hell").to_json().keys()
    replayed = replay_document(log)
    assert (replayed["totals"], replayed["places"]) == (finish["totals"], finish["places"])


@pytest.mark.scenario("S59")
def test_an_event_that_cannot_be_applied_is_named_by_its_number() -> None:
    log = json.loads(json.dumps(RELEASED[0]["log"]))
    broken = next(event for event in log["events"] if event["type"] == "play")
    broken["card"] = "ZZ"
    with pytest.raises(EngineError) as refused:
        replay_document(log)
    assert refused.value.to_json()["event"] == broken["n"]


def test_every_preset_that_can_be_played_here_has_a_game_of_the_first_release() -> None:
    playable = {name for name in PRESETS if name not in ("plump", "pocha")}
    assert {game["preset"] for game in RELEASED if game["release"] == "0.1"} >= playable
