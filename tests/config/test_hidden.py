"""What is hidden is hidden by every road: pages, fragments, API, search, profiles, lists, the live stream."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club, Membership, Player, Role, User
from clubs.services.governing import change_club
from games.models import Game
from ratings.models import Ladder, RatingState
from ratings.services.writer import advance_ladder
from tests.answers import words_of
from tests.config.crawling import crawl, readings
from tests.evenings import Evening, make_club, make_evening, make_players, tables_of
from tournaments.errors import TournamentError
from tournaments.models import Official, Season, Tournament
from tournaments.services.rounds import unpublish_round
from tournaments.services.settings import change_settings

pytestmark = pytest.mark.django_db
SECRET = "Xanadu evening"


@pytest.fixture
def secret(club: Club, by_alice: By) -> Evening:
    """A closed round, and a second one that is only drawn."""
    players = make_players(club, 8, by=by_alice)
    season = Season.objects.create(club=club, slug="spring", name="Spring", tie_breaks=["wins", "shared"])
    evening = make_evening(club, by=by_alice, players=players, name=SECRET, season=season)
    evening.play_round()
    evening.draw()
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
    return evening


def hide(evening: Evening, visibility: str) -> None:
    """As `change_settings` does: the games follow."""
    Tournament.objects.filter(pk=evening.tournament.pk).update(visibility=visibility)
    Game.objects.filter(table__tournament=evening.tournament).update(visibility=visibility)
    evening.tournament.refresh_from_db()


def traces(evening: Evening) -> tuple[str, ...]:
    """Whatever would give an evening away."""
    games = Game.objects.filter(table__tournament=evening.tournament)
    return (
        SECRET,
        evening.tournament.slug,
        str(evening.tournament.uid),
        *(f'"/games/{game.pk}/' for game in games),
        *(str(game.uid) for game in games),
    )


@pytest.mark.scenario("S36")
@pytest.mark.parametrize("visibility", ["members", "unlisted"])
@pytest.mark.parametrize("is_signed_in", [False, True])
def test_no_list_search_or_profile_tells_of_it(
    client: Client, secret: Evening, bob: User, visibility: str, is_signed_in: bool
) -> None:
    public = readings(secret, of_tournament=False)
    extra = [f"/players/{entry.player.pk}/" for entry in secret.entries[1:]]
    extra += [
        "/players/?q=Ada",
        "/api/v1/players/?q=Ada",
        f"/api/v1/games/?club={secret.tournament.club.uid}",
    ]
    extra += [f"/api/v1/tournaments/?club={secret.tournament.club.uid}"]
    extra += [f"/api/v1/games/?player={secret.entries[0].player.uid}"]
    extra += [f"/ratings/{ladder.slug}/" for ladder in Ladder.objects.all()]
    told = [path for path in public + extra if SECRET in words_of(client.get(path))]
    assert told, "public evenings are told of"
    hide(secret, visibility)
    if is_signed_in:
        client.force_login(bob)
    for path in public + extra:
        response = client.get(path)
        assert response.status_code == 200, path
        text = words_of(response)
        assert [trace for trace in traces(secret) if trace in text] == [], path


@pytest.mark.scenario("S36")
@pytest.mark.parametrize("is_signed_in", [False, True])
def test_a_members_only_evening_is_404_at_every_address(
    client: Client, secret: Evening, bob: User, is_signed_in: bool
) -> None:
    addresses = readings(secret, of_tournament=True)
    assert len(addresses) >= 10
    assert all(client.get(path).status_code == 200 for path in addresses)
    hide(secret, "members")
    if is_signed_in:
        client.force_login(bob)
    assert {path: client.get(path).status_code for path in addresses} == dict.fromkeys(addresses, 404)
    assert client.get("/live/", {"topic": secret.tournament.topic}).status_code == 404
    assert client.get("/live/versions/", {"topic": secret.tournament.topic}).json() == {}


def test_a_member_reads_it_and_one_evenings_official_too(client: Client, secret: Evening, bob: User) -> None:
    hide(secret, "members")
    addresses = readings(secret, of_tournament=True)
    client.force_login(bob)
    official = Official.objects.create(tournament=secret.tournament, user=bob, role="director")
    assert {client.get(path).status_code for path in addresses} == {200}
    official.delete()
    assert {client.get(path).status_code for path in addresses} == {404}
    Player.objects.filter(pk=secret.entries[0].player.pk).update(user=bob)
    assert {client.get(path).status_code for path in addresses} == {200}
    Membership.objects.filter(player__user=bob).delete()
    assert {client.get(path).status_code for path in addresses} == {404}


def is_own_address(path: str) -> bool:
    return path.startswith("/tournaments/")


@pytest.mark.parametrize("hidden_by", ["tournament", "club"])
def test_an_unlisted_evening_opens_by_its_own_address_alone(
    client: Client, secret: Evening, bob: User, hidden_by: str
) -> None:
    if hidden_by == "tournament":
        hide(secret, "unlisted")
    else:
        Club.objects.update(visibility="unlisted")
    paths = readings(secret, of_tournament=True)
    assert {is_own_address(path) for path in paths} == {True, False}
    for user in (None, bob):
        if user is not None:
            client.force_login(user)
        for path in paths:
            assert client.get(path).status_code == (200 if is_own_address(path) else 404), path
        topic = secret.tournament.topic
        assert client.get("/live/versions/", {"topic": topic}).json() == {topic: secret.tournament.version}


def test_every_link_of_an_unlisted_evening_opens_for_who_has_its_address(
    client: Client, secret: Evening
) -> None:
    hide(secret, "unlisted")
    pages = crawl(client, [secret.tournament.get_absolute_url()])
    within = [path for path in pages if path.startswith(secret.tournament.get_absolute_url())]
    assert {pages[path].status for path in within} == {200}
    assert {page.status for page in pages.values()} <= {200, 302}  # elsewhere a link may ask for a sign-in
    assert any("/games/" in path for path in within)
    assert not [path for path in pages if path.startswith("/games/")]
    assert [path for path in within if pages[path].is_indexed] == []


def outsider(client: Client, kind: str, secret: Evening) -> None:
    """Sign in as somebody the evening is none of the business of."""
    if kind == "visitor":
        return
    user = User.objects.create_user("otto")
    client.force_login(user)
    if kind == "another owner":
        make_evening(make_club(user, "Another club"), by=By(user, "web"), name="Other").play_round()
    elif kind == "left the club":
        Player.objects.filter(pk=secret.entries[0].player.pk).update(user=user)
        Membership.objects.filter(player__user=user).update(left_at="2026-01-01T00:00:00Z")


@pytest.mark.parametrize(
    ("kind", "visibility"),
    [("visitor", "unlisted"), ("another owner", "members"), ("left the club", "unlisted")],
)
def test_who_counts_ids_asks_every_route_or_follows_every_link_comes_upon_nothing(
    client: Client, secret: Evening, kind: str, visibility: str
) -> None:
    people = [entry.player for entry in secret.entries[:4]]
    make_evening(secret.tournament.club, by=secret.by, name="Open evening", players=people).play_round()
    hide(secret, visibility)
    outsider(client, kind, secret)
    told = traces(secret)
    for path, page in crawl(client, ["/", "/players/", "/ratings/", "/help/", "/api/"]).items():
        assert page.status in (200, 302), path
        assert [trace for trace in told if trace in page.text] == [], path
    games = set(Game.objects.values_list("pk", flat=True))
    hidden = set(Game.objects.hidden().values_list("pk", flat=True))
    last = max(games)
    for pk in range(min(games), last + 2):
        assert (client.get(f"/games/{pk}/").status_code == 404) == (pk in hidden or pk not in games), pk
        uid = Game.objects.filter(pk=pk).values_list("uid", flat=True).first()
        if uid is not None:
            assert (client.get(f"/api/v1/games/{uid}/").status_code == 404) == (pk in hidden), pk
    counted = [f"sheet:{n}" for n in hidden] + [f"tournament:{n}" for n in range(1, last + 2)]
    for topic in counted:
        assert client.get("/live/versions/", {"topic": topic}).json() == {}, topic
    for player in Player.objects.all():
        for path in (f"/players/{player.pk}/", f"/api/v1/players/{player.uid}/"):
            assert [trace for trace in told if trace in words_of(client.get(path))] == [], path


INSIDERS = ("member", "scorekeeper", "director", "owner", "admin", "official")


def insider(client: Client, kind: str, secret: Evening) -> None:
    user = User.objects.create_user("ina", is_superuser=kind == "admin")
    client.force_login(user)
    if kind == "member":
        Player.objects.filter(pk=secret.entries[0].player.pk).update(user=user)
    elif kind == "official":
        Official.objects.create(tournament=secret.tournament, user=user, role="director")
    elif kind != "admin":
        Role.objects.create(club=secret.tournament.club, user=user, role=kind)


@pytest.mark.parametrize("visibility", ["members", "unlisted"])
@pytest.mark.parametrize("kind", INSIDERS)
def test_its_own_people_see_it_everywhere(
    client: Client, secret: Evening, visibility: str, kind: str
) -> None:
    hide(secret, visibility)
    insider(client, kind, secret)
    for path in readings(secret, of_tournament=True):
        assert client.get(path).status_code == 200, path
    tournament = secret.tournament
    games = {str(uid) for uid in Game.objects.values_list("uid", flat=True)}
    listed = client.get(f"/api/v1/games/?club={tournament.club.uid}").json()["results"]
    assert {row["uid"] for row in listed} == games
    listed = client.get(f"/api/v1/tournaments/?club={tournament.club.uid}").json()["results"]
    assert [row["uid"] for row in listed] == [str(tournament.uid)]
    assert SECRET in client.get(tournament.club.get_absolute_url()).content.decode()


@pytest.mark.parametrize("visibility", ["members", "unlisted"])
def test_no_number_counts_what_is_hidden(client: Client, secret: Evening, visibility: str) -> None:
    """The rating counts every game; how many there were and when is told of the others alone."""
    other = make_evening(
        secret.tournament.club,
        by=secret.by,
        name="Later evening",
        players=[entry.player for entry in secret.entries],
    )
    other.play_round()
    for ladder in Ladder.objects.all():
        advance_ladder(ladder.pk)
    hide(other, visibility)
    shown = {game.played_at for game in Game.objects.filter(table__tournament=secret.tournament)}
    player = secret.entries[0].player
    ladder = Ladder.objects.get(club=None)
    state = RatingState.objects.get(player=player, epoch=ladder.active_epoch_id)
    assert state.games == 2
    page = client.get(player.get_absolute_url())
    assert [line.state.games for line in page.context["ladders"]] == [1] * len(page.context["ladders"])
    assert [point.games for point in page.context["months"]] == [1]
    RatingState.objects.update(listed=True)
    Ladder.objects.update(min_games=1)
    lines = client.get(ladder.get_absolute_url()).context["lines"]
    assert {line.state.games for line in lines} == {1}
    assert {line.state.last_played for line in lines} <= shown
    assert all(line.change is not None for line in lines)
    entries = client.get(f"/api/v1/ladders/{ladder.slug}/entries/").json()["results"]
    assert {row["games"] for row in entries} == {1}
    assert {datetime.fromisoformat(row["last_played"]) for row in entries} <= shown


def test_what_becomes_unlisted_gets_an_address_nobody_can_guess(client: Client, secret: Evening) -> None:
    old = secret.tournament.get_absolute_url()
    assert old == "/tournaments/xanadu-evening/"
    changed = change_settings(secret.tournament, by=secret.by, changes={"visibility": "unlisted"})
    assert re.fullmatch(r"/tournaments/xanadu-evening-[0-9a-f]{16}/", changed.get_absolute_url())
    assert client.get(old).status_code == 404
    assert client.get(changed.get_absolute_url()).status_code == 200
    game = Game.objects.filter(table__tournament=changed)[0]
    assert game.visibility == "unlisted"
    assert game.occasion_url == f"{changed.get_absolute_url()}rounds/1/"


@pytest.mark.parametrize("visibility", ["members", "unlisted"])
def test_an_evening_is_hidden_also_after_it_was_closed(
    client: Client, secret: Evening, visibility: str
) -> None:
    Tournament.objects.filter(pk=secret.tournament.pk).update(closed_at=secret.tournament.starts_at)
    with pytest.raises(TournamentError, match="is closed"):
        change_settings(secret.tournament, by=secret.by, changes={"visibility": visibility, "n_rounds": 9})
    changed = change_settings(
        secret.tournament, by=secret.by, changes={"visibility": visibility, "name": SECRET}
    )
    assert SECRET not in client.get("/tournaments/").content.decode()
    assert client.get("/tournaments/xanadu-evening/").status_code == 404
    assert {game.visibility for game in Game.objects.filter(table__tournament=changed)} == {visibility}


def test_a_club_that_becomes_unlisted_takes_its_evenings_and_ladders_along(
    client: Client, secret: Evening
) -> None:
    club = secret.tournament.club
    ladder = club.ladders.get()
    old = [club.get_absolute_url(), secret.tournament.get_absolute_url(), ladder.get_absolute_url()]
    change_club(club, by=secret.by, changes={"visibility": "unlisted"})
    for row in (club, secret.tournament, ladder):
        row.refresh_from_db()
    new = [club.get_absolute_url(), secret.tournament.get_absolute_url(), ladder.get_absolute_url()]
    assert [client.get(path).status_code for path in old] == [404] * 3
    assert [client.get(path).status_code for path in new] == [200] * 3
    assert all(re.search(r"-[0-9a-f]{16}(-oh-hell)?/$", path) for path in new)
    assert client.get(f"/api/v1/ladders/{ladder.slug}/").status_code == 404
    assert ladder.slug not in client.get("/ratings/").content.decode()


def test_a_club_and_a_tournament_may_begin_unlisted(alice: User) -> None:
    club = make_club(alice, "Hush", visibility="unlisted")
    evening = make_evening(club, by=By(alice, "web"), n_players=3, name="Quiet")
    assert re.fullmatch(r"hush-[0-9a-f]{16}", club.slug)
    assert re.fullmatch(r"quiet-[0-9a-f]{16}", evening.tournament.slug)


@pytest.mark.scenario("S23")
def test_nothing_anywhere_tells_of_a_draft(client: Client, secret: Evening, bob: User) -> None:
    """Who sits where in round 2 is the secret; round 1 is public."""
    draft = secret.tournament.rounds.get(state="draft")
    client.force_login(bob)
    for path in readings(secret, of_tournament=True) + readings(secret, of_tournament=False):
        text = words_of(client.get(path))
        assert "/rounds/2/" not in text, path
        assert draft.input_hash not in text, path
    base = secret.tournament.get_absolute_url()
    for path in (f"{base}rounds/2/", f"{base}draw/", f"/api/v1/tournaments/{secret.tournament.uid}/draft/"):
        assert client.get(path).status_code == 404, path
    rounds = client.get(f"/api/v1/tournaments/{secret.tournament.uid}/rounds/").json()
    assert [row["number"] for row in rounds] == [1]


@pytest.mark.scenario("S23")
def test_a_round_taken_back_is_hidden_again(client: Client, evening: Evening) -> None:
    published = evening.publish()
    address = published.get_absolute_url()
    games = [f"/games/{table.game_id}/" for table in tables_of(published)]
    assert {client.get(path).status_code for path in (address, *games)} == {200}
    unpublish_round(published, by=evening.by, reason="too early")
    assert {client.get(path).status_code for path in (address, *games)} == {404}


def test_a_director_of_one_evening_directs_no_other(secret: Evening, bob: User, alice: User) -> None:
    other = make_evening(make_club(alice, "Another club"), by=By(alice, "web"), name="Other")
    Official.objects.create(tournament=secret.tournament, user=bob, role="director")
    client = Client()
    client.force_login(bob)
    for part in ("log/", "door/", "penalties/"):
        assert client.get(f"{secret.tournament.get_absolute_url()}{part}").status_code == 200
        assert client.get(f"{other.tournament.get_absolute_url()}{part}").status_code == 403
    path = f"/api/v1/tournaments/{other.tournament.uid}/draft/"
    assert client.post(path, "{}", content_type="application/json").status_code == 403
