"""Bringing in games kept as made or missed: everything storable is stored, everything odd is reported."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from clubs.activity import By
from clubs.models import Club, Player
from games.models import Game
from games.services.importing import ImportRefused, import_games


def a_game(name: str = "a1", **changes: Any) -> dict[str, Any]:
    """Three players, two deals, nothing wrong with it."""
    game: dict[str, Any] = {
        "id": name,
        "date": "2026-02-13",
        "players": ["Ada", "Bo", "Cleo"],
        "deals": [
            {
                "hand_size": 3,
                "dealer": "Cleo",
                "bids": [1, 0, 1],
                "made": [True, True, False],
                "points": [21, 18, -10],
            },
            {
                "hand_size": 2,
                "dealer": "Ada",
                "bids": [0, 1, 0],
                "made": [True, False, True],
                "points": [17, -10, 17],
            },
        ],
        "totals": [38, 8, 7],
    }
    return {**deepcopy(game), **changes}


@pytest.fixture
def by(db: None) -> By:
    return By(None, "import")


def run(club: Club, by: By, *games: Any) -> dict[str, Any]:
    return import_games({"games": list(games)}, club=club, by=by).to_json()


def kinds(summary: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        (d["deal"], d["player"], d["kind"], d["written"], d["computed"]) for d in summary["disagreements"]
    ]


def test_a_game_is_stored_with_its_points_as_written_and_is_rated(club: Club, by: By) -> None:
    summary = run(club, by, a_game())
    assert (summary["games"], summary["new"], summary["disagreements"]) == (1, 1, [])
    game = Game.objects.get()
    assert (game.source, game.count, game.state, game.rated) == ("import", "written", "final", True)
    assert [(s.total, s.place, s.bids_made) for s in game.seats.all()] == [(38, 1, 2), (8, 2, 1), (7, 3, 1)]
    assert game.revisions.get().sheet["deals"][0]["made"] == [True, True, False]


def test_running_twice_stores_nothing_twice(club: Club, by: By) -> None:
    run(club, by, a_game(), a_game("a2", date="2026-02-14"))
    again = run(club, by, a_game(), a_game("a2", date="2026-02-14"))
    assert (again["new"], again["known"], again["changed"]) == (0, 2, 0)
    assert Game.objects.count() == 2
    assert Player.objects.count() == 3


def test_a_game_that_changed_in_the_file_becomes_a_revision(club: Club, by: By) -> None:
    run(club, by, a_game())
    fixed = a_game(totals=[38, 8, 9])
    fixed["deals"][1]["points"][2] = 19
    assert run(club, by, fixed)["changed"] == 1
    assert Game.objects.get().revisions.count() == 2
    assert run(club, by, fixed)["known"] == 1


def test_a_total_that_is_not_the_sum_of_its_rows_is_reported_and_kept(club: Club, by: By) -> None:
    summary = run(club, by, a_game(totals=[40, 8, 7]))
    assert kinds(summary) == [(None, "Ada", "total", 40, 38)]
    assert Game.objects.get().seats.get(number=0).total == 40


def test_points_that_contradict_the_flag_are_reported_with_what_the_formula_gives(club: Club, by: By) -> None:
    game = a_game()
    game["deals"][0]["made"] = [False, True, True]
    assert kinds(run(club, by, game)) == [(0, "Ada", "points", 21, -10), (0, "Cleo", "points", -10, 21)]


def test_a_broken_hook_is_reported_at_the_dealer(club: Club, by: By) -> None:
    game = a_game()
    game["deals"][1]["bids"] = [1, 1, 0]
    game["deals"][1]["points"][0] = 21
    game["totals"][0] = 42
    assert kinds(run(club, by, game)) == [(1, "Ada", "hook", 2, 2)]


def test_a_player_who_left_is_reported_and_keeps_what_he_had(club: Club, by: By) -> None:
    game = a_game(totals=[38, 8, -10])
    for column in ("bids", "made", "points"):
        game["deals"][1][column][2] = None
    assert kinds(run(club, by, game)) == [(1, "Cleo", "absent", None, None)]
    seat = Game.objects.get().seats.get(number=2)
    assert (seat.total, seat.to_deal) == (-10, 0)


def test_all_troubles_of_one_sheet_are_reported_together(club: Club, by: By) -> None:
    game = a_game(totals=[40, None, -10])
    game["deals"][0]["points"][1] = None
    game["deals"][0]["made"][2] = True
    found = [(kind, player) for _deal, player, kind, _w, _c in kinds(run(club, by, game))]
    assert found == [
        ("absent", "Bo"),
        ("points", "Cleo"),
        ("total", "Ada"),
        ("total", "Bo"),
        ("total", "Cleo"),
    ]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"date": "13.2.2026"}, "date"),
        ({"date": "0001-01-01"}, "date"),
        ({"date": "1969-12-31"}, "date"),
        ({"totals": [2**31, 1, 1]}, "totals[0]"),
        ({"players": ["Ada", "ada ", "Cleo"]}, "players"),
        ({"players": ["Ada"]}, "players"),
        ({"totals": [1, 2]}, "totals"),
        ({"deals": []}, "deals"),
        ({"deals": [{"hand_size": 0}]}, "deals[0].hand_size"),
        ({"deals": [{"hand_size": 2, "bids": [1, "x", 0]}]}, "deals[0].bids[1]"),
        ({"deals": [{"hand_size": 2, "made": [1, True, None]}]}, "deals[0].made[0]"),
    ],
)
def test_a_game_that_cannot_be_read_names_the_place_and_the_rest_goes_on(
    club: Club, by: By, change: dict[str, Any], place: str
) -> None:
    summary = run(club, by, a_game("bad", **change), a_game("good"), "not a game")
    assert [refused["game"] for refused in summary["refused"]] == ["bad", "#3"]
    assert place in summary["refused"][0]["message"]
    assert summary["new"] == 1


@pytest.mark.parametrize("name", ["A\ud800B", "A\x00B", "\u200b", "x" * 201])
def test_a_name_no_database_holds_refuses_its_game_alone(club: Club, by: By, name: str) -> None:
    summary = run(club, by, a_game("odd", players=["Ada", name, "Cleo"]), a_game("good"))
    assert ([refused["game"] for refused in summary["refused"]], summary["new"]) == (["odd"], 1)


def test_people_of_a_game_that_was_not_stored_do_not_appear(club: Club, by: By) -> None:
    eleven = [f"P{n}" for n in range(11)]
    summary = run(club, by, a_game("big", players=eleven))
    assert len(summary["refused"]) == 1
    assert not Player.objects.filter(name="P3").exists()


def test_one_id_twice_in_a_file_is_stored_once_and_named(club: Club, by: By) -> None:
    summary = run(club, by, a_game(), a_game(totals=[1, 2, 3]))
    assert (summary["new"], [r["code"] for r in summary["refused"]]) == (1, ["duplicate_game"])


@pytest.mark.scenario("S34")
def test_names_are_matched_without_case_and_stray_blanks(club: Club, by: By) -> None:
    run(club, by, a_game(), a_game("a2", players=["ADA", " Bo", "Cleo"]))
    assert Player.objects.count() == 3


def test_a_file_without_games_is_refused_whole(club: Club, by: By) -> None:
    with pytest.raises(ImportRefused):
        import_games({"players": []}, club=club, by=by)


def test_the_command_prints_its_summary_as_json_and_rates_in_order_of_play(
    db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.json"
    later, earlier = a_game("later", date="2026-03-01"), a_game("earlier", date="2026-01-01")
    file.write_text(json.dumps({"games": [later, earlier]}), encoding="utf-8")
    call_command("import_games", str(file), "--json")
    summary = json.loads(capsys.readouterr().out)
    assert (summary["games"], summary["new"], summary["known"], summary["disagreements"]) == (2, 2, 0, [])
    first, second = Game.objects.order_by("order_key")
    assert first.import_key == "earlier"
    before = {e.game_id: e.n_before for e in second.rating_events.filter(seat=0)}
    assert before == {second.pk: 1}


def test_the_command_names_what_is_wrong_with_the_file(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_games", str(tmp_path / "missing.json"))
    broken = tmp_path / "broken.json"
    broken.write_text('{"games": [', encoding="utf-8")
    with pytest.raises(CommandError, match="not JSON"):
        call_command("import_games", str(broken))
