"""The board: places, pages, search, and the formula in words."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from io import StringIO
from types import MappingProxyType

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from clubs.activity import By
from clubs.models import Club, Player, User
from ratings.models import Ladder, LadderEpoch, RatingState
from ratings.services.ladders import stored_system
from ratings.services.writer import advance_ladder
from ratings.systems import get_system, registry
from ratings.systems.elo_mp import EloMp
from tests.counting import n_queries
from tests.evenings import make_players
from tests.ratings.paper import play

pytestmark = pytest.mark.django_db


def make_ladder(club: Club | None = None, slug: str = "oh-hell-test") -> Ladder:
    system = stored_system("elo-mp", 1)
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


def test_a_page_that_begins_within_a_tie_shares_its_place(client: Client, ladder: Ladder) -> None:
    list_players(ladder, [1_600_000] * 49 + [1_500_000] * 2 + [1_400_000])
    first = client.get(ladder.get_absolute_url()).context
    second = client.get(ladder.get_absolute_url(), {"after": first["page"].after}).context
    assert [(line.rank, line.shared) for line in second["lines"]] == [(50, True), (52, False)]
    assert (first["lines"][-1].rank, first["lines"][-1].shared) == (50, False)


def test_who_rests_is_shown_on_demand_without_a_place(client: Client, ladder: Ladder) -> None:
    people = list_players(ladder, [1_600_000, 1_550_000, 1_500_000])
    RatingState.objects.filter(player=people[0]).update(listed=False)
    few = list_players(ladder, [1_700_000], prefix="Newcomer", games=9)
    RatingState.objects.filter(player=few[0]).update(listed=False)
    hidden = list_players(ladder, [1_800_000], prefix="Hidden")
    RatingState.objects.filter(player=hidden[0]).update(listed=False)
    Player.objects.filter(pk=hidden[0].pk).update(hidden=True)
    lines = client.get(ladder.get_absolute_url(), {"activity": "all"}).context["lines"]
    assert [(line.state.player_id, line.rank) for line in lines] == [
        (people[0].pk, None),
        (people[1].pk, 1),
        (people[2].pk, 2),
    ]


def test_filters_by_activity_club_and_table_size(
    client: Client, ladder: Ladder, club: Club, by_alice: By
) -> None:
    ada, bo, cleo, _dag = make_players(club, 4, by=by_alice)
    others = list_players(ladder, [1_700_000])
    assert ladder.active_epoch_id is not None
    now = timezone.now()
    for player, rating, days in ((ada, 1_600_000, 10), (bo, 1_500_000, 200), (cleo, 1_400_000, 10)):
        RatingState.objects.create(
            epoch_id=ladder.active_epoch_id,
            player=player,
            rating=rating,
            games=30,
            peak=rating,
            listed=True,
            last_played=now - timedelta(days=days),
        )
    play(club, [ada, bo, cleo], [1, 2, 3], minute=0)
    play(club, [ada, others[0]], [1, 2], minute=1, visibility="unlisted")

    def names(**query: str) -> list[int]:
        lines = client.get(ladder.get_absolute_url(), query).context["lines"]
        return [line.state.player_id for line in lines]

    assert names(activity="recent") == [ada.pk, cleo.pk]
    assert names(club=club.slug) == names(club=club.name.upper()) == [ada.pk, bo.pk, cleo.pk]
    assert names(size="3", activity="recent") == [ada.pk, cleo.pk]
    assert names(size="2") == [], "a table of a hidden game tells nothing"
    assert names(club="nowhere") == []
    assert names(size="x", activity="y") == [others[0].pk, ada.pk, bo.pk, cleo.pk]
    ranks = [
        line.rank for line in client.get(ladder.get_absolute_url(), {"club": club.slug}).context["lines"]
    ]
    assert ranks == [1, 2, 3]
    api = client.get(f"/api/v1/ladders/{ladder.slug}/entries/", {"size": "3", "activity": "recent"}).json()
    assert [row["player"]["name"] for row in api["results"]] == ["Ada", "Cleo"]


def test_pages_keep_the_choices(client: Client, ladder: Ladder) -> None:
    list_players(ladder, [1_500_000] * 60)
    text = client.get(ladder.get_absolute_url(), {"activity": "all", "q": "player"}).content.decode()
    assert "?q=player&amp;activity=all&amp;after=" in text


def test_where_am_i_opens_the_page_around_me(client: Client, ladder: Ladder, bob: User) -> None:
    people = list_players(ladder, [1_600_000 - 1000 * i for i in range(120)])
    me = people[75]
    Player.objects.filter(pk=me.pk).update(user=bob)
    assert "Where am I?" not in client.get(ladder.get_absolute_url()).content.decode()
    client.force_login(bob)
    assert f"?player={me.pk}#here" in client.get(ladder.get_absolute_url()).content.decode()
    response = client.get(ladder.get_absolute_url(), {"player": me.pk})
    lines = response.context["lines"]
    assert [line.rank for line in lines if line.state.player_id == me.pk] == [76]
    assert lines[0].rank == 66
    assert '<tr id="here" class="me">' in response.content.decode()


def test_who_is_not_on_the_list_is_told_why(client: Client, ladder: Ladder) -> None:
    list_players(ladder, [1_500_000])
    few, resting = list_players(ladder, [1_500_000, 1_400_000], prefix="Away")
    RatingState.objects.filter(player=few).update(listed=False, games=3)
    RatingState.objects.filter(player=resting).update(listed=False)
    path = ladder.get_absolute_url()
    assert "not played enough rated games" in client.get(path, {"player": few.pk}).content.decode()
    told = client.get(path, {"player": resting.pk}).content.decode()
    assert "rests" in told
    shown = client.get(path, {"player": str(resting.pk), "activity": "all"})
    assert 'id="here"' in shown.content.decode()
    nonsense: str
    for nonsense in ("x", "-1", "9" * 19, "999999"):
        assert client.get(path, {"player": nonsense}).status_code == 200


def test_how_it_is_computed_tells_of_the_system_in_force(
    client: Client, club: Club, by_alice: By, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a swap to another version the page names that one and its K, as the example beside it does."""
    sentence = "K is {} in your first game and falls to {} after {} games"
    ada, bo = make_players(club, 2, by=by_alice)
    play(club, [ada, bo], [1, 2], minute=0)
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
    page = client.get("/ratings/how/").content.decode()
    assert "System elo-mp, version 1." in page
    assert sentence.format(100, 20, 40) in page
    first = get_system("elo-mp", 1)
    slower = EloMp.from_params(version=2, params={**first.params, "k_num": 500, "k_min": 10})
    monkeypatch.setattr(registry, "_SYSTEMS", MappingProxyType({("elo-mp", 1): first, ("elo-mp", 2): slower}))
    call_command("ratings_rebuild", "oh-hell", "--system", "elo-mp:2", "--yes", stdout=StringIO())
    page = client.get("/ratings/how/").content.decode()
    assert "System elo-mp, version 2." in page
    assert sentence.format(50, 10, 40) in page
    assert "+25.0" in page  # the winner of two: K 50, result 1, expected 0.5


