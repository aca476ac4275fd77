"""The provable shuffle and the dealing of its cards."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator

import pytest

from games.engine.cards import deck
from games.engine.shuffle import GameSeed, commitment_of, deal_out, seed_bytes, shuffled

SEED = bytes(range(32))
DEMO = GameSeed(SEED, "demo")


def texts(pack_name: str, cards: list[int]) -> list[str]:
    return [deck(pack_name).text(card) for card in cards]


def test_the_published_vector_of_the_plain_pack() -> None:
    first = texts("standard-52", DEMO.cards(deck("standard-52"), 0))[:8]
    assert first == ["4C", "QS", "KS", "TS", "AC", "TH", "8D", "9D"]


def test_the_published_vector_of_the_rage_pack() -> None:
    first = texts("rage-112", DEMO.cards(deck("rage-112"), 0))[:8]
    assert first == ["R3", "J", "P5", "P6", "B14", "O13", "-5", "R4"]


def test_the_published_commitment() -> None:
    assert DEMO.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment_of(SEED) == DEMO.commitment


def naive_order(name: str, cards: list[int]) -> list[int]:
    """The law's words once more, as slowly as they read."""
    stream: list[int] = []
    for counter in range(40):
        block = hmac.new(SEED, f"{name}/{counter}".encode(), hashlib.sha256).digest()
        stream += [int.from_bytes(block[start : start + 4], "big") for start in range(0, 32, 4)]
    order, at = list(cards), 0
    for i in range(len(order) - 1, 0, -1):
        while stream[at] >= 2**32 - (2**32 % (i + 1)):
            at += 1
        j = stream[at] % (i + 1)
        at += 1
        order[i], order[j] = order[j], order[i]
    return order


@pytest.mark.parametrize(
    ("deal", "n_voids", "name"), [(0, 0, "demo/0"), (7, 0, "demo/7"), (7, 2, "demo/7v2")]
)
def test_each_deal_has_its_own_stream(deal: int, n_voids: int, name: str) -> None:
    plain = deck("standard-52")
    assert DEMO.cards(plain, deal, n_voids) == naive_order(name, list(plain.cards))


def test_a_void_deal_gets_new_cards() -> None:
    plain = deck("standard-52")
    tries = [tuple(DEMO.cards(plain, 3, n_voids)) for n_voids in range(4)]
    assert len(set(tries)) == 4


@pytest.mark.parametrize("name", ["short-24", "standard-52", "rage-108"])
def test_a_shuffle_keeps_every_card(name: str) -> None:
    assert Counter(DEMO.cards(deck(name), 5)) == Counter(deck(name).cards)


def test_numbers_that_would_favour_a_card_are_thrown_away() -> None:
    numbers = iter(
        [2**32 - 1, 2**32 - 2, 5]
    )  # 2**32 mod 3 is 1: only the last value is refused for three cards
    assert shuffled([10, 20, 30], numbers) == shuffled([10, 20, 30], iter([2**32 - 2, 5]))


def test_every_order_of_four_cards_is_equally_likely() -> None:
    def small_numbers(index: int) -> Iterator[int]:
        yield from (index % 4, index // 4 % 3, index // 12 % 2)

    found = {tuple(shuffled([1, 2, 3, 4], small_numbers(index))) for index in range(24)}
    assert len(found) == 24


def test_a_seed_has_32_bytes_and_stays_out_of_texts() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        GameSeed(b"short", "demo")
    assert SEED.hex() not in repr(DEMO)
    assert repr(SEED) not in repr(DEMO)


def test_a_number_makes_the_same_seed_again() -> None:
    assert seed_bytes(7) == seed_bytes(7) != seed_bytes(8)
    assert len(seed_bytes(7)) == 32
    assert seed_bytes(SEED) == SEED


def test_cards_go_round_one_at_a_time_from_eldest() -> None:
    dealt = deal_out(range(12), n_seats=3, seats=(2, 0, 1), hand_size=3, turns=True, keeps_pile=False)
    assert dealt.hands == ((1, 4, 7), (2, 5, 8), (0, 3, 6))
    assert (dealt.turn_up, dealt.passed, dealt.pile) == (9, (), ())


def test_a_seat_that_sits_out_gets_no_cards() -> None:
    dealt = deal_out(range(12), n_seats=3, seats=(2, 0), hand_size=2, turns=False, keeps_pile=False)
    assert dealt.hands == ((1, 3), (), (0, 2))
    assert dealt.turn_up is None


def test_action_cards_are_passed_until_a_colour_is_turned() -> None:
    order = [1, 2, 96, 112, 5, 100, 6]
    dealt = deal_out(order, n_seats=2, seats=(0, 1), hand_size=1, turns=True, keeps_pile=True)
    assert (dealt.turn_up, dealt.passed, dealt.pile) == (5, (96, 112), (100, 6))


def test_a_pile_without_a_colour_turns_none() -> None:
    dealt = deal_out([1, 2, 96, 112], n_seats=2, seats=(0, 1), hand_size=1, turns=True, keeps_pile=True)
    assert (dealt.turn_up, dealt.passed, dealt.pile) == (None, (96, 112), ())
