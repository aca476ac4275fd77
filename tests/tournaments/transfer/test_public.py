"""The public part: what a visitor reads anyway, as one document, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.activity import By
from clubs.errors import EldestHandError
from clubs.models import Club, Membership, User
from clubs.services.forgetting import anonymise_player
from tests.tournaments.transfer.odd_evening import NAMES, odd_evening
from tests.tournaments.transfer.sites import brought_in, catch_up
from tournaments.models import Standing, Tournament
from tournaments.services.entries import create_tournament
from tournaments.services.transfer.public import public_club, public_tournament

pytestmark = pytest.mark.django_db
PRIVATE = (
    '"by"',
    '"via"',
    '"log"',
    '"seed"',
    '"lot_seed"',
    '"revisions"',
    '"decisions"',
    '"typed_by"',
    '"sign_ups"',
    '"officials"',
    '"note"',
    "misread",
    "was here",
    "@",
)


@pytest.fixture
def odd(club: Club, by_alice: By, bob: User) -> Tournament:
    tournament = odd_evening(club, by_alice, By(bob, "web")).tournament
    catch_up()
    return tournament


def test_nothing_of_the_desk_and_nobody_who_hides_is_in_it(odd: Tournament, client: Client) -> None:
    Membership.objects.update(number="4711")
    anonymise_player(odd.entries.get(player__name=NAMES[2]).player, by=By(None, "command"))
    for url in (
        reverse("tournament_public_json", args=[odd.slug]),
        reverse("club_public_json", args=[odd.club.slug]),
        reverse("api:tournament-public", args=[odd.uid]),
        reverse("api:club-public", args=[odd.club.uid]),
    ):
        text = client.get(url).content.decode()
        assert json.dumps(NAMES[0], ensure_ascii=False) in text, "the public names are there"
        assert [word for word in (*PRIVATE, NAMES[1], NAMES[2], "4711") if word in text] == []


def test_rounds_sheets_and_penalties_are_those_of_the_pages(odd: Tournament) -> None:
    found = public_tournament(odd)
    assert [played["number"] for played in found["rounds"]] == [1, 2]
    first = found["rounds"][0]["tables"][0]["game"]
    names = {row["uid"]: row["name"] for row in found["players"]}
    assert "Zoë Sub" in {names[seat["player"]] for seat in first["sheet"]["seats"]}
    assert found["rounds"][0]["sit_outs"]
    assert [row["points"] for row in found["penalties"]] == ["2.50"], "what was taken back is not there"


def test_a_frozen_list_stays_frozen(odd: Tournament) -> None:
    assert odd.frozen_after == 1
    assert Standing.objects.filter(tournament=odd, after_round=2).exists()
    assert public_tournament(odd)["standings"]["after"] == 1
    assert len(public_tournament(odd)["standings"]["rows"]) == odd.entries.count()


def test_a_draft_is_not_in_it(evening: Any) -> None:
    evening.draw()
    assert public_tournament(evening.tournament)["rounds"] == []


def test_evenings_for_members_are_not_in_a_clubs_public_part_whoever_asks(
    odd: Tournament, by_alice: By, alice: User, client: Client
) -> None:
    hidden = create_tournament(
        odd.club, name="Only for us", starts_at=odd.starts_at, by=by_alice, visibility="members"
    )
    client.force_login(alice)
    text = client.get(reverse("api:club-public", args=[odd.club.uid])).content.decode()
    assert (odd.name in text, "Only for us" in text) == (True, False)
    assert client.get(reverse("api:tournament-public", args=[hidden.uid])).status_code == 200
    client.logout()
    assert client.get(reverse("api:tournament-public", args=[hidden.uid])).status_code == 404
    assert client.get(reverse("tournament_public_json", args=[hidden.slug])).status_code == 404


def test_it_cannot_be_brought_in_and_says_why(odd: Tournament) -> None:
    from tournaments.services.transfer.canonical import to_bytes

    for document in (public_tournament(odd), public_club(odd.club)):
        with pytest.raises(EldestHandError, match="public part") as refusal:
            brought_in(to_bytes(document), odd.club)
        assert refusal.value.code == "public_part"


def test_the_page_of_files_is_open_and_offers_the_whole_to_the_desk_alone(
    odd: Tournament, client: Client, alice: User
) -> None:
    page = reverse("club_export", args=[odd.club.slug])
    visitor = client.get(page).content.decode()
    assert reverse("club_public_json", args=[odd.club.slug]) in visitor
    assert reverse("club_json", args=[odd.club.slug]) not in visitor
    client.force_login(alice)
    assert reverse("club_json", args=[odd.club.slug]) in client.get(page).content.decode()
