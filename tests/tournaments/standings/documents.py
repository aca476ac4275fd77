"""Small random standings documents."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

FORMULAS = (
    "raw",
    "rank",
    "share",
    "share:3",
    "norm",
    "list:5-3-2-1",
    "list:3-1+",
    "list:15/5/-5/-15",
    "list:2.5/0/-1+",
    "list:4=50-30-20-10;3=50-25-10;7-1",
    "list:2=1-0;9-5+",
)

KEYS = (
    "last-round",
    "countback",
    "wins",
    "places",
    "best-round",
    "best-rounds",
    "share",
    "points",
    "rank-points",
    "bids-made",
    "bid-rate",
    "last-deal",
    "head-to-head",
    "opponents",
    "games",
    "decider",
    "manual",
    "lot",
)

IDS = ("P1", "P2", "p10", "P3", "Åse", "ß", "Z", "a b")


@st.composite
def documents(draw: st.DrawFn, keys: tuple[str, ...] = KEYS) -> dict[str, Any]:
    """Points from a narrow range, so that nearly every document has ties."""
    ids = list(IDS[: draw(st.integers(2, len(IDS)))])
    document: dict[str, Any] = {
        "players": [{"id": id_, "ranked": False} if draw(st.integers(0, 9)) == 0 else id_ for id_ in ids],
        "rounds": draw(rounds(ids)),
        "table_points": draw(st.sampled_from(FORMULAS)),
        "tie_breaks": draw(st.lists(st.sampled_from(keys), max_size=5)),
        "game_tie_breaks": draw(st.lists(st.sampled_from(("last-deal", "bids-made", "decider")), max_size=2)),
        "lot_seed": draw(st.sampled_from(("", "evening", "ø"))),
    }
    if draw(st.booleans()):
        document["best_of"] = draw(st.none() | st.integers(1, 4))
    if draw(st.booleans()):
        document["absent"] = {
            "points": draw(st.sampled_from((0, 1, -2, "mean"))),
            "cap": draw(st.none() | st.integers(0, 3)),
            "min_rounds": draw(st.integers(0, 2)),
        }
    who = st.sampled_from(ids)
    document["penalties"] = draw(
        st.lists(
            st.fixed_dictionaries({"player": who, "points": st.integers(-2, 2), "reason": st.just("late")}),
            max_size=2,
        )
    )
    document["deciders"] = [
        {"players": some, "points": [draw(st.integers(0, 2)) for _ in some]}
        for some in draw(st.lists(st.lists(who, min_size=1, unique=True), max_size=3))
    ]
    document["manual"] = draw(st.dictionaries(who, st.integers(0, 3)))
    if draw(st.booleans()):
        document["manual"] = {id_: index // 2 for index, id_ in enumerate(ids)}
    return document


@st.composite
def rounds(draw: st.DrawFn, ids: list[str]) -> list[dict[str, Any]]:
    found = []
    for number in draw(st.lists(st.integers(-1, 6), max_size=4, unique=True)):
        seated = draw(st.lists(st.sampled_from(ids), unique=True)) if draw(st.booleans()) else list(ids)
        tables = []
        while seated:
            size = draw(st.integers(1, 5))
            tables.append(draw(table(seated[:size])))
            seated = seated[size:]
        found.append({"number": number, "weight": draw(st.sampled_from((1, 1, 2))), "tables": tables})
    return found


@st.composite
def table(draw: st.DrawFn, seats: list[str]) -> dict[str, Any]:
    n = len(seats)
    few = st.lists(st.integers(-1, 2), min_size=n, max_size=n)
    unknown = st.lists(st.none() | st.integers(0, 2), min_size=n, max_size=n)
    made: dict[str, Any] = {"seats": seats, "points": draw(few)}
    known = draw(st.booleans())
    for field in ("last_deal", "bids_made", "decider"):
        if known or draw(st.booleans()):
            made[field] = draw(st.lists(st.integers(0, 2), min_size=n, max_size=n) if known else unknown)
    if known or draw(st.booleans()):
        made["deals"] = draw(st.integers(1, 3))
    if draw(st.integers(0, 4)) == 0:
        made["places"] = draw(st.lists(st.integers(1, n), min_size=n, max_size=n))
    return made
