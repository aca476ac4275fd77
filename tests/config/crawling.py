"""Every address that anybody may read, and every page that links lead to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

from django.test import Client
from django.urls import NoReverseMatch, reverse

from clubs.rights import Act
from games.models import Game
from ratings.models import Ladder
from tests.answers import words_of
from tests.config.rights_table import ROADS, Road
from tests.evenings import Evening
from tournaments.models import Season, Tournament


def readings(evening: Evening, *, of_tournament: bool) -> list[str]:
    """Every address that anybody may read, about this evening or about everything else."""
    tournament = evening.tournament
    game = Game.objects.filter(table__tournament=tournament)[0]
    words = {
        "club": tournament.club.slug,
        "club_uid": tournament.club.uid,
        "season": "spring",
        "season_uid": Season.objects.get(tournaments=tournament).uid,
        "game": game.pk,
        "game_uid": game.uid,
        "player": evening.entries[0].player.pk,
        "rival": evening.entries[1].player.pk,
        "player_uid": evening.entries[0].player.uid,
        "ladder": Ladder.objects.get(club=None).slug,
    }
    found = []
    for road in ROADS:
        if road.method != "GET" or road.act is not Act.READ_PUBLIC or road.ok != (200,):
            continue
        is_about_it = bool(road.where) or "{game" in str(road.kwargs)
        if is_about_it == of_tournament and (path := _path(road, words, tournament)):
            found.append(path)
    return found


@dataclass(frozen=True, slots=True)
class Page:
    status: int
    text: str
    is_indexed: bool = True


def crawl(client: Client, starts: list[str], *, most: int = 300) -> dict[str, Page]:
    """Every page that links lead to; the accounts are another's."""
    seen: dict[str, Page] = {}
    waiting = list(starts)
    while waiting:
        path = waiting.pop(0)
        if path in seen or path.startswith(("/accounts/", "/static/", "/admin/")):
            continue
        assert len(seen) < most, f"no end of pages: {list(seen)[-5:]}"
        response = client.get(path)
        text = words_of(response)
        meta = '<meta name="robots" content="noindex">' in text
        seen[path] = Page(response.status_code, text, not meta and "X-Robots-Tag" not in response.headers)
        if response.headers["Content-Type"].startswith("text/html"):
            waiting += [unescape(href) for href in re.findall(r'href="(/[^"#]*)', seen[path].text)]
    return seen


def _path(road: Road, words: dict[str, object], tournament: Tournament) -> str | None:
    kwargs = {}
    for name, value in road.kwargs.items():
        kwargs[name] = words.get(value.strip("{}")) if isinstance(value, str) and "{" in value else value
    if road.where:
        kwargs |= {"uid": tournament.uid} if road.is_api else {"slug": tournament.slug}
    try:
        return reverse(road.name, kwargs=kwargs) if None not in kwargs.values() else None
    except NoReverseMatch:
        return None
