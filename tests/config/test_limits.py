"""Limits: counted per person, refused with a time to come again, and what was typed stays."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubs.activity import By
from clubs.errors import Conflict
from clubs.limits import TooOften, take
from clubs.models import Club, User
from clubs.services.claiming import ask_claim
from config.limits import limits_with
from tests.config.api_client import ApiClient
from tests.evenings import Evening, tables_of
from tournaments.models import TableLink
from tournaments.services.checking_in import door_token
from tournaments.services.inviting import invite
from tournaments.services.links import token_of
from tournaments.services.signing_up import sign_up

pytestmark = pytest.mark.django_db
PASSWORD = "alice-pass-1"
NEW_CLUB = {"language": "en", "time_zone": "UTC", "rules": "oh-hell", "visibility": "public"}


@pytest.fixture
def tight(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Two acts in an hour under each of the named limits, in the first minute of one."""
    monkeypatch.setattr("clubs.limits.time", lambda: 7260.0)

    def tighten(*names: str) -> None:
        settings.LIMITS = {**settings.LIMITS, **dict.fromkeys(names, (2, 3600))}

    return tighten


def test_each_is_counted_for_himself_and_told_when_to_come_again(tight: Callable[..., None]) -> None:
    tight("claims", "invitations")
    for _time in range(2):
        take("claims", "user:1")
    with pytest.raises(TooOften) as refused:
        take("claims", "user:1")
    assert refused.value.retry_after == 3540
    take("claims", "user:2")
    take("invitations", "user:1")


