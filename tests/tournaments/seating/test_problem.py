"""Reading a problem: what is refused, and how it is named (seating.md sections 11 and 12)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.seating import ALGORITHM, SeatingError, SeatingProblem, check_fresh, solve
from tournaments.seating.reading import LONGEST_TEXT, parse

BAD = [
    ({}, "players"),
    ({"players": None}, "players"),
    ({"players": "P01"}, "players"),
    ({"players": -1}, "players"),
    ({"players": 10**400}, "players"),
    ({"players": 5.0}, "players"),
    ({"players": True}, "players"),
    ({"players": ["P01", 2]}, "players[1]"),
    ({"players": [""]}, "players[0]"),
    ({"players": ["\ud800"]}, "players[0]"),
    ({"rounds": 0}, "rounds"),
    ({"rounds": 1.5}, "rounds"),
    ({"rounds": "4"}, "rounds"),
    ({"rounds": 10**9}, "rounds"),
    ({"players": 2000, "rounds": 200}, "rounds"),
    ({"sizes": []}, "sizes"),
    ({"sizes": [4, 4]}, "sizes[1]"),
    ({"sizes": [2]}, "sizes[0]"),
    ({"sizes": {"4": 1}}, "sizes"),
    ({"seed": -1}, "seed"),
    ({"seed": 1e3}, "seed"),
    ({"seed": 2**70}, "seed"),
    ({"keep_apart": {"P01": "P02"}}, "keep_apart"),
    ({"keep_apart": [["P01", 7]]}, "keep_apart[0][1]"),
    ({"groups": ["P01"]}, "groups"),
    ({"groups": {"Club": "P01"}}, "groups.Club"),
    ({"weights": {"repeat": float("nan")}}, "weights.repeat"),
    ({"weights": {"club": -1}}, "weights.club"),
    ({"weights": {"club": float("inf")}}, "weights.club"),
    ({"fixed_tables": {"P01": 0}}, "fixed_tables.P01"),
    ({"fixed_tables": [1]}, "fixed_tables"),
    ({"locked": [[]]}, "locked[0]"),
    ({"locked": [{"table": 1}]}, "locked[0].players"),
    ({"locked": [{"table": "1", "players": ["P01"]}]}, "locked[0].table"),
    ({"history": 3}, "history"),
    ({"history": False}, "history"),
    ({"history": [["P01"]]}, "history[0][0]"),
    ({"history": [[[None]]]}, "history[0][0][0]"),
    ({"previous": "no"}, "previous"),
    ({"effort": "utmost"}, "effort"),
    ({"effort": ["quick"]}, "effort"),
    ({"scores": {"P01": "12"}}, "scores.P01"),
    ({"scores": {"P01": 1e300}}, "scores.P01"),
    ({"absent": "P01"}, "absent"),
    ({"sit_outs": -1}, "sit_outs"),
    ({"sit_outs": "most"}, "sit_outs"),
    ({"sat_out": {"P01": -1}}, "sat_out.P01"),
    ({"volunteers": 1}, "volunteers"),
]


def problem(**fields: Any) -> SeatingProblem:
    return SeatingProblem.from_json({"players": 12, "rounds": 2, **fields})


@pytest.mark.parametrize(("fields", "path"), BAD)
def test_a_bad_field_is_refused_with_its_path(fields: dict[str, Any], path: str) -> None:
    document = {"players": 12, "rounds": 2, **fields} if fields else {}
    with pytest.raises(SeatingError) as refusal:
        SeatingProblem.from_json(document)
    assert refusal.value.code == "bad_input"
    assert refusal.value.fields["path"] == path


@pytest.mark.parametrize("document", [None, [], 3, "plan", True])
def test_a_document_that_is_no_object_is_refused(document: Any) -> None:
    with pytest.raises(SeatingError) as refusal:
        SeatingProblem.from_json(document)
    assert refusal.value.code == "bad_input"


@pytest.mark.parametrize(
    "fields",
    [
        {"players": ["P01", "P02", "P01"]},
        {"history": [[["P01", "P02"], ["P03", "P01"]]]},
        {"history": [[["P01", "P01"]]]},
        {"keep_apart": [["P01", "P01"]]},
        {"absent": ["P01", "P01"]},
    ],
)
def test_a_player_named_twice_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(SeatingError) as refusal:
        problem(**fields)
    assert refusal.value.code == "duplicate_player"
    assert "P01" in refusal.value.fields["players"]


@pytest.mark.parametrize(
    "fields",
    [
        {"keep_apart": [["P01", "Nemo"]]},
        {"groups": {"Club": ["Nemo"]}},
        {"fixed_tables": {"Nemo": 1}},
        {"scores": {"Nemo": 1}},
        {"absent": ["Nemo"]},
        {"volunteers": ["Nemo"]},
        {"sat_out": {"Nemo": 1}},
        {"locked": [{"round": 1, "table": 1, "players": ["Nemo", "P01", "P02", "P03"]}]},
    ],
)
def test_a_player_nobody_knows_is_named(fields: dict[str, Any]) -> None:
    with pytest.raises(SeatingError) as refusal:
        problem(**fields)
    assert refusal.value.code == "unknown_player"
    assert refusal.value.fields["players"] == ["Nemo"]


def test_a_player_who_left_may_still_be_named_in_rules_and_scores() -> None:
    found = problem(
        history=[[["Nemo", "P01", "P02"]]],
        keep_apart=[["Nemo", "P01"]],
        groups={"Club": ["Nemo", "P02"]},
        scores={"Nemo": 3, "P01": 2},
    )
    assert found.keep_apart == ()
    assert found.groups == (("Club", ("P02",)),)
    assert dict(found.scores or ()) == {"P01": 2}


def test_an_integer_stands_for_padded_names() -> None:
    assert problem(players=3).players == ("P01", "P02", "P03")
    assert problem(players=100).players[0] == "P001"


def test_an_unknown_field_is_passed_over_with_a_note() -> None:
    (note,) = problem(rownds=3).notes
    assert (note.code, note.fields["fields"]) == ("unknown_field", ["rownds"])


def test_the_order_of_lists_without_meaning_does_not_change_the_hash() -> None:
    names = [f"P{k:02d}" for k in range(1, 13)]
    first = problem(players=names, keep_apart=[["P01", "P02"], ["P03", "P04"]], groups={"A": ["P05", "P06"]})
    second = problem(
        players=names[::-1], keep_apart=[["P04", "P03"], ["P02", "P01"]], groups={"A": ["P06", "P05"]}
    )
    assert first.input_hash == second.input_hash
    assert first.input_hash != problem(players=names).input_hash
    assert first == second


def test_the_seed_is_stored_beside_the_hash_not_in_it() -> None:
    assert problem(seed=1).input_hash == problem(seed=2).input_hash


def test_a_problem_survives_its_document() -> None:
    found = problem(
        scores={"P01": 1.5},
        locked=[{"round": 2, "table": 1, "players": ["P01", "P02", "P03", "P04"]}],
        history=[[["P01", "P02", "P03"]]],
        sit_outs="fewest",
        weights={"club": 0.5},
    )
    assert SeatingProblem.from_json(found.to_json()) == found


def test_a_draft_of_other_players_is_stale() -> None:
    old = problem()
    check_fresh(problem(), old.input_hash)
    with pytest.raises(SeatingError) as refusal:
        check_fresh(problem(players=11), old.input_hash)
    assert refusal.value.code == "stale_input"


BAD_TEXTS = [
    "",
    "{",
    "NaN",
    '{"players": NaN}',
    '{"players": Infinity}',
    "[" * 100_000,
    '{"a":' * 50_000,
    "1" * 10_000,
    '{"players": 12} {}',
    " " * (LONGEST_TEXT + 1),
]


@pytest.mark.parametrize("text", BAD_TEXTS, ids=lambda text: text[:12] or "empty")
def test_a_text_that_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(SeatingError) as refusal:
        parse(text)
    assert refusal.value.code == "bad_json"


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=8,
)


CODES = {
    "bad_input",
    "duplicate_player",
    "unknown_player",
    "no_split",
    "keep_apart_impossible",
    "lock_conflict",
}


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(SeatingProblem.__dataclass_fields__)), JUNK)
def test_junk_in_any_field_is_read_or_refused_never_worse(name: str, junk: Any) -> None:
    document = {"players": 9, "rounds": 1, "effort": "quick", name: junk}
    try:
        code = solve(SeatingProblem.from_json(document)).algorithm
    except SeatingError as refusal:
        code = refusal.to_json()["error"]["code"]
    assert code in {ALGORITHM, *CODES}
