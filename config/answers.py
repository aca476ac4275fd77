"""Answers of the API as they leave: two people of one name in one of them are told apart, whatever made it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rest_framework.renderers import JSONRenderer

from clubs.models import Club
from clubs.namesakes import alike, tell_apart
from clubs.serializers import PersonShown

# Answers about one club, by the first word of their address: how it is found by the `uid` there.
CLUBS = {"clubs": "uid", "tournaments": "tournaments__uid", "seasons": "seasons__uid"}


class AnswerRenderer(JSONRenderer):
    """JSON whose people have their `apart`. No query without namesakes."""

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> Any:
        people = list(_people(data))
        if alike(person.player for person in people):
            tell_apart((person.player for person in people), club=_club(renderer_context or {}))
            for person in people:
                person["apart"] = person.player.apart
        return super().render(data, accepted_media_type, renderer_context)


def _people(data: Any) -> Iterator[PersonShown]:
    if isinstance(data, PersonShown):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from _people(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _people(value)


def _club(context: Mapping[str, Any]) -> Club | None:
    match = getattr(context.get("request"), "resolver_match", None)
    if match is None or "uid" not in match.kwargs:
        return None
    word = match.route.removeprefix("api/v1/").partition("/")[0]
    return Club.objects.filter(**{CLUBS[word]: match.kwargs["uid"]}).first() if word in CLUBS else None
