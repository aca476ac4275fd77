"""Photos of a sheet: sent with a form, shown to the desk alone, removed with a line in the log."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe
from rest_framework.request import Request

from clubs.errors import EldestHandError
from clubs.limits import limited
from clubs.rights import Act
from games.errors import PhotoRefused
from games.models import Game, Photo
from games.services.photos import kept_count
from games.services.pictures import MOST_BYTES, too_large
from tournaments.models import Table, Tournament
from tournaments.services import photos
from tournaments.views.desk import by_web, desk_act, table_of_sheet

_FORM_BYTES = MOST_BYTES + 100_000


@require_POST
@desk_act(Act.TYPE_SHEET)
@limited("uploads")
def photo_add(request: HttpRequest, tournament: Tournament, n: int) -> HttpResponse:
    """The field is `photo`; a refusal is said on the sheet."""
    table = table_of_sheet(tournament, n)
    try:
        photos.attach_photo(table, sent=sent_photo(request), by=by_web(request))
        messages.success(request, _("The photo lies beside sheet %(n)d.") % {"n": n})
    except EldestHandError as error:
        messages.error(request, error.message)
    return redirect(_sheet_of(table))


@require_safe
@desk_act(Act.TYPE_SHEET)
def photo_file(request: HttpRequest, tournament: Tournament, n: int, uid: UUID) -> HttpResponse:
    """The picture itself, and never as anything but a picture."""
    return picture_response(_photo(table_of_sheet(tournament, n), uid), n)


def picture_response(photo: Photo, n: int) -> HttpResponse:
    # Whole: pictures are small, and ASGI does not stream an open file.
    with photo.file.open("rb") as kept:
        response = HttpResponse(kept.read(), content_type="image/jpeg")
    response["Content-Disposition"] = f'inline; filename="sheet-{n}.jpg"'
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, max-age=3600"
    return response


@require_POST
@desk_act(Act.VERIFY_SHEET)
def photo_remove(request: HttpRequest, tournament: Tournament, n: int, uid: UUID) -> HttpResponse:
    table = table_of_sheet(tournament, n)
    photos.remove_photo(table, _photo(table, uid), by=by_web(request))
    messages.info(request, _("The photo is removed."))
    return redirect(_sheet_of(table))


def sent_photo(request: HttpRequest | Request) -> UploadedFile[Any]:
    """The file in the field `photo`; the size is looked at before anything is read."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > _FORM_BYTES:
        raise too_large()
    sent = request.FILES.get("photo")
    if not isinstance(sent, UploadedFile):
        raise PhotoRefused(_("Choose a photo first."), code="no_photo")
    return sent


def photos_at_the_desk(game: Game) -> str:
    """What the table may know of the photos of its sheet; empty where there is none. One query."""
    n, newest = kept_count(game)
    if newest is None:
        return ""
    text = ngettext(
        "%(n)s photo of this sheet is at the desk, sent at %(time)s.",
        "%(n)s photos of this sheet are at the desk, the newest sent at %(time)s.",
        n,
    )
    return text % {"n": n, "time": date_format(localtime(newest), "TIME_FORMAT")}


def _photo(table: Table, uid: UUID) -> Photo:
    return get_object_or_404(Photo, game=table.game_id, uid=uid, removed_at__isnull=True)


def _sheet_of(table: Table) -> str:
    return reverse("sheet_detail", args=[table.tournament.slug, table.sheet_number]) + "#photos"
