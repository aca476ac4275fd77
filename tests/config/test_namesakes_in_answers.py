"""Two people of one name in an answer of the API, a file or a log: something tells them apart."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from clubs.activity import By
from clubs.models import Membership, Player
from clubs.rights import As
from games.models import HostedTable
from tests.config.rights_scene import Scene, make_scene
from tests.config.rights_table import ROADS
from tests.config.test_rights import asked, client_of
from tests.evenings import make_evening
from tests.tournaments.test_hosting import finish
from tournaments.models import Season, Tournament
from tournaments.services import marks, seasons
from tournaments.services.hosting import host_round

pytestmark = pytest.mark.django_db
NAME = "Zebulon"
# Documents to bring in elsewhere: there the uid tells who it is.
FILES = {f"api:{name}" for name in ("tournament-export", "tournament-public", "club-export", "club-public")}


@pytest.fixture
def scene(db: None) -> Scene:
    """Everybody has one name, and every second one a number in the club."""
    made = make_scene()
    season = Season.objects.get()
    Tournament.objects.update(season=season)
    marks.mark_season(season.pk)
    seasons.refresh(season.pk)
    for player in Player.objects.all():
        player.name = NAME
        player.save()
    for member in Membership.objects.order_by("pk")[::2]:
        member.number = str(100 + member.pk)
        member.save()
    return made


def people_in(data: Any) -> Iterator[tuple[str, str]]:
    """(uid, what is shown) of everybody in an answer who is told apart by it."""
    if isinstance(data, dict):
        if data.get("name") == NAME and data.keys() & {"apart", "uid"}:
            yield data["uid"], data.get("apart", "")
        for value in data.values():
            yield from people_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from people_in(value)


def test_no_two_people_of_an_answer_look_the_same(scene: Scene) -> None:
    alike, told = [], set()
    client = client_of(scene, As.OWNER)
    for road in ROADS:
        if road.method != "GET" or not road.is_api or road.name in FILES:
            continue
        with transaction.atomic():
            response = asked(client, scene, road)
        if response.headers.get("Content-Type") != "application/json":
            continue
        shown: dict[str, set[str]] = defaultdict(set)
        for uid, apart in people_in(response.json()):
            shown[apart].add(uid)
        n_people = len(set().union(*shown.values()))
        if n_people > 1:
            told.add(road.name)
            alike += [(road.name, apart) for apart, uids in shown.items() if not apart or len(uids) > 1]
    assert alike == []
    asked_for = (
        "club-members",
        "season-table",
        "tournament-standings",
        "tournament-draft",
        "player-list",
        "tournament-queue",
    )
    assert {f"api:{name}" for name in asked_for} <= told


def test_numbers_of_the_club_tell_apart_where_the_answer_is_of_one(scene: Scene) -> None:
    client = client_of(scene, As.VISITOR)
    address = reverse("api:tournament-standings", args=[scene.evenings["open"].tournament.uid])
    words = {apart for _uid, apart in people_in(client.get(address).json())}
    assert {word.split()[0] for word in words} == {"no.", "profile"}


def test_files_and_the_log_tell_namesakes_apart(scene: Scene) -> None:
    client = client_of(scene, As.OWNER)
    season = Season.objects.get()
    page = client.get(reverse("season_csv", args=[scene.club.slug, season.slug])).content.decode()
    names = [row[1] for row in list(csv.reader(io.StringIO(page)))[1:]]
    assert len(names) == len(set(names)) > 3
    log = client.get(reverse("tournament_log", args=[scene.evenings["open"].tournament.slug]))
    assert f"noted {NAME} (" in log.content.decode()
    assert f"noted {NAME} from" not in log.content.decode()
    draw = client.get(reverse("draw", args=[scene.evenings["open"].tournament.slug])).content.decode()
    assert f"the whole sheet ({NAME} (" in draw
    claims = client.get(reverse("club_claims", args=[scene.club.slug])).content.decode()
    assert f"{NAME} (" in claims


def test_a_namesake_at_another_card_table_of_the_evening_is_told_apart(scene: Scene) -> None:
    owner = scene.users[As.OWNER]
    assert owner is not None
    by = By(owner, "web")
    people = list(Player.objects.filter(memberships__club=scene.club).order_by("pk")[:8])
    evening = make_evening(scene.club, by=by, players=people, name="Cards", sizes=(4,))
    tables = host_round(evening.publish(), by=by)
    seats = [seat for table in tables for seat in table.seats.order_by("number")]
    for number, seat in enumerate(seats):
        Player.objects.filter(pk=seat.player_id or 0).update(name=f"Person {number % 4}")
    client = client_of(scene, As.VISITOR)
    assert len(tables) == 2
    for table in HostedTable.objects.filter(pk__in=[table.pk for table in tables]):
        for address in (reverse("play_table", args=[table.key]), reverse("play_lobby")):
            page = client.get(address).content.decode()
            assert "Person 0 (" in page
            assert "Person 0<" not in page


def test_replay_and_log_of_a_game_tell_namesakes_apart(scene: Scene) -> None:
    owner = scene.users[As.OWNER]
    assert owner is not None
    by = By(owner, "web")
    people = list(Player.objects.filter(memberships__club=scene.club).order_by("pk")[:4])
    (table,) = host_round(make_evening(scene.club, by=by, players=people, name="Cards").publish(), by=by)
    finish(table, by)
    client = client_of(scene, As.VISITOR)
    events = client.get(reverse("play_log", args=[table.key])).json()["events"]
    names = next(event["players"] for event in events if event["type"] == "start")
    assert len(set(names)) == 4
    assert all(name.startswith(f"{NAME} (") for name in names)
    page = client.get(reverse("play_replay", args=[table.key])).content.decode()
    assert all(name in page for name in names)
