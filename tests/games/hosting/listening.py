"""What a text tells of cards and bids, and what a seat may know of them."""

from __future__ import annotations

import re
from typing import Any

NAMES = ("ada", "bo", "cleo")


def tokens_in(text: str) -> set[str]:
    """Every card that a text could tell of: by its token, or by its name on the page."""
    found = set(re.findall(r"(?<![\w+=])([2-9TJQKA][CDHS]|[RBGYOP](?:1[0-5]|\d))(?![\w=])", text))
    ranks = {"jack": "J", "queen": "Q", "king": "K", "ace": "A", "10": "T"}
    for rank, suit in re.findall(r"(\w+) of (spades|hearts|diamonds|clubs)", text):
        found.add(ranks.get(rank, rank) + suit[0].upper())
    colours = {"red": "R", "blue": "B", "green": "G", "yellow": "Y", "orange": "O", "purple": "P"}
    for colour, number in re.findall(r"(red|blue|green|yellow|orange|purple) (\d+)\b", text):
        found.add(colours[colour] + number)
    return found


def check_heard(heard: str, rows: list[dict[str, Any]], seat: int | None) -> int:
    """Nothing in what was heard that this seat may not know; how many secrets there were to keep."""
    deal = next(row for row in reversed(rows) if row["type"] == "deal")
    later = [row for row in rows if row["n"] > deal["n"]]
    public = {card for row in rows if row["type"] == "play" for card in [row["card"]]}
    public |= {card for row in rows if row["type"] == "turn" for card in row["cards"]}
    turned = {row["turn_up"] for row in rows if row["type"] == "deal"} | {
        card for row in rows if row["type"] == "deal" for card in row.get("passed", [])
    }
    own = set() if seat is None else set(deal["hands"][seat])
    told = tokens_in(heard) - public - turned - own
    assert not told, f"seat {seat} was told of {sorted(told)}"
    bidding = {row["type"]: row for row in rows}["start"]["rules"]["bidding"]
    n_secrets = sum(len(hand) for hand in deal["hands"])
    if bidding == "open" or any(row["type"] == "reveal" for row in later):
        return n_secrets
    hidden = {row["seat"] for row in later if row["type"] == "bid" and row["seat"] != seat}
    for text in re.findall(r"(\w+) bids (\d)", heard):
        assert text[0] not in {NAMES[one] for one in hidden}, text
    for calls in re.findall(r'<ul class="calls".*?</ul>', heard, re.S):
        assert len(re.findall(r"<b>(\d+)</b>", calls)) <= (1 if seat is not None else 0)
    for bids in re.findall(r'"bids":\s?\[([^]]*)\],\s?"has_bid"', heard):
        shown = [at for at, bid in enumerate(bids.replace(" ", "").split(",")) if bid != "null"]
        assert set(shown) <= {seat}, bids
    return n_secrets
