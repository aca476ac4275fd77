"""Bodies and headers nobody would send on purpose: each is a problem with a place, none is a defect of ours."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from clubs.models import User
from games.models import Game, SheetRevision
from tests.config.api_client import ApiClient
from tests.evenings import Evening
from tournaments.models import Tournament
from tournaments.services import results

pytestmark = pytest.mark.django_db

NO_JSON = {
    "empty text": b" ",
    "cut off": b'{"name": ',
    "a comma too much": b'{"name": "x",}',
    "not UTF-8": b'{"name": "\xff\xfe"}',
    "UTF-16": '{"name": "x"}'.encode("utf-16"),
    "NaN": b'{"name": NaN}',
    "infinite": b'{"name": 1e999}',
    "a number without end": b'{"name": ' + b"9" * 10_000 + b"}",
    "a key twice": b'{"name": "x", "name": "y"}',
    "nested too deeply": b"[" * 100_000,
    "nested deeply": b'{"a":' * 500 + b"1" + b"}" * 500,
    "NUL in a text": b'{"name": "a\\u0000b"}',
    "NUL in a key": b'{"na\\u0000me": "x"}',
    "half a surrogate pair": b'{"name": "\\ud83c"}',
}
NO_OBJECT: dict[str, Any] = {"list": [1], "number": 5, "text": "x", "null": None, "true": True}


@pytest.fixture
def api(alice: User) -> ApiClient:
    return ApiClient(alice)


@pytest.fixture
def here(evening: Evening) -> str:
    evening.publish()
    return f"tournaments/{evening.tournament.uid}/"


def raw(api: ApiClient, path: str, body: bytes, method: str = "POST", **headers: str) -> Any:
    content_type = headers.pop("content_type", "application/json")
    return api.client.generic(
        method, f"/api/v1/{path}", body, content_type=content_type, headers={**api.headers, **headers}
    )


def is_problem(response: Any, *statuses: int) -> dict[str, Any]:
    assert response.status_code in statuses, (response.status_code, response.content[:300])
    assert response.headers["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["status"] == response.status_code
    assert body["detail"]
    assert body["code"]
    return body


@pytest.mark.parametrize("body", NO_JSON.values(), ids=NO_JSON)
def test_what_cannot_be_read_is_400_with_its_place(api: ApiClient, body: bytes) -> None:
    found = is_problem(raw(api, "clubs/", body), 400)
    assert found["code"] == "parse_error"
    assert any(
        word in found["detail"] for word in ("line", "byte", "key", "number", "nested", "NaN", "/name")
    )


def test_the_place_is_line_and_column(api: ApiClient) -> None:
    found = is_problem(raw(api, "clubs/", b'{\n "name": "x",\n oops}'), 400)
    assert "line 3, column 2" in found["detail"]


@pytest.mark.parametrize("body", NO_OBJECT.values(), ids=NO_OBJECT)
def test_a_body_that_is_no_object_is_422(api: ApiClient, here: str, body: Any) -> None:
    sent = json.dumps(body).encode()
    for path in ("clubs/", "tournaments/", f"{here}entries/", f"{here}presence/", f"{here}draft/swap/"):
        response = raw(api, path, sent)
        assert response.status_code in (404, 422), (path, response.content)
    assert is_problem(raw(api, f"{here}sheets/1/", sent, "PUT"), 422)["code"] == "invalid"
    assert is_problem(raw(api, f"{here}sheets/1/", sent, "PATCH"), 422)["code"] == "invalid"


def test_a_body_too_large_is_413(api: ApiClient) -> None:
    is_problem(raw(api, "clubs/", b'{"name": "' + b"x" * 1_100_000 + b'"}'), 413)


@pytest.mark.parametrize("charset", ["zlib", "rot13", "utf-16", "base64", "idna", "no-such"])
def test_the_charset_of_the_header_changes_nothing(api: ApiClient, charset: str) -> None:
    response = raw(api, "clubs/", b'{"name": "A"}', content_type=f"application/json; charset={charset}")
    assert response.status_code == 201, response.content


def test_other_media_types_are_415(api: ApiClient) -> None:
    for content_type in ("text/plain", "multipart/form-data", "application/x-www-form-urlencoded"):
        is_problem(raw(api, "clubs/", b"name=A", content_type=content_type), 415)


@pytest.mark.parametrize("token", ["", "x", "é", "0" * 40, "0" * 4000, "a b c", "' OR 1=1"])
def test_a_token_that_is_none_is_401(token: str) -> None:
    response = Client().get("/api/v1/clubs/", headers={"Authorization": f"Token {token}"})
    is_problem(response, 401)
    assert response.headers["WWW-Authenticate"] == "Token"


HUGE: list[Any] = [
    10**30,
    -(10**30),
    2**63,
    2**31,
    1e300,
    -1,
    0.5,
    "5",
    True,
    None,
    [],
    {},
    "\u202e",
    "𝕏" * 300,
]


def test_no_field_breaks_by_its_value(api: ApiClient, here: str) -> None:
    """Every field of every body takes every value; the answer is an answer."""
    for value in HUGE:
        for method, path, body in odd_bodies(here, value):
            status, answer = api.send(method, path, body)
            assert status < 500, (method, path, body, answer)
            assert status < 400 or api.last.headers["Content-Type"] == "application/problem+json"


def odd_bodies(here: str, value: Any) -> list[tuple[str, str, dict[str, Any]]]:
    entry = "00000000-0000-0000-0000-000000000000"
    return [
        (
            "POST",
            "clubs/",
            dict.fromkeys(("name", "language", "time_zone", "house_rules", "visibility"), value),
        ),
        ("POST", "clubs/", {"name": "A", "house_rules": value}),
        ("POST", "clubs/", {"name": "A", "time_zone": value}),
        ("POST", f"{here}draft/", {"seed": value}),
        ("POST", f"{here}draft/", {"sizes": [value]}),
        ("POST", f"{here}entries/", {"player": value}),
        ("POST", f"{here}walk-ins/", {"names": [value]}),
        ("POST", f"{here}walk-ins/", {"names": ["Ada"], "decisions": {"Ada": value}}),
        ("POST", f"{here}presence/", {"presences": [{"player": value, "status": value}]}),
        ("POST", f"{here}penalties/", {"entry": entry, "points": value, "reason": value}),
        ("POST", f"{here}sheets/1/verify/", {"totals": [value], "revision": value}),
        ("POST", f"{here}sheets/1/void/", {"reason": value}),
        ("PATCH", here, {"best_of": value}),
        ("PATCH", here, {"absent": {"points": value, "cap": value, "min_rounds": value}}),
        ("PATCH", here, {"table_points": value, "confirmed": True}),
        ("PATCH", here, {"tie_breaks": [value], "confirmed": True}),
        ("PATCH", here, {"table_sizes": [value]}),
        ("PATCH", here, {"rules": value}),
        ("PATCH", here, {"rules": {"preset": "oh-hell", "players": [value, value]}}),
        ("PATCH", here, {"rules": {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [value]}}}),
        ("PATCH", here, {"starts_at": value}),
        ("PATCH", here, {"season": value}),
        ("PATCH", f"{here}sheets/1/", {"changes": {"0.bids.0": value}, "seen": 0}),
        ("PATCH", f"{here}sheets/1/", {"changes": {"total.0": value}, "seen": value}),
        ("PATCH", f"{here}sheets/1/", {"changes": {"99.bids.9": 1, str(value): value}, "seen": 0}),
        ("PUT", f"{here}sheets/1/", {"sheet": {"players": value}, "expected_revision": value}),
    ]


def test_no_part_of_a_sheet_breaks_by_its_value(api: ApiClient, evening: Evening, here: str) -> None:
    table = evening.tournament.tables.get(sheet_number=1)
    blank = results.blank_sheet(table)
    for variant in [variant for value in HUGE[:4] + HUGE[5:] for variant in odd_parts(blank, value)]:
        revision = Game.objects.get(table=table).revision
        body = {"sheet": {**blank, **variant}, "expected_revision": revision, "reason": "a try"}
        status, answer = api.send("PUT", f"{here}sheets/1/", body)
        assert status < 500, (variant, answer)
        if status == 201:
            assert api.client.get(f"/games/{table.game_id}/").status_code == 200, variant


def odd_parts(blank: dict[str, Any], value: Any) -> list[dict[str, Any]]:
    n_seats = len(blank["players"])
    cells = [value] * n_seats
    deal = {"hand_size": 1, "bids": [0] * n_seats, "tricks": [1] + [0] * (n_seats - 1)}
    return [
        {"deals": value},
        {"deals": [value]},
        {"first_dealer": value},
        {"note": value},
        {"ended_early": value},
        {"count": value},
        {"paper_totals": cells},
        {"decider": value},
        {"decider": [{"seats": cells, "hand_size": value, "bids": cells, "tricks": cells}]},
        {"seats": value},
        {"seats": [value]},
        {"seats": [{"seat": value, "player": value, "from": value, "to": value}]},
        {"players": cells},
        {"rules": value, "format": value},
        {"deals": [{**deal, "hand_size": value}]},
        {"deals": [{**deal, "void": value}]},
        {"deals": [{**deal, "trump": value}]},
        {"deals": [{**deal, "out": value}]},
        {"deals": [{**deal, "out": [value]}]},
        {"deals": [{**deal, "adjustments": [{"seat": 0, "points": value, "reason": value}]}]},
        {"deals": [{**deal, "bids": cells}]},
        {"deals": [{**deal, "made": cells}]},
        {"count": "written", "deals": [{**deal, "paper_points": cells}], "ended_early": True},
        {"count": "written", "deals": [{**deal, "paper_running": cells}], "ended_early": True},
    ]


def test_points_beyond_any_table_are_refused(api: ApiClient, evening: Evening, here: str) -> None:
    blank = results.blank_sheet(evening.tournament.tables.get(sheet_number=1))
    n_seats = len(blank["players"])
    deal = {
        "hand_size": 1,
        "paper_points": [10**9] * n_seats,
        "bids": [0] * n_seats,
        "made": [True] * n_seats,
    }
    sheet = {**blank, "count": "written", "deals": [deal] * 30, "ended_early": True}
    refused = api.put(f"{here}sheets/1/", {"sheet": sheet, "expected_revision": 0}, expect=422)
    assert refused["code"] == "sheet.total-range"
    assert not SheetRevision.objects.exists()


def test_a_misspelt_field_is_told(api: ApiClient, here: str) -> None:
    refused = api.put(f"{here}sheets/1/", {"sheet": {}, "expected_revison": 0}, expect=422)
    assert [(e["field"], e["code"]) for e in refused["errors"]] == [("expected_revison", "unknown_field")]


def test_numbers_in_the_address_may_be_of_any_size(api: ApiClient, here: str) -> None:
    for n in (0, 10**9, 10**18, 10**30):
        assert api.send("GET", f"{here}sheets/{n}/")[0] == 404
        assert api.send("POST", f"{here}rounds/{n}/close/")[0] == 404
        assert api.send("POST", f"{here}penalties/{n}/cancel/", {"reason": "x"})[0] == 404


@pytest.mark.parametrize("header", ["x", "*", '"x"', '"1', "-1", '""', "9" * 5000, '"1-é"'])
def test_an_if_match_that_is_no_tag_is_400(api: ApiClient, here: str, header: str) -> None:
    status, answer = api.send("PUT", f"{here}sheets/1/", {"sheet": {}}, headers={"If-Match": header})
    assert (status, answer["code"]) in ((400, "parse_error"), (422, "sheet.players"), (422, "sheet_refused"))


def test_a_tournament_of_the_year_one_is_refused(api: ApiClient, evening: Evening, here: str) -> None:
    for at in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"):
        assert api.patch(here, {"starts_at": at}, expect=422)["errors"][0]["field"] == "starts_at"
    assert Tournament.objects.get(pk=evening.tournament.pk).starts_at == evening.tournament.starts_at
