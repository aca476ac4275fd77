"""The decided edge cases of rules.md 4, one by one; most Rage tricks also stand in the recorded data."""

from __future__ import annotations

from typing import Any

import pytest

from .recorded import answer, rage_deal


def trick(*cards: str, rest: tuple[str, ...] = ("P5", "P6", "P7", "P8"), **changes: object) -> dict[str, Any]:
    """The replay of one Rage trick, led by seat 0; everybody has one more card."""
    n_players = len(cards)
    held = [[card.partition("=")[0], other] for card, other in zip(cards, rest, strict=False)]
    document = rage_deal(
        players=n_players,
        dealer=n_players - 1,
        hands=held,
        events=[[seat, 0] for seat in range(n_players)] + [[seat, card] for seat, card in enumerate(cards)],
        **changes,
    )
    return answer(document)


def test_e1_a_joker_after_action_cards_names_the_led_colour() -> None:
    replayed = trick("+5", "J=B", "B3", rest=("R1", "R2", "R4"))
    assert replayed["winners"] == [1]
    assert trick("+5", "J=B", "R3", rest=("R1", "R2", "B4"))["error"]["code"] == "must-follow"


def test_e2_a_joker_in_hand_is_no_card_of_any_colour() -> None:
    assert "error" not in trick("R3", "J=B", "R5", rest=("P5", "P6", "P7"))
    assert trick("R3", "J=R", "R5", rest=("P5", "R6", "P7"))["error"]["code"] == "must-follow"


@pytest.mark.parametrize("action", ["+5", "-5", "NT", "CT", "J=R"])
def test_e3_an_action_card_may_not_spare_following(action: str) -> None:
    assert trick("R3", action, "R5", rest=("P5", "R6", "P7"))["error"]["code"] == "must-follow"
    anytime = {"preset": "rage", "action_anytime": True}
    assert "error" not in trick("R3", action, "R5", rest=("P5", "R6", "P7"), rules=anytime)


def test_e4_the_first_of_only_action_cards_wins_and_its_fives_count() -> None:
    replayed = trick("-5", "+5", "NT")
    assert (replayed["winners"], replayed["plus_fives"], replayed["minus_fives"]) == (
        [0],
        [1, 0, 0],
        [1, 0, 0],
    )


def test_e5_no_trump_then_change_trump_gives_the_new_colour_and_no_extra_turn() -> None:
    replayed = trick("R3", "NT", "CT", "B1", pile=["B9", "Y4"])
    assert replayed["trump"] == ["G", "B"]
    assert replayed["winners"] == [3]


def test_e5_change_trump_then_no_trump_has_no_trump_now_and_one_turn_after() -> None:
    replayed = trick("R3", "CT", "NT", "B15", pile=["B9", "Y4", "O2"])
    assert replayed["winners"] == [0]
    assert replayed["trump"] == ["G", "Y"]


def test_e6_two_no_trumps_turn_once() -> None:
    replayed = trick("R3", "NT", "NT", "G15", pile=["Y4", "O2"])
    assert replayed["winners"] == [0]
    assert replayed["trump"] == ["G", "Y"]


def test_e6_two_changes_turn_each_and_the_last_counts() -> None:
    replayed = trick("R3", "CT", "CT", "B15", pile=["B9", "O2"])
    assert replayed["winners"] == [0]
    assert replayed["trump"] == ["G", "O"]


@pytest.mark.parametrize(("second_joker", "winner"), [("higher", 2), ("lower", 1)])
def test_e7_of_two_jokers_of_one_colour_the_edition_decides(second_joker: str, winner: int) -> None:
    rules = {"preset": "rage", "second_joker": second_joker}
    assert trick("R15", "J=R", "J=R", rules=rules)["winners"] == [winner]


@pytest.mark.parametrize("second_joker", ["higher", "lower"])
def test_e7_between_jokers_of_two_colours_the_class_decides(second_joker: str) -> None:
    rules = {"preset": "rage", "second_joker": second_joker}
    assert trick("R3", "J=G", "J=R", rules=rules)["winners"] == [1]
    assert trick("R3", "J=R", "J=G", rules=rules)["winners"] == [2]


def test_e8_a_joker_of_another_colour_cannot_win() -> None:
    assert trick("R3", "J=B", "P9")["winners"] == [0]


