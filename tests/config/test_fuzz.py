"""Hostile requests over every route by each role: no answer is a 500, nobody changes what he may not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from clubs.rights import ALLOWED, Act
from tests.config.rights_scene import Scene, make_scene
from tests.fuzzing import Fuzzer
from tournaments.views import home

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: Any) -> Iterator[Scene]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_scene()
        transaction.set_rollback(True)


@pytest.fixture
def fuzzer(scene: Scene, settings: Any) -> Fuzzer:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**9, 60))
    return Fuzzer(scene, random.Random(20261130))


def test_some_hundred_requests_find_no_fault(fuzzer: Fuzzer) -> None:
    shots = [fuzzer.fire() for _number in range(500)]
    assert [str(shot) for shot in shots if shot.fault] == []
    assert len({shot.status for shot in shots}) > 8, "they come far enough to be answered in many ways"


def test_the_same_seed_fires_the_same_shots(scene: Scene, fuzzer: Fuzzer) -> None:
    again = Fuzzer(scene, random.Random(20261130))
    assert [fuzzer.fire() for _number in range(20)] == [again.fire() for _number in range(20)]


def test_an_act_beyond_the_role_would_be_found(fuzzer: Fuzzer, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the law allowed nothing: what people do is beyond it then."""
    monkeypatch.setattr("tests.fuzzing.ALLOWED", {act: frozenset() for act in Act})
    found = [shot for shot in (fuzzer.fire() for _number in range(200)) if shot.fault == "beyond"]
    assert found
    assert "wrote " in found[0].told
    assert set(ALLOWED) == set(Act)


def test_a_500_would_be_found_with_its_place(fuzzer: Fuzzer, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_kwargs: object) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(home, "render_page", broken)
    fuzzer.targets = [target for target in fuzzer.targets if target.name == "home"]
    found = [shot for shot in (fuzzer.fire() for _number in range(60)) if shot.fault == "500"]
    assert found
    assert "ZeroDivisionError: a defect" in found[0].told
