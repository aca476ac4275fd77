"""Names and texts of markup, marks and endless letters: every route shows them as text, whoever reads."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import models, transaction

from clubs.models import Player
from clubs.rights import As
from clubs.services.clubs import clean_name
from tests.config.rights_scene import Scene, make_scene
from tests.config.rights_table import ROADS
from tests.config.test_rights import asked, client_of
from tests.odd_names import MARKUP, NAMES, give_odd_names
from tournaments.services import standings

pytestmark = pytest.mark.django_db
READS = [road for road in ROADS if road.method == "GET" and road.name != "live_stream"]


@pytest.fixture(scope="module", params=list(NAMES.values()), ids=list(NAMES))
def scene(request: Any, django_db_setup: None, django_db_blocker: Any) -> Iterator[Scene]:
    with django_db_blocker.unblock(), transaction.atomic():
        scene = make_scene()
        give_odd_names(scene, request.param)
        for evening in scene.evenings.values():
            evening.tournament.refresh_from_db()
        yield scene
        transaction.set_rollback(True)


class Reader(HTMLParser):
    """What of a name became an element or an attribute; and the text of the page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.injected: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag.startswith("odd") or any(name.startswith("onodd") for name, _value in attrs):
            self.injected.append(self.get_starttag_text() or tag)

    def handle_comment(self, data: str) -> None:
        if "add:7" in data:
            self.injected.append(f"<!--{data}")


@pytest.mark.parametrize("reader", [As.VISITOR, As.OWNER])
def test_no_route_breaks_or_takes_a_name_for_more_than_text(scene: Scene, reader: As) -> None:
    shown = 0
    with transaction.atomic():
        for road in READS:
            response = asked(client_of(scene, reader), scene, road)
            assert response.status_code < 500, road.name
            content = b"".join(response.streaming_content) if response.streaming else response.content
            if response.headers.get("Content-Type", "").startswith("text/html"):
                page = content.decode()
                assert Reader(page).injected == [], road.name
                assert "7|add:7" in page or "add:7" not in page
                shown += "odd-tag" in page or "WWWWWW" in page or "👩" in page
        transaction.set_rollback(True)
    assert shown > 15, "the names stand on the pages"


def test_names_in_json_data_of_pages_cannot_end_their_script(scene: Scene) -> None:
    """`json_script` writes `<` as an escape; a page that pastes JSON itself would end here."""
    with transaction.atomic():
        for road in [road for road in READS if not road.is_api]:
            response = asked(client_of(scene, As.OWNER), scene, road)
            if response.headers.get("Content-Type", "").startswith("text/html") and not response.streaming:
                assert "</script><odd-tag" not in response.content.decode(), road.name
        transaction.set_rollback(True)


def test_what_is_stored_turns_nothing_around_and_is_no_longer_than_its_column() -> None:
    for text in NAMES.values():
        stored = clean_name(text)
        assert not [c for c in stored if unicodedata.bidirectional(c) in ("RLO", "LRO", "RLE", "LRE", "PDF")]
        longest = Player._meta.get_field("name")
        assert isinstance(longest, models.CharField)
        assert len(stored) <= (longest.max_length or 0)


def test_the_reader_of_pages_would_see_an_injection() -> None:
    assert Reader(f"<p>{MARKUP}</p>").injected
    assert Reader(f'<input value="{MARKUP}">').injected
    assert not Reader("<p>&lt;odd-tag onodd=1&gt;</p>").injected


def test_no_cell_of_a_csv_begins_a_formula(scene: Scene) -> None:
    """A spreadsheet runs what begins with = + - @; numbers are left as they are."""
    names = {"=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1"}
    with transaction.atomic():
        for player, name in zip(
            Player.objects.filter(memberships__club=scene.club), sorted(names) * 4, strict=False
        ):
            Player.objects.filter(pk=player.pk).update(name=name)
        for evening in scene.evenings.values():
            standings.refresh(evening.tournament.pk)
        told = 0
        for road in READS:
            response = asked(client_of(scene, As.OWNER), scene, road)
            if response.headers.get("Content-Type", "").startswith("text/csv"):
                text = response.content.decode("utf-8-sig")
                told += "1+1" in text
                rows = [*csv.reader(io.StringIO(text)), *csv.reader(io.StringIO(text), delimiter=";")]
                assert not [cell for row in rows for cell in row if cell in names], road.name
        transaction.set_rollback(True)
    assert told >= 2
