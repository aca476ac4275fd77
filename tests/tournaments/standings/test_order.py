"""The answer does not depend on the order of players, rounds, tables or seats in the input (users.md 8)."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.documents import documents
from tournaments.standings import Standings, why

PER_SEAT = ("seats", "points", "last_deal", "bids_made", "decider", "places")


def shuffled(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    def mixed(values: list[Any]) -> list[Any]:
        return rng.sample(values, len(values))

    def seated(table: dict[str, Any]) -> dict[str, Any]:
        order = mixed(list(range(len(table["seats"]))))
        return {
            field: [value[seat] for seat in order] if field in PER_SEAT else value
            for field, value in table.items()
        }

    rounds = [
        {**round_, "tables": mixed([seated(table) for table in round_["tables"]])}
        for round_ in document["rounds"]
    ]
    deciders = []
    for game in document["deciders"]:
        order = mixed(list(range(len(game["players"]))))
        deciders.append({field: [game[field][seat] for seat in order] for field in ("players", "points")})
    changed = {
        **document,
        "players": mixed(document["players"]),
        "rounds": mixed(rounds),
        "penalties": mixed(document["penalties"]),
        "deciders": deciders,
        "manual": dict(mixed(list(document["manual"].items()))),
    }
    return dict(mixed(list(changed.items())))


@given(documents(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_no_order_of_the_input_changes_the_answer(document: dict[str, Any], rng: random.Random) -> None:
    one, other = Standings(document), Standings(shuffled(document, rng))
    assert one.rows == other.rows
    reasons = [(reason.kind, reason.behind, reason.level_with, reason.shares_with) for reason in why(one)]
    assert [
        (reason.kind, reason.behind, reason.level_with, reason.shares_with) for reason in why(other)
    ] == reasons
