"""Somebody who was forgotten is nameless at every route of the site, whoever reads; and no number moves."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from clubs.activity import By
from clubs.models import Activity, Membership, Player
from clubs.rights import As
from clubs.services.forgetting import anonymise_player
from config.catching_up import catch_up
from config.verifying import differences
from games.models import Game, Seat, SheetRevision
from ratings.models import RatingEvent, RatingState
from tests.answers import words_of
from tests.config.rights_scene import Scene, make_scene
from tests.config.rights_table import ROADS, Road
from tests.config.test_rights import asked, client_of
from tests.evenings import tables_of
from tournaments.models import Penalty
from tournaments.services import results
from tournaments.services.entries import give_penalty

pytestmark = pytest.mark.django_db
NAME = "Zebulon Ærø"
READERS = (As.VISITOR, As.MEMBER, As.SCOREKEEPER, As.OWNER, As.ADMIN)
READS = [road for road in ROADS if road.method == "GET"]


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: Any) -> Iterator[Scene]:
    """One person's name stands on rosters, in reasons of sheets, of penalties, and in the log."""
    with django_db_blocker.unblock(), transaction.atomic():
        scene = make_scene()
        player = Player.objects.get(pk=scene.words["player"])
        Player.objects.filter(pk=player.pk).update(name=NAME)
        Membership.objects.filter(player=player).update(aliases=["Zebbe"], number="Z-7")
        opened = scene.evenings["open"]
        table = tables_of(opened.tournament.rounds.get())[0]
        sheet = opened.random_sheet(table)
        results.enter_sheet(table, sheet=sheet, by=opened.by, reason=f"{NAME} counted anew, says zebbe")
        give_penalty(opened.entries[0], points="-1", reason=f"{NAME.upper()} was late", by=opened.by)
        RatingState.objects.update(listed=True)
        catch_up()
        yield scene
        transaction.set_rollback(True)


def text_at(scene: Scene, reader: As, road: Road) -> str:
    """What a reader gets, with the text of PDFs and spreadsheets read out of them."""
    response = asked(client_of(scene, reader), scene, road)
    if response.streaming:
        parts = [] if "event-stream" in response.headers["Content-Type"] else list(response.streaming_content)
        response.close()
        return b"".join(parts).decode(errors="replace")
    return words_of(response)


def is_named(text: str) -> bool:
    """Also as JSON writes letters that are not ASCII."""
    low = text.lower()
    return any(word in low for word in (NAME.lower(), json.dumps(NAME).strip('"').lower(), "zebbe", "z-7"))


def roads_that_name(scene: Scene, reader: As) -> list[str]:
    with transaction.atomic():
        found = [road.name for road in READS if is_named(text_at(scene, reader, road))]
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("reader", READERS)
def test_no_route_of_the_site_names_who_was_forgotten(
    scene: Scene, reader: As, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    with transaction.atomic():
        before = roads_that_name(scene, reader)
        assert len(before) > 15, before
        if reader is As.OWNER:
            assert {"round_pdf", "tournament_log", "api:tournament-penalties"} <= set(before)
        with django_capture_on_commit_callbacks(execute=True):
            anonymise_player(Player.objects.get(pk=scene.words["player"]), by=By(None, "command"))
        assert roads_that_name(scene, reader) == []
        transaction.set_rollback(True)


def test_no_number_moves_and_what_was_said_besides_stays(scene: Scene) -> None:
    with transaction.atomic():
        kept = [list(model._default_manager.order_by("pk").values()) for model in (Seat, RatingEvent)]
        revisions = list(SheetRevision.objects.order_by("pk").values("pk", "number", "sheet", "at", "by"))
        player = anonymise_player(Player.objects.get(pk=scene.words["player"]), by=By(None, "command"))
        assert [list(m._default_manager.order_by("pk").values()) for m in (Seat, RatingEvent)] == kept
        assert (
            list(SheetRevision.objects.order_by("pk").values("pk", "number", "sheet", "at", "by"))
            == revisions
        )
        shown = f"Player {player.pk}"
        assert SheetRevision.objects.filter(reason=f"{shown} counted anew, says {shown}").count() == 1
        assert Penalty.objects.filter(reason=f"{shown} was late").count() == 1
        assert Activity.objects.filter(reason=f"{shown} was late").exists()
        assert list(differences()) == []
        transaction.set_rollback(True)


def test_a_name_that_somebody_else_bears_stays_in_reasons(scene: Scene) -> None:
    with transaction.atomic():
        Player.objects.create(name=NAME)
        anonymise_player(Player.objects.get(pk=scene.words["player"]), by=By(None, "command"))
        assert SheetRevision.objects.filter(reason__contains=NAME).count() == 1
        transaction.set_rollback(True)


def test_part_of_another_word_stays(scene: Scene) -> None:
    with transaction.atomic():
        opened = scene.evenings["open"]
        give_penalty(opened.entries[1], points="-1", reason="Zebbeling was late", by=opened.by)
        anonymise_player(Player.objects.get(pk=scene.words["player"]), by=By(None, "command"))
        assert Penalty.objects.filter(reason="Zebbeling was late").exists()
        transaction.set_rollback(True)


def test_a_page_of_the_person_still_answers(scene: Scene) -> None:
    with transaction.atomic():
        anonymise_player(Player.objects.get(pk=scene.words["player"]), by=By(None, "command"))
        page = Client().get(f"/players/{scene.words['player']}/")
        assert page.status_code == 200
        assert f"Player {scene.words['player']}" in page.content.decode()
        assert Game.objects.for_player(Player.objects.get(pk=scene.words["player"])).exists()
        transaction.set_rollback(True)
