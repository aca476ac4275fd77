"""users.md 7: each criterion on a case small enough to work out by hand."""

from __future__ import annotations

import hashlib

import pytest

from tests.tournaments.standings.build import column, document, lines, table
from tournaments.standings import DEFAULT_CHAINS, TIE_BREAKS, before_cut, rank


def test_last_round_puts_who_sat_out_below_everybody() -> None:
    request = document([table("ABC", 5, 8, -3)], [table("AC", 3, 11)], tie_breaks=["last-round"])
    assert lines(request) == ["1 C 8 -", "2 A 8 last-round", "3 B 8 last-round"]
    assert column(request, "last-round") == {"A": "3", "B": None, "C": "11"}


@pytest.mark.parametrize("key", ["last-round", "countback"])
def test_no_seat_is_below_even_the_lowest_value_of_all(key: str) -> None:
    request = document([table("AB", 9, 0)], [table("A", -9)], tie_breaks=[key])
    assert lines(request) == ["1 A 0 -", f"2 B 0 {key}"]
    request = document([table("AB", 0, 9)], [table("B", -9)], tie_breaks=[key])
    assert lines(request) == ["1 B 0 -", f"2 A 0 {key}"]


def test_last_round_is_the_highest_number_wherever_it_stands() -> None:
    request = document([table("AB", 1, 2)], [table("AB", 2, 1)], tie_breaks=["last-round"])
    request["rounds"].reverse()
    assert lines(request) == ["1 A 3 -", "2 B 3 last-round"]


@pytest.mark.scenario("S30")
def test_last_round_of_a_one_round_tournament_decides_nothing() -> None:
    request = document([table("AB", 4, 4)], tie_breaks=["last-round"])
    assert lines(request) == ["1 A 4 -", "1 B 4 shared"]


def test_last_round_shows_the_weight_and_not_the_points_of_an_absence() -> None:
    request = document([table("AB", 1, 1)], [table("A", 2)], tie_breaks=["last-round"], absent={"points": 9})
    request["rounds"][1]["weight"] = "1.5"
    assert column(request, "last-round") == {"A": "3", "B": None}


def test_countback_compares_from_last_to_first() -> None:
    request = document(
        [table("ABC", 1, 3, 4)], [table("ABC", 3, 1, 5)], [table("AB", 5, 5)], tie_breaks=["countback"]
    )
    assert lines(request) == ["1 A 9 -", "2 B 9 countback", "3 C 9 countback"]
    assert column(request, "countback") == {"A": ["5", "3", "1"], "B": ["5", "1", "3"], "C": [None, "5", "4"]}


def test_a_first_place_shared_by_three_is_a_third_of_a_win() -> None:
    request = document(
        [table("ABC", 2, 2, 2), table("D", 1)], [table("AB", 1, 1)], [table("A", 0)], tie_breaks=["wins"]
    )
    assert column(request, "wins") == {"A": "1.8333", "B": "0.8333", "C": "0.3333", "D": "1"}


def test_places_has_an_entry_up_to_the_largest_table() -> None:
    request = document([table("ABC", 3, 3, 1)], [table("AB", 1, 2)], tie_breaks=["places"])
    assert column(request, "places") == {"A": ["1", "1", "0"], "B": ["2", "0", "0"], "C": ["0", "0", "1"]}


def test_best_round_of_somebody_who_never_played_skips_the_group() -> None:
    request = document([table("AB", 1, -1)], [table("AB", -1, 1)], tie_breaks=["best-round"])
    request["players"].append("C")
    assert lines(request) == ["1 A 0 -", "1 B 0 shared", "1 C 0 shared"]
    assert column(request, "best-round") == {"A": "1", "B": "1", "C": None}


def test_best_rounds_puts_fewer_rounds_below() -> None:
    request = document([table("AB", 4, 4)], [table("A", 0)], tie_breaks=["best-rounds"])
    assert lines(request) == ["1 A 4 -", "2 B 4 best-rounds"]
    assert column(request, "best-rounds") == {"A": ["4", "0"], "B": ["4"]}


def test_criteria_look_at_dropped_rounds_too() -> None:
    request = document(
        [table("AB", 2, 1)], [table("AB", 5, 5)], best_of=1, tie_breaks=["points", "games", "wins"]
    )
    assert lines(request) == ["1 A 5 -", "2 B 5 points"]
    assert column(request, "games") == {"A": "2", "B": "2"}
    assert column(request, "wins") == {"A": "1.5", "B": "0.5"}


