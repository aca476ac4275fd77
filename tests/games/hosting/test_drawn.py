"""What is kept between requests never changes what a reader gets: every page equals the one made from nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from games.models import HostedTable
from games.templatetags import drawn as kept_parts
from tests.games.hosting.tables import people, play_on, started

pytestmark = pytest.mark.django_db
FRAGMENT = {"HX-Request": "true", "HX-Target": "table"}
GAMES: dict[str, Any] = {
    "open": {"preset": "oh-hell", "schedule": {"shape": "list", "sizes": [3, 2]}},
    "simultaneous": {
        "preset": "oh-hell",
        "hook": False,
        "bidding": "simultaneous",
        "schedule": {"shape": "list", "sizes": [3, 2]},
    },
    "secret": {
        "preset": "oh-hell",
        "hook": False,
        "bidding": "secret",
        "schedule": {"shape": "list", "sizes": [3, 2]},
    },
    "rage": {"preset": "rage", "players": [3, 8], "schedule": {"shape": "list", "sizes": [4, 2]}},
}


def forget() -> None:
    kept_parts._drawn.cache_clear()


def page(table: HostedTable, reader: Client, language: str) -> str:
    """The part as a script gets it, without what differs at every request."""
    answer = reader.get(table.get_absolute_url(), headers={**FRAGMENT, "accept-language": language})
    assert answer.status_code == 200
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())


@pytest.mark.parametrize("name", GAMES)
def test_each_seat_and_spectator_gets_what_is_made_for_them_alone(name: str) -> None:
    table = started(3, rules=GAMES[name])
    readers = [Client() for _ in range(4)]
    for reader, user in zip(readers, people(3), strict=False):
        reader.force_login(user)
    forget()
    n_acts = 1
    while n_acts:
        warm = [page(table, reader, language) for reader in readers for language in ("en", "nb")]
        cold = []
        for reader in readers:
            for language in ("en", "nb"):
                forget()
                cold.append(page(table, reader, language))
        assert warm == cold
        assert len(set(warm)) == len(warm)
        n_acts = play_on(table, most=1)
    assert table.state == HostedTable.State.FINISHED


def test_a_part_is_kept_for_equal_values_of_one_language_alone() -> None:
    forget()
    source = '{% load drawn %}{% drawn "games/play/_trump.html" trump=trump %}'
    trump = {"is_none": True}
    with pytest.raises(TypeError):  # a value that could change under the kept part
        Template(source).render(Context({"trump": trump}))
    part = Template('{% load drawn %}{% drawn "games/play/_call.html" line=line %}')
    from games.views.hosted.scene import Line

    def line(name: str) -> Line:
        return Line(0, name, False, True, False, 1, True, 0, 0, None, False, "", False)

    said = {}
    for language in ("en", "de", "en"):
        with translation.override(language):
            said[language] = part.render(Context({"line": line("<b>Ada</b>")}))
    assert said["en"] != said["de"]
    assert "&lt;b&gt;Ada" in said["en"]
    assert "Bo" in part.render(Context({"line": line("Bo")}))
    info = kept_parts._drawn.cache_info()
    assert (info.hits, info.misses) == (1, 3)
