"""Table links and paper by the API."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.models import User
from tests.evenings import Evening
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def base(evening: Evening) -> str:
    return f"/api/v1/tournaments/{evening.tournament.uid}/"


def test_links_are_listed_renewed_and_taken_back(director: Client, evening: Evening) -> None:
    evening.publish()
    rows = director.get(f"{base(evening)}rounds/1/links/").json()
    assert [(row["table"], row["sheet"], row["ended"]) for row in rows] == [(1, 1, None), (2, 2, None)]
    assert Client().get(rows[0]["url"]).status_code == 200
    renewed = director.post(f"{base(evening)}sheets/1/link/")
    assert (renewed.status_code, renewed.headers["Cache-Control"]) == (201, "no-store")
    assert Client().get(rows[0]["url"]).status_code == 410
    assert Client().get(renewed.json()["url"]).status_code == 200
    assert director.delete(f"{base(evening)}sheets/1/link/").status_code == 204
    assert director.delete(f"{base(evening)}sheets/1/link/").status_code == 204
    rows = director.get(f"{base(evening)}rounds/1/links/").json()
    assert (rows[0]["url"], rows[0]["ended"]) == (None, "revoked")


def test_a_closed_round_makes_no_links(director: Client, evening: Evening) -> None:
    played = evening.publish()
    for table in played.tables.all():
        evening.enter(table)
    close_round(played, by=evening.by)
    refused = director.post(f"{base(evening)}sheets/1/link/")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_played")
    assert {row["ended"] for row in director.get(f"{base(evening)}rounds/1/links/").json()} == {"final"}


@pytest.mark.parametrize("accept", ["application/pdf", "*/*"])
def test_paper_is_a_pdf(director: Client, evening: Evening, accept: str) -> None:
    evening.publish()
    made = director.get(
        f"{base(evening)}rounds/1/print/?what=seating&paper=letter", headers={"Accept": accept}
    )
    assert (made.status_code, made.headers["Content-Type"]) == (200, "application/pdf")
    assert made.content.startswith(b"%PDF-")
    assert director.get(f"{base(evening)}rounds/2/print/").status_code == 404


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("rounds/1/print/", "application/pdf"),
        ("sheets/1/photos/1/", "image/jpeg"),
        ("export/csv/", "text/csv"),
    ],
)
def test_whoever_asks_for_a_file_and_gets_none_is_told_why(
    director: Client, evening: Evening, path: str, accept: str
) -> None:
    evening.tournament.visibility = "members"
    evening.tournament.save(update_fields=["visibility"])
    refused = Client().get(base(evening) + path, headers={"Accept": accept})
    assert refused.status_code in (401, 403, 404)
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.json()["detail"]