def test_e8_a_joker_named_trump_is_plain_when_no_trump_follows() -> None:
    assert trick("R3", "J=G", "NT", pile=["Y4"])["winners"] == [0]
    assert trick("R3", "J=R", "NT", pile=["Y4"])["winners"] == [1]


def test_e9_a_change_may_turn_the_old_colour() -> None:
    replayed = trick("R3", "G2", "CT", pile=["+5", "G9", "Y1"])
    assert (replayed["winners"], replayed["trump"]) == ([1], ["G", "G"])


def test_e10_an_empty_pile_ends_trump_for_the_deal() -> None:
    first = trick("R3", "NT", "G5", "CT", pile=[])
    assert (first["winners"], first["trump"]) == ([0], ["G", None])
    passed_over = trick("R3", "G2", "NT", pile=["-5", "J"])
    assert (passed_over["winners"], passed_over["trump"]) == ([0], ["G", None])


def one_card(*cards: str, **changes: object) -> dict[str, Any]:
    """The replay of a one-card Rage deal."""
    bids = [[seat, 0] for seat in range(len(cards))]
    held = [[card.partition("=")[0]] for card in cards]
    plays = [[seat, card] for seat, card in enumerate(cards)]
    return answer(rage_deal(hand_size=1, hands=held, events=bids + plays, **changes))


def test_e11_after_the_last_trick_nothing_is_turned_for_no_trump() -> None:
    assert one_card("R3", "G2", "NT", pile=["Y4"])["trump"] == ["G", None]


def test_e11_a_change_in_the_last_trick_still_turns() -> None:
    replayed = one_card("R3", "Y2", "CT", pile=["Y4"])
    assert (replayed["winners"], replayed["trump"]) == ([1], ["G", "Y"])


def test_e13_a_lasting_no_trump_ends_with_a_change() -> None:
    rules = {"preset": "rage", "no_trump_card": "deal"}
    assert trick("R3", "NT", "G15", rules=rules, pile=["Y4"])["trump"] == ["G", None]
    replayed = trick("R3", "NT", "CT", "Y1", rules=rules, pile=["Y4"])
    assert (replayed["winners"], replayed["trump"]) == ([3], ["G", "Y"])


@pytest.mark.parametrize(
    ("cards", "bid", "points"),
    [(["R5"], 1, 11), (["R5"], 0, -4), (["R5", "R6"], 2, 14), (["R5", "R6"], 1, -1)],
)
def test_e14_marching_doubles_the_tricks_but_not_in_one_card(cards: list[str], bid: int, points: int) -> None:
    rules = {"preset": "rage", "scoring": {"sweep": {"per_trick": 2, "min_hand": 2}}}
    hands = [cards, ["B1", "B2"][: len(cards)], ["Y3", "Y4"][: len(cards)]]
    plays = [[seat, hands[seat][number]] for number in range(len(cards)) for seat in range(3)]
    document = rage_deal(
        rules=rules, hand_size=len(cards), hands=hands, events=[[0, bid], [1, 0], [2, 0], *plays]
    )
    assert answer(document)["points"][0] == points


@pytest.mark.parametrize(("bids", "legal"), [([0, 0], [0]), ([1, 0], [1]), ([1, 1], [0, 1])])
def test_e15_one_card_under_the_hook(bids: list[int], legal: list[int]) -> None:
    document = rage_deal(
        rules={"preset": "rage", "hook": True},
        hand_size=1,
        hands=[["R3"], ["B5"], ["Y7"]],
        events=[[0, bids[0]], [1, bids[1]]],
    )
    assert answer(document)["legal"][-1] == legal


def test_e18_the_first_bid_of_a_seat_is_final() -> None:
    rules = {"preset": "rage", "bidding": "simultaneous"}
    refused = answer(rage_deal(rules=rules, events=[[2, 1], [0, 0], [2, 1]]))
    assert refused["error"] == {"code": "already-bid", "event": 2}


def test_r12_any_card_may_follow_a_led_action_card() -> None:
    replayed = trick("NT", "B5", "B6", rest=("R1", "G2", "R3"), pile=["Y4"])
    assert replayed["legal"][4] == ["B5", "G2"]
    assert replayed["legal"][5] == ["B6"]
    assert replayed["winners"] == [2]
