"""`ratings_scenario FILE`: the real services, a throw-away ladder, everything rolled back."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club, Player
from games.models import Game
from ratings.models import Ladder, RatingEvent
from ratings.services.scenario import run_scenario

pytestmark = pytest.mark.django_db

EXAMPLES = Path(__file__).parents[1] / "data" / "rating_examples.json"


def run(tmp_path: Path, ops: list[dict[str, Any]]) -> dict[str, Any]:
    file = tmp_path / "story.json"
    file.write_text(json.dumps({"ops": ops}), encoding="utf-8")
    out = StringIO()
    call_command("ratings_scenario", str(file), stdout=out)
    document: dict[str, Any] = json.loads(out.getvalue())
    return document


def confirm(game: str, key: str, players: str | list[str], places: list[int]) -> dict[str, Any]:
    return {"op": "confirm", "game": game, "key": key, "players": list(players), "places": places}


def test_the_reference_scenario_ends_where_the_reference_says(tmp_path: Path) -> None:
    scenario = json.loads(EXAMPLES.read_text(encoding="utf-8"))["scenario"]
    expected = scenario["expected"]
    assert run(tmp_path, scenario["ops"]) == {
        "states": expected["states"],
        "events": expected["events"],
    }


def test_nothing_of_a_scenario_stays(tmp_path: Path) -> None:
    run(tmp_path, [confirm("g", "1", "AB", [1, 2])])
    for model in (Club, Player, Game, Ladder, RatingEvent):
        assert not model.objects.exists()


def test_keys_are_compared_by_code_point_not_as_numbers(tmp_path: Path) -> None:
    """'10' lies before '9', so B is the newcomer who wins first: 1550, then 1550 - 90.909 * 0.571463."""
    story = [confirm("late", "9", "AB", [1, 2]), confirm("early", "10", "BC", [1, 2])]
    assert run(tmp_path, story)["states"]["B"] == {"rating": 1498.049, "games": 2}


def test_a_move_puts_a_game_elsewhere_in_the_order(tmp_path: Path) -> None:
    story = [confirm("one", "1", "AB", [1, 2]), confirm("two", "2", "BC", [1, 2])]
    moved = [*story, {"op": "advance"}, {"op": "move", "game": "one", "key": "3"}]
    swapped = [confirm("two", "2", "BC", [1, 2]), confirm("one", "3", "AB", [1, 2])]
    assert run(tmp_path, moved) == run(tmp_path, swapped) != run(tmp_path, story)


def test_merge_and_unmerge_end_where_they_began(tmp_path: Path) -> None:
    story = [confirm("one", "1", "AB", [1, 2]), confirm("two", "2", "CB", [2, 1])]
    there = [{"op": "merge", "from": "C", "into": "A"}, {"op": "advance"}]
    back = [{"op": "unmerge", "from": "C"}]
    merged = run(tmp_path, [*story, *there])
    assert sorted(merged["states"]) == ["A", "B"]
    assert run(tmp_path, [*story, *there, *back]) == run(tmp_path, story)


def test_what_a_service_refuses_is_told_and_the_story_goes_on(tmp_path: Path) -> None:
    ending = run(
        tmp_path,
        [
            confirm("one", "1", "AB", [1, 2]),
            {"op": "merge", "from": "A", "into": "B"},
            confirm("one", "1", "AB", [2, 1]),
            confirm("two", "2", "AB", [1, 2]),
        ],
    )
    assert [(row["op"], row["code"]) for row in ending["refused"]] == [
        (2, "met_at_table"),
        (3, "reason_missing"),
    ]
    assert ending["events"] == 4


def test_what_hangs_on_a_refused_game_is_refused_too_and_names_the_game(tmp_path: Path) -> None:
    later: list[dict[str, Any]] = [
        {"op": "correct", "game": "g", "places": [2, 1]},
        {"op": "void", "game": "g"},
        {"op": "restore", "game": "g"},
        {"op": "move", "game": "g", "key": "1"},
    ]
    twice_a = confirm("g", "1", "AA", [1, 2])
    ending = run(tmp_path, [twice_a, *later, confirm("g", "1", "AB", [1, 2])])
    assert [(row["op"], row["code"]) for row in ending["refused"]][1:] == [
        (number, "no_game") for number in (2, 3, 4, 5)
    ]
    assert "'g'" in ending["refused"][1]["message"]
    assert ending["events"] == 2


def test_confirming_twice_rates_once() -> None:
    story = {"ops": [confirm("one", "1", "AB", [1, 2]), {"op": "advance"}] * 2}
    assert run_scenario(story).n_events == 2


@pytest.mark.parametrize(
    ("ops", "words"),
    [
        ("no list", '"ops"'),
        ([{"op": "fly"}], "Operation 1"),
        ([{"op": "confirm", "game": "g", "key": "1", "players": ["A", "B"]}], '"places" is missing'),
        ([confirm("g", "1", "AB", [1, 2, 3])], "3 places for 2 players"),
        ([confirm("g", "1", "A", [1])], "2 to 10"),
        ([confirm("g", "1", "AB", [1, 0])], "whole numbers"),
        ([{"op": "void", "game": "g"}], "not confirmed before"),
        ([confirm("g", "1", "AB", [1, 2]), {"op": "correct", "game": "g"}], "is needed"),
        ([{"op": "merge", "from": "", "into": "B"}], "not be empty|not empty"),
        ([{"op": ["void"]}], "Operation 1"),
        ([{"op": {}}], "Operation 1"),
        ([confirm("g", "1", ["A", "B\0"], [1, 2])], "NUL"),
        ([confirm("g", "1", ["A", "B\ud800"], [1, 2])], "half a pair"),
        ([confirm("g", "1", ["A", "B" * 201], [1, 2])], "200 letters"),
        ([{"op": "merge", "from": "A\0", "into": "B"}], "NUL"),
    ],
)
def test_a_file_that_does_not_follow_the_format_is_refused_by_operation(
    tmp_path: Path, ops: Any, words: str
) -> None:
    with pytest.raises(CommandError, match=words) as refusal:
        run(tmp_path, ops)
    assert refusal.value.returncode == 2


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "No valid JSON"),
        (b'{"ops":' + b"[" * 100_000, "nested too deeply"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b'{"ops": [], "x": NaN}', "NaN"),
    ],
)
def test_a_file_that_is_no_json_is_refused_in_one_line(tmp_path: Path, raw: bytes, words: str) -> None:
    file = tmp_path / "story.json"
    file.write_bytes(raw)
    with pytest.raises(CommandError, match=words) as refusal:
        call_command("ratings_scenario", str(file))
    assert refusal.value.returncode == 2


def test_only_the_order_of_places_counts_however_large_they_are(tmp_path: Path) -> None:
    small = run(tmp_path, [confirm("g", "1", "ABC", [1, 2, 2])])
    assert run(tmp_path, [confirm("g", "1", "ABC", [7, 10**30, 10**30])]) == small
    assert "refused" not in small


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Cannot read"):
        call_command("ratings_scenario", str(tmp_path / "none.json"))
