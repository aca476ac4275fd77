"""Epochs: build one beside, put it in the place of the active one, go back, drop (`ratings.md` 8)."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import OperationalError, transaction
from django.db.models import Q
from django.utils import timezone

from clubs.live import announce
from ratings.models import Ladder, LadderEpoch, LadderTouch, RatingState, RatingSystem
from ratings.services import corrections, partitions
from ratings.services.building import build
from ratings.services.locks import bear_epoch
from ratings.services.rounds import advance_epoch
from ratings.services.verifying import first_difference

logger = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=30)
"""How long a retired epoch is kept to go back to."""

KEPT_AT_MOST = 3
"""Of one ladder: each deep correction retires an epoch, and an epoch of a million games takes a gigabyte."""

ABANDONED_AFTER = timedelta(days=2)
"""An epoch still building after this was left behind by a command that was stopped."""


def rebuild_beside(ladder_id: int) -> bool:
    """Replace the active epoch by a new one of the same system: the way to take back very many games.

    Goes on with one that was begun before. False if another process is building it right now.
    """
    ladder = Ladder.objects.select_related("active_epoch__system").get(pk=ladder_id)
    if ladder.active_epoch is None:
        return False
    system = ladder.active_epoch.system
    epoch = go_on_or_start(ladder, system)
    now = timezone.now()
    done = build(epoch.pk, now=now) and swap_in(epoch.pk, now=now)
    _drop_all(_retired(ladder_id)[KEPT_AT_MOST:])
    return done


def go_on_or_start(ladder: Ladder, system: RatingSystem) -> LadderEpoch:
    """The epoch of this system begun last and never swapped in, whose process may have been killed; else a new one.

    None that was taken back from retirement: where the facts have left it may not be known yet.
    """
    begun = LadderEpoch.objects.filter(
        ladder=ladder, system=system, status=LadderEpoch.Status.BUILDING, retired_at__isnull=True
    )
    newest = begun.order_by("-pk").first()
    if newest is not None and begun.filter(pk=newest.pk).update(started_at=timezone.now()):
        return newest
    return start_epoch(ladder, system)


def start_epoch(ladder: Ladder, system: RatingSystem) -> LadderEpoch:
    """A new epoch, empty. From its commit on every touch goes to it as well."""
    with transaction.atomic():
        bear_epoch()
        return LadderEpoch.objects.create(ladder=ladder, system=system, status=LadderEpoch.Status.BUILDING)


def swap_in(epoch_id: int, *, now: datetime) -> bool:
    """Drain the last touches and make this epoch the active one. False if it is building no more."""
    with transaction.atomic():
        ladder = Ladder.objects.select_for_update(of=("self",)).get(epochs=epoch_id)
        LadderEpoch.objects.select_for_update(no_key=True).get(pk=epoch_id)
        epoch = LadderEpoch.objects.select_related("system").get(pk=epoch_id)
        if epoch.status != LadderEpoch.Status.BUILDING or epoch.built_at is None:
            return False
        while not advance_epoch(ladder, epoch, now=now, most_rewound=None, log=False).is_idle:
            pass
        old = ladder.active_epoch
        if old is not None:
            old.status = LadderEpoch.Status.RETIRED
            old.retired_at = now
            old.save(update_fields=["status", "retired_at"])
            if old.system_id == epoch.system_id:
                _log_correction(ladder, old, epoch, now)
        epoch.status = LadderEpoch.Status.ACTIVE
        epoch.retired_at = None
        epoch.save(update_fields=["status", "retired_at"])
        ladder.active_epoch = epoch
        ladder.version += 1
        ladder.save(update_fields=["active_epoch", "version"])
        announce(f"ladder:{ladder.pk}", ladder.version)
    return True


def revive_last(ladder: Ladder) -> LadderEpoch | None:
    """Take the epoch retired last back into building, with a touch where the facts have left it since.

    None if there is none. Retired epochs get no touches, so the first key at which it differs is looked for;
    `build` then redoes the rest.
    """
    with transaction.atomic():
        bear_epoch()
        # One that was taken back by a command that was stopped is building, and was retired once.
        once_active = Q(status=LadderEpoch.Status.RETIRED) | Q(
            status=LadderEpoch.Status.BUILDING, retired_at__isnull=False
        )
        epoch = (
            LadderEpoch.objects.select_for_update(no_key=True)
            .filter(once_active, ladder=ladder, built_at__isnull=False)
            .order_by("-retired_at", "-pk")
            .first()
        )
        if epoch is None:
            return None
        epoch.status = LadderEpoch.Status.BUILDING
        epoch.started_at = timezone.now()
        epoch.save(update_fields=["status", "started_at"])
    # Only now, with facts coming in again: what they change from here on they touch themselves.
    left_at = first_difference(epoch)
    if left_at is not None:
        LadderTouch.objects.create(epoch=epoch, order_key=left_at)
    return epoch


def give_up(epoch: LadderEpoch) -> bool:
    """Leave a built epoch out: a new one is dropped, one that was taken back stays to go back to.

    False if it is building no more: somebody else swapped it in.
    """
    building = LadderEpoch.objects.filter(pk=epoch.pk, status=LadderEpoch.Status.BUILDING)
    if building.filter(retired_at__isnull=False).update(status=LadderEpoch.Status.RETIRED):
        return True
    if building.update(status=LadderEpoch.Status.RETIRED):
        drop_epoch(epoch)
        return True
    return False


def drop_epoch(epoch: LadderEpoch) -> None:
    """Delete an epoch that is not the active one, events first and not all at once."""
    idle = LadderEpoch.objects.filter(pk=epoch.pk).exclude(status=LadderEpoch.Status.ACTIVE)
    if not idle.update(status=LadderEpoch.Status.RETIRED):
        raise RuntimeError(f"Epoch {epoch.pk} of ladder {epoch.ladder_id} is active, or gone: swap it first.")
    partitions.drop_events(epoch)
    with transaction.atomic():
        RatingState.objects.filter(epoch=epoch).delete()
        LadderTouch.objects.filter(epoch=epoch).delete()
        epoch.delete()


def drop_old_epochs(*, now: datetime) -> int:
    """Drop what was retired more than 30 days ago, and builds that were abandoned; returns how many.

    One whose table is in use stays until the next time.
    """
    idle = LadderEpoch.objects.exclude(status=LadderEpoch.Status.ACTIVE)
    old = idle.filter(retired_at__lt=now - KEPT_FOR)
    abandoned = idle.filter(
        status=LadderEpoch.Status.BUILDING, retired_at__isnull=True, started_at__lt=now - ABANDONED_AFTER
    )
    return _drop_all([*old, *abandoned])


def _retired(ladder_id: int) -> list[LadderEpoch]:
    """Retired epochs, the last one first."""
    retired = LadderEpoch.objects.filter(ladder=ladder_id, status=LadderEpoch.Status.RETIRED)
    return list(retired.order_by("-retired_at", "-pk"))


def _drop_all(epochs: Iterable[LadderEpoch]) -> int:
    dropped = 0
    for epoch in epochs:
        try:
            drop_epoch(epoch)
        except OperationalError as error:
            if not partitions.is_busy(error):
                raise
            logger.warning("Epoch %d is being read; it will be dropped another time.", epoch.pk)
        else:
            dropped += 1
    return dropped


def _log_correction(ladder: Ladder, old: LadderEpoch, new: LadderEpoch, now: datetime) -> None:
    """What readers will see change, if anything; from the least key the old epoch was still to go back to."""
    before, after = (
        dict(RatingState.objects.filter(epoch=epoch).values_list("player_id", "rating"))
        for epoch in (old, new)
    )
    after = {player: rating for player, rating in after.items() if player in before}
    if before == after:
        return
    touch = LadderTouch.objects.filter(epoch=old).order_by("order_key").first()
    from_key = touch.order_key if touch is not None else ""
    corrections.write(
        ladder,
        from_key=from_key,
        n_games=old.events.filter(order_key__gte=from_key).values("order_key").distinct().count(),
        before=before,
        after=after,
        actor_id=touch.actor_id if touch is not None else None,
        at=now,
    )
