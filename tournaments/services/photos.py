"""Photos of the sheets of a tournament: who may add, see and remove them, and when they are forgotten."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from clubs.activity import By
from clubs.live import announce
from clubs.rights import Act
from games.models import Game, Photo
from games.services import photos
from games.services.drafts import draft_of
from tournaments.models import Table, TableLink
from tournaments.rights import by_link, require_at, require_in
from tournaments.services.links import open_table
from tournaments.services.results import game_of, sheet_topic

KEPT_DAYS = 90


def attach_photo(table: Table, *, sent: UploadedFile[Any], by: By) -> Photo:
    """Keep a photo of the table's paper sheet; `games.services.photos.add_photo` tells what is refused."""
    require_at(by, table, Act.TYPE_SHEET)
    photo = photos.add_photo(game_of(table), sent=sent, by=by)
    _announce(game_of(table))
    return photo


def attach_by_link(link: TableLink, *, sent: UploadedFile[Any]) -> Photo:
    """The same by whoever writes at the table; `LinkEnded` once the link opens nothing any more."""
    table = open_table(link)
    by, game = by_link(table), game_of(table)
    require_at(by, table, Act.TYPE_SHEET)
    photo = photos.add_photo(game, sent=sent, by=by, ask_again=lambda: open_table(link))
    _announce(game)
    return photo


def _announce(game: Game) -> None:
    announce(sheet_topic(game), game.version + draft_of(game)[0])


def remove_photo(table: Table, photo: Photo, *, by: By) -> None:
    """Remove a photo; the log keeps who did."""
    require_in(by, table.tournament, Act.VERIFY_SHEET)
    photos.remove_photo(photo, by=by)


def forget_old_photos(now: datetime) -> int:
    """Photos are there to settle what the paper says: they go ninety days after their tournament began."""
    old = Game.objects.filter(
        table__tournament__starts_at__lt=now - timedelta(days=KEPT_DAYS), photos__removed_at__isnull=True
    )
    games = set(old.filter(photos__isnull=False).values_list("pk", flat=True))
    return photos.forget_photos(games, by=By(None, "command"), reason=f"{KEPT_DAYS} days")
