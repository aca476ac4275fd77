"""Every code of users.md 8, and whatever else may be fed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.timing import within
from tests.tournaments.standings.documents import documents
from tournaments.standings import StandingsError, rank
from tournaments.standings.command import read_document
from tournaments.standings.errors import Code

Change = Callable[[dict[str, Any]], object]


def document() -> dict[str, Any]:
    return {
        "players": ["A", {"id": "B", "ranked": True}, "C"],
        "rounds": [
            {
                "number": 1,
                "tables": [{"seats": ["A", "B"], "points": [5, 3]}, {"seats": ["C"], "points": [1]}],
            },
            {"number": 2, "weight": 2, "tables": [{"seats": ["C", "A"], "points": ["0.5", 3]}]},
        ],
        "table_points": "raw",
        "tie_breaks": ["wins", "shared"],
        "penalties": [{"player": "A", "points": -1, "reason": "late"}],
        "deciders": [{"players": ["A", "B"], "points": [1, 0]}],
        "manual": {"A": 1},
        "absent": {"points": 1, "cap": None, "min_rounds": 1},
    }


def refused(change: Change) -> StandingsError:
    changed = document()
    change(changed)
    with pytest.raises(StandingsError) as caught:
        rank(changed)
    return caught.value


def put(*path: str | int, to: object) -> Change:
    def change(changed: Any) -> None:
        for step in path[:-1]:
            changed = changed[step]
        changed[path[-1]] = to

    return change


def drop(*path: str | int) -> Change:
    def change(changed: Any) -> None:
        for step in path[:-1]:
            changed = changed[step]
        del changed[path[-1]]

    return change


TABLE = ("rounds", 0, "tables", 0)


def test_the_document_itself_is_fine() -> None:
    assert [row.player for row in rank(document())] == ["A", "B", "C"]


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        (put("colour", to=1), "bad_field", {"field": "colour"}),
        (drop("players"), "bad_field", {"field": "players"}),
        (drop("rounds"), "bad_field", {"field": "rounds"}),
        (put("players", to=[]), "bad_field", {"field": "players"}),
        (put("players", to="A"), "bad_field", {"field": "players"}),
        (put("players", 0, to=1), "bad_field", {"field": "players"}),
        (put("players", 1, to={"ranked": True}), "bad_field", {"field": "id"}),
        (put("players", 1, "ranked", to=1), "bad_field", {"field": "ranked", "player": "B"}),
        (put("players", 1, "rank", to=True), "bad_field", {"field": "rank"}),
        (put("players", 2, to="A"), "duplicate_player", {"field": "players", "player": "A"}),
        (put("rounds", to={}), "bad_field", {"field": "rounds"}),
        (put("rounds", 0, to=[]), "bad_field", {"field": "rounds"}),
        (drop("rounds", 0, "number"), "bad_field", {"field": "number"}),
        (put("rounds", 0, "number", to=True), "bad_field", {"field": "number"}),
        (put("rounds", 0, "number", to="1.5"), "bad_field", {"field": "number"}),
        (put("rounds", 1, "number", to=1), "duplicate_round", {"field": "number", "round": 1}),
        (put("rounds", 1, "weight", to="x"), "not_a_number", {"field": "weight", "round": 2}),
        (put("rounds", 1, "weight", to=None), "not_a_number", {"field": "weight", "round": 2}),
        (drop("rounds", 1, "tables"), "bad_field", {"field": "tables", "round": 2}),
        (put(*TABLE, to=None), "bad_field", {"round": 1, "table": 1}),
        (drop(*TABLE, "seats"), "bad_field", {"field": "seats", "round": 1, "table": 1}),
        (drop(*TABLE, "points"), "bad_field", {"field": "points", "round": 1, "table": 1}),
        (put(*TABLE, "seats", to=[]), "bad_field", {"field": "seats", "round": 1, "table": 1}),
        (put(*TABLE, "seats", 0, to=["A"]), "bad_field", {"field": "seats", "round": 1, "table": 1}),
        (put(*TABLE, "seats", 0, to="Z"), "unknown_player",
         {"field": "seats", "round": 1, "table": 1, "player": "Z"}),
        (put(*TABLE, "seats", 0, to="B"), "duplicate_seat",
         {"field": "seats", "round": 1, "table": 1, "player": "B"}),
        (put("rounds", 0, "tables", 1, "seats", 0, to="A"), "duplicate_seat",
         {"field": "seats", "round": 1, "table": 2, "player": "A"}),
        (put(*TABLE, "points", to=[5]), "length_mismatch", {"field": "points", "round": 1, "table": 1}),
        (put(*TABLE, "last_deal", to=[5]), "length_mismatch", {"field": "last_deal", "round": 1, "table": 1}),
        (put(*TABLE, "places", to=[1]), "length_mismatch", {"field": "places", "round": 1, "table": 1}),
        (put(*TABLE, "points", 1, to=True), "not_a_number",
         {"field": "points", "round": 1, "table": 1, "player": "B"}),
        (put(*TABLE, "points", 1, to=None), "not_a_number",
         {"field": "points", "round": 1, "table": 1, "player": "B"}),
        (put(*TABLE, "points", 1, to=0.5), "not_a_number",
         {"field": "points", "round": 1, "table": 1, "player": "B"}),
        (put(*TABLE, "last_deal", to=["", 1]), "not_a_number",
         {"field": "last_deal", "round": 1, "table": 1, "player": "A"}),
        (put(*TABLE, "bids_made", to=[-1, 1]), "bad_field",
         {"field": "bids_made", "round": 1, "table": 1, "player": "A"}),
        (put(*TABLE, "places", to=[0, 1]), "bad_field",
         {"field": "places", "round": 1, "table": 1, "player": "A"}),
        (put(*TABLE, "deals", to=0), "bad_field", {"field": "deals", "round": 1, "table": 1}),
        (put(*TABLE, "deal", to=1), "bad_field", {"field": "deal", "round": 1, "table": 1}),
        (put("table_points", to="shares"), "bad_table_points", {"field": "table_points"}),
        (put("table_points", to=4), "bad_field", {"field": "table_points"}),
        (put("tie_breaks", to="wins"), "bad_field", {"field": "tie_breaks"}),
        (put("tie_breaks", to=["elo"]), "unknown_tie_break", {"field": "tie_breaks"}),
        (put("tie_breaks", to=["shared", "wins"]), "after_shared", {"field": "tie_breaks"}),
        (put("tie_breaks", to=["shared", "shared"]), "after_shared", {"field": "tie_breaks"}),
        (put("tie_breaks", to=["lot"]), "missing_lot_seed", {"field": "lot_seed"}),
        (put("game_tie_breaks", to=["wins"]), "unknown_tie_break", {"field": "game_tie_breaks"}),
        (put("game_tie_breaks", to=["shared"]), "unknown_tie_break", {"field": "game_tie_breaks"}),
        (put("best_of", to=0), "bad_field", {"field": "best_of"}),
        (put("best_of", to=True), "bad_field", {"field": "best_of"}),
        (put("best_of", to="two"), "bad_field", {"field": "best_of"}),
        (put("absent", to=[]), "bad_field", {"field": "absent"}),
        (put("absent", "points", to="median"), "not_a_number", {"field": "points"}),
        (put("absent", "cap", to=-1), "bad_field", {"field": "cap"}),
        (put("absent", "min_rounds", to=-1), "bad_field", {"field": "min_rounds"}),
        (put("absent", "min_round", to=1), "bad_field", {"field": "min_round"}),
        (put("penalties", 0, "player", to="Z"), "unknown_player", {"field": "penalties", "player": "Z"}),
        (put("penalties", 0, "points", to="-"), "not_a_number", {"field": "points", "player": "A"}),
        (drop("penalties", 0, "points"), "bad_field", {"field": "points", "player": "A"}),
        (put("deciders", 0, "players", 0, to="Z"), "unknown_player", {"field": "deciders", "player": "Z"}),
        (put("deciders", 0, "players", 0, to="B"), "duplicate_seat", {"field": "deciders", "player": "B"}),
        (put("deciders", 0, "points", to=[1]), "length_mismatch", {"field": "points"}),
        (put("deciders", 0, "points", 0, to=None), "not_a_number", {"field": "points", "player": "A"}),
        (put("manual", "Z", to=1), "unknown_player", {"field": "manual", "player": "Z"}),
        (put("manual", "A", to=None), "not_a_number", {"field": "manual", "player": "A"}),
        (put("manual", to=[]), "bad_field", {"field": "manual"}),
        (put("lot_seed", to=5), "bad_field", {"field": "lot_seed"}),
    ],
)  # fmt: skip
def test_a_slip_is_refused_with_its_code_and_place(
    change: Change, code: str, where: dict[str, object]
) -> None:
    error = refused(change)
    assert error.code == code
    assert where.items() <= error.where.items()
    assert error.message


@pytest.mark.parametrize("where", ["players", "lot_seed", "table_points"])
def test_half_a_character_is_refused(where: str) -> None:
    assert refused(put(where, to=["\ud800"] if where == "players" else "\ud800")).code == "bad_field"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000_000,
        '{"players":' * 200_000,
        '{"players":["A"],"rounds":[],"best_of":' + "9" * 10_000_000 + "}",
        '{"players":["A"],"rounds":[],"best_of":"' + "9" * 10_000_000 + '"}',
        '{"players":["A"],"rounds":[],"best_of":1.' + "9" * 10_000_000 + "}",
        '{"players":["A"],"rounds":[],"best_of":1e999999999}',
        '{"players":["A"],"rounds":[],"best_of":1e-999999999}',
        '{"players":["A"],"rounds":[],"best_of":1e99999999999999999999}',
        '{"players":["A"],"rounds":[{"number":1,"tables":[{"seats":["A"],"points":[1e400]}]}]}',
        '{"players":["A"],"rounds":[],"' + "x" * 10_000_000 + '":1}',
        '{"players":["A"],"rounds":[],"table_points":"list:' + "5-" * 5_000_000 + '"}',
        '{"players":["A"],"rounds":[],"table_points":"share:' + "9" * 5_000_000 + '"}',
        '{"players":["A"],"rounds":[],"lot_seed":"\\udc00"}',
        "[" + "1," * 3_000_000 + "1]",
        " " * 40_000_000,
    ],
    ids=lambda text: f"{text[:12]}...{text[-12:]}",
)
def test_a_hostile_document_is_refused_within_a_second(text: str) -> None:
    with within(1), pytest.raises(StandingsError) as caught:
        rank(read_document(text.encode()))
    assert len(caught.value.message) < 300


def test_a_short_document_with_an_endless_answer_is_refused() -> None:
    players = [str(number) for number in range(5_000)]
    rounds = [{"number": number, "tables": []} for number in range(5_000)]
    with pytest.raises(StandingsError):
        rank({"players": players, "rounds": rounds})


def answered(call: Callable[[], object]) -> str:
    try:
        call()
    except StandingsError as error:
        return error.code
    return "ranked"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.decimals() | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(documents(), st.data())
@settings(max_examples=80, deadline=None)
def test_any_value_in_any_place_is_ranked_or_refused_and_nothing_else(
    changed: dict[str, Any], data: st.DataObject
) -> None:
    place: Any = changed
    while isinstance(place, dict | list) and place:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.integers(0, 2)) == 0:
            place[key] = data.draw(json_values)
            break
        place = inner
    assert answered(lambda: rank(changed)) in ("ranked", *get_args(Code))


@given(
    st.binary(max_size=60)
    | st.text(alphabet='{}[]":,0123456789eE.-playersound ', max_size=60).map(str.encode)
)
@example(b'{"players":["A"],"rounds":[1')
@settings(deadline=None)
def test_any_bytes_are_read_or_refused_and_nothing_else(text: bytes) -> None:
    assert answered(lambda: rank(read_document(text))) in ("bad_json", "bad_field")
