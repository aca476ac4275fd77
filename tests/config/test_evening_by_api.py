"""A whole evening played by a program that knows nothing but the API."""

from __future__ import annotations

import io
import json
import random
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from clubs.models import User
from tests.config.api_client import ApiClient
from tests.evenings import FIRST_NAMES
from tournaments.models import Tournament
from tournaments.services import standings
from tournaments.standings.command import main

pytestmark = pytest.mark.django_db
RULES = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [1, 2, 3]}}


@pytest.fixture
def api(alice: User) -> ApiClient:
    return ApiClient(alice)


def refresh(tournament: str) -> None:
    """What the worker does a moment after each commit."""
    standings.refresh(Tournament.objects.get(uid=tournament).pk)


def filled(sheet: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The sheet with tricks that add up, most bids made."""
    n_seats = len(sheet["players"])
    for deal in sheet["deals"]:
        taken = [0] * n_seats
        for _trick in range(deal["hand_size"]):
            taken[rng.randrange(n_seats)] += 1
        deal["tricks"] = taken
        deal["bids"] = [t if rng.random() < 0.7 else rng.randint(0, deal["hand_size"]) for t in taken]
    return sheet


def play_round(api: ApiClient, here: str, rng: random.Random) -> dict[str, Any]:
    """Draw, publish, and enter a sheet at every table."""
    drafted = api.post(f"{here}draft/", {}, expect=201)
    published = api.post(f"{here}draft/publish/", {"seen": drafted["seen"]})
    for table in published["tables"]:
        place = f"{here}sheets/{table['sheet_number']}/"
        shown = api.get(place)
        assert (shown["revision"], shown["state"]) == (0, "open")
        assert shown["sheet"]["players"] == [seat["player"]["uid"] for seat in table["seats"]]
        stored = api.put(
            place,
            {
                "sheet": filled(shown["sheet"], rng),
                "expected_revision": 0,
                "client_key": f"first-{place[-5:]}",
            },
        )
        assert (stored["revision"], stored["state"]) == (1, "final")
    return dict(published)


def standings_command(api: ApiClient, here: str) -> list[dict[str, Any]]:
    """What `python -m tournaments.standings rank` makes of what the API tells about the evening."""
    tournament = api.get(here)
    ids = {entry["uid"]: f"{entry['number']:05d}" for entry in tournament["entries"]}
    entry_of = {entry["player"]["uid"]: entry["uid"] for entry in tournament["entries"]}
    rounds = []
    for played in api.get(f"{here}rounds/"):
        tables = []
        for table in played["tables"]:
            sheet = api.get(f"games/{table['game']}/sheet/")
            seats = api.get(f"games/{table['game']}/")["seats"]
            score = sheet["score"]
            tables.append(
                {
                    "seats": [ids[entry_of[uid]] for uid in sheet["sheet"]["players"]],
                    "points": score["totals"],
                    "places": score["places"],
                    "last_deal": score["points"][-1],
                    "bids_made": [seat["bids_made"] for seat in seats],
                    "deals": seats[0]["deals"],
                }
            )
        rounds.append({"number": played["number"], "tables": tables})
    document = {
        "players": sorted(ids.values()),
        "rounds": rounds,
        "table_points": tournament["table_points"],
        "tie_breaks": tournament["tie_breaks"],
        "penalties": [
            {"player": ids[row["entry"]], "points": row["points"], "reason": row["reason"]}
            for row in api.get(f"{here}penalties/")
        ],
    }
    out, err = io.BytesIO(), io.BytesIO()
    assert main(["rank"], io.BytesIO(json.dumps(document).encode()), out, err) == 0, err.getvalue()
    uids = {number: uid for uid, number in ids.items()}
    return [{**row, "entry": uids[row.pop("player")]} for row in json.loads(out.getvalue())]


def test_an_evening_is_played_through_the_api(api: ApiClient) -> None:
    rng = random.Random(11)
    club = api.post("clubs/", {"name": "The Ninth Trick", "time_zone": "Europe/Oslo"}, expect=201)
    names = FIRST_NAMES[:18]
    roster = api.post(f"clubs/{club['uid']}/members/", {"names": names}, expect=201)["players"]
    assert [player["name"] for player in roster] == names
    tournament = api.post(
        "tournaments/",
        {
            "club": club["uid"],
            "name": "April evening",
            "starts_at": "2026-04-03T18:30:00+02:00",
            "rules": RULES,
        },
        expect=201,
    )
    here = f"tournaments/{tournament['uid']}/"
    for player in roster[:2]:
        api.post(f"{here}entries/", {"player": player["uid"]}, expect=201)
        api.post(f"{here}entries/", {"player": player["uid"]}, expect=200)
    roll = [{"player": player["uid"], "status": "present"} for player in roster]
    called = api.post(f"{here}presence/", {"presences": roll})
    assert [line["status"] for line in called] == ["present"] * 18

    for number in (1, 2, 3):
        published = play_round(api, here, rng)
        assert sum(len(table["seats"]) for table in published["tables"]) == 18
        if number == 2:
            correct_with_a_conflict(api, here, published["tables"][0]["sheet_number"])
            entry = published["tables"][0]["seats"][0]["entry"]
            penalty = {"entry": entry, "points": "-1.5", "reason": "ran over time"}
            api.post(f"{here}penalties/", penalty, expect=201)
        closed = api.post(f"{here}rounds/{number}/close/")
        assert closed["state"] == "closed"
    api.post(f"{here}close/")
    refresh(tournament["uid"])

    shown = api.get(f"{here}standings/")
    computed = standings_command(api, here)
    assert shown["after"] == 3
    fields = ("entry", "place", "total", "columns", "decided_by")
    assert [{name: row[name] for name in fields} for row in shown["rows"]] == [
        {name: row[name] for name in fields} for row in computed
    ]
    assert len({row["total"] for row in computed}) > 3


def correct_with_a_conflict(api: ApiClient, here: str, n: int) -> None:
    """A correction is stored; a second one made from the same old sheet is refused with both sheets."""
    place = f"{here}sheets/{n}/"
    old = api.get(place)
    tag = api.last.headers["ETag"]
    corrected, late = json.loads(json.dumps(old["sheet"])), json.loads(json.dumps(old["sheet"]))
    corrected["deals"][2]["bids"][0] = (corrected["deals"][2]["bids"][0] + 1) % 4
    late["deals"][2]["bids"][0] = (late["deals"][2]["bids"][0] + 2) % 4

    refused = api.put(place, {"sheet": corrected, "expected_revision": 1}, expect=422)
    assert refused["code"] == "reason_missing"
    body = {"sheet": corrected, "reason": "bid misread", "client_key": "second"}
    status, stored = api.send("PUT", place, body, headers={"If-Match": tag})
    assert (status, stored["revision"]) == (201, 2)
    status, again = api.send("PUT", place, body, headers={"If-Match": tag})
    assert (status, again["revision"]) == (200, 2)

    conflict = api.put(place, {"sheet": late, "reason": "mine", "expected_revision": 1}, expect=409)
    assert api.last.headers["Content-Type"] == "application/problem+json"
    assert (conflict["code"], conflict["current_revision"]) == ("sheet_conflict", 2)
    assert conflict["current"]["deals"][2]["bids"] == corrected["deals"][2]["bids"]
    assert conflict["yours"]["deals"][2]["bids"] == late["deals"][2]["bids"]
    assert conflict["conflicts"] == [
        {
            "cell": "2.bids.0",
            "theirs": corrected["deals"][2]["bids"][0],
            "yours": late["deals"][2]["bids"][0],
            "by": {"uid": None, "name": "alice"},
            "at": conflict["conflicts"][0]["at"],
        }
    ]
    assert api.get(place)["revision"] == 2


def test_the_page_for_programmers_tells_how_to_write(client: Client) -> None:
    page = client.get("/api/").content.decode()
    for told in (
        "manage.py api_token USER",
        "Authorization: Token",
        "expected_revision",
        "sheet_conflict",
        "theirs",
    ):
        assert told in page, told
    named = re.findall(r"api (?:GET|POST|PUT) +(\S+)", page)
    assert len(named) == 12
    for path in named:
        uid = "00000000-0000-0000-0000-000000000000"
        resolve(f"/api/v1/{path.replace('CLUB', uid).replace('/T/', f'/{uid}/')}")


def test_a_signed_in_browser_writes_with_its_csrf_token_and_not_without(alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    body = json.dumps({"name": "By session"})
    refused = browser.post("/api/v1/clubs/", body, content_type="application/json")
    assert (refused.status_code, refused.headers["Content-Type"]) == (403, "application/problem+json")
    browser.cookies["csrftoken"] = token = "a" * 32
    made = browser.post(
        "/api/v1/clubs/", body, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert (made.status_code, made.json()["name"]) == (201, "By session")
