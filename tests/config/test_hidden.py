"""What is hidden is hidden by every road: pages, fragments, API, search, profiles, lists, the live stream."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from clubs.activity import By
from clubs.models import Club, Membership, Player, User
from clubs.rights import Act
from games.models import Game
from ratings.models import Ladder
from tests.config.rights_table import ROADS, Road
from tests.evenings import Evening, make_club, make_evening, make_players, tables_of
from tournaments.models import Official, Season, Tournament
from tournaments.services.rounds import unpublish_round

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
    return evening


def hide(evening: Evening, visibility: str) -> None:
    """As `change_settings` does: the games follow."""
    Tournament.objects.filter(pk=evening.tournament.pk).update(visibility=visibility)
    Game.objects.filter(table__tournament=evening.tournament).update(visibility=visibility)
    evening.tournament.refresh_from_db()


def readings(evening: Evening, *, of_tournament: bool) -> list[str]:
    """Every address that anybody may read, about this evening or about everything else."""
    tournament = evening.tournament
    game = Game.objects.filter(table__tournament=tournament)[0]
    words = {
        "club": tournament.club.slug,
        "club_uid": tournament.club.uid,
        "season": "spring",
        "game": game.pk,
        "game_uid": game.uid,
        "player": evening.entries[0].player.pk,
        "player_uid": evening.entries[0].player.uid,
    }
    found = []
    for road in ROADS:
        if road.method != "GET" or road.act is not Act.READ_PUBLIC or road.ok != (200,):
            continue
        is_about_it = bool(road.where) or "{game" in str(road.kwargs)
        if is_about_it == of_tournament and (path := _path(road, words, tournament)):
            found.append(path)
    return found


def _path(road: Road, words: dict[str, object], tournament: Tournament) -> str | None:
    kwargs = {}
    for name, value in road.kwargs.items():
        kwargs[name] = words.get(value.strip("{}")) if isinstance(value, str) and "{" in value else value
    if road.where:
        kwargs |= {"uid": tournament.uid} if road.is_api else {"slug": tournament.slug}
    try:
        return reverse(road.name, kwargs=kwargs) if None not in kwargs.values() else None
    except NoReverseMatch:
        return None


def traces(evening: Evening) -> tuple[str, ...]:
    """Whatever would give an evening away."""
    games = Game.objects.filter(table__tournament=evening.tournament)
    return (
        SECRET,
        evening.tournament.slug,
        str(evening.tournament.uid),
        *(f"/games/{game.pk}/" for game in games),
        *(str(game.uid) for game in games),
    )


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
    told = [path for path in public + extra if SECRET in client.get(path).content.decode()]
    assert told, "public evenings are told of"
    hide(secret, visibility)
    if is_signed_in:
        client.force_login(bob)
    for path in public + extra:
        response = client.get(path)
        assert response.status_code == 200, path
        text = response.content.decode()
        assert [trace for trace in traces(secret) if trace in text] == [], path


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
    assert client.get("/live/", {"topic": secret.tournament.scope}).status_code == 404
    assert client.get("/live/versions/", {"topic": secret.tournament.scope}).json() == {}


def test_a_member_reads_it_and_one_evenings_official_too(client: Client, secret: Evening, bob: User) -> None:
    hide(secret, "members")
    addresses = [path for path in readings(secret, of_tournament=True) if "/api/v1/games/" not in path]
    client.force_login(bob)
    official = Official.objects.create(tournament=secret.tournament, user=bob, role="director")
    assert {client.get(path).status_code for path in addresses} == {200}
    official.delete()
    assert {client.get(path).status_code for path in addresses} == {404}
    Player.objects.filter(pk=secret.entries[0].player.pk).update(user=bob)
    assert {client.get(path).status_code for path in addresses} == {200}
    Membership.objects.filter(player__user=bob).delete()
    assert {client.get(path).status_code for path in addresses} == {404}


def test_an_unlisted_evening_opens_to_whoever_has_its_address_but_not_in_the_api(
    client: Client, secret: Evening, alice: User
) -> None:
    hide(secret, "unlisted")
    for path in readings(secret, of_tournament=True):
        expected = 404 if path.startswith("/api/") else 200
        assert client.get(path).status_code == expected, path
    client.force_login(alice)
    assert client.get(f"/api/v1/tournaments/{secret.tournament.uid}/").status_code == 200


def test_nothing_anywhere_tells_of_a_draft(client: Client, secret: Evening, bob: User) -> None:
    """Who sits where in round 2 is the secret; round 1 is public."""
    draft = secret.tournament.rounds.get(state="draft")
    client.force_login(bob)
    for path in readings(secret, of_tournament=True) + readings(secret, of_tournament=False):
        text = client.get(path).content.decode()
        assert "/rounds/2/" not in text, path
        assert draft.input_hash not in text, path
    base = secret.tournament.get_absolute_url()
    for path in (f"{base}rounds/2/", f"{base}draw/", f"/api/v1/tournaments/{secret.tournament.uid}/draft/"):
        assert client.get(path).status_code == 404, path
    rounds = client.get(f"/api/v1/tournaments/{secret.tournament.uid}/rounds/").json()
    assert [row["number"] for row in rounds] == [1]


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
