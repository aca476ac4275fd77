"""The properties of ratings.md section 4: 20,000 seeded tables, and whatever hypothesis finds."""

from fractions import Fraction
from math import fsum
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.systems import SeatExplanation, get_system
from tests.ratings.systems.tables import Table, random_tables, tables

ELO = get_system("elo-mp", 1)
N_TABLES = 20_000
TABLES = list(random_tables(N_TABLES, seed=20_241))


def explain(table: Table) -> list[SeatExplanation]:
    return ELO.explain(table.ratings, table.games, table.places)


EXPLAINED = [(table, explain(table)) for table in TABLES]


def check_balance(seats: list[SeatExplanation]) -> None:
    """Properties 1 and 7."""
    assert abs(fsum(seat.change / seat.k for seat in seats)) < 1e-12
    stored = fsum(seat.delta_milli / 1000 / seat.k for seat in seats)
    assert abs(stored) <= len(seats) * 0.0005 / 20 + 1e-12
    assert all(abs(seat.change) <= seat.k for seat in seats)
    assert abs(fsum(seat.expected for seat in seats) - len(seats) / 2) < 1e-9
    assert all(abs(seat.change - seat.k * (seat.scored - seat.expected)) < 1e-9 for seat in seats)


def test_changes_over_k_balance_on_random_tables() -> None:
    for _, seats in EXPLAINED:
        check_balance(seats)


@given(tables())
def test_changes_over_k_balance_on_any_table(table: Table) -> None:
    check_balance(explain(table))


def check_order_of_seats(table: Table, seats: list[SeatExplanation], order: list[int]) -> None:
    """Property 2: bitwise, the unrounded doubles and every other figure too."""
    moved = table.reseated(order)
    assert explain(moved) == [seats[i] for i in order]
    assert ELO.rate(moved.ratings, moved.games, moved.places) == [seats[i].delta_milli for i in order]


def test_the_order_of_the_seats_changes_nothing_on_random_tables() -> None:
    rng = Random(77)
    for table, seats in EXPLAINED:
        order = list(table.seats)
        rng.shuffle(order)
        check_order_of_seats(table, seats, order)


@given(st.data(), tables())
def test_the_order_of_the_seats_changes_nothing_on_any_table(data: st.DataObject, table: Table) -> None:
    check_order_of_seats(table, explain(table), data.draw(st.permutations(list(table.seats))))


def check_better_place(table: Table, seat: int) -> None:
    """Property 3: one seat moves up to just above the next better group, or joins it."""
    before = explain(table)
    better = [place for place in table.places if place < table.places[seat]]
    if not better:
        return
    doubled = [place * 2 for place in table.places]
    for own in (max(better) * 2, max(better) * 2 - 1):
        doubled[seat] = own
        after = ELO.explain(table.ratings, table.games, doubled)
        assert after[seat].change >= before[seat].change
        assert after[seat].delta_milli >= before[seat].delta_milli
        for i in table.seats:
            if i != seat:
                assert after[i].change <= before[i].change
                assert after[i].delta_milli <= before[i].delta_milli


def test_a_better_place_never_costs_points_on_random_tables() -> None:
    rng = Random(5)
    for table in TABLES:
        check_better_place(table, rng.choice(table.seats))


@given(st.data(), tables())
def test_a_better_place_never_costs_points_on_any_table(data: st.DataObject, table: Table) -> None:
    check_better_place(table, data.draw(st.sampled_from(table.seats)))


@given(st.integers(0, 90), st.integers(-20_000_000, 20_000_000), st.data())
def test_among_equals_the_better_place_gains_more_and_a_tie_the_same(
    games: int, rating: int, data: st.DataObject
) -> None:
    size = data.draw(st.integers(2, 10))
    places = data.draw(st.lists(st.integers(1, size), min_size=size, max_size=size))
    deltas = ELO.rate([rating] * size, [games] * size, places)
    for place, delta in zip(places, deltas, strict=True):
        for other_place, other_delta in zip(places, deltas, strict=True):
            assert (place < other_place) == (delta > other_delta)
            assert (place == other_place) == (delta == other_delta)


