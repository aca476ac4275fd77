"""How long a sheet takes to score: ``python -m tests.bench.engine_score`` prints microseconds of CPU time as JSON.

A sheet of 13 deals and four players, read, scored and checked; clean, and with one wrong cell and its suspects.
The first figure is what `import games.engine` costs a fresh interpreter, in milliseconds of CPU time.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median

from games.engine import RuleSet, Sheet, score_sheet
from tests.bench.engine_slips import neighbour, played_sheet

ROUNDS = 7
SECONDS = 0.3


def microseconds(call: Callable[[], object]) -> float:
    """CPU time of one call, the median of several rounds."""
    rounds = []
    for _ in range(ROUNDS):
        n_calls = 0
        begin = time.process_time()
        while (spent := time.process_time() - begin) < SECONDS:
            call()
            n_calls += 1
        rounds.append(1e6 * spent / n_calls)
    return round(median(rounds), 1)


def import_ms() -> float:
    """CPU time of the import, the best of several fresh interpreters."""
    program = "import time; a = time.process_time(); import games.engine; print(time.process_time() - a)"
    command = [sys.executable, "-c", program]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(ROUNDS)]
    return round(1000 * min(float(run.stdout) for run in runs), 1)


def main() -> None:
    rng = Random(1)
    sheet = played_sheet(RuleSet.from_value("oh-hell"), 4, rng)
    document = sheet.to_json()
    slipped = neighbour(sheet, rng).keyed
    figures = {
        "import, ms": import_ms(),
        "read": microseconds(lambda: Sheet.from_value(document)),
        "score": microseconds(lambda: score_sheet(sheet, with_suspects=False)),
        "read and score": microseconds(lambda: score_sheet(document, with_suspects=False)),
        "read and score, preset by name": microseconds(
            lambda: score_sheet({**document, "rules": "oh-hell"}, with_suspects=False)
        ),
        "score with a slip and its suspects": microseconds(lambda: score_sheet(slipped)),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
