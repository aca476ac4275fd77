"""Two equal names in one list are told apart: by the number in the club, by the clubs, or by that of the profile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db.models import Q
from django.utils.translation import gettext as _

from clubs.folding import fold, keys_alike
from clubs.models import Club, Membership, Player
from clubs.querysets import PlayerQuerySet


def tell_apart(
    people: Iterable[Player], *, club: Club | None = None, among: PlayerQuerySet | None = None
) -> None:
    """Give each of two namesakes its `apart`, which `display_name` shows. One query, none without namesakes.

    In a list of one `club` its member numbers tell most; elsewhere the public clubs a person plays for.
    Where `people` are one page of a list, `among` are those on all of its pages that the reader may know by
    name: one query more.
    """
    groups: dict[str, dict[int, list[Player]]] = defaultdict(lambda: defaultdict(list))
    for player in people:
        player.apart = ""
        if not player.hidden and player.anonymised_at is None:
            groups[fold(player.name)][player.pk].append(player)
    if among is not None and groups:
        for player in _called_so(groups, among):
            groups[fold(player.name)][player.pk].append(player)
    same = [group for group in groups.values() if len(group) > 1]
    if not same:
        return
    told = _numbers(same, club) if club is not None else _clubs(same)
    for group in same:
        words = [told.get(pk, "") for pk in group]
        for pk, rows in group.items():
            word = told.get(pk, "")
            clear = word and words.count(word) == 1
            for player in rows:
                player.apart = word if clear else _("profile %(number)d") % {"number": pk}


def alike(people: Iterable[Player]) -> bool:
    """Whether two of them have one name that is shown. No query."""
    named: dict[str, int] = {}
    shown = (player for player in people if not player.hidden and player.anonymised_at is None)
    return any(named.setdefault(fold(player.name), player.pk) != player.pk for player in shown)


def _called_so(groups: dict[str, dict[int, list[Player]]], among: PlayerQuerySet) -> list[Player]:
    """Those of `among` with a name of the page, by the index of names in order."""
    ranges = {keys_alike(name) for name in groups}
    wanted = reduce(or_, (Q(sorts_as__gte=first, sorts_as__lt=below) for first, below in ranges))
    shown = among.filter(wanted, hidden=False, anonymised_at__isnull=True)
    rows = shown.only("id", "name", "hidden", "anonymised_at")
    return [player for player in rows if fold(player.name) in groups]


def _numbers(groups: list[dict[int, list[Player]]], club: Club) -> dict[int, str]:
    rows = Membership.objects.filter(club=club, player__in=_ids(groups)).exclude(number="")
    return {
        player: _("no. %(number)s") % {"number": number}
        for player, number in rows.values_list("player", "number")
    }


def _clubs(groups: list[dict[int, list[Player]]]) -> dict[int, str]:
    rows = Membership.objects.current().filter(
        player__in=_ids(groups), club__visibility="public", club__closed_at__isnull=True
    )
    named: dict[int, list[str]] = defaultdict(list)
    for player, name in rows.order_by("joined_at", "pk").values_list("player", "club__name"):
        named[player].append(name)
    return {player: ", ".join(names) for player, names in named.items()}


def _ids(groups: list[dict[int, list[Player]]]) -> list[int]:
    return [pk for group in groups for pk in group]
