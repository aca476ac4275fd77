"""First dealer and seats (seating.md section 10)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import ceil, floor

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.seating.chance import seeded, shuffle
from tournaments.seating.seat_order import order_one_round, order_seats, seat_spread
from tournaments.seating.splitting import best_tables

Plan = list[list[list[int]]]


def random_rounds(tables: tuple[int, ...], rounds: int, seed: int) -> Plan:
    rng = seeded(seed)
    players = list(range(sum(tables)))
    plan: Plan = []
    for _ in range(rounds):
        shuffle(players, rng)
        seats = iter(list(players))
        plan.append([[next(seats) for _ in range(size)] for size in tables])
    return plan


def seat_counts(plan: Plan, seat: int) -> Counter[int]:
    return Counter(table[seat] for tables in plan for table in tables if len(table) > seat)


@given(st.integers(3, 7), st.integers(1, 8), st.integers(1, 12), st.integers(0, 999))
def test_equal_tables_give_everyone_every_seat_alike(s: int, t: int, r: int, seed: int) -> None:
    plan = random_rounds((s,) * t, r, seed)
    order_seats(plan, s * t, seeded(seed))
    for player in range(s * t):
        counts = [seat_counts(plan, seat)[player] for seat in range(s)]
        assert max(counts) - min(counts) <= 1
    assert seat_spread(plan, s * t) <= 1


@given(st.integers(6, 60), st.integers(1, 10), st.integers(0, 999))
def test_mixed_tables_give_everyone_his_fair_share_of_first_deals(n: int, rounds: int, seed: int) -> None:
    tables = best_tables(n, (4, 3, 5))
    assert tables is not None
    plan = random_rounds(tables, rounds, seed)
    share = dict.fromkeys(range(n), Fraction(0))
    for round_ in plan:
        for table in round_:
            for player in table:
                share[player] += Fraction(1, len(table))
    before = [[sorted(table) for table in round_] for round_ in plan]
    order_seats(plan, n, seeded(seed))
    firsts = seat_counts(plan, 0)
    for player in range(n):
        assert floor(share[player]) <= firsts[player] <= ceil(share[player])
    assert [[sorted(table) for table in round_] for round_ in plan] == before


def test_tables_set_by_hand_keep_their_order() -> None:
    plan = random_rounds((4, 4, 4), 3, 5)
    kept = plan[1][2]
    order = list(kept)
    order_seats(plan, 12, seeded(1), kept=[kept])
    assert plan[1][2] == order


def test_an_older_order_is_kept_where_it_is_fair() -> None:
    plan = random_rounds((4, 4, 4, 4), 4, 8)
    order_seats(plan, 16, seeded(1))
    older = [[list(table) for table in tables] for tables in plan]
    wishes = {id(table): list(table) for tables in plan for table in tables}
    order_seats(plan, 16, seeded(99), wishes=wishes)
    assert plan == older


@settings(max_examples=30)
@given(st.integers(0, 999))
def test_a_next_round_seats_each_player_where_he_sat_least(seed: int) -> None:
    past = random_rounds((4, 4), 3, seed)
    table = [0, 1, 2, 3]
    order_one_round([table], 8, past, seeded(seed))
    counts = [seat_counts(past, seat) for seat in range(4)]
    cost = sum(counts[seat][player] for seat, player in enumerate(table))
    from itertools import permutations

    best = min(
        sum(counts[seat][player] for seat, player in enumerate(order)) for order in permutations(range(4))
    )
    assert cost == best


def test_a_thousand_players_are_ordered_in_no_time() -> None:
    plan = random_rounds((4,) * 250, 6, 1)
    order_seats(plan, 1000, seeded(1))
    assert seat_spread(plan, 1000) <= 1
