"""Who may open which page: what a stranger may not see does not exist (`scenarios.md` S23, S36)."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.models import Club, Membership, User
from tests.evenings import Evening
from tests.tournaments.views.conftest import hide
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.django_db


def pages(tournament: Tournament) -> list[str]:
    base = tournament.get_absolute_url()
    table = Table.objects.filter(tournament=tournament, game__isnull=False)[0]
    assert table.game is not None
    return [
        base,
        f"{base}standings/",
        f"{base}standings/?after=1",
        f"{base}rounds/1/",
        f"{base}sheets/1/",
        table.game.get_absolute_url(),
    ]


def set_game_visibility(tournament: Tournament, visibility: str) -> None:
    for table in Table.objects.filter(tournament=tournament, game__isnull=False).select_related("game"):
        assert table.game is not None
        table.game.visibility = visibility
        table.game.save(update_fields=["visibility"])


def test_everybody_reads_a_public_tournament(client: Client, played: Evening) -> None:
    for page in pages(played.tournament):
        assert client.get(page, follow=True).status_code == 200, page


@pytest.mark.scenario("S36")
def test_a_members_only_tournament_does_not_exist_for_strangers(
    client: Client, played: Evening, bob: User
) -> None:
    hide(played.tournament)
    set_game_visibility(played.tournament, "members")
    for page in pages(played.tournament):
        assert client.get(page).status_code == 404, page
    client.force_login(bob)
    for page in pages(played.tournament):
        assert client.get(page).status_code == 404, page


def test_members_and_officials_read_it(client: Client, played: Evening, bob: User, alice: User) -> None:
    hide(played.tournament)
    player = played.entries[0].player
    player.user = bob
    player.save(update_fields=["user"])
    for user in (bob, alice):
        client.force_login(user)
        assert client.get(pages(played.tournament)[0]).status_code == 200


def test_who_left_the_club_is_a_stranger_again(client: Client, played: Evening, bob: User) -> None:
    hide(played.tournament)
    player = played.entries[0].player
    player.user = bob
    player.save(update_fields=["user"])
    Membership.objects.filter(player=player).update(left_at="2026-01-01T00:00:00Z")
    client.force_login(bob)
    assert client.get(pages(played.tournament)[0]).status_code == 404


@pytest.mark.parametrize("visibility", ["members", "unlisted"])
def test_no_list_names_what_is_not_listed(client: Client, played: Evening, visibility: str) -> None:
    hide(played.tournament, visibility)
    set_game_visibility(played.tournament, visibility)
    player = played.entries[0].player
    lists = [
        "/",
        "/tournaments/",
        "/tournaments/?q=March",
        played.tournament.club.get_absolute_url(),
        player.get_absolute_url(),
    ]
    for page in lists:
        assert "March evening" not in client.get(page).content.decode(), page


def test_an_unlisted_tournament_is_open_to_whoever_has_the_address(client: Client, played: Evening) -> None:
    hide(played.tournament, "unlisted")
    assert client.get(played.tournament.get_absolute_url()).status_code == 200


def test_a_members_only_club_hides_its_tournaments(client: Client, played: Evening, club: Club) -> None:
    club.visibility = "members"
    club.save(update_fields=["visibility"])
    for page in (*pages(played.tournament), club.get_absolute_url()):
        assert client.get(page).status_code == 404, page


@pytest.mark.scenario("S23")
def test_a_draft_is_nowhere(client: Client, evening: Evening, alice: User) -> None:
    drafted = evening.draw()
    assert drafted.number == 1
    base = evening.tournament.get_absolute_url()
    for user in (None, alice):
        if user is not None:
            client.force_login(user)
        assert client.get(f"{base}rounds/1/").status_code == 404
        assert client.get(f"{base}sheets/1/").status_code == 404
        page = client.get(base).content.decode()
        assert "Tables of round" not in page
        assert "Table 1" not in page


@pytest.mark.parametrize("page", ["", "standings/", "rounds/1/"])
def test_reading_pages_refuse_a_post(client: Client, path: str, page: str) -> None:
    assert client.post(path + page).status_code == 405


@pytest.mark.parametrize("page", ["rounds/9/", "sheets/999/", "standings/?after=9", "standings/?after=x"])
def test_what_is_not_there_is_404(client: Client, path: str, page: str) -> None:
    assert client.get(path + page).status_code == 404


def test_an_unknown_tournament_is_404(client: Client) -> None:
    assert client.get("/tournaments/none/").status_code == 404
