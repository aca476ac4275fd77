"""Draws in the background: ordered once, made once, found again when their worker is gone, refused in words."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import User
from tests.evenings import Evening
from tournaments import tasks
from tournaments.errors import RoundConflict
from tournaments.models import DrawOrder, Round
from tournaments.services import orders
from tournaments.services.drawing import DrawSettings, answer
from tournaments.services.entries import set_presence
from tournaments.services.orders import LEASE, carry_out, draw_or_order, waiting


@pytest.fixture(autouse=True)
def every_draw_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "MOST_IN_REQUEST", 4)


def ordered(evening: Evening, **settings: Any) -> DrawOrder:
    made = draw_or_order(evening.tournament, by=evening.by, settings=DrawSettings(**settings))
    assert isinstance(made, DrawOrder)
    return made


def test_an_order_becomes_a_draft_once(evening: Evening) -> None:
    order = ordered(evening, tables=(4, 4))
    assert not Round.objects.exists()
    drafted = carry_out(order.pk)
    assert drafted is not None
    assert (drafted.state, drafted.seating_input["effort"]) == ("draft", "normal")
    assert not DrawOrder.objects.exists()
    assert carry_out(order.pk) is None
    assert Round.objects.count() == 1


def test_a_small_evening_is_drawn_at_once(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "MOST_IN_REQUEST", 8)
    assert isinstance(draw_or_order(evening.tournament, by=evening.by), Round)


def test_a_second_order_and_any_other_draw_wait(evening: Evening) -> None:
    ordered(evening)
    with pytest.raises(RoundConflict):
        ordered(evening)
    with pytest.raises(RoundConflict, match="is being drawn"):
        evening.draw()
    assert DrawOrder.objects.count() == 1


def test_the_sweep_asks_for_an_order_whose_worker_never_came_back(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(tasks, "enqueue", lambda *job: asked.append(job))
    order = ordered(evening)
    tasks.sweep()
    assert ("tournaments.tasks.draw_ordered", order.pk) in asked
    DrawOrder.objects.update(begun_at=timezone.now(), tries=1)
    assert waiting() == []
    assert carry_out(order.pk) is None
    DrawOrder.objects.update(begun_at=timezone.now() - LEASE - timedelta(seconds=1))
    assert waiting() == [order.pk]
    assert carry_out(order.pk) is not None


def test_an_order_that_kills_its_workers_is_given_up(evening: Evening) -> None:
    order = ordered(evening)
    DrawOrder.objects.update(begun_at=timezone.now() - 2 * LEASE, tries=3)
    assert carry_out(order.pk) is None
    assert "begun three times" in DrawOrder.objects.get().refusal
    assert waiting() == []


def test_two_workers_at_one_order_keep_one_draft(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    order = ordered(evening)
    real = answer

    def overtaken(question: Any) -> Any:
        monkeypatch.setattr(orders, "answer", real)
        DrawOrder.objects.update(begun_at=timezone.now() - 2 * LEASE)
        assert carry_out(order.pk) is not None
        return real(question)

    monkeypatch.setattr(orders, "answer", overtaken)
    assert carry_out(order.pk) is None
    assert Round.objects.count() == 1


def test_what_is_taken_back_during_the_search_makes_no_draft(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = ordered(evening)
    real = answer

    def taken_back(question: Any) -> Any:
        orders.cancel_order(evening.tournament, by=evening.by)
        return real(question)

    monkeypatch.setattr(orders, "answer", taken_back)
    assert carry_out(order.pk) is None
    assert not Round.objects.exists()


def test_a_refused_order_says_why_and_lets_one_ask_again(alice: User, evening: Evening) -> None:
    client = Client()
    client.force_login(alice)
    url = f"/tournaments/{evening.tournament.slug}/draw/"
    order = ordered(evening, tables=(4, 4))
    for entry in evening.entries[:2]:
        set_presence(entry, status="left", by=evening.by)
    assert carry_out(order.pk) is None
    page = client.get(url).content.decode()
    assert "6 people do not fill the tables 4 · 4, which seat 8." in page
    assert client.post(url, {"tables": "3-3"}).status_code == 302
    assert carry_out(DrawOrder.objects.get().pk) is not None


def test_the_page_waits_with_the_director_and_nobody_else_sees_it(
    alice: User, bob: User, evening: Evening
) -> None:
    mine, other = Client(), Client()
    mine.force_login(alice)
    other.force_login(bob)
    url = f"/tournaments/{evening.tournament.slug}/draw/"
    assert mine.post(url, {}).status_code == 302
    page = mine.get(url).content.decode()
    assert "Round 1 is being drawn" in page
    assert "8 people are seated." in page
    for path in (url, f"{url}?drawing"):
        assert other.get(path).status_code == 404
    still = mine.get(f"{url}?drawing", headers={"HX-Request": "true"})
    assert still.content.decode().startswith('<div id="being-drawn"')
    carry_out(DrawOrder.objects.get().pk)
    done = mine.get(f"{url}?drawing", headers={"HX-Request": "true"})
    assert done.headers["HX-Redirect"] == url
    assert "Draft of round 1" in mine.get(url).content.decode()


def test_a_draft_is_drawn_again_in_the_background(alice: User, evening: Evening) -> None:
    carry_out(ordered(evening).pk)
    drafted = Round.objects.get()
    client = Client()
    client.force_login(alice)
    url = f"/tournaments/{evening.tournament.slug}/draw/"
    assert client.post(f"{url}again/", {"draft": drafted.pk, "reason": "two came"}).status_code == 302
    assert Round.objects.get().pk == drafted.pk
    carry_out(DrawOrder.objects.get().pk)
    assert Round.objects.get().pk != drafted.pk
    assert (
        client.post(f"{url}again/", {"draft": Round.objects.get().pk, "reason": "once more"}).status_code
        == 302
    )
    assert client.post(f"{url}cancel/").status_code == 302
    assert not DrawOrder.objects.exists()
