"""Random deals per CPU second: the event engine and the kernel beside OpenSpiel from Python, if it is installed.

    python -m tests.bench.engine_speed [--seconds 0.5] [--rounds 5]

All sides take turns in one process, so that they see the same machine; a figure is the median of the rounds. OpenSpiel
plays through its own Python interface: legal actions, one at random, applied, to the end. Copies a second are those of
a deal in its second trick. Exit code 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from random import Random
from typing import Any

from games.engine.bench import SHAPES, engine_deals, interleaved, kernel_deals
from games.engine.cards import deck
from games.engine.rules import RuleSet
from games.engine.setup import deal_setup
from games.engine.shuffle import deal_out
from games.engine.state import DealState, new_deal

try:
    import pyspiel
except ImportError:
    pyspiel = None  # the column is left out

BARS = {"engine": 0.7, "kernel": 1.3}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of each side in each round")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if pyspiel is None:
        print("OpenSpiel is not installed: its column is missing (see requirements-bench.txt)")
    rules = RuleSet.from_value("open-spiel")
    missed = 0
    for n_players, hand_size in SHAPES:
        sides: dict[str, Callable[[], object]] = {
            "engine": engine_deals(rules, n_players, hand_size, Random(1)),
            "kernel": kernel_deals(rules, n_players, hand_size, Random(1)),
        }
        if pyspiel is not None:
            sides = {"openspiel": peer_deals(n_players, hand_size, Random(1))} | sides
        rates = interleaved(sides, seconds=options.seconds, n_rounds=options.rounds)
        print(line(f"{n_players} players x {hand_size:2} cards", rates))
        missed += sum(rates[side] < bar * rates.get("openspiel", 0.0) for side, bar in BARS.items())
    for n_players, hand_size in ((4, 10), (6, 10)):
        sides = {"engine": engine_deals(RuleSet.from_value("rage"), n_players, hand_size, Random(1))}
        rates = interleaved(sides, seconds=options.seconds, n_rounds=options.rounds)
        print(line(f"Rage, {n_players} x {hand_size}", rates))
    copies: dict[str, Callable[[], object]] = {"copy": opened_deal().copy}
    if pyspiel is not None:
        copies = {"openspiel": opened_peer().clone} | copies
    rates = interleaved(copies, seconds=options.seconds, n_rounds=options.rounds, batch=500)
    print(line("copies of a state", rates))
    return 1 if missed else 0


def line(name: str, rates: dict[str, float]) -> str:
    """One row: the rate of each side, and its part of the peer's with the bar where there is one."""
    cells = []
    for side, rate in rates.items():
        cell = f"{side} {rate:10,.0f}/s"
        if side != "openspiel" and "openspiel" in rates:
            cell += f" ({rate / rates['openspiel']:.2f} x" + (f", bar {BARS[side]})" if side in BARS else ")")
        cells.append(cell)
    return f"{name:20} " + "   ".join(cells)


def peer_deals(n_players: int, hand_size: int, rng: Random) -> Callable[[], object]:
    """One random deal a call, by OpenSpiel."""
    game = pyspiel.load_game(f"oh_hell(players={n_players},num_tricks_fixed={hand_size})")
    random = rng.random

    def call() -> object:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
        return state.returns()

    return call


def opened_deal() -> DealState:
    rules = RuleSet.from_value("open-spiel")
    plain = deck("standard-52")
    setup = deal_setup(rules, plain, n_seats=4, hand_size=10, dealer=0)
    order = list(plain.cards)
    Random(1).shuffle(order)
    dealt = deal_out(order, n_seats=4, seats=setup.seats, hand_size=10, turns=True, keeps_pile=False)
    deal = new_deal(setup, dealt, (dealt.turn_up or 0) >> 4)
    for seat in setup.seats:
        deal.bid(seat, deal.legal_bids()[0])
    for _ in range(6):
        deal.play(deal.legal_cards()[0])
    return deal


def opened_peer() -> Any:
    state = pyspiel.load_game("oh_hell(players=4,num_tricks_fixed=10)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for _ in range(10):
        state.apply_action(state.legal_actions()[0])
    return state


if __name__ == "__main__":
    sys.exit(main())
