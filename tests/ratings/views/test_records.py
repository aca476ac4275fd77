"""The games behind each number, the figures of bidding, and two players against each other."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club, Player, User
from games.models import Game
from games.services.games import create_game
from games.services.people import merge_players
from games.services.sheets import record_sheet
from ratings.models import Ladder, RatingState
from ratings.services.writer import advance_ladder
from tests.counting import n_queries
from tests.evenings import make_players
from tests.ratings.paper import BY, NOON, correct, play

pytestmark = pytest.mark.django_db

RULES = {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [1, 2]}}


@pytest.fixture
def people(club: Club, by_alice: By) -> list[Player]:
    """Ada, Bo, Cleo, Dag."""
    return make_players(club, 4, by=by_alice)


def rate() -> None:
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)


def play_hands(club: Club, people: list[Player], **settings: object) -> Game:
    """Ada deals the hand of one: bids 0 and takes it (over). In the hand of two she makes her 1."""
    game = create_game(club=club, rules=RULES, players=people[:3], played_at=NOON, by=BY, **settings)  # type: ignore[arg-type]
    sheet = {
        "players": [str(player.uid) for player in people[:3]],
        "deals": [
            {"hand_size": 1, "bids": [0, 0, 0], "tricks": [1, 0, 0]},
            {"hand_size": 2, "bids": [1, 0, 0], "tricks": [1, 1, 0]},
        ],
    }
    return record_sheet(game, sheet=sheet, by=BY).game


def test_figures_count_by_hand_size_and_dealer(client: Client, club: Club, people: list[Player]) -> None:
    play_hands(club, people)
    rate()
    context = client.get(f"/players/{people[0].pk}/figures/").context
    counted = {size: (tally.n, tally.made, tally.over, tally.zeros) for size, tally in context["sizes"]}
    assert counted == {1: (1, 0, 1, 1), 2: (1, 1, 0, 0)}
    assert {who: (tally.n, tally.made) for who, tally in context["dealers"]} == {"yes": (1, 0), "no": (1, 1)}


def test_every_number_opens_as_many_hands(client: Client, club: Club, people: list[Player]) -> None:
    play_hands(club, people)
    play_hands(club, people)
    rate()
    for player in people[:3]:
        text = client.get(f"/players/{player.pk}/figures/").content.decode()
        links = re.findall(r'<a href="(/players/\d+/games/\?[^"]*)">(\d+)</a>', text)
        assert len(links) > 5
        for path, number in links:
            opened = client.get(path.replace("&amp;", "&")).context
            assert opened["n_hands"] == int(number), path
            assert sum(row.hands for row in opened["rows"]) == int(number)


def test_the_numbers_of_the_profile_open_their_games(
    client: Client, club: Club, people: list[Player]
) -> None:
    play(club, people, [1, 2, 3, 4], minute=0)
    play(club, people, [2, 1, 3, 4], minute=1)
    play(club, people, [1, 3, 2, 4], minute=2)
    rate()
    text = client.get(people[0].get_absolute_url()).content.decode()
    assert '<a href="games/?place=1">2</a>' in text
    won = client.get(f"/players/{people[0].pk}/games/?place=1").context
    assert [row.seat.place for row in won["rows"]] == [1, 1]
    row = client.get(f"/players/{people[0].pk}/games/").context["rows"][-1]
    assert (row.why.expected, row.why.scored, row.why.delta_milli) == (0.5, 1.0, 50_000)
    assert row.rating == 1_550_000


def test_best_and_worst_game_are_those_of_the_ladder(
    client: Client, club: Club, people: list[Player]
) -> None:
    best = play(club, people, [1, 2, 3, 4], minute=0)
    play(club, people, [2, 1, 3, 4], minute=1)
    worst = play(club, people, [4, 1, 2, 3], minute=2)
    play_hands(club, people)
    rate()
    extremes = client.get(f"/players/{people[0].pk}/figures/").context["extremes"]
    assert [(kind, event.game_id) for kind, event in extremes] == [("best", best.pk), ("worst", worst.pk)]


def test_a_best_game_of_no_club_and_without_bids_is_named(client: Client, people: list[Player]) -> None:
    play(None, people, [1, 2, 3, 4], minute=0)
    rate()
    text = client.get(f"/players/{people[0].pk}/figures/").content.decode()
    assert re.search(r'<a href="/games/\d+/">\s*Game, ', text)


def test_two_players_are_compared_with_what_was_foretold(
    client: Client, club: Club, people: list[Player]
) -> None:
    ada, bo, *_ = people
    play(club, people, [1, 2, 3, 4], minute=0)
    play(club, people, [2, 2, 3, 4], minute=1)
    play(club, [ada, people[2], people[3]], [1, 2, 3], minute=2)
    play(club, people, [2, 1, 3, 4], minute=3, casual=True)
    rate()
    context = client.get(f"/players/{ada.pk}/against/{bo.pk}/").context
    assert context["counts"] == {"ahead": 1, "level": 1, "behind": 1}
    assert (context["n"], context["n_rated"], context["scored"]) == (3, 2, 1.5)
    assert context["expected"] == pytest.approx(0.5 + 1 / (1 + 10 ** (-(1550 - 1516.667) / 400)))
    back = client.get(f"/players/{bo.pk}/against/{ada.pk}/").context
    assert back["counts"] == {"ahead": 1, "level": 1, "behind": 1}
    assert back["expected"] + context["expected"] == pytest.approx(2)
    behind = client.get(f"/players/{ada.pk}/against/{bo.pk}/?result=behind").context["rows"]
    assert [(row.seat.place, row.seat.their_place, row.why) for row in behind] == [(2, 1, None)]


def test_what_was_foretold_opens_the_games_it_was_foretold_for(
    client: Client, club: Club, people: list[Player]
) -> None:
    ada, bo, *_ = people
    rated = [play(club, people, [1, 2, 3, 4], minute=0), play(club, people, [2, 2, 3, 4], minute=1)]
    play(club, people, [2, 1, 3, 4], minute=3, casual=True)
    rate()
    path = f"/players/{ada.pk}/against/{bo.pk}/"
    assert client.get(path).content.decode().count('href="?result=rated"') == 3
    rows = client.get(path, {"result": "rated"}).context["rows"]
    assert [row.seat.game_id for row in rows] == [game.pk for game in rated[::-1]]
    assert all(row.why is not None for row in rows)


def test_merged_profiles_meet_under_their_person(
    client: Client, club: Club, people: list[Player], by_alice: By
) -> None:
    ada, bo, cleo, dag = people
    play(club, [ada, bo], [1, 2], minute=0)
    play(club, [cleo, bo], [1, 2], minute=1)
    merge_players(cleo, into=ada, by=by_alice, reason="one person")
    rate()
    assert client.get(f"/players/{ada.pk}/against/{bo.pk}/").context["counts"]["ahead"] == 2
    moved = client.get(f"/players/{bo.pk}/against/{cleo.pk}/")
    assert moved.headers["Location"] == f"/players/{bo.pk}/against/{ada.pk}/"
    for page in ("", "games/", "figures/", "against/", "curve/"):
        moved = client.get(f"/players/{cleo.pk}/{page}")
        assert moved.headers["Location"] == f"/players/{ada.pk}/{page}"
    assert client.get(f"/players/{ada.pk}/against/{dag.pk}/").context["n"] == 0


@pytest.mark.parametrize("visibility", ["members", "unlisted"])
def test_hidden_games_are_in_no_number(
    client: Client, club: Club, people: list[Player], visibility: str
) -> None:
    play_hands(club, people, visibility=visibility, occasion="Secret evening")
    rate()
    ada, bo, *_ = people
    for page in ("games/", "games/?bid=over", "figures/", "against/", f"against/{bo.pk}/", "curve/"):
        response = client.get(f"/players/{ada.pk}/{page}")
        assert "Secret evening" not in response.content.decode(), page
        assert re.search(r"/games/\d", response.content.decode()) is None, page
    assert client.get(f"/players/{ada.pk}/figures/").context["all"].n == 0
    assert client.get(f"/players/{ada.pk}/against/{bo.pk}/").context["n"] == 0


def test_the_points_of_the_curve_name_game_and_evening(
    client: Client, club: Club, people: list[Player]
) -> None:
    first = play(club, people, [1, 2, 3, 4], minute=0, occasion="March evening")
    second = play(club, people, [1, 2, 3, 4], minute=1)
    rate()
    assert client.get(f"/players/{people[0].pk}/curve/").json() == {
        "games": [[first.get_absolute_url(), "March evening"], [second.get_absolute_url(), club.name]]
    }


def test_anybody_is_found_by_name(client: Client, club: Club, people: list[Player]) -> None:
    path = f"/players/{people[0].pk}/against/"
    assert f"{path}{people[2].pk}/" in client.get(path, {"q": "cle"}).content.decode()
    assert "Nobody is called" in client.get(path, {"q": "zz"}).content.decode()


@pytest.mark.parametrize("query", ["hand=x&bid=what", "hand=99999999999999999999", "place=-1", "after=%00~1"])
def test_what_cannot_be_asked_is_as_not_asked(
    client: Client, club: Club, people: list[Player], query: str
) -> None:
    play_hands(club, people)
    assert client.get(f"/players/{people[0].pk}/games/?{query}").context["n_games"] == 1


def test_as_many_queries_for_40_games_as_for_3(client: Client, club: Club, people: list[Player]) -> None:
    ada, bo = people[0].pk, people[1].pk
    paths = [
        "games/",
        "games/?bid=made",
        "figures/",
        "curve/",
        "against/",
        f"against/{bo}/",
        f"against/{bo}/?result=ahead",
    ]
    for minute in range(3):
        play(club, people, [1, 2, 3, 4], minute=minute)
        play_hands(club, people)
    rate()
    few = [n_queries(client, f"/players/{ada}/{path}") for path in paths]
    for minute in range(3, 40):
        play(club, people, [1, 2, 3, 4], minute=minute)
    rate()
    assert [n_queries(client, f"/players/{ada}/{path}") for path in paths] == few
    assert max(few) <= 12


def test_wrong_methods_and_unknown_people(client: Client, people: list[Player]) -> None:
    ada = people[0].pk
    for page in ("games/", "figures/", "curve/", "against/", f"against/{people[1].pk}/"):
        assert client.post(f"/players/{ada}/{page}").status_code == 405
        assert client.get(f"/players/999999/{page}").status_code == 404
    assert client.get(f"/players/{ada}/against/{ada}/").status_code == 404
    assert client.get(f"/players/{ada}/against/99999999999999999999/").status_code == 404


def test_the_numbers_of_each_ladder_open_the_games_it_rates(
    client: Client, club: Club, people: list[Player]
) -> None:
    """By page, by profile, and to the integer: the newest line is the rating, the lines are as many as the games."""
    play(club, people, [1, 2, 3, 4], minute=1)
    play(None, people, [2, 1, 3, 4], minute=2)
    play(club, people, [1, 2, 3, 4], minute=3, casual=True)
    rate()
    for ladder in Ladder.objects.all():
        state = RatingState.objects.get(epoch=ladder.active_epoch_id, player=people[0])
        context = client.get(f"/players/{people[0].pk}/games/?ladder={ladder.slug}").context
        assert context["n_games"] == state.games == len(context["rows"])
        assert context["rows"][0].rating == state.rating
    assert len(client.get(f"/players/{people[0].pk}/games/?ladder=nope").context["rows"]) == 3


@pytest.mark.parametrize("visibility", ["public", "unlisted", "members"])
def test_a_ladder_asked_for_opens_as_many_games_as_its_line_counts(
    client: Client, club: Club, people: list[Player], alice: User, visibility: str
) -> None:
    """No hidden one, also for members who may open it: the number beside the name does not count it either."""
    play(club, people, [1, 2, 3, 4], minute=1)
    hidden = play(club, people, [1, 2, 3, 4], minute=2, visibility="unlisted")
    play(None, people, [2, 1, 3, 4], minute=3)
    Club.objects.filter(pk=club.pk).update(visibility=visibility)
    Ladder.objects.update(min_games=1)
    rate()
    ada = people[0].pk
    public = (
        Ladder.objects.get(club=club).get_absolute_url() if visibility == "public" else "/ratings/oh-hell/"
    )
    opened = client.get(f"/players/{ada}/games/?ladder={public.split('/')[2]}").context["rows"]
    assert hidden.pk not in {row.seat.game_id for row in opened}
    client.force_login(alice)
    for ladder in Ladder.objects.all():
        path = f"/players/{ada}/games/?ladder={ladder.slug}"
        board = client.get(ladder.get_absolute_url(), {"activity": "all"}).context["lines"]
        counted = [line.state.games for line in board if line.state.player_id == ada]
        assert [client.get(path).context["n_games"]] == counted, (ladder.slug, visibility)
    profile = client.get(f"/players/{ada}/").context["ladders"]
    assert profile
    for line in profile:
        assert client.get(line.games).context["n_games"] == line.state.games


def test_no_number_without_the_facts_behind_it(client: Client, club: Club, people: list[Player]) -> None:
    """Each number is a link, or stands in the line of one game or duel; a share stands beside what it divides."""
    for minute in range(4):
        play_hands(club, people)
        play(club, people, [1, 2, 3, 4], minute=minute)
    Ladder.objects.update(min_games=1)
    rate()
    ada, bo = people[0].pk, people[1].pk
    ladders = [ladder.get_absolute_url() for ladder in Ladder.objects.all()]
    pages = ["", "games/", "figures/", "against/", f"against/{bo}/"]
    for path in ["/ratings/", "/ratings/how/", *ladders, *(f"/players/{ada}/{page}" for page in pages)]:
        text = client.get(path).content.decode()
        for row in re.findall(r"<tr[ >].*?</tr>", text, re.DOTALL):
            of_game = re.search(r'<th scope="row"><a href="/games/\d+/"', row)
            for cell in re.findall(r'<td class="num[^"]*">(.*?)</td>', row, re.DOTALL):
                is_fact = "<a " in cell or of_game or cell == "0" or not re.search(r"\d", cell)
                assert is_fact or _is_share(row, cell), (path, row)
        for figure in re.findall(r"<dd>(.*?)</dd>", text, re.DOTALL):
            assert "<a " in re.sub(r"<small>[^<]*</small>", "", figure), (path, figure)


def _is_share(row: str, cell: str) -> bool:
    """Made of all, in per cent."""
    numbers = [int(n) for n in re.findall(r">(\d+)</a>", row)]
    return len(numbers) > 1 and int(cell) == (100 * numbers[1] + numbers[0] // 2) // numbers[0]


def test_the_highest_rating_opens_the_game_that_made_it(
    client: Client, club: Club, people: list[Player]
) -> None:
    made_it = play(club, people, [1, 2, 3, 4], minute=1)
    play(club, people, [4, 1, 2, 3], minute=2)
    rate()
    lines = client.get(f"/players/{people[0].pk}/").context["ladders"]
    assert [line.highest for line in lines] == [made_it.get_absolute_url()] * 2


def test_a_corrected_game_is_not_explained_before_it_is_rated_anew(
    client: Client, club: Club, people: list[Player]
) -> None:
    game = play(club, people, [1, 2, 3, 4], minute=1)
    rate()
    correct(game, people, [4, 3, 2, 1])
    row = client.get(f"/players/{people[0].pk}/games/").context["rows"][0]
    assert row.why is None