@pytest.mark.parametrize(("key", "expected"), [("points", "A B"), ("share", "B A"), ("rank-points", "B A")])
def test_share_points_and_rank_points_do_not_depend_on_table_points(key: str, expected: str) -> None:
    request = document(
        [table("ACD", 50, 60, 10), table("BEF", 40, 20, 10)], table_points="list:0", tie_breaks=[key]
    )
    order = [line.split()[1] for line in lines(request)]
    assert [player for player in order if player in "AB"] == expected.split()


def test_bids_made_needs_every_game_of_everybody_in_the_group() -> None:
    request = document(
        [table("AB", 1, 1, bids_made=[2, 3])],
        [table("AB", 1, 1, bids_made=[2, None])],
        tie_breaks=["bids-made"],
    )
    assert lines(request) == ["1 A 2 -", "1 B 2 shared"]
    assert column(request, "bids-made") == {"A": "4", "B": None}


def test_bid_rate_divides_by_the_deals_played() -> None:
    request = document(
        [table("A", 1, bids_made=[8], deals=13), table("B", 1, bids_made=[7], deals=10)],
        tie_breaks=["bid-rate"],
    )
    assert lines(request) == ["1 B 1 -", "2 A 1 bid-rate"]
    assert column(request, "bid-rate") == {"A": "0.6154", "B": "0.7"}


def test_last_deal_and_bids_made_put_two_finalists_in_opposite_order() -> None:
    final = [table("AB", 70, 70, last_deal=[60, 40], bids_made=[2, 3])]
    assert lines(document(final, tie_breaks=["last-deal"]))[0] == "1 A 70 -"
    assert lines(document(final, tie_breaks=["bids-made"]))[0] == "1 B 70 -"


def test_a_last_deal_of_another_round_is_not_the_last_one() -> None:
    request = document([table("AB", 1, 1, last_deal=[9, 1])], [table("AB", 1, 1)], tie_breaks=["last-deal"])
    assert lines(request) == ["1 A 2 -", "1 B 2 shared"]


def test_head_to_head_counts_members_of_the_group_over_all_games() -> None:
    request = document(
        [table("ABX", 5, 3, 9)], [table("AB", 1, 3)], [table("ABX", 0, 0, 1)], tie_breaks=["head-to-head"]
    )
    assert lines(request)[1:] == ["2 A 6 total", "2 B 6 shared"]
    assert column(request, "head-to-head") == {"A": "0", "B": "0", "X": None}


def test_head_to_head_is_not_used_when_one_pair_never_met() -> None:
    request = document(
        [table("AB", 2, 1), table("C", 1)], [table("BC", 1, 2), table("A", 0)], tie_breaks=["head-to-head"]
    )
    request["penalties"] = [{"player": "C", "points": -1}]
    assert lines(request) == ["1 A 2 -", "1 B 2 shared", "1 C 2 shared"]
    assert column(request, "head-to-head") == dict.fromkeys("ABC")


def test_head_to_head_is_applied_to_the_parts_only_when_listed_again() -> None:
    rounds = (
        [table("ABC", 3, 2, 1)],
        [table("ABC", 1, 2, 3)],
        [table("AB", 2, 1), table("C", 0)],
        [table("AC", 1, 2), table("B", 1)],
        [table("BC", 1, 0), table("A", 0)],
        [table("C", 1)],
    )
    once = document(*rounds, tie_breaks=["head-to-head"], table_points="list:0")
    assert lines(once) == ["1 A 0 -", "1 B 0 shared", "1 C 0 shared"]
    rounds[4][0]["points"] = [1, 1]
    parted = document(*rounds, tie_breaks=["head-to-head", "head-to-head"], table_points="list:0")
    assert lines(parted) == ["1 C 0 -", "2 A 0 head-to-head", "3 B 0 head-to-head"]


def test_opponents_is_the_mean_total_counted_per_game() -> None:
    request = document(
        [table("AC", 1, 9), table("BD", 1, 5)], [table("AC", 1, 9), table("B", 1)],
        tie_breaks=["opponents"],
    )  # fmt: skip
    assert column(request, "opponents") == {"A": "18", "B": "5", "C": "2", "D": "2"}
    assert [line for line in lines(request) if line.split()[1] in "AB"] == ["3 A 2 total", "4 B 2 opponents"]


def test_a_decider_counts_only_when_the_whole_group_played_and_parts_go_on() -> None:
    request = document(
        [table("ABC", 1, 1, 1)],
        tie_breaks=["decider"],
        deciders=[
            {"players": ["A", "B"], "points": [9, 0]},
            {"players": ["C", "B", "A"], "points": [5, 2, 2]},
            {"players": ["A", "B"], "points": [0, 3]},
        ],
    )
    assert lines(request) == ["1 C 1 -", "2 B 1 decider", "3 A 1 decider"]
    assert column(request, "decider") == {"A": ["2", "0"], "B": ["2", "3"], "C": ["5"]}


