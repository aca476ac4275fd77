"""The board: places, pages, search, and the formula in words."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.models import Club, Player
from ratings.models import Ladder, LadderEpoch, RatingState, RatingSystem
from tests.counting import n_queries

pytestmark = pytest.mark.django_db


def make_ladder(club: Club | None = None, slug: str = "oh-hell-test") -> Ladder:
    system, _made = RatingSystem.objects.get_or_create(
        code="elo-mp", version=1, defaults={"params": {}, "params_hash": ""}
    )
    scope = "club" if club else "global"
    ladder, _made = Ladder.objects.get_or_create(
        family="oh-hell", scope=scope, club=club, defaults={"slug": slug, "min_games": 10}
    )
    epoch = LadderEpoch.objects.create(ladder=ladder, system=system, status="active")
    ladder.active_epoch = epoch
    ladder.save(update_fields=["active_epoch"])
    return ladder


def list_players(ladder: Ladder, ratings: list[int], prefix: str = "Player", games: int = 30) -> list[Player]:
    assert ladder.active_epoch_id is not None
    people = Player.objects.bulk_create([Player(name=f"{prefix} {i:03d}") for i in range(len(ratings))])
    RatingState.objects.bulk_create(
        [
            RatingState(
                epoch_id=ladder.active_epoch_id,
                player=player,
                rating=rating,
                games=games,
                peak=max(rating, 1_500_000),
                listed=True,
                last_played="2026-03-01T12:00:00Z",
            )
            for player, rating in zip(people, ratings, strict=True)
        ]
    )
    return people


@pytest.fixture
def ladder(db: None) -> Ladder:
    return make_ladder()


def test_equal_ratings_share_the_place(client: Client, ladder: Ladder) -> None:
    list_players(ladder, [1_600_000, 1_550_000, 1_550_000, 1_500_000])
    lines = client.get(ladder.get_absolute_url()).context["lines"]
    assert [line.rank for line in lines] == [1, 2, 2, 4]
    assert [line.shared for line in lines] == [False, True, True, False]


def test_pages_of_fifty_go_on_where_the_last_ended(client: Client, ladder: Ladder) -> None:
    list_players(ladder, [1_600_000 - 1000 * (i // 2) for i in range(120)])
    path = ladder.get_absolute_url()
    seen: list[int] = []
    ranks: list[int] = []
    query: dict[str, str] = {}
    for _page in range(3):
        context = client.get(path, query).context
        seen += [line.state.player_id for line in context["lines"]]
        ranks += [line.rank for line in context["lines"]]
        query = {"after": context["page"].after}
    assert len(seen) == len(set(seen)) == 120
    assert ranks == [2 * (i // 2) + 1 for i in range(120)]
    assert query == {"after": None}


def test_a_page_back_is_the_page_one_came_from(client: Client, ladder: Ladder) -> None:
    list_players(ladder, [1_500_000] * 70 + [1_400_000] * 50)
    path = ladder.get_absolute_url()
    first = client.get(path).context
    second = client.get(path, {"after": first["page"].after}).context
    back = client.get(path, {"before": second["page"].before}).context
    assert [line.state.player_id for line in back["lines"]] == [
        line.state.player_id for line in first["lines"]
    ]
    assert back["lines"][0].rank == 1


def test_search_keeps_the_place_on_the_whole_board(client: Client, ladder: Ladder) -> None:
    list_players(ladder, [1_600_000, 1_500_000, 1_400_000])
    lines = client.get(ladder.get_absolute_url(), {"q": "PLAYER 002"}).context["lines"]
    assert [(line.state.player.name, line.rank) for line in lines] == [("Player 002", 3)]


def test_few_games_carry_the_mark(client: Client, ladder: Ladder) -> None:
    list_players(ladder, [1_500_000], games=19)
    assert 'class="prov"' in client.get(ladder.get_absolute_url()).content.decode()
    RatingState.objects.filter(epoch=ladder.active_epoch_id).update(games=20)
    assert 'class="prov"' not in client.get(ladder.get_absolute_url()).content.decode()


def test_only_the_listed_are_shown(client: Client, ladder: Ladder) -> None:
    list_players(ladder, [1_500_000, 1_400_000])
    RatingState.objects.filter(epoch=ladder.active_epoch_id, rating=1_400_000).update(listed=False)
    assert len(client.get(ladder.get_absolute_url()).context["lines"]) == 1


def test_as_many_queries_for_500_players_as_for_5(client: Client, ladder: Ladder) -> None:
    pages = (ladder.get_absolute_url(), f"{ladder.get_absolute_url()}?q=e", "/ratings/", "/players/")
    list_players(ladder, [1_500_000 + i for i in range(5)])
    few = [n_queries(client, page) for page in pages]
    list_players(ladder, [1_400_000 + i for i in range(500)], "Other")
    assert [n_queries(client, page) for page in pages] == few


def test_an_empty_board_says_what_it_waits_for(client: Client, ladder: Ladder) -> None:
    assert "Nobody is listed yet" in client.get(ladder.get_absolute_url()).content.decode()


def test_htmx_gets_the_board_alone(client: Client, ladder: Ladder) -> None:
    list_players(ladder, [1_500_000])
    fragment = client.get(ladder.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()
    assert fragment.lstrip().startswith('<div id="board"')
    assert "<html" not in fragment


def test_the_ladder_of_a_closed_circle_does_not_exist(client: Client, club: Club) -> None:
    ladder = make_ladder(club, "closed")
    club.visibility = "members"
    club.save(update_fields=["visibility"])
    assert client.get(ladder.get_absolute_url()).status_code == 404
    assert "closed" not in client.get("/ratings/").content.decode()


def test_unknown_ladder_is_404_and_a_post_is_refused(client: Client, ladder: Ladder) -> None:
    assert client.get("/ratings/none/").status_code == 404
    assert client.post(ladder.get_absolute_url()).status_code == 405


def test_the_formula_is_worked_out_by_the_code(client: Client) -> None:
    page = client.get("/ratings/how/").content.decode()
    assert "change = K × (result − expectation)" in page
    assert "+10.0" in page  # the winner of the example: K 20, result 1, expected 0.5
    assert "1510" in page
