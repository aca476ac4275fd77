"""Keep, remove and forget photos of sheets. Who may is asked by the floor above."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from games.errors import PhotoRefused
from games.models import Game, Photo
from games.services.pictures import MOST_BYTES, read_picture, too_large

MOST_PHOTOS = 12
MOST_A_MINUTE = 20


def kept_photos(game: Game) -> list[Photo]:
    """The photos of a sheet, oldest first, with who took them."""
    return list(game.photos.filter(removed_at__isnull=True).select_related("by__player"))


def kept_count(game: Game) -> tuple[int, datetime | None]:
    """How many photos of a sheet are kept, and when the newest came. One query."""
    kept = game.photos.filter(removed_at__isnull=True)
    found = kept.aggregate(n=Count("pk"), newest=Max("at"))
    return found["n"], found["newest"]


def kept_uids(game: Game) -> list[UUID]:
    """Names the photos of a sheet, oldest first. One query."""
    return list(game.photos.filter(removed_at__isnull=True).values_list("uid", flat=True))


def add_photo(
    game: Game, *, sent: UploadedFile[Any], by: By, ask_again: Callable[[], object] = lambda: None
) -> Photo:
    """Keep a photo of the sheet; the same file sent again gives the photo that is kept already.

    Reading a picture takes its time: `ask_again` is called inside the transaction that keeps it, and refuses by
    raising. Raises `PhotoRefused`, which says what to do; then nothing is kept.
    """
    if sent.size is None or sent.size > MOST_BYTES:
        raise too_large()
    content = sent.read()
    digest = hashlib.sha256(content).hexdigest()
    if found := game.photos.filter(source_hash=digest, removed_at__isnull=True).first():
        return found
    _check_rate(game, by)
    picture = read_picture(content)
    photo = Photo(
        game=game,
        source_hash=digest,
        width=picture.width,
        height=picture.height,
        by=by.user,
        via=by.via,
        at=timezone.now(),
    )
    photo.file.save(f"{photo.uid}.jpg", ContentFile(picture.jpeg), save=False)
    is_kept = False
    try:
        _append(game, photo, by=by, ask_again=ask_again)
        is_kept = True
    except IntegrityError:  # the same file in the same moment
        return game.photos.get(source_hash=digest, removed_at__isnull=True)
    finally:
        if not is_kept:
            photo.file.delete(save=False)
    return photo


def _append(game: Game, photo: Photo, *, by: By, ask_again: Callable[[], object]) -> None:
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        ask_again()
        if game.photos.filter(removed_at__isnull=True).count() >= MOST_PHOTOS:
            text = (
                _("This sheet has %(most)d photos already: ask the desk to remove one first.")
                if by.via == "link"  # whoever writes at a table removes none
                else _("This sheet has %(most)d photos already: remove one first.")
            )
            raise PhotoRefused(text % {"most": MOST_PHOTOS}, code="too_many_photos", status=409)
        photo.save(force_insert=True)
        log("photo.added", f"game:{game.pk}", by=by, club_id=game.club_id, photo=photo.pk)


def remove_photo(photo: Photo, *, by: By, reason: str = "") -> None:
    """The file is deleted, the line stays and the log says who; removing it again changes nothing."""
    with transaction.atomic():
        found = Photo.objects.select_for_update().select_related("game").get(pk=photo.pk)
        if found.removed_at is not None:
            return
        name = str(found.file.name)
        found.file = ""
        found.removed_at = timezone.now()
        found.save(update_fields=["file", "removed_at"])
        log(
            "photo.removed",
            f"game:{found.game_id}",
            by=by,
            club_id=found.game.club_id,
            reason=reason,
            photo=found.pk,
        )
        transaction.on_commit(lambda: default_storage.delete(name), robust=True)


def forget_photos(games: Iterable[int], *, by: By, reason: str) -> int:
    """Remove every photo of these games; how many there were."""
    photos = list(Photo.objects.filter(game__in=games, removed_at__isnull=True))
    for photo in photos:
        remove_photo(photo, by=by, reason=reason)
    return len(photos)


def _check_rate(game: Game, by: By) -> None:
    """Decoding costs: a person may send twenty a minute, a table without accounts as many."""
    sender = Q(by=by.user) if by.user is not None else Q(game=game, by__isnull=True)
    since = timezone.now() - timedelta(minutes=1)
    if Photo.objects.filter(sender, at__gte=since).count() >= MOST_A_MINUTE:
        raise PhotoRefused(
            _("That were many photos in one minute: wait a little, then send this one again."),
            code="photos_too_fast",
            status=429,
        )
