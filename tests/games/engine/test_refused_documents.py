"""What a deal/1 is refused for: the codes of rules.md 5.3 and their order."""

from __future__ import annotations

from typing import Any

import pytest

from .recorded import answer, case_id, expected, rage_deal, rows, three_players

REJECTIONS = rows("rejections.jsonl")


@pytest.mark.parametrize("row", REJECTIONS, ids=case_id)
def test_recorded_refusals_agree(row: dict[str, Any]) -> None:
    assert answer(row["input"]) == expected(row)


def test_the_sound_deals_of_this_file_are_sound() -> None:
    assert "error" not in answer(three_players())
    assert "error" not in answer(rage_deal())


@pytest.mark.parametrize(
    ("code", "document"),
    [
        ("deal.format", 7),
        ("deal.format", []),
        ("deal.format", {}),
        ("deal.format", three_players(format="sheet/1")),
        ("rules.type", three_players(rules=7)),
        ("rules.type", three_players(rules=None)),
        ("rules.type", three_players(rules=["oh-hell"])),
        ("rules.unknown-preset", three_players(rules="oh-heaven")),
        ("rules.unknown-field", three_players(rules={"preset": "oh-hell", "hok": True})),
        ("rules.unknown-field", three_players(rules={"scoring": {"mad": {}}})),
        ("rules.invalid", three_players(rules={"preset": "oh-hell", "bidding": "secret", "hook": True})),
        ("rules.paper-only", three_players(rules="pocha")),
        ("deal.field", three_players(players="3")),
        ("deal.field", three_players(players=True)),
        ("deal.field", three_players(hand_size=None)),
        ("deal.field", three_players(hand_size=2.0)),
        ("deal.field", three_players(dealer="2")),
        ("deal.field", three_players(hands="7H")),
        ("deal.field", three_players(hands=[["7H", 3], ["2C", "KH"], ["9D", "3S"]])),
        ("deal.field", three_players(turn_up=5)),
        ("deal.field", three_players(trump=["S"])),
        ("deal.field", three_players(events={})),
        ("deal.field", rage_deal(pile="Y2")),
        ("deal.field", rage_deal(passed=[5])),
        ("players.range", three_players(players=2)),
        ("deal.dealer", three_players(dealer=3)),
        ("deal.dealer", three_players(dealer=-1)),
        ("cards.count", three_players(hand_size=3)),
        ("cards.count", three_players(hands=[["7H", "AS"], ["2C", "KH"]])),
        ("cards.count", three_players(hand_size=0, hands=[[], [], []])),
        ("cards.count", three_players(hand_size=18)),
        ("cards.unknown", three_players(turn_up="R5")),
        ("cards.unknown", three_players(hands=[["7H", "10S"], ["2C", "KH"], ["9D", "3S"]])),
        ("cards.unknown", rage_deal(hands=[["R3", "P5"], ["R9", "P16"], ["B15", "J"]])),
        ("cards.unknown", rage_deal(hands=[["R3", "P5"], ["R9", "J=R"], ["B15", "J"]])),
        ("cards.duplicate", three_players(turn_up="7H")),
        ("cards.duplicate", rage_deal(pile=["Y2", "Y2"])),
        ("cards.duplicate", rage_deal(passed=["J", "J"])),
        ("deal.turn-up", three_players(rules="kachuful", players=4, dealer=0, trump="S", hand_size=1,
                                       hands=[["7H"], ["2C"], ["9D"], ["3S"]])),
        ("deal.turn-up", rage_deal(turn_up="NT")),
        ("deal.turn-up", rage_deal(turn_up=None)),
        ("deal.turn-up", rage_deal(passed=["R1"])),
        ("deal.trump", three_players(trump="S")),
        ("deal.trump", three_players(rules="kachuful", turn_up=None, trump="X")),
        ("deal.trump", three_players(rules="kachuful", turn_up=None)),
        ("deal.trump", three_players(rules={"trump": "fixed", "trump_suit": "S"}, turn_up=None, trump="H")),
        ("deal.trump", three_players(rules={"trump": "none"}, turn_up=None, trump="H")),
    ],
)  # fmt: skip
def test_document_is_refused_with(code: str, document: object) -> None:
    assert answer(document) == {"error": {"code": code}}


@pytest.mark.parametrize("key", ["players", "hand_size", "dealer", "hands", "turn_up", "events"])
def test_a_missing_field_is_named(key: str) -> None:
    document = three_players()
    del document[key]
    assert answer(document) == {"error": {"code": "deal.field"}}


def test_the_first_fault_of_a_document_is_told() -> None:
    document = three_players(format="deal/9", rules="oh-heaven", players="x", dealer=9, turn_up="7H")
    order = []
    for key, mended in (
        ("format", "deal/1"),
        ("rules", "oh-hell"),
        ("players", 9),
        ("players", 3),
        ("dealer", 2),
    ):
        order.append(answer(document)["error"]["code"])
        document[key] = mended
    order.append(answer(document)["error"]["code"])
    wanted = [
        "deal.format",
        "rules.unknown-preset",
        "deal.field",
        "players.range",
        "deal.dealer",
        "cards.duplicate",
    ]
    assert order == wanted