def test_decider_points_never_enter_a_total() -> None:
    request = document([table("AB", 1, 2)], deciders=[{"players": ["A", "B"], "points": [50, 0]}])
    assert lines(request) == ["1 B 2 -", "2 A 1 total"]


def test_the_directors_lower_number_is_first_and_all_must_have_one() -> None:
    request = document([table("ABC", 1, 1, 1)], tie_breaks=["manual"], manual={"A": 2, "B": "1.5", "C": 9})
    assert lines(request) == ["1 B 1 -", "2 A 1 manual", "3 C 1 manual"]
    del request["manual"]["C"]
    assert lines(request) == ["1 A 1 -", "1 B 1 shared", "1 C 1 shared"]


@pytest.mark.scenario("S28")
def test_the_lot_is_the_smaller_hash_and_always_the_same() -> None:
    request = document([table("ABC", 1, 1, 1)], tie_breaks=["lot"], lot_seed="evening 7")
    hashes = {id_: hashlib.sha256(f"evening 7:{id_}".encode()).hexdigest() for id_ in "ABC"}
    assert [line.split()[1] for line in lines(request)] == sorted("ABC", key=hashes.__getitem__)
    assert column(request, "lot") == {id_: digest[:8] for id_, digest in hashes.items()}
    assert lines(request) == lines(request)


def test_parts_of_a_split_group_go_on_with_the_next_criterion_only() -> None:
    """C leaves the group by bids made; A and B, level in the rounds looked at before, are not looked at again."""
    request = document(
        [table("ABC", 2, 1, 0, bids_made=[1, 1, 5])],
        [table("ABC", 1, 2, 3, bids_made=[1, 1, 1])],
        tie_breaks=["games", "bids-made", "last-round", "shared"],
    )
    assert lines(request) == ["1 C 3 -", "2 B 3 bids-made", "3 A 3 last-round"]


def test_a_criterion_without_data_for_one_is_skipped_for_its_group_alone() -> None:
    request = document(
        [table("AB", 1, 1, last_deal=[1, None]), table("CD", 2, 2, last_deal=[1, 3])],
        tie_breaks=["last-deal"],
    )
    assert lines(request) == ["1 D 2 -", "2 C 2 last-deal", "3 A 1 total", "3 B 1 shared"]


@pytest.mark.scenario("S26")
def test_level_in_everything_share_a_place_and_leave_the_gap() -> None:
    request = document([table("ABCD", 3, 5, 5, 1)], tie_breaks=list(DEFAULT_CHAINS["mixed-sizes"]))
    assert lines(request) == ["1 B 5 -", "1 C 5 shared", "3 A 3 total", "4 D 1 total"]


def test_equal_places_stand_in_order_of_code_points() -> None:
    request = document([table("A", 1)])
    request["players"] = ["b", "a", "Z", "É", "10", "9"]
    request["rounds"] = []
    assert [line.split()[1] for line in lines(request)] == ["10", "9", "Z", "a", "b", "É"]


@pytest.mark.parametrize(
    ("chain", "expected"),
    [
        ("final-table", "last-deal bids-made decider shared"),
        ("club-evening", "last-round bids-made wins best-round shared"),
        ("mixed-sizes", "last-round wins share head-to-head shared"),
        ("season", "wins best-rounds head-to-head shared"),
    ],
)
def test_default_chains_are_those_of_the_law(chain: str, expected: str) -> None:
    assert DEFAULT_CHAINS[chain] == tuple(expected.split())


def test_a_document_without_a_chain_uses_the_club_evenings() -> None:
    request = document([table("AB", 1, 2)])
    del request["tie_breaks"]
    assert list(rank(request)[0].columns) == ["rounds", "dropped", *DEFAULT_CHAINS["club-evening"][:-1]]


def test_before_a_cut_the_decider_stands_before_shared() -> None:
    assert before_cut(DEFAULT_CHAINS["season"])[-2:] == ("decider", "shared")
    assert before_cut(DEFAULT_CHAINS["final-table"]) == DEFAULT_CHAINS["final-table"]


def test_every_tie_break_says_what_it_is() -> None:
    for key, tie_break in TIE_BREAKS.items():
        assert tie_break.key == key
        assert tie_break.name
        assert tie_break.needs
        assert tie_break.source
        assert tie_break.direction == ("lower" if key in ("manual", "lot") else "higher")
