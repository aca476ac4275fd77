"""The bench of the bots may be cut into chunks: they add up to the whole, and no game counts twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench import engine_bots
from tests.bench.engine_bots import Match, joined, play


def figures(match: Match) -> list[float]:
    """Everything counted, without the times, which differ from run to run."""
    counted = [(mean.n, mean.total, mean.squares, mean.margin) for mean in match.means.values()]
    return [match.n_decisions, *(figure for mean in counted for figure in mean)]


def test_chunks_add_up_to_the_whole() -> None:
    whole = play("rage", "random", "random", range(12))
    first, second = (play("rage", "random", "random", span) for span in (range(5), range(5, 12)))
    second.add(first)
    assert figures(second) == pytest.approx(figures(whole))
    assert second.seeds == whole.seeds
    assert whole.seeds == [(0, 11)]
    assert whole.means["wins"].n == 12


def test_a_game_does_not_count_twice() -> None:
    match = play("oh-hell", "random", "random", range(3))
    with pytest.raises(ValueError, match="game 2 is there twice"):
        match.add(play("oh-hell", "random", "random", range(2, 4)))


def test_two_workers_play_the_same_games_as_one() -> None:
    one, two = (play("oh-hell", "random", "random", range(12), n_workers=n) for n in (1, 2))
    assert figures(two) == pytest.approx(figures(one))


def test_lines_of_json_are_added_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--rules", "oh-hell", "--only", "heuristic:random", "--json"]
    for first in (0, 3):
        engine_bots.main([*asked, "--games", "3", "--first-seed", str(first)])
        (tmp_path / f"{first}.jsonl").write_text(capsys.readouterr().out)
    engine_bots.main(["--json", "--add", *(str(file) for file in sorted(tmp_path.iterdir()))])
    (line,) = capsys.readouterr().out.splitlines()
    row = json.loads(line)
    assert (row["games"], row["seeds"], row["one"], row["many"]) == (6, [[0, 5]], "heuristic", "random")
    low, high = row["interval"]
    assert low <= row["share"] <= high


@pytest.mark.parametrize("option", ["--games", "--workers", "--search-games"])
def test_numbers_there_cannot_be_are_refused(option: str) -> None:
    with pytest.raises(SystemExit):
        engine_bots.main([option, "0"])


def test_neighbouring_seeds_are_one_span() -> None:
    assert joined([(0, 4), (5, 9), (20, 24)]) == [(0, 9), (20, 24)]