def test_the_next_window_begins_anew(tight: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    tight("claims")
    for _time in range(2):
        take("claims", "user:1")
    with pytest.raises(TooOften) as refused:
        take("claims", "user:1")
    assert refused.value.retry_after == 3540
    monkeypatch.setattr("clubs.limits.time", lambda: 10800.0)
    take("claims", "user:1")


def test_a_page_keeps_what_was_typed_and_never_a_password(
    client: Client, alice: User, tight: Callable[..., None]
) -> None:
    tight("new_clubs")
    client.force_login(alice)
    for number in range(2):
        client.post("/clubs/new/", {**NEW_CLUB, "name": f"Club {number}"})
    answer = client.post("/clubs/new/", {**NEW_CLUB, "name": 'One "more"', "password": "sesame"})
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "3540"
    page = answer.content.decode()
    assert 'name="name" value="One &quot;more&quot;"' in page
    assert "sesame" not in page
    assert Club.objects.count() == 2


def test_the_api_answers_a_problem_with_a_time(alice: User, bob: User, tight: Callable[..., None]) -> None:
    tight("api_writes")
    api = ApiClient(alice)
    for number in range(2):
        api.post("clubs/", {"name": f"Club {number}"}, expect=201)
    refused = api.post("clubs/", {"name": "One more"}, expect=429)
    assert (refused["code"], refused["status"]) == ("too_often", 429)
    assert refused["retry_after"] == int(api.last.headers["Retry-After"])
    assert api.last.headers["Content-Type"] == "application/problem+json"
    api.get("clubs/")  # reading is free
    ApiClient(bob).post("clubs/", {"name": "Bob's"}, expect=201)
    assert Club.objects.count() == 3


def test_clubs_card_tables_and_uploads_have_limits_of_their_own(
    client: Client, alice: User, evening: Evening, tight: Callable[..., None]
) -> None:
    tight("new_clubs", "new_tables", "uploads")
    evening.publish()
    sheet = f"{evening.tournament.get_absolute_url()}sheets/1/photos/"
    api = ApiClient(alice)
    for number in range(2):
        api.post("clubs/", {"name": f"Club {number}"}, expect=201)
        api.post("tables/", {"rules": "oh-hell", "n_seats": 4}, expect=201)
    api.post("clubs/", {"name": "One more"}, expect=429)
    api.post("tables/", {"rules": "oh-hell", "n_seats": 4}, expect=429)
    client.force_login(alice)
    assert client.post("/play/new/", {}).status_code == 429
    answers = [
        client.post(sheet, {"photo": SimpleUploadedFile("a.jpg", b"no picture")}).status_code
        for _time in range(3)
    ]
    assert answers == [302, 302, 429]


def test_claims_invitations_and_registrations_are_counted_by_page_and_api_together(
    client: Client, alice: User, bob: User, evening: Evening, tight: Callable[..., None]
) -> None:
    tight("claims", "invitations", "registrations")
    player = evening.entries[2].player
    client.force_login(bob)
    answers = [
        client.post(f"/players/{entry.player.pk}/claim/", {"act": "ask", "words": "It is me"})
        for entry in evening.entries[:3]
    ]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    answer = answers[-1]
    assert answer.headers["Retry-After"] == "3540"
    assert "It is me" in answer.content.decode()
    by_bob, club = By(bob, "api"), evening.tournament.club
    with pytest.raises(TooOften):
        ask_claim(player, by=by_bob)
    for _time in range(2):
        invite(club, role="scorekeeper", by=By(alice, "web"))
    client.force_login(alice)
    page = client.post(
        f"{evening.tournament.get_absolute_url()}helpers/", {"invite": "", "role": "scorekeeper"}
    )
    assert (page.status_code, page.headers["Retry-After"]) == (429, "3540")
    path = f"clubs/{club.uid}/invitations/"
    assert ApiClient(alice).post(path, {"role": "director"}, expect=429)["code"] == "too_often"
    for _time in range(2):
        with pytest.raises(Conflict):
            sign_up(evening.tournament, by=by_bob, of_age=True)
    with pytest.raises(TooOften):
        sign_up(evening.tournament, by=by_bob, of_age=True)


def test_the_link_of_a_table_counts_for_itself(
    client: Client, evening: Evening, tight: Callable[..., None]
) -> None:
    tables = tables_of(evening.publish())
    one, other = (f"/tables/{token_of(TableLink.objects.get(table=table))}/" for table in tables)
    tight("link_acts")
    assert [client.get(one).status_code for _time in range(3)] == [200, 200, 429]
    refused = client.post(f"{one}draft/", json.dumps({}), content_type="application/json")
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert client.get(other).status_code == 200


def test_wrong_passwords_are_slowed_and_the_name_stays(client: Client, alice: User) -> None:
    answers = [
        client.post("/accounts/login/", {"login": "alice", "password": "sesame"}) for _time in range(6)
    ]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert answers[-1].headers["Retry-After"] == "300"
    page = answers[-1].content.decode()
    assert 'value="alice"' in page
    assert "sesame" not in page
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert answer.status_code == 429, "the right one is not let in either before the time is up"
    assert not answer.wsgi_request.user.is_authenticated


def test_wrong_codes_of_the_second_factor_are_slowed(client: Client, alice: User) -> None:
    TOTP.activate(alice, generate_totp_secret())
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    answers = [client.post("/accounts/2fa/authenticate/", {"code": "000000"}) for _time in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert answers[-1].headers["Retry-After"] == "300"
    assert "_auth_user_id" not in client.session


def test_the_password_asked_for_once_more_is_slowed(client: Client, alice: User) -> None:
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    answers = [client.post("/accounts/reauthenticate/", {"password": "sesame"}) for _time in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert int(answers[-1].headers["Retry-After"]) > 0


def test_signing_up_in_bulk_is_a_429_with_a_time(client: Client) -> None:
    for number in range(25):
        typed = {"email": f"x{number}@example.org", "username": f"x{number}", "password1": "short"}
        answer = client.post("/accounts/signup/", typed)
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "60"
    page = answer.content.decode()
    assert 'value="x24@example.org"' in page
    assert "short" not in page


def test_the_administration_is_entered_by_the_same_door(client: Client) -> None:
    asked = client.get("/admin/login/")
    assert (asked.status_code, asked.headers["Location"].startswith("/accounts/login/")) == (302, True)


@pytest.mark.parametrize("text", ["claims=5", "claims=/60", "clams=5/60", "claims=5/0", "claims=-1/60"])
def test_a_limit_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="NAME=ACTS/SECONDS"):
        limits_with(text, {"claims": (10, 3600)})


def test_a_limit_of_the_environment_replaces_that_of_the_site() -> None:
    assert limits_with("claims=5/60", {"claims": (1, 2), "uploads": (3, 4)}) == {
        "claims": (5, 60),
        "uploads": (3, 4),
    }


@pytest.mark.parametrize("guess", ["invitations", "check-in"])
def test_codes_are_guessed_twice_and_no_more_by_page_and_api_together(
    client: Client, bob: User, evening: Evening, tight: Callable[..., None], guess: str
) -> None:
    tight("link_guesses")
    path = {"invitations": "/invitations/{}/", "check-in": "/check-in/{}/"}[guess]
    by_api = {"invitations": "invitations/taking/", "check-in": "check-in/"}[guess]
    assert client.get(path.format("a")).status_code == 404
    ApiClient(bob).post(by_api, {"token": "b"}, expect=404)
    refused = client.post(path.format("c"))
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3540")
    api = ApiClient(bob)
    assert api.post(by_api, {"token": "d"}, expect=429)["code"] == "too_often"
    assert api.last.headers["Retry-After"] == "3540"
    _made, token = invite(evening.tournament.club, role="scorekeeper", by=evening.by)
    right = {"invitations": token, "check-in": door_token(evening.tournament)}[guess]
    assert client.get(path.format(right)).status_code == 200  # who has the code is not held up by who guesses
