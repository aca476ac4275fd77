"""The site map and a club's feed: public evenings stand there, what is hidden does not, whoever asks."""

from __future__ import annotations

from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest
from django.test import Client

from clubs.activity import By
from clubs.models import Club, User
from tests.counting import n_queries
from tests.evenings import Evening, make_evening
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ATOM = {"a": "http://www.w3.org/2005/Atom"}


@pytest.fixture
def evening(club: Club, by_alice: By) -> Evening:
    return make_evening(club, by=by_alice, name="Xanadu evening")


def mapped(client: Client) -> str:
    """Every address of the map, through its index."""
    index = client.get("/sitemap.xml")
    assert index.status_code == 200
    sections = [
        node.text or "" for node in ElementTree.fromstring(index.content).iter() if node.tag.endswith("loc")
    ]
    assert len(sections) == 3
    return "".join(client.get(address).content.decode() for address in sections)


def fed(client: Client, club: Club) -> str:
    answer = client.get(f"/clubs/{club.slug}/feed/")
    return answer.content.decode() if answer.status_code == 200 else ""


def test_public_things_stand_in_the_map_and_the_feed(client: Client, club: Club, evening: Evening) -> None:
    text = mapped(client)
    for path in ("/", "/help/", club.get_absolute_url(), evening.tournament.get_absolute_url()):
        assert f"<loc>http://testserver{path}</loc>" in text, path
    assert "Sitemap: http://testserver/sitemap.xml" in client.get("/robots.txt").content.decode()
    (entry,) = ElementTree.fromstring(fed(client, club)).findall("a:entry", ATOM)
    assert entry.findtext("a:title", namespaces=ATOM) == "Xanadu evening"
    assert entry.findtext("a:id", namespaces=ATOM) == f"urn:uuid:{evening.tournament.uid}"
    Tournament.objects.update(closed_at=datetime(2026, 3, 7, tzinfo=UTC))
    (over,) = ElementTree.fromstring(fed(client, club)).findall("a:entry", ATOM)
    assert over.find("a:link", ATOM).attrib["href"].endswith("/standings/")  # type: ignore[union-attr]
    assert over.findtext("a:updated", namespaces=ATOM) == "2026-03-07T00:00:00+00:00"


@pytest.mark.scenario("S36")
@pytest.mark.parametrize("is_owner", [False, True])
@pytest.mark.parametrize("hides", ["tournament", "club"])
@pytest.mark.parametrize("visibility", ["members", "unlisted"])
def test_what_is_hidden_is_absent_also_for_its_own_people(
    client: Client, club: Club, evening: Evening, alice: User, visibility: str, hides: str, is_owner: bool
) -> None:
    assert evening.tournament.slug in mapped(client) + fed(client, club)
    (evening.tournament.__class__ if hides == "tournament" else Club).objects.update(visibility=visibility)
    if is_owner:
        client.force_login(alice)
    text = mapped(client) + fed(client, club)
    assert evening.tournament.slug not in text
    assert "Xanadu" not in text
    assert (club.get_absolute_url() in mapped(client)) == (hides == "tournament")
    assert client.get(f"/clubs/{club.slug}/feed/").status_code == (200 if hides == "tournament" else 404)


def test_a_feed_names_nobody_and_costs_the_same_for_more(
    client: Client, club: Club, evening: Evening, by_alice: By
) -> None:
    address = f"/clubs/{club.slug}/feed/"
    assert all(entry.player.name not in fed(client, club) for entry in evening.entries)
    few = n_queries(client, address)
    for n in range(3):
        make_evening(club, by=by_alice, name=f"Evening {n}")
    assert n_queries(client, address) == few
