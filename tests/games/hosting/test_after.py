"""What stays of a game: the replay with all hands, the log that the command replays, the proof of the shuffle."""

from __future__ import annotations

import io
import json
import sys

import pytest
from django.test import Client

from games.engine.__main__ import main as engine_command
from games.models import HostedTable
from tests.games.hosting.tables import play_on, started

pytestmark = pytest.mark.django_db
RULES = {"preset": "rage", "schedule": {"shape": "list", "sizes": [2, 1]}}


@pytest.fixture
def over() -> HostedTable:
    table = started(rules=RULES)
    play_on(table)
    return table


def test_the_downloaded_log_replays_to_the_same_result_by_the_command(
    over: HostedTable, client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = client.get(f"{over.get_absolute_url()}log/")
    assert "attachment" in answer.headers["Content-Disposition"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(answer.content), encoding="utf-8"))
    engine_command(["replay"])
    replayed = json.loads(capsys.readouterr().out)
    assert over.game is not None
    seats = list(over.game.seats.order_by("number"))
    assert replayed["totals"] == [seat.total for seat in seats]
    assert replayed["places"] == [seat.place for seat in seats]
    assert json.loads(answer.content)["events"][0]["players"] == ["ada", "bo", "cleo"]


def test_the_replay_steps_through_every_hand_with_all_cards_open(over: HostedTable, client: Client) -> None:
    address = f"{over.get_absolute_url()}replay/"
    first = client.get(address).content.decode()
    assert first.count("aria-label=") > 6  # every hand lies open
    assert "Hand 1: 2 cards each." in first
    last = client.get(f"{address}?step=9999").content.decode()
    assert "won with" in last or "share first place" in last
    assert client.get(f"{address}?step=x").status_code == 200


def test_the_shuffle_is_promised_at_the_start_and_proved_at_the_end(client: Client) -> None:
    table = started(rules=RULES)
    address = f"{table.get_absolute_url()}shuffle/"
    before = client.get(address).content.decode()
    assert table.seed not in before
    play_on(table)
    after = client.get(address).content.decode()
    assert table.seed in after
    assert "The shuffle was fair" in after
    log = client.get(f"{table.get_absolute_url()}log/").json()
    promised = log["events"][0]["commitment"]
    assert promised in before
    assert "The shuffle was fair" in client.post("/play/check/", {"log": json.dumps(log)}).content.decode()
    deal = next(event for event in log["events"] if event["type"] == "deal")
    deal["hands"][0], deal["hands"][1] = deal["hands"][1], deal["hands"][0]
    swapped = client.post("/play/check/", {"log": json.dumps(log)})
    assert "The shuffle was fair" not in swapped.content.decode()
    assert swapped.status_code in (200, 422)


@pytest.mark.parametrize("nonsense", ["", "[]", "{}", '{"events": [{"type": "start"}]}', "null", "[" * 5000])
def test_a_log_that_is_none_is_told_so(client: Client, nonsense: str) -> None:
    answer = client.post("/play/check/", {"log": nonsense})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