def test_unknown_keys_of_a_document_are_ignored() -> None:
    assert answer(three_players(note="kept on paper", table=4)) == answer(three_players())


BIDS = [[0, 1], [1, 0], [2, 0]]
RAGE_BIDS = [[0, 0], [1, 0], [2, 0]]


@pytest.mark.parametrize(
    ("code", "events"),
    [
        ("event.format", [7]),
        ("event.format", [[0]]),
        ("event.format", [[0, 1, 2]]),
        ("event.format", [["0", 1]]),
        ("event.format", [[0, 1.0]]),
        ("event.format", [[0, True]]),
        ("event.format", [[0, None]]),
        ("event.format", [[3, 1]]),
        ("event.format", [[-1, 1]]),
        ("not-your-turn", [[1, 1]]),
        ("not-your-turn", [[1, "KH"]]),
        ("not-your-turn", [[0, 1], [0, 1]]),
        ("wrong-phase", [[0, "7H"]]),
        ("bad-bid", [[0, -1]]),
        ("bad-bid", [[0, 3]]),
        ("hook", [[0, 1], [1, 0], [2, 1]]),
        ("not-your-turn", [*BIDS, [1, "KH"]]),
        ("not-your-turn", [*BIDS, [1, 1]]),
        ("wrong-phase", [*BIDS, [0, 1]]),
        ("not-in-hand", [*BIDS, [0, "KH"]]),
        ("not-in-hand", [*BIDS, [0, "XX"]]),
        ("not-in-hand", [*BIDS, [0, ""]]),
        ("not-in-hand", [*BIDS, [0, "KH=S"]]),
        ("colour-forbidden", [*BIDS, [0, "7H=S"]]),
        ("must-follow", [*BIDS, [0, "7H"], [1, "2C"]]),
    ],
)
def test_event_is_refused_with(code: str, events: list[object]) -> None:
    assert answer(three_players(events=events)) == {"error": {"code": code, "event": len(events) - 1}}


@pytest.mark.parametrize(
    ("code", "events"),
    [
        ("colour-required", [[0, "R3"], [1, "R9"], [2, "J"]]),
        ("colour-unknown", [[0, "R3"], [1, "R9"], [2, "J=S"]]),
        ("colour-unknown", [[0, "R3"], [1, "R9"], [2, "J="]]),
        ("colour-unknown", [[0, "R3"], [1, "R9"], [2, "J=RB"]]),
        ("colour-forbidden", [[0, "R3=R"]]),
        ("not-in-hand", [[0, "J=R"]]),
        ("must-follow", [[0, "R3"], [1, "P6"]]),
    ],
)
def test_rage_card_is_refused_with(code: str, events: list[object]) -> None:
    document = rage_deal(events=[*RAGE_BIDS, *events])
    assert answer(document) == {"error": {"code": code, "event": len(events) + 2}}


def test_an_action_card_while_able_to_follow_is_must_follow() -> None:
    document = rage_deal(hands=[["R3", "P5"], ["R9", "+5"], ["B15", "J"]])
    refused = answer(document | {"events": [*RAGE_BIDS, [0, "R3"], [1, "+5"]]})
    assert refused["error"]["code"] == "must-follow"
    anytime = document | {"rules": {"preset": "rage", "action_anytime": True}}
    assert "error" not in answer(anytime | {"events": [*RAGE_BIDS, [0, "R3"], [1, "+5"]]})


@pytest.mark.parametrize("bidding", ["simultaneous", "secret"])
def test_bids_in_any_order_are_final(bidding: str) -> None:
    rules = {"preset": "oh-hell", "bidding": bidding}
    seats_bid = [[2, 0], [0, 1]]
    assert answer(three_players(rules=rules, events=seats_bid))["bids"] == [1, None, 0]
    assert answer(three_players(rules=rules, events=[*seats_bid, [2, 1]]))["error"]["code"] == "already-bid"
    assert (
        answer(three_players(rules=rules, events=[*seats_bid, [2, "9D"]]))["error"]["code"] == "wrong-phase"
    )
    assert (
        answer(three_players(rules=rules, events=[*seats_bid, [1, "2C"]]))["error"]["code"] == "wrong-phase"
    )
    assert answer(three_players(rules=rules, events=[*seats_bid, [1, 3]]))["error"]["code"] == "bad-bid"


def test_nothing_is_accepted_when_the_deal_is_over() -> None:
    events = [*BIDS, [0, "7H"], [1, "KH"], [2, "3S"], [2, "9D"], [0, "AS"], [1, "2C"]]
    assert answer(three_players(events=events))["complete"] is True
    for act in (1, "7H"):
        assert answer(three_players(events=[*events, [0, act]]))["error"]["code"] == "deal-over"


def test_must_trump_binds_only_a_hand_that_cannot_follow() -> None:
    document = three_players(rules="la-podrida", hands=[["7H", "AS"], ["2C", "9S"], ["9D", "3H"]])
    led = [*BIDS, [0, "7H"]]
    assert answer(document | {"events": [*led, [1, "2C"]]})["error"]["code"] == "must-trump"
    assert answer(document | {"events": [*led, [1, "9S"], [2, "9D"]]})["error"]["code"] == "must-follow"
