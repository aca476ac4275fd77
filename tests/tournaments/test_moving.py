"""Swapping and moving people in a draft, with the cost told before and after."""

from __future__ import annotations

import pytest

from clubs.activity import By
from clubs.errors import NotAllowed
from clubs.models import User
from tests.evenings import Evening, tables_of
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Round
from tournaments.services import rounds
from tournaments.services.moving import cost_of_swap, move_to_table, swap_seats


def numbers(drafted: Round) -> list[list[int]]:
    return [
        [seat.entry.number for seat in table.seats.select_related("entry").order_by("seat")]
        for table in tables_of(drafted)
    ]


def test_two_people_change_seats_and_nobody_else_moves(evening: Evening) -> None:
    drafted = evening.draw()
    one, other = numbers(drafted)
    swap_seats(
        drafted, first=evening.entries[one[0] - 1], second=evening.entries[other[3] - 1], by=evening.by
    )
    assert numbers(drafted) == [[other[3], *one[1:]], [*other[:3], one[0]]]
    drafted.refresh_from_db()
    assert drafted.moved_by_hand


def test_the_cost_foretold_is_the_cost_that_comes(evening: Evening) -> None:
    evening.play_round()
    drafted = evening.draw()
    one, other = numbers(drafted)
    first, second = evening.entries[one[0] - 1], evening.entries[other[0] - 1]
    foretold = cost_of_swap(drafted, first=first, second=second)
    assert swap_seats(drafted, first=first, second=second, by=evening.by).repeats == foretold.repeats
    back = cost_of_swap(drafted, first=first, second=second)
    assert back.repeats == -foretold.repeats


def test_moving_one_person_closes_the_seats_behind(evening: Evening) -> None:
    drafted = evening.draw()
    one, other = numbers(drafted)
    move_to_table(drafted, entry=evening.entries[one[1] - 1], table_number=2, by=evening.by)
    assert numbers(drafted) == [[one[0], one[2], one[3]], [*other, one[1]]]


def test_a_move_that_is_none_is_refused(evening: Evening) -> None:
    drafted = evening.draw()
    entry = evening.entries[numbers(drafted)[0][0] - 1]
    for table in (1, 9):
        with pytest.raises(TournamentError):
            move_to_table(drafted, entry=entry, table_number=table, by=evening.by)


def test_a_published_round_is_not_moved(evening: Evening) -> None:
    published = evening.publish()
    with pytest.raises(RoundConflict):
        swap_seats(published, first=evening.entries[0], second=evening.entries[1], by=evening.by)


def test_who_does_not_direct_moves_nobody(evening: Evening, bob: User) -> None:
    drafted = evening.draw()
    before = numbers(drafted)
    with pytest.raises(NotAllowed):
        swap_seats(drafted, first=evening.entries[0], second=evening.entries[1], by=By(bob, "web"))
    with pytest.raises(NotAllowed):
        rounds.publish_round(drafted, by=By(bob, "web"))
    assert numbers(drafted) == before
