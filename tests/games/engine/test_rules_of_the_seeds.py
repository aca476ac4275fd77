"""The rules of the five source texts, one small deal each; the ids are those of rules.md 1 and 4."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import PRESETS, EngineError, RuleSet, replay_document
from games.engine.packs import PACKS


def replay(
    hands: list[list[str]],
    events: list[list[Any]],
    *,
    turn_up: str | None = "2C",
    rules: object = "oh-hell",
    dealer: int | None = None,
    **more: object,
) -> Any:
    """The replay of one deal; seat 0 is eldest unless a dealer is given."""
    return replay_document(
        {
            "format": "deal/1",
            "rules": rules,
            "players": len(hands),
            "hand_size": len(hands[0]),
            "dealer": len(hands) - 1 if dealer is None else dealer,
            "hands": hands,
            "turn_up": turn_up,
            "events": events,
            **more,
        }
    )


def refusal(*arguments: Any, **more: Any) -> str:
    with pytest.raises(EngineError) as caught:
        replay(*arguments, **more)
    return caught.value.code


NO_BIDS: list[list[Any]] = [[0, 0], [1, 0], [2, 0]]
ONE_EACH = [["5H"], ["KH"], ["3S"]]


def test_three_to_seven_play_with_one_pack_of_52() -> None:
    """T1, T2, G1."""
    for name in ("oh-hell", "oh-hell-german", "la-podrida"):
        assert PRESETS[name].players == (3, 7)
        assert PRESETS[name].deck == "standard-52"
    assert PACKS["standard-52"].n_cards == 52


def test_the_ace_is_high_and_the_two_low() -> None:
    """T2."""
    assert PACKS["standard-52"].ranks[0] == "2"
    assert PACKS["standard-52"].ranks[-1] == "A"
    assert replay([["2H"], ["AH"], ["KH"]], [*NO_BIDS, [0, "2H"], [1, "AH"], [2, "KH"]])["winners"] == [1]


def test_the_suit_of_the_turned_card_is_trump_and_the_card_is_not_played() -> None:
    """T6, T8, G3, R3."""
    found = replay(ONE_EACH, [*NO_BIDS, [0, "5H"], [1, "KH"], [2, "3S"]], turn_up="9S")
    assert (found["trump"], found["winners"]) == (["S", "S"], [2])
    assert "9S" not in str(found["legal"])
    assert refusal([["5H"], ["KH"], ["9S"]], [], turn_up="9S") == "cards.duplicate"


def test_without_trump_the_highest_card_of_the_led_suit_wins() -> None:
    """T7, G12."""
    found = replay(ONE_EACH, [*NO_BIDS, [0, "5H"], [1, "KH"], [2, "3S"]], turn_up=None)
    assert (found["trump"], found["winners"]) == ([None, None], [1])


def test_eldest_bids_first_the_dealer_last_and_each_bids_once() -> None:
    """T9, G5, G6, R4."""
    assert replay(ONE_EACH, [], dealer=1)["turn"] == 2
    assert replay(ONE_EACH, [[2, 0], [0, 0]], dealer=1)["turn"] == 1
    assert refusal(ONE_EACH, [[0, 0]], dealer=1) == "not-your-turn"
    assert refusal(ONE_EACH, [[2, 0], [2, 1]], dealer=1) == "not-your-turn"


def test_a_bid_is_none_to_all_of_the_hand() -> None:
    """T9."""
    assert replay([["5H", "6H"], ["KH", "2S"], ["3S", "4S"]], [])["legal"] == [[0, 1, 2]]
    assert refusal(ONE_EACH, [[0, 2]]) == "bad-bid"
    assert refusal(ONE_EACH, [[0, -1]]) == "bad-bid"


TWO_EACH = [["5H", "AS"], ["KH", "2D"], ["3S", "4H"]]


def test_eldest_leads_and_the_winner_leads_the_next_trick() -> None:
    """T10, G8, R5."""
    assert replay(TWO_EACH, NO_BIDS)["turn"] == 0
    found = replay(TWO_EACH, [*NO_BIDS, [0, "5H"], [1, "KH"], [2, "4H"]])
    assert (found["winners"], found["turn"]) == ([1], 1)


def test_who_can_follow_must_and_who_cannot_plays_anything() -> None:
    """T11, G8, R6."""
    found = replay(TWO_EACH, [*NO_BIDS, [0, "5H"], [1, "KH"]])
    assert found["legal"][-1] == ["4H"]
    assert refusal(TWO_EACH, [*NO_BIDS, [0, "5H"], [1, "2D"]]) == "must-follow"
    void = replay(TWO_EACH, [*NO_BIDS, [0, "AS"]], turn_up="9C")
    assert void["legal"][-1] == ["2D", "KH"]


def test_the_highest_trump_wins_else_the_highest_of_the_led_suit() -> None:
    """T12, G8, R7."""
    hands = [["5H"], ["3S"], ["7S"]]
    events = [*NO_BIDS, [0, "5H"], [1, "3S"], [2, "7S"]]
    assert replay(hands, events, turn_up="2S")["winners"] == [2]
    assert replay(hands, events, turn_up="2C")["winners"] == [0]


def test_a_made_bid_and_a_missed_one_score_at_the_end_of_the_deal() -> None:
    """T13, G9: the same points as on a sheet."""
    bids: list[list[Any]] = [[0, 0], [1, 1], [2, 1]]
    assert replay(ONE_EACH, bids)["points"] is None
    assert replay(ONE_EACH, [*bids, [0, "5H"], [1, "KH"], [2, "3S"]])["points"] == [10, 11, 0]


def test_reverse_play_with_the_whole_pack_needs_a_deal_without_trump() -> None:
    """T15, T16, T17, E20."""
    for shape in ("down", "up-down", "down-up"):
        plan = {"preset": "oh-hell", "schedule": {"shape": shape}}
        assert RuleSet.from_value({**plan, "no_trump": "if-exhausted"}).validate() == ()
    assert [found.code for found in RuleSet.from_value({**plan, "no_trump": "never"}).validate()] == [
        "schedule.capacity"
    ]


def test_the_hook_takes_one_bid_from_the_dealer() -> None:
    """T18, G7, R16, E15: five cards, four bid before, so not one."""
    hands = [[f"{rank}{suit}" for rank in "23456"] for suit in "HDS"]
    found = replay(hands, [[0, 3], [1, 1]], turn_up="9C", rules="oh-hell-german")
    assert found["legal"][-1] == [0, 2, 3, 4, 5]
    assert refusal(hands, [[0, 3], [1, 1], [2, 1]], turn_up="9C", rules="oh-hell-german") == "hook"
    rage = {"preset": "rage", "hook": True}
    numbers = [["R1"], ["B1"], ["G1"]]
    assert refusal(numbers, [[0, 0], [1, 0], [2, 1]], turn_up="Y1", rules=rage) == "hook"


@pytest.mark.parametrize(("others", "left"), [((0, 0), [0]), ((0, 1), [1]), ((1, 1), [0, 1])])
def test_the_hook_with_one_card(others: tuple[int, int], left: list[int]) -> None:
    """E15."""
    found = replay(ONE_EACH, [[0, others[0]], [1, others[1]]], rules="oh-hell-german")
    assert found["legal"][-1] == left


def test_bids_may_be_made_at_once_in_any_order() -> None:
    """T19, R17, E18."""
    rules = {"preset": "oh-hell", "bidding": "simultaneous"}
    found = replay(ONE_EACH, [[2, 1], [0, 0]], rules=rules)
    assert (found["bids"], found["turn"]) == ([0, None, 1], None)
    assert replay(ONE_EACH, [[2, 1], [0, 0], [1, 1]], rules=rules)["turn"] == 0
    assert refusal(ONE_EACH, [[2, 1], [2, 0]], rules=rules) == "already-bid"


def test_in_la_podrida_who_cannot_follow_must_trump() -> None:
    """T20."""
    hands = [["5H", "6H"], ["2S", "9D"], ["3C", "4D"]]
    events = [*NO_BIDS, [0, "5H"]]
    assert replay(hands, events, turn_up="2D", rules="oh-hell")["legal"][-1] == ["9D", "2S"]
    assert replay(hands, events, turn_up="2D", rules="la-podrida")["legal"][-1] == ["9D"]
    assert replay(hands, events, turn_up="2H", rules="la-podrida")["legal"][-1] == ["9D", "2S"]


def test_with_one_card_there_is_nothing_to_choose() -> None:
    """G12."""
    assert replay(ONE_EACH, [*NO_BIDS, [0, "5H"], [1, "KH"]])["legal"][3:] == [["5H"], ["KH"], ["3S"]]


@pytest.mark.parametrize(
    ("name", "counts"),
    [("rage-112", (2, 4, 4, 3, 3)), ("rage-110", (2, 4, 4, 2, 2)), ("rage-108", (2, 3, 3, 2, 2))],
)
def test_a_rage_pack_has_six_colours_and_its_action_cards(name: str, counts: tuple[int, ...]) -> None:
    """R1, rules.md 3.3."""
    pack = PACKS[name]
    assert (pack.suits, pack.ranks[0], pack.ranks[-1]) == ("RBGYOP", "0", "15")
    found = (pack.n_jokers, pack.n_no_trumps, pack.n_changes, pack.n_plus_fives, pack.n_minus_fives)
    assert found == counts
    assert pack.n_cards == int(name.removeprefix("rage-"))


def test_the_card_turned_in_rage_is_a_colour_card() -> None:
    """R3."""
    assert refusal([["R1"], ["B1"], ["G1"]], [], turn_up="NT", rules="rage") == "deal.turn-up"


def test_rage_has_no_hook_unless_it_is_agreed() -> None:
    """R4, R16."""
    hands = [["R1"], ["B1"], ["G1"]]
    assert replay(hands, [[0, 0], [1, 0]], turn_up="Y1", rules="rage")["legal"][-1] == [0, 1]


def test_an_action_card_has_no_colour_and_is_no_way_out_of_following() -> None:
    """R6, E2, E3."""
    hands = [["R1", "B1"], ["R5", "+5"], ["J", "G2"]]
    found = replay(hands, [*NO_BIDS, [0, "R1"]], turn_up="Y1", rules="rage")
    assert found["legal"][-1] == ["R5"]
    anytime = {"preset": "rage", "action_anytime": True}
    assert replay(hands, [*NO_BIDS, [0, "R1"]], turn_up="Y1", rules=anytime)["legal"][-1] == ["R5", "+5"]
    void = replay(hands, [*NO_BIDS, [0, "R1"], [1, "R5"]], turn_up="Y1", rules="rage")
    assert void["legal"][-1] == ["G2", "J=R", "J=B", "J=G", "J=Y", "J=O", "J=P"]


def test_a_joker_names_a_colour_and_other_cards_do_not() -> None:
    """R11, E13."""
    hands = [["J"], ["B1"], ["G1"]]
    assert refusal(hands, [*NO_BIDS, [0, "J"]], turn_up="Y1", rules="rage") == "colour-required"
    assert (
        refusal(hands, [*NO_BIDS, [0, "J=B"], [1, "B1=R"]], turn_up="Y1", rules="rage") == "colour-forbidden"
    )
    found = replay(hands, [*NO_BIDS, [0, "J=B"], [1, "B1"], [2, "G1"]], turn_up="Y1", rules="rage")
    assert found["winners"] == [0]


def test_a_joker_of_another_colour_cannot_win() -> None:
    """E8."""
    hands = [["R1"], ["J"], ["G1"]]
    found = replay(hands, [*NO_BIDS, [0, "R1"], [1, "J=B"], [2, "G1"]], turn_up="Y1", rules="rage")
    assert found["winners"] == [0]


def test_a_joker_named_trump_is_plain_once_the_trump_is_suspended() -> None:
    """E8."""
    hands = [["R1"], ["J"], ["NT"]]
    found = replay(hands, [*NO_BIDS, [0, "R1"], [1, "J=Y"], [2, "NT"]], turn_up="Y1", rules="rage")
    assert found["winners"] == [0]


def test_two_no_trumps_suspend_once_and_turn_one_card() -> None:
    """R9, E6."""
    hands = [["R1", "R2"], ["NT", "B1"], ["NT", "G1"]]
    events = [*NO_BIDS, [0, "R1"], [1, "NT"], [2, "NT"]]
    found = replay(hands, events, turn_up="Y1", rules="rage", pile=["O3", "P4"])
    assert found["trump"] == ["Y", "O"]


def test_two_changes_turn_two_cards_and_the_last_counts() -> None:
    """R10, E6, E9: a change may turn up the old colour."""
    hands = [["R1", "R2"], ["CT", "B1"], ["CT", "G1"]]
    events = [*NO_BIDS, [0, "R1"], [1, "CT"], [2, "CT"]]
    assert replay(hands, events, turn_up="Y1", rules="rage", pile=["O3", "P4"])["trump"] == ["Y", "P"]
    assert replay(hands, events, turn_up="Y1", rules="rage", pile=["O3", "+5", "Y4"])["trump"] == ["Y", "Y"]


def test_a_change_after_a_no_trump_brings_trump_back_and_a_no_trump_after_a_change_takes_it() -> None:
    """E5."""
    hands = [["R1", "R2"], ["NT", "B1"], ["CT", "G1"]]
    found = replay(
        hands, [*NO_BIDS, [0, "R1"], [1, "NT"], [2, "CT"]], turn_up="Y1", rules="rage", pile=["O3", "P4"]
    )
    assert found["trump"] == ["Y", "O"]
    hands = [["R1", "R2"], ["CT", "B1"], ["NT", "G1"]]
    found = replay(
        hands, [*NO_BIDS, [0, "R1"], [1, "CT"], [2, "NT"]], turn_up="Y1", rules="rage", pile=["O3", "P4"]
    )
    assert found["trump"] == ["Y", "P"]


def test_a_change_in_the_last_trick_still_decides_it() -> None:
    """E11, E12."""
    hands = [["R9"], ["CT"], ["O1"]]
    found = replay(
        hands, [*NO_BIDS, [0, "R9"], [1, "CT"], [2, "O1"]], turn_up="Y1", rules="rage", pile=["O3"]
    )
    assert (found["trump"], found["winners"]) == (["Y", "O"], [2])


def test_fives_go_to_the_winner_of_the_trick() -> None:
    """R8, R14, E4."""
    hands = [["-5"], ["+5"], ["+5"]]
    found = replay(
        hands, [[0, 1], [1, 0], [2, 0], [0, "-5"], [1, "+5"], [2, "+5"]], turn_up="Y1", rules="rage"
    )
    assert (found["winners"], found["plus_fives"], found["minus_fives"]) == ([0], [2, 0, 0], [1, 0, 0])
    assert found["points"] == [16, 10, 10]


def test_in_fundex_rage_no_trump_lasts_for_the_deal_until_a_change() -> None:
    """E13, rules.md 3.3."""
    hands = [["R1", "R2"], ["NT", "B1"], ["Y5", "CT"]]
    first = [*NO_BIDS, [0, "R1"], [1, "NT"], [2, "Y5"]]
    found = replay(hands, first, turn_up="Y1", rules="rage-fundex", pile=["O3"])
    assert (found["winners"], found["trump"]) == ([0], ["Y", None])
    found = replay(
        hands, [*first, [0, "R2"], [1, "B1"], [2, "CT"]], turn_up="Y1", rules="rage-fundex", pile=["B3"]
    )
    assert (found["winners"], found["trump"]) == ([0, 1], ["Y", None, "B"])
