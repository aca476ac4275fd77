"""Marks that say what must be computed again. Written in the transaction of the fact, found by a sweep."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from tournaments.models import Stale
from tournaments.signals import marked


def mark_tournament(tournament_id: int) -> None:
    """The facts of a tournament changed. Call inside the transaction of the fact."""
    _mark(f"tournament:{tournament_id}")


def mark_season(season_id: int) -> None:
    """An evening of the season changed."""
    _mark(f"season:{season_id}")


def left() -> list[str]:
    """Scopes whose derived rows are older than their facts."""
    return list(_left().values_list("scope", flat=True))


def is_behind(scope: str) -> bool:
    """Whether the derived rows of a scope are older than its facts."""
    return _left().filter(scope=scope).exists()


def lock(scope: str) -> Stale | None:
    """The mark of a scope, locked until the end of the transaction; None if nothing is to be done."""
    return _left().select_for_update().filter(scope=scope).first()


def _left() -> QuerySet[Stale]:
    return Stale.objects.filter(done__lt=F("wanted")).order_by("id")


def _mark(scope: str) -> None:
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError(f"The mark of {scope} must be written in the transaction of its fact.")
    changed = Stale.objects.filter(scope=scope)
    if not changed.update(wanted=F("wanted") + 1, marked_at=timezone.now()):
        # Insert first, then count up: two first marks at once must both be counted.
        Stale.objects.bulk_create([Stale(scope=scope)], ignore_conflicts=True)
        changed.update(wanted=F("wanted") + 1, marked_at=timezone.now())
    marked.send(sender=Stale, scope=scope)
