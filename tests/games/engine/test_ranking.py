"""Places at one table and what decided them (rules.md 2.4, G11, E23, E24)."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from games.engine import DeciderPoints, Ranking, RuleSet, deal_points, places, rank_seats
from games.engine.ranking import MOST_DECIDERS

USUAL = ("last-deal", "earlier-deals", "bids-made", "shared")


def rank(
    totals: list[int],
    chain: tuple[str, ...] = USUAL,
    deals: list[list[int | None]] | None = None,
    made: list[int] | None = None,
    deciders: list[tuple[list[int], list[int | None]]] | None = None,
) -> Ranking:
    return rank_seats(
        chain,
        totals=totals,
        deals=[[0] * len(totals)] if deals is None else deals,
        bids_made=made or [0] * len(totals),
        deciders=[DeciderPoints(tuple(seats), tuple(points)) for seats, points in deciders or ()],
    )


def decided(ranking: Ranking) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
    return [(tie.seats, tie.by) for tie in ranking.decided_by]


def test_the_highest_total_wins_and_equal_totals_leave_a_gap() -> None:
    """T14, R15."""
    assert places([91, 89, 91, 93]) == (2, 4, 2, 1)
    assert rank([5, 9, 7]).places == (3, 1, 2)


def test_a_tie_goes_to_the_better_last_deal() -> None:
    """G11, T14."""
    found = rank([50, 50, 40], deals=[[20, 10, 0], [10, 20, 40]])
    assert found.places == (2, 1, 3)
    assert decided(found) == [((1, 0), ("last-deal",))]


def test_a_blank_in_the_last_deal_counts_below_any_number() -> None:
    found = rank([50, 50], deals=[[-10, None]])
    assert found.places == (1, 2)


def test_equal_last_deals_go_back_deal_by_deal() -> None:
    found = rank([30, 30], deals=[[9, 11], [11, 9], [10, 10]])
    assert found.places == (1, 2)
    assert decided(found) == [((0, 1), ("earlier-deals",))]


def test_bids_made_come_next_and_then_the_place_is_shared() -> None:
    assert decided(rank([30, 30], made=[3, 4])) == [((1, 0), ("bids-made",))]
    found = rank([30, 30, 10])
    assert found.places == (1, 1, 3)
    assert decided(found) == [((0, 1), ("shared",))]


def test_the_order_of_the_chain_is_that_of_the_rules() -> None:
    deals: list[list[int | None]] = [[10, 20]]
    assert rank([30, 30], ("last-deal", "bids-made", "shared"), deals, [9, 1]).places == (2, 1)
    assert rank([30, 30], ("bids-made", "last-deal", "shared"), deals, [9, 1]).places == (1, 2)


def test_the_parts_of_a_split_group_go_on_to_the_next_criterion() -> None:
    """E24: each pair of neighbours names what separated it."""
    found = rank([30] * 4, deals=[[5, 5, 9, 9]], made=[2, 1, 3, 3])
    assert found.places == (3, 4, 1, 1)
    assert decided(found) == [((2, 3, 0, 1), ("shared", "last-deal", "bids-made"))]


def test_every_group_of_equal_totals_is_told_best_first() -> None:
    found = rank([0, 10, 0, 10])
    assert [tie.seats for tie in found.decided_by] == [(1, 3), (0, 2)]
    assert found.places == (3, 1, 3, 1)


def test_before_the_first_deal_everyone_shares_the_first_place() -> None:
    found = rank([0, 0, 0], deals=[])
    assert found.places == (1, 1, 1)


GERMAN = ("last-deal", "decider", "shared")


def test_a_decider_splits_only_a_tie_for_first() -> None:
    """G11, E23."""
    first = rank([30, 30, 5], GERMAN, deciders=[([0, 1], [0, 11])])
    assert first.places == (2, 1, 3)
    assert decided(first) == [((1, 0), ("decider",))]
    second = rank([5, 5, 30], GERMAN, deciders=[([0, 1], [0, 11])])
    assert second.places == (2, 2, 1)
    assert second.unused_deciders == (0,)
    assert second.needs_decider == ()


def test_a_decider_not_yet_played_is_asked_for_by_name() -> None:
    found = rank([30, 30, 5], GERMAN)
    assert found.needs_decider == (0, 1)
    assert found.places == (1, 1, 3)


def test_a_drawn_decider_is_followed_by_the_next() -> None:
    found = rank([30, 30], GERMAN, deciders=[([0, 1], [0, 0]), ([1, 0], [11, 10])])
    assert found.places == (2, 1)
    assert (found.unused_deciders, found.needs_decider) == ((), ())


def test_the_best_part_may_need_another_decider_and_the_lower_parts_are_ranked_by_the_first() -> None:
    deciders: list[tuple[list[int], list[int | None]]] = [([0, 1, 2, 3], [11, 11, 0, 0]), ([0, 1], [0, 10])]
    found = rank([30] * 4, GERMAN, deciders=deciders)
    assert found.places == (2, 1, 3, 3)
    assert decided(found) == [((1, 0, 2, 3), ("decider", "decider", "shared"))]


def test_a_decider_between_other_seats_does_not_count() -> None:
    found = rank([30, 30, 5], GERMAN, deciders=[([0, 2], [10, 0]), ([0, 1], [10, 0])])
    assert found.places == (1, 2, 3)
    assert found.unused_deciders == (0,)


def test_a_tie_that_the_last_deal_splits_asks_a_decider_only_of_its_best_part() -> None:
    found = rank([30, 30, 30], GERMAN, deals=[[9, 9, 5]])
    assert found.needs_decider == (0, 1)
    assert found.places == (1, 1, 3)


def test_after_the_decider_the_chain_goes_on() -> None:
    chain = ("decider", "last-deal", "shared")
    found = rank([30, 30], chain, deals=[[1, 2]])
    assert found.needs_decider == (0, 1)
    assert found.places == (2, 1)
    assert decided(found) == [((1, 0), ("last-deal",))]


def test_after_ten_drawn_deciders_the_place_is_shared() -> None:
    """E23."""
    drawn: list[tuple[list[int], list[int | None]]] = [([0, 1], [0, 0])] * MOST_DECIDERS
    found = rank([30, 30], GERMAN, deciders=[*drawn, ([0, 1], [0, 11])])
    assert found.places == (1, 1)
    assert found.needs_decider == ()
    assert found.unused_deciders == (MOST_DECIDERS,)


def n_drawn(n_players: int, hook: bool) -> tuple[int, int]:
    """How many combinations of bids and winner in a one-card decider leave the best two level, of how many."""
    rules = RuleSet.from_value("oh-hell-german")
    drawn = total = 0
    for *bids, winner in product(*[(0, 1)] * n_players, range(n_players)):
        if hook and sum(bids) == 1:
            continue
        total += 1
        points = [
            deal_points(rules, hand_size=1, bid=bid, tricks=int(seat == winner))
            for seat, bid in enumerate(bids)
        ]
        best = max(score for score in points if score is not None)
        drawn += points.count(best) > 1
    return drawn, total


def test_deciders_draw_as_often_as_the_law_says() -> None:
    """E23: two with a hook never, two without 2 of 8, three with a hook 6 of 15."""
    assert n_drawn(2, hook=True) == (0, 4)
    assert n_drawn(2, hook=False) == (2, 8)
    assert n_drawn(3, hook=True) == (6, 15)


tables = st.integers(2, 7).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(-3, 3), min_size=n, max_size=n),
        st.lists(st.lists(st.none() | st.integers(-2, 2), min_size=n, max_size=n), max_size=4),
        st.lists(st.integers(0, 3), min_size=n, max_size=n),
        st.permutations(range(n)),
    )
)


@given(tables)
def test_a_better_place_never_has_fewer_points(
    table: tuple[list[int], list[list[int | None]], list[int], list[int]],
) -> None:
    totals, deals, made, _ = table
    found = rank(totals, USUAL, deals, made).places
    for seat, other in product(range(len(totals)), repeat=2):
        if totals[seat] > totals[other]:
            assert found[seat] < found[other]
    assert min(found) == 1
    for place in set(found):
        assert sum(other < place for other in found) == place - 1


@given(tables)
def test_places_follow_the_seats_when_these_are_permuted(
    table: tuple[list[int], list[list[int | None]], list[int], list[int]],
) -> None:
    totals, deals, made, order = table
    before = rank(totals, USUAL, deals, made).places
    after = rank(
        [totals[seat] for seat in order],
        USUAL,
        [[row[seat] for seat in order] for row in deals],
        [made[seat] for seat in order],
    ).places
    assert list(after) == [before[seat] for seat in order]


@given(tables)
def test_every_tie_is_explained_between_neighbours(
    table: tuple[list[int], list[list[int | None]], list[int], list[int]],
) -> None:
    totals, deals, made, _ = table
    found = rank(totals, USUAL, deals, made)
    tied = [seat for tie in found.decided_by for seat in tie.seats]
    assert sorted(tied) == [seat for seat, total in enumerate(totals) if totals.count(total) > 1]
    for tie in found.decided_by:
        for seat, other, by in zip(tie.seats[:-1], tie.seats[1:], tie.by, strict=True):
            assert (found.places[seat] == found.places[other]) == (by == "shared")
