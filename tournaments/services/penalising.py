"""A penalty from a form that may be sent twice."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from django.db import transaction

from clubs.activity import By
from clubs.rights import Act
from clubs.typed import whole
from tournaments.models import Entry, Penalty, Tournament
from tournaments.rights import require_in
from tournaments.services.entries import give_penalty


def give_penalty_once(entry: Entry, *, points: str, reason: str, by: By, seen: str) -> Penalty:
    """Give a penalty; the same one sent again from the same page is the one that was given.

    `seen` is the id of the newest penalty that page showed, as text: two equal penalties given one after the other
    come from two pages.
    """
    require_in(by, entry.tournament, Act.RUN_ROUNDS)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=entry.tournament_id)
        after = whole(seen)
        if after is not None:
            since = Penalty.objects.filter(
                entry=entry, pk__gt=after, reason=reason, by=by.user, cancels__isnull=True
            )
            same = next((given for given in since if _is_same(given, points)), None)
            if same is not None:
                return same
        return give_penalty(entry, points=points, reason=reason, by=by)


def _is_same(given: Penalty, points: str) -> bool:
    try:
        return given.points == Decimal(points)
    except InvalidOperation:
        return False
