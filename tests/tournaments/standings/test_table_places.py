"""users.md 7, game level: who is first at a table when points are level, and what follows from it."""

from __future__ import annotations

from tests.tournaments.standings.build import column, document, lines, table


def test_the_last_deal_decides_a_table_place_and_never_the_points() -> None:
    game = [table("AB", 9, 9, last_deal=[1, 4])]
    request = document(game, game_tie_breaks=["last-deal"], tie_breaks=["wins", "points"])
    assert lines(request) == ["1 B 9 -", "2 A 9 wins"]
    assert column(request, "points") == {"A": "9", "B": "9"}


def test_rank_and_list_points_follow_the_table_places() -> None:
    game = [table("ABC", 9, 9, 1, last_deal=[1, 4, 0])]
    assert lines(document(game, table_points="rank"))[0] == "1 A 1 -"
    assert lines(document(game, table_points="rank", game_tie_breaks=["last-deal"]))[:2] == [
        "1 B 2 -",
        "2 A 0 total",
    ]
    assert lines(document(game, table_points="list:5-3-1", game_tie_breaks=["last-deal"]))[:2] == [
        "1 B 5 -",
        "2 A 3 total",
    ]


def test_parts_of_a_level_table_go_on_with_the_next_criterion() -> None:
    game = [table("ABC", 9, 9, 9, last_deal=[1, 4, 4], bids_made=[9, 1, 2])]
    request = document(game, table_points="rank", game_tie_breaks=["last-deal", "bids-made"])
    assert lines(request) == ["1 C 2 -", "2 B 0 total", "3 A -2 total"]


def test_a_missing_datum_leaves_the_table_level() -> None:
    game = [table("AB", 9, 9, last_deal=[1, None])]
    assert lines(document(game, table_points="rank", game_tie_breaks=["last-deal"])) == [
        "1 A 0 -",
        "1 B 0 shared",
    ]


def test_a_decider_at_the_table_can_make_the_winner() -> None:
    game = [table("AB", 9, 9, decider=[0, 10])]
    assert lines(document(game, table_points="list:1-0", game_tie_breaks=["decider"]))[0] == "1 B 1 -"


def test_places_from_the_engine_stand_above_points_and_tie_breaks() -> None:
    game = [table("AB", 9, 9, last_deal=[1, 4], places=[1, 2])]
    request = document(game, table_points="rank", game_tie_breaks=["last-deal"], tie_breaks=["wins"])
    assert lines(request) == ["1 A 1 -", "2 B -1 total"]
    assert column(request, "wins") == {"A": "1", "B": "0"}


def test_only_the_order_of_given_places_counts() -> None:
    game = [table("ABC", 3, 2, 1, places=[2, 2, 5])]
    assert column(document(game, tie_breaks=["places"]), "places")["C"] == ["0", "0", "1"]
    assert lines(document(game, table_points="rank")) == ["1 A 1 -", "1 B 1 shared", "3 C -2 total"]
