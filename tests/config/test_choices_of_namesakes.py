"""Wherever a page lets one choose among people, two of one name look different."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse

from clubs.models import Player
from clubs.rights import As
from clubs.services.clubs import add_player
from tests.config.rights_scene import Scene, make_scene
from tests.config.rights_table import ROADS
from tests.config.test_rights import asked, client_of
from tournaments.models import Presence
from tournaments.services.entries import enter_player, set_presence

pytestmark = pytest.mark.django_db
READS = [road for road in ROADS if road.method == "GET" and not road.is_api and road.name != "live_stream"]
NAME = "Zebulon"


class Choices(HTMLParser):
    """The choices of a page by the group they stand in: what is shown, and the values that stand behind it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.groups: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self.list = ""
        self.n_lists = 0
        self.open: tuple[tuple[str, str], str, list[str]] | None = None
        self.in_label = False
        self.label: list[str] = []
        self.ticked: tuple[tuple[str, str], str] | None = None
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag in ("select", "datalist"):
            self.n_lists += 1
            self.list = f"{tag} {found.get('name') or found.get('id')} {self.n_lists}"
        elif tag == "option" and found.get("value"):
            is_typed = self.list.startswith("datalist")
            shown = [found["value"]] if is_typed else []
            value = f"{found['value']} {len(self.groups)}" if is_typed else found["value"]
            self.end_option()
            self.open = (("list", self.list), value, shown)
        elif tag == "label":
            self.in_label, self.label, self.ticked = True, [], None
        elif tag == "input" and found.get("type") in ("radio", "checkbox") and self.in_label:
            self.ticked = ((found["type"], found.get("name", "")), found.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("option", "select", "datalist"):
            self.end_option()
        elif tag == "label":
            if self.ticked is not None:
                group, value = self.ticked
                self.groups[group][" ".join("".join(self.label).split())].append(value)
            self.in_label = False

    def handle_data(self, data: str) -> None:
        if self.open is not None:
            self.open[2].append(data)
        if self.in_label:
            self.label.append(data)

    def end_option(self) -> None:
        if self.open is not None:
            group, value, shown = self.open
            self.groups[group][" ".join(" ".join(shown).split())].append(value)
            self.open = None

    def alike(self) -> list[tuple[str, str]]:
        """Groups with two values behind one text that names somebody."""
        return [
            (group[1], text)
            for group, shown in self.groups.items()
            for text, values in shown.items()
            if NAME in text and len(values) > 1 and (group[0] == "list" or len(set(values)) > 1)
        ]

    @property
    def n_named(self) -> int:
        return sum(NAME in text for shown in self.groups.values() for text in shown)


@pytest.fixture
def scene(db: None) -> Scene:
    """Everybody has one name; two have just come to the open evening and have no seat."""
    made = make_scene()
    evening = made.evenings["open"]
    for _n in range(2):
        player = add_player(made.club, name=NAME, by=evening.by)
        entry = enter_player(evening.tournament, player=player, by=evening.by)
        set_presence(entry, status=Presence.Status.STAND_BY, from_round=1, by=evening.by)
    Player.objects.update(name=NAME)
    return made


def pages_of(scene: Scene) -> Iterator[tuple[str, Any]]:
    """Every page of the site, and those that are asked for with somebody chosen or something typed."""
    for role in (As.OWNER, As.ADMIN):
        client = client_of(scene, role)
        for road in READS:
            with transaction.atomic():
                yield f"{role} {road.name}", asked(client, scene, road)
    client = client_of(scene, As.OWNER)
    opened = scene.evenings["open"]
    draw = reverse("draw", args=[opened.tournament.slug])
    for entry in (opened.entries[0], opened.tournament.entries.order_by("pk").last()):
        assert entry is not None
        yield f"round, {entry.pk}", client.get(draw, {"who": entry.pk})
    yield "members", client.post(reverse("members_add", args=[scene.club.slug]), {"names": NAME})
    yield "door", client.post(reverse("door", args=[opened.tournament.slug]), {"names": NAME, "act": "add"})
    file = SimpleUploadedFile("roster.csv", f"name\n{NAME}\n".encode(), "text/csv")
    address = reverse("club_import", args=[scene.club.slug])
    yield "roster file", client.post(address, {"file": file}, follow=True)


def test_no_two_choices_of_people_look_the_same(scene: Scene) -> None:
    alike, named = [], {}
    for name, response in pages_of(scene):
        if response.streaming or not response.headers.get("Content-Type", "").startswith("text/html"):
            continue
        choices = Choices(response.content.decode())
        alike += [(name, *one) for one in choices.alike()]
        if choices.n_named:
            named[name] = choices.n_named
    assert alike == []
    asked_for = ("penalties", "wishes", "members_merge", "queue", "door")
    assert {f"{As.OWNER} {name}" for name in asked_for} <= set(named)
    assert {"members", "roster file"} <= set(named)
    assert sum(name.startswith("round, ") for name in named) == 2


def test_the_reader_sees_two_choices_of_one_text() -> None:
    page = f'<select name="a"><option value="1">{NAME}</option><option value="2">{NAME}</option></select>'
    assert Choices(page).alike() == [("select a 1", NAME)]
    page = f'<datalist id="a"><option value="{NAME}"></option><option value="{NAME}"></option></datalist>'
    assert Choices(page).alike() == [("datalist a 1", NAME)]
    radios = "".join(f'<label><input type="radio" name="w" value="{n}"> {NAME}</label>' for n in (1, 2))
    assert Choices(radios).alike() == [("w", NAME)]