def test_equal_twins_inside_any_table_are_treated_alike() -> None:
    rng = Random(11)
    for table in TABLES:
        a, b = rng.sample(table.seats, 2)
        table = Table(list(table.ratings), list(table.games), table.places)
        table.ratings[b], table.games[b] = table.ratings[a], table.games[a]
        seats = explain(table)
        assert (table.places[a] < table.places[b]) == (seats[a].change > seats[b].change)
        assert (table.places[a] == table.places[b]) == (seats[a] == seats[b])


def test_a_constant_added_to_all_ratings_changes_nothing() -> None:
    rng = Random(3)
    for table, seats in EXPLAINED:
        shift = rng.randint(-1_000_000, 1_000_000)
        shifted = ELO.explain([rating + shift for rating in table.ratings], table.games, table.places)
        for seat, moved in zip(seats, shifted, strict=True):
            assert abs(seat.change - moved.change) <= 1e-9


def test_only_the_order_of_the_places_counts() -> None:
    rng = Random(4)
    for table, seats in EXPLAINED:
        steps = [rng.randint(1, 9) for _ in range(max(table.places) + 1)]
        stretched = [sum(steps[:place]) for place in table.places]
        assert ELO.explain(table.ratings, table.games, stretched) == seats
        deltas = [seat.delta_milli for seat in seats]
        assert ELO.rate(table.ratings, table.games, stretched) == deltas


def by_the_book(table: Table) -> list[int]:
    """Section 2, letter for letter."""
    points = [milli / 1000.0 for milli in table.ratings]
    deltas = []
    for i in table.seats:
        terms = []
        for j in table.seats:
            if j != i:
                expected = 1 / (1 + 10 ** ((points[j] - points[i]) / 400))
                own, other = table.places[i], table.places[j]
                terms.append((1 if own < other else 0.5 if own == other else 0) - expected)
        surprise = fsum(terms) / (len(table.places) - 1)
        deltas.append(round(max(20.0, 1000.0 / (10 + table.games[i])) * surprise * 1000.0))
    return deltas


def test_the_canonical_form_is_the_formula_of_the_book() -> None:
    for table in TABLES[:5_000]:
        assert ELO.rate_canonical(table.ratings, table.games, table.places) == by_the_book(table)


def exact_change(table: Table, seat: int) -> Fraction:
    """Milli-points by exact fractions: possible among equals, where every E is a half."""
    scores = [
        Fraction(1, 2) * ((own < other) - (own > other))
        for own, other in ((table.places[seat], table.places[j]) for j in table.seats if j != seat)
    ]
    k = max(Fraction(20), Fraction(1000, 10 + table.games[seat]))
    return k * sum(scores) / len(scores) * 1000


@given(st.integers(2, 10), st.data())
def test_among_equals_the_change_is_the_exact_fraction_rounded(size: int, data: st.DataObject) -> None:
    table = Table(
        [1_500_000] * size,
        data.draw(st.lists(st.integers(0, 90), min_size=size, max_size=size)),
        data.draw(st.lists(st.integers(1, size), min_size=size, max_size=size)),
    )
    deltas = ELO.rate(table.ratings, table.games, table.places)
    for seat, delta in enumerate(deltas):
        exact = exact_change(table, seat)
        assert abs(delta - exact) <= Fraction(1, 2)
        assert delta == round(exact) or exact.denominator == 2  # on a half the double decides


@settings(max_examples=300)
@given(tables())
def test_the_fast_form_equals_the_canonical_form(table: Table) -> None:
    assert ELO.rate(table.ratings, table.games, table.places) == ELO.rate_canonical(
        table.ratings, table.games, table.places
    )


@settings(max_examples=300)
@given(tables(limit_milli=10**12))
def test_the_forms_agree_beyond_every_sensible_rating(table: Table) -> None:
    assert ELO.rate(table.ratings, table.games, table.places) == ELO.rate_canonical(
        table.ratings, table.games, table.places
    )


def test_the_forms_agree_on_random_tables() -> None:
    for table, seats in EXPLAINED:
        deltas = [seat.delta_milli for seat in seats]
        assert ELO.rate(table.ratings, table.games, table.places) == deltas
        assert ELO.rate_canonical(table.ratings, table.games, table.places) == deltas


@pytest.mark.slow
def test_the_forms_agree_on_a_million_tables() -> None:
    for table in random_tables(1_000_000, seed=1_000_003):
        assert ELO.rate(table.ratings, table.games, table.places) == ELO.rate_canonical(
            table.ratings, table.games, table.places
        )
