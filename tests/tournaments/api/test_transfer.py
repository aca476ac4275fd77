"""Out and in by the API: the same documents, the same refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Role, User
from tests.evenings import Evening
from tests.tournaments.transfer.sites import empty_site, exported
from tournaments.models import Tournament
from tournaments.services.entries import give_penalty

pytestmark = pytest.mark.django_db


def post(client: Client, club: Club, document: Any, **more: Any) -> Any:
    body = json.dumps({"document": document, **more})
    return client.post(reverse("api:club-import", args=[club.uid]), body, content_type="application/json")


def test_an_evening_goes_from_site_to_site_by_the_api(client: Client, evening: Evening, alice: User) -> None:
    evening.play_round()
    client.force_login(alice)
    url = reverse("api:tournament-export", args=[evening.tournament.uid])
    first = client.get(url).content
    assert first == exported(evening.tournament)
    give_penalty(evening.entries[0], points="-1", reason="late", by=evening.by)
    second = client.get(url).content
    empty_site()
    olga = User.objects.create_user("olga")
    club = Club.objects.create(slug="home", name="Home")
    Role.objects.create(club=club, user=olga, role="owner")
    client.force_login(olga)
    looked = post(client, club, json.loads(first), dry_run=True).json()
    assert (looked["changes_anything"], looked["stored"]) == (True, False)
    assert not Tournament.objects.exists()
    assert post(client, club, json.loads(first), seen=looked["fingerprint"]).json()["stored"] is True
    more = post(client, club, json.loads(second)).json()
    assert {part["kind"] for part in more["parts"]} == {"penalties", "log"}
    assert post(client, club, json.loads(second)).json()["stored"] is False
    assert post(client, club, json.loads(second), seen="other").status_code == 409


def test_a_document_at_fault_is_answered_with_its_place(
    client: Client, evening: Evening, alice: User
) -> None:
    client.force_login(alice)
    document = json.loads(exported(evening.tournament))
    document["tournament"]["n_rounds"] = "three"
    answer = post(client, evening.tournament.club, document)
    assert answer.status_code == 422
    assert "/tournament/n_rounds" in answer.json()["detail"]
    club = json.loads(client.get(reverse("api:club-export", args=[evening.tournament.club.uid])).content)
    assert club["format"] == "eldest-hand-club"
