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


DESK = ["sheets/", "sheets/1/", "sheets/1/verify/", "sheets/1/print/", "sheets/99/", "rounds/1/links/"]


def told(client: Client, path: str, method: str) -> tuple[object, ...]:
    """What an answer at an address of the desk says, without the words of the address itself."""
    typed = {"0.bids.0": "1"} if method == "post" else {}
    answer = getattr(client, method)(path, typed)
    slug = path.split("/")[2]
    text, where = answer.content.decode(), answer.headers.get("Location", "")
    return answer.status_code, where.replace(slug, "-"), text.replace(slug, "-"), sorted(answer.cookies)


@pytest.mark.scenario("S36")
@pytest.mark.parametrize("method", ["get", "head", "post"])
@pytest.mark.parametrize("page", DESK)
def test_a_signed_out_visitor_learns_nothing_at_the_desk_of_an_evening_that_is_hidden(
    played: Evening, method: str, page: str
) -> None:
    """The sign-in answers at each address, so that a helper whose sign-in expired comes back."""
    base = played.tournament.get_absolute_url()
    public = told(Client(), base + page, method)
    hide(played.tournament)
    set_game_visibility(played.tournament, "members")
    hidden = told(Client(), base + page, method)
    nowhere = told(Client(), f"/tournaments/nowhere/{page}", method)
    assert public == hidden == nowhere
    if method != "post":
        assert hidden[:2] == (302, f"/accounts/login/?next=/tournaments/-/{page}")


def test_who_signs_in_at_the_desk_of_a_hidden_evening_finds_it_only_if_they_may(
    played: Evening, bob: User, alice: User
) -> None:
    hide(played.tournament)
    set_game_visibility(played.tournament, "members")
    for user, status in ((alice, 200), (bob, 404)):
        client = Client()
        client.force_login(user)
        for page in ("sheets/", "sheets/1/"):
            assert client.get(played.tournament.get_absolute_url() + page).status_code == status


def test_a_page_that_is_not_here_leads_a_signed_out_reader_to_the_sign_in_and_back(
    client: Client, played: Evening, alice: User
) -> None:
    hide(played.tournament)
    for path in (played.tournament.get_absolute_url(), "/tournaments/nowhere/"):
        acts = client.get(path).content.decode().split('<div class="acts">')[1]
        assert f"next={path.replace('/', '%2F')}" in acts
    client.force_login(alice)
    assert "/accounts/login/" not in client.get("/tournaments/nowhere/").content.decode()


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
    for user, of_a_sheet in ((None, 302), (alice, 404)):  # 302: asked to sign in, whatever is there
        if user is not None:
            client.force_login(user)
        assert client.get(f"{base}rounds/1/").status_code == 404
        assert client.get(f"{base}sheets/1/").status_code == of_a_sheet
        page = client.get(base).content.decode()
        assert "Tables of round" not in page
        assert "Table 1" not in page


@pytest.mark.parametrize("page", ["", "standings/", "rounds/1/"])
def test_reading_pages_refuse_a_post(client: Client, path: str, page: str) -> None:
    assert client.post(path + page).status_code == 405


@pytest.mark.parametrize("page", ["rounds/9/", "standings/?after=9", "standings/?after=x"])
def test_what_is_not_there_is_404(client: Client, path: str, page: str) -> None:
    assert client.get(path + page).status_code == 404


def test_an_unknown_tournament_is_404(client: Client) -> None:
    assert client.get("/tournaments/none/").status_code == 404
