"""How many random deals a second: the event engine, the kernel, and whoever else is measured beside them (rules.md 6).

CPU time only, in interleaved rounds, so that both sides see the same machine. Nothing here judges a number.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from random import Random
from statistics import median

from .cards import deck as deck_named
from .replay import seat_points
from .rules import RuleSet
from .setup import deal_setup
from .shuffle import deal_out
from .simulate import Kernel
from .state import DealState, new_deal

SHAPES = ((4, 5), (4, 10), (7, 7))
"""Players and cards of the three measured deals."""


def bench(*, seconds: float = 0.5, n_rounds: int = 4) -> dict[str, object]:
    """Deals per CPU second as a JSON object: engine and kernel by shape, and Rage with four players."""
    rules = RuleSet.from_value("open-spiel")
    report: dict[str, object] = {}
    for n_players, hand_size in SHAPES:
        sides = {
            "engine": engine_deals(rules, n_players, hand_size, Random(1)),
            "kernel": kernel_deals(rules, n_players, hand_size, Random(1)),
        }
        rates = interleaved(sides, seconds=seconds, n_rounds=n_rounds)
        report[f"{n_players}x{hand_size}"] = {name: round(rate) for name, rate in rates.items()}
    rage = {"engine": engine_deals(RuleSet.from_value("rage"), 4, 10, Random(1))}
    report["rage 4x10"] = {
        name: round(rate) for name, rate in interleaved(rage, seconds=seconds, n_rounds=n_rounds).items()
    }
    return report


def interleaved(
    sides: Mapping[str, Callable[[], object]], *, seconds: float, n_rounds: int, batch: int = 20
) -> dict[str, float]:
    """Calls per CPU second of each side: the median over rounds in which all sides take turns."""
    rates: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(n_rounds):
        for name, call in sides.items():
            n_calls = 0
            begin = time.process_time()
            while (spent := time.process_time() - begin) < seconds:
                for _ in range(batch):
                    call()
                n_calls += batch
            rates[name].append(n_calls / spent)
    return {name: median(found) for name, found in rates.items()}


def kernel_deals(rules: RuleSet, n_players: int, hand_size: int, rng: Random) -> Callable[[], object]:
    """One random deal a call, by the kernel."""
    kernel = Kernel(rules, n_players, hand_size)
    random = rng.random
    return lambda: kernel.deal(random, 0)


def engine_deals(rules: RuleSet, n_players: int, hand_size: int, rng: Random) -> Callable[[], object]:
    """One random deal a call, by the event engine: dealt, bid, played card by card among what is legal, scored."""
    deck = deck_named(rules.deck_for(n_players))
    setup = deal_setup(rules, deck, n_seats=n_players, hand_size=hand_size, dealer=0)
    random = rng.random
    order = list(deck.cards)
    n_needed = n_players * hand_size + 1
    n_cards = len(order)

    def call() -> object:
        for at in range(n_cards - 1 if deck.has_actions else n_needed):
            other = at + int(random() * (n_cards - at))
            order[at], order[other] = order[other], order[at]
        dealt = deal_out(
            order,
            n_seats=n_players,
            seats=setup.seats,
            hand_size=hand_size,
            turns=True,
            keeps_pile=deck.has_actions,
        )
        deal = new_deal(setup, dealt, -1 if dealt.turn_up is None else dealt.turn_up >> 4)
        play_randomly(deal, random)
        return seat_points(rules, deal)

    return call


def play_randomly(deal: DealState, random: Callable[[], float]) -> None:
    """Bid and play the deal to its end, every legal act with the same chance."""
    while deal.n_bids < deal.setup.n_players:
        bids = deal.legal_bids()
        deal.bid(deal.turn, bids[int(random() * len(bids))])
    while deal.turn >= 0:
        cards = deal.legal_cards()
        deal.play(cards[int(random() * len(cards))] if len(cards) > 1 else cards[0])
