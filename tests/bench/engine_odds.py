"""Fit the weights of the heuristic bot's odds anew, and say how good they are.

    nice python -m tests.bench.engine_odds [--deals 6000] [--seed 1] [--natural]

Random deals are bid (by the heuristic, with some noise; with --natural by what the cards take when everybody wants
all) and played out with purpose. At trick starts the terms of a hand are noted and, at the end, which of its cards took
a trick. A logistic regression by Newton's method gives the weights. Prints the log loss beside that of the base
rate, and the table for `games/engine/bots/weights.py`. Some minutes for the default.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import exp, log
from random import Random

from games.engine.bots.odds import Outlook, card_terms
from games.engine.bots.outlooks import others_bids, promise
from games.engine.cards import JOKER, PLAYED_JOKER, PLUS_FIVE, bits, deck, face_of
from games.engine.rules import RuleSet
from games.engine.scoring import points_table
from games.engine.setup import deal_setup
from games.engine.shuffle import deal_out
from games.engine.state import DealState, new_deal
from tests.bench.purpose import purposeful_card

Row = tuple[list[float], bool]
LARGEST = {"plain": 13, "rage": 10}
PRESET = {"plain": "open-spiel", "rage": "rage"}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--natural", action="store_true", help="bid without the present weights")
    options = parser.parse_args()
    rng = Random(options.seed)
    for family in ("plain", "rage"):
        rows: dict[str, list[Row]] = defaultdict(list)
        n_made = n_bids = 0
        for _ in range(options.deals):
            deal = random_deal(family, rng)
            bid_all(deal, family, rng, natural=options.natural or rng.random() < 0.25)
            play_noting(deal, family, rng, rows)
            n_made += sum(bid == taken for bid, taken in zip(deal.bids, deal.tricks, strict=True))
            n_bids += deal.setup.n_players
        print(f"# {family}: {options.deals} deals, {n_made / n_bids:.1%} of the bids made")
        for kind, found in rows.items():
            weights = fit(found)
            print(
                f"# {kind}: {len(found)} cards, log loss {loss(found, weights):.4f}, base {base_loss(found):.4f}"
            )
            print(f'        "{kind}": ({", ".join(f"{weight:.3f}" for weight in weights)}),')


def random_deal(family: str, rng: Random) -> DealState:
    rules = RuleSet.from_value(PRESET[family])
    n_players = rng.choice((3, 4, 4, 4, 5, 6, 7))
    pack = deck(rules.deck_for(n_players))
    hand_size = rng.randint(1, min(LARGEST[family], len(pack.cards) // n_players))
    turns = family == "rage" or (rng.random() > 0.15 and n_players * hand_size < len(pack.cards))
    setup = deal_setup(rules, pack, n_seats=n_players, hand_size=hand_size, dealer=n_players - 1)
    order = list(pack.cards)
    rng.shuffle(order)
    dealt = deal_out(
        order,
        n_seats=n_players,
        seats=setup.seats,
        hand_size=hand_size,
        turns=turns,
        keeps_pile=pack.has_actions,
    )
    has_trump = dealt.turn_up is not None and rng.random() > 0.1
    return new_deal(setup, dealt, dealt.turn_up >> 4 if has_trump and dealt.turn_up is not None else -1)


def bid_all(deal: DealState, family: str, rng: Random, *, natural: bool) -> None:
    setup = deal.setup
    natural_tricks = natural_play(deal) if natural else []
    table = points_table(RuleSet.from_value(PRESET[family]), setup.hand_size)
    for seat in setup.seats:
        if natural:
            bid = natural_tricks[seat]
        else:
            known = [bid for bid in deal.bids if bid is not None]
            bid = max(
                range(setup.hand_size + 1),
                key=lambda bid: worth_of_bid(deal, seat, bid, known, table, family),
            )
        if rng.random() < 0.3:
            bid += rng.choice((-1, 1))
        deal.bid(seat, max(0, min(setup.hand_size, bid)))


def worth_of_bid(
    deal: DealState, seat: int, bid: int, known: list[int], table: list[list[int]], family: str
) -> float:
    setup = deal.setup
    n_open = setup.n_players - 1 - len(known)
    outlook = seat_outlook(deal, seat, family, others_bids(setup.hand_size, bid, known, n_open))
    return promise(deal.hands[seat], bid, outlook, table[bid])


def natural_play(deal: DealState) -> list[int]:
    """The tricks by seat when everybody wants them all."""
    trial = deal.copy()
    for seat in trial.setup.seats:
        trial.bid(seat, trial.setup.hand_size)
    while trial.turn >= 0:
        trial.play(purposeful_card(trial, is_greedy=True))
    return trial.tricks


def seat_outlook(deal: DealState, seat: int, family: str, others_need: float) -> Outlook:
    setup = deal.setup
    gone = list(deal.played) + list(deal.passed) + [card for turn in deal.turns for card in turn.cards]
    gone += [] if deal.turn_up is None else [deal.turn_up]
    known = deal.hands[seat] | sum(1 << card for card in gone if card < PLUS_FIVE)
    every = sum(1 << card for card in setup.deck.copies if card < PLUS_FIVE)
    return Outlook(
        family=family,
        n_others=setup.n_players - 1,
        n_left=setup.hand_size - len(deal.winners),
        trump=deal.trump_now,
        unseen=every & ~known,
        n_unseen=len(setup.deck.cards) - deal.hands[seat].bit_count() - len(gone),
        others_need=others_need,
        leads=seat == (deal.setup.seats[0] if deal.is_bidding else deal.turn),
    )


def play_noting(deal: DealState, family: str, rng: Random, rows: dict[str, list[Row]]) -> None:
    """Play to the end and note the terms of hands at trick starts with what became of their cards."""
    setup = deal.setup
    noted: list[tuple[int, int, str, list[float], int]] = []
    won: list[tuple[int, int, int]] = []
    first = deal.turn
    while deal.turn >= 0:
        if deal.n_in_trick == 0:
            trick = len(deal.winners)
            seats = setup.seats if trick == 0 else (rng.choice(setup.seats),) if rng.random() < 0.3 else ()
            needs = [(bid or 0) - taken for bid, taken in zip(deal.bids, deal.tricks, strict=True)]
            for seat in seats:
                others = sum(max(0, need) for other, need in enumerate(needs) if other != seat)
                terms = card_terms(deal.hands[seat], needs[seat], seat_outlook(deal, seat, family, others))
                for card, (kind, values) in zip(bits(deal.hands[seat]), terms, strict=True):
                    if values:
                        noted.append((seat, face_of(card), kind, values, trick))
        start = len(deal.played) - deal.n_in_trick
        first = deal.turn if deal.n_in_trick == 0 else first
        n_before = len(deal.winners)
        deal.play(purposeful_card(deal, is_greedy=family == "rage"))
        if len(deal.winners) > n_before:
            winner = deal.winners[-1]
            index = (setup.place[winner] - setup.place[first]) % setup.n_players
            card = deal.played[start + index]
            won.append((winner, JOKER if card >= PLAYED_JOKER else card, n_before))
    for seat, card, kind, values, trick in noted:
        taken = any(seat == who and card == what and when >= trick for who, what, when in won)
        rows[kind].append((values, taken))


def fit(rows: list[Row], n_steps: int = 8) -> list[float]:
    """Logistic regression with a small ridge, by Newton's method."""
    size = len(rows[0][0])
    weights = [0.0] * size
    for _ in range(n_steps):
        slope = [-weight for weight in weights]
        curve = [[1.0 if i == j else 0.0 for j in range(size)] for i in range(size)]
        for terms, taken in rows:
            chance = squash(weights, terms)
            error = taken - chance
            heft = chance * (1 - chance)
            for i, term in enumerate(terms):
                if term:
                    slope[i] += error * term
                    row, scale = curve[i], heft * term
                    for j in range(i + 1):
                        row[j] += scale * terms[j]
        for i in range(size):
            for j in range(i):
                curve[j][i] = curve[i][j]
        step = solved(curve, slope)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
    return weights


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a symmetric positive system, by elimination."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(size):
        for k in range(i + 1, size):
            factor = rows[k][i] / rows[i][i]
            if factor:
                rows[k] = [low - factor * high for low, high in zip(rows[k], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found


def squash(weights: list[float], terms: list[float]) -> float:
    total = sum([weight * term for weight, term in zip(weights, terms, strict=True)])
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def loss(rows: list[Row], weights: list[float]) -> float:
    chances = ((squash(weights, terms), taken) for terms, taken in rows)
    return -sum(log(max(1e-9, chance if taken else 1 - chance)) for chance, taken in chances) / len(rows)


def base_loss(rows: list[Row]) -> float:
    rate = sum(taken for _, taken in rows) / len(rows)
    return -(rate * log(rate) + (1 - rate) * log(1 - rate))


if __name__ == "__main__":
    main()