def test_how_it_is_computed_takes_the_readers_own_last_game(
    client: Client, club: Club, by_alice: By, bob: User
) -> None:
    ada, bo, cleo, dag = make_players(club, 4, by=by_alice)
    Player.objects.filter(pk=ada.pk).update(user=bob)
    mine = play(club, [ada, bo, cleo], [2, 1, 3], minute=0)
    newest = play(club, [bo, cleo, dag], [1, 2, 3], minute=1)
    play(club, [bo, cleo, dag], [1, 2, 3], minute=2, visibility="members")
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
    assert client.get("/ratings/how/").context["game"] == newest
    client.force_login(bob)
    page = client.get("/ratings/how/")
    assert page.context["game"] == mine
    assert page.context["told"].player == ada
    text = unescape(page.content.decode())
    out = StringIO()
    call_command("ratings_explain", str(mine.pk), stdout=out)
    told = out.getvalue().split("Ladder ")[1].splitlines()[1:]
    for line in (line.strip() for line in told if not line.startswith("    ")):
        assert line in text, "the page says what the command says"
    duels = [line.strip() for line in told if line.startswith("    ")][:2]
    assert duels == [
        "against Bo (1500.0): expected 0.500, scored 0",
        "against Cleo (1500.0): expected 0.500, scored 1",
    ]
    assert all(line in text for line in duels)
