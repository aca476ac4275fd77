"""`make bench`: the figures this project is judged by, each beside its peer or its bar.

    python -m tests.bench [NAME ...] [--long]

Without names all of them, one after the other, since each wants a core of its own. `--long` plays as many games as the
figures in the documents rest on. Exit code 1 if a bar is missed. PostgreSQL is DATABASE_URL, or a throw-away server
where its programs are installed; without either what needs it is left out, and said so.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass

from tests.services import servers

POSTGRESQL = "PostgreSQL"


@dataclass(frozen=True, slots=True)
class Bench:
    """One module of this folder; `brief` are the arguments that make it short."""

    name: str
    title: str
    brief: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    needs: str = ""

    @property
    def key(self) -> str:
        return "-".join([self.name.replace("_", "-"), *(option.strip("-") for option in self.options)])


BENCHES = (
    Bench("engine_speed", "Deals a second, beside OpenSpiel"),
    Bench("engine_score", "A sheet scored and checked"),
    Bench("engine_slips", "Slips of the pen that are noticed", brief=("--sheets", "200")),
    Bench("desk_slips", "Slips of the hand, by way of typing, beside users.md", brief=("--sheets", "200")),
    Bench("desk_keys", "Keys per sheet at the desk, and how soon the grid is ready", brief=("P4/13", "P7/7")),
    Bench("desk_load", "Thirty helpers save at once, SQLite"),
    Bench("desk_load", "Thirty helpers save at once, PostgreSQL", options=("--services",), needs=POSTGRESQL),
    Bench("engine_bots", "Strength of the bots", brief=("--games", "200", "--search-games", "20")),
    Bench("seating", "Seating: repeats and bounds, beside shuffles and a greedy"),
    Bench("standings", "Standings of 1,000 players from their facts, and after one sheet"),
    Bench("transfer", "A club of 1,000 games out and in: seconds and memory"),
    Bench("ratings_kernel", "Rated games a second, beside two libraries"),
    Bench(
        "ratings_prediction",
        "Ratings: prediction, beside two libraries",
        brief=("--dense", "1", "--sparse", "4"),
    ),
    Bench("ratings_writer", "The writer of ratings on SQLite", options=("--sqlite",)),
    Bench(
        "ratings_writer", "The writer of ratings on PostgreSQL", brief=("--games", "100000"), needs=POSTGRESQL
    ),
    Bench(
        "ratings_board",
        "A ladder of 100,000 players on SQLite, beside OFFSET and rank()",
        options=("--sqlite",),
    ),
    Bench("ratings_board", "The same on PostgreSQL", needs=POSTGRESQL),
    Bench("people", "A player with many games merged and unmerged, SQLite", brief=("--games", "500")),
    Bench("site_freshness", "From a saved sheet to standings and ratings, one process"),
    Bench("site_freshness", "The same with services", options=("--services",), needs=POSTGRESQL),
    Bench("site_streams", "Five hundred open pages of one process after a sheet"),
    Bench("fuzz", "Hostile requests over every route by each role", brief=("--requests", "1000")),
    Bench("schema", "The API against its own document, by each role", brief=("--examples", "1")),
    Bench("backup", "A backup while sheets are saved", brief=("--games", "20000", "--seconds", "3")),
    Bench("hosted_cost", "Card tables: an act at the start and past event 400"),
    Bench("hosted_tables", "Card tables: from an act to another player's screen, one process"),
    Bench("hosted_tables", "The same with services", options=("--services",), needs=POSTGRESQL),
)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(bench.key for bench in BENCHES))
    parser.add_argument("--long", action="store_true")
    options = parser.parse_args(arguments)
    unknown = set(options.names) - {bench.key for bench in BENCHES}
    if unknown:
        parser.error(f"no bench is called {', '.join(sorted(unknown))}")
    chosen = [bench for bench in BENCHES if not options.names or bench.key in options.names]
    with ExitStack() as stack:
        environment = dict(os.environ)
        if any(bench.needs for bench in chosen) and not environment.get("DATABASE_URL"):
            try:
                environment["DATABASE_URL"] = stack.enter_context(servers.postgresql())
            except servers.Missing as missing:
                print(f"{missing}\n", flush=True)
        failed = [bench.key for bench in chosen if not run(bench, environment, long=options.long)]
    print(f"\nmake bench: {'missed or failed: ' + ', '.join(failed) if failed else 'every bar met'}")
    return 1 if failed else 0


def run(bench: Bench, environment: dict[str, str], *, long: bool) -> bool:
    """Run one and say how long it took; True unless it missed a bar or broke."""
    print(f"\n== {bench.title} ({bench.key})", flush=True)
    if bench.needs and not environment.get("DATABASE_URL"):
        print(f"left out: {bench.needs} is not here", flush=True)
        return True
    command = [
        sys.executable,
        "-m",
        f"tests.bench.{bench.name}",
        *bench.options,
        *(() if long else bench.brief),
    ]
    begun = time.monotonic()
    done = subprocess.run(command, env=environment, check=False)
    print(f"-- {time.monotonic() - begun:.0f} s, exit {done.returncode}", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
