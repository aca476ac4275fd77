"""A line of the log, like every fact, is removed by nobody: not by code, not by the site's administrator."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import ProtectedError
from django.test import Client

from clubs.errors import ImmutableFact
from clubs.facts import Fact
from clubs.models import Activity, User
from games.models import SheetRevision
from tests.evenings import Evening

pytestmark = pytest.mark.django_db
FACTS = [model for model in apps.get_models() if issubclass(model, Fact)]


def test_there_are_facts_on_more_than_one_floor() -> None:
    assert {"clubs", "games", "tournaments"} <= {model._meta.app_label for model in FACTS}


@pytest.mark.parametrize("model", FACTS, ids=lambda model: model._meta.label)
def test_no_fact_is_deleted_or_changed_by_its_manager(model: type[Fact]) -> None:
    for manager in (model._default_manager, model._base_manager):
        with pytest.raises(ImmutableFact):
            manager.all().delete()
        with pytest.raises(ImmutableFact):
            manager.all().update()


@pytest.mark.parametrize("model", FACTS, ids=lambda model: model._meta.label)
def test_the_administration_offers_no_fact(model: type[Fact]) -> None:
    assert not admin.site.is_registered(model)


def test_an_administrator_finds_no_road_to_a_line(client: Client, alice: User, evening: Evening) -> None:
    User.objects.filter(pk=alice.pk).update(is_superuser=True, is_staff=True)
    client.force_login(User.objects.get(pk=alice.pk))
    lines = list(Activity.objects.values())
    assert lines
    for path in ("", "add/", f"{lines[0]['id']}/change/", f"{lines[0]['id']}/delete/"):
        for answer in (
            client.get(f"/admin/clubs/activity/{path}"),
            client.post(f"/admin/clubs/activity/{path}"),
        ):
            assert answer.status_code == 404, path
    with pytest.raises(ImmutableFact):
        Activity.objects.all()[0].delete()
    assert list(Activity.objects.values()) == lines


def test_whoever_wrote_a_sheet_cannot_be_deleted_with_it(evening: Evening, alice: User) -> None:
    evening.play_round()
    assert SheetRevision.objects.filter(by=alice).exists()
    with pytest.raises((ProtectedError, ImmutableFact)):
        alice.delete()
