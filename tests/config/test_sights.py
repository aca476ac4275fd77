"""`make screenshots` shows every page the site has: the table of rights says which those are."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model

from tests.browser import sights
from tests.config.rights_scene import make_scene
from tests.config.rights_table import ROADS

pytestmark = pytest.mark.django_db


def test_every_page_of_the_table_of_rights_is_shown() -> None:
    shown = sights.of_the_rights(make_scene()) | sights.of_card_tables()
    shown |= sights.of_odd_evenings(get_user_model().objects.create_user("keeper"))
    routes = {sight.route for sight in shown.values()} | {route for route, *_ in sights.VISITED.values()}
    pages = {road.name for road in ROADS if road.method == "GET" and not road.is_api}
    assert pages - routes - set(sights.NO_PICTURE) == set()


def test_nothing_is_excepted_that_is_shown_or_not_there() -> None:
    assert set(sights.NO_PICTURE) <= {road.name for road in ROADS if road.method == "GET"}
    assert not set(sights.NO_PICTURE) & {route for route, *_ in sights.VISITED.values()}
