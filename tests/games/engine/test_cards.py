"""Packs, tokens and hands as integers."""

from __future__ import annotations

import pytest

from games.engine.cards import (
    CHANGE_TRUMP,
    FACE_MASK,
    JOKER,
    MINUS_FIVE,
    NO_TRUMP,
    PLAYED_JOKER,
    PLUS_FIVE,
    bits,
    deck,
    face_of,
    hand_of,
    held_bit,
)

SIZES = {
    "standard-52": 52, "short-48": 48, "short-40": 40, "short-36": 36, "short-32": 32, "short-24": 24,
    "rage-112": 112, "rage-110": 110, "rage-108": 108,
}  # fmt: skip


@pytest.mark.parametrize(("name", "size"), SIZES.items())
def test_a_pack_has_its_cards(name: str, size: int) -> None:
    assert len(deck(name).cards) == size


@pytest.mark.parametrize(
    ("name", "lowest"),
    [("short-48", "3C"), ("short-40", "5C"), ("short-36", "6C"), ("short-32", "7C"), ("short-24", "9C")],
)
def test_a_short_pack_lacks_the_lowest_ranks(name: str, lowest: str) -> None:
    short = deck(name)
    assert short.text(short.cards[0]) == lowest
    assert short.face("2C") is None
    assert short.face("AS") == short.cards[-1]


def test_plain_cards_are_in_order_suit_by_suit() -> None:
    plain = deck("standard-52")
    texts = [plain.text(card) for card in plain.cards]
    assert texts[:3] == ["2C", "3C", "4C"]
    assert [texts[index] for index in (8, 12, 13, 26, 39, 51)] == ["TC", "AC", "2D", "2H", "2S", "AS"]


def test_rage_cards_are_in_order_and_actions_come_last() -> None:
    rage = deck("rage-112")
    texts = [rage.text(card) for card in rage.cards]
    assert [texts[index] for index in (0, 15, 16, 32, 48, 64, 80, 95)] == [
        "R0", "R15", "B0", "G0", "Y0", "O0", "P0", "P15",
    ]  # fmt: skip
    assert texts[96:] == ["+5"] * 3 + ["-5"] * 3 + ["NT"] * 4 + ["CT"] * 4 + ["J"] * 2


@pytest.mark.parametrize("name", SIZES)
def test_every_token_names_its_card(name: str) -> None:
    pack = deck(name)
    for card in pack.copies:
        assert pack.face(pack.text(card)) == card
    for colour in range(len(pack.colours)):
        assert pack.colour(pack.colour_text(colour)) == colour


def test_a_joker_is_held_without_and_played_with_a_colour() -> None:
    rage = deck("rage-112")
    assert rage.face("J") == JOKER
    assert rage.face("J=R") is None
    assert rage.played_card("J") is None
    assert rage.played_card("J=P") == PLAYED_JOKER + 5
    assert rage.text(PLAYED_JOKER + 5) == "J=P"
    assert rage.played_card("J=S") is None


def test_copies_of_a_face_fill_the_lowest_bits_of_a_hand() -> None:
    one_order = hand_of([PLUS_FIVE, NO_TRUMP, PLUS_FIVE, 5])
    other_order = hand_of([5, PLUS_FIVE, PLUS_FIVE, NO_TRUMP])
    assert one_order == other_order
    assert [face_of(card) for card in bits(one_order)] == [5, PLUS_FIVE, PLUS_FIVE, NO_TRUMP]
    assert bits(one_order & FACE_MASK) == [5, PLUS_FIVE, NO_TRUMP]


def test_playing_a_copy_leaves_the_hand_with_one_less() -> None:
    hand = hand_of([CHANGE_TRUMP] * 4 + [JOKER] * 2)
    hand ^= held_bit(hand, CHANGE_TRUMP)
    assert hand == hand_of([CHANGE_TRUMP] * 3 + [JOKER] * 2)
    hand ^= held_bit(hand, PLAYED_JOKER + 3)
    assert hand == hand_of([CHANGE_TRUMP] * 3 + [JOKER])


def test_what_is_not_held_has_no_bit() -> None:
    hand = hand_of([7, MINUS_FIVE])
    assert held_bit(hand, 8) == held_bit(hand, PLUS_FIVE) == held_bit(hand, PLAYED_JOKER) == 0
    assert held_bit(hand, 7) == 1 << 7
