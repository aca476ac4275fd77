"""Photos of a sheet: listed, sent, seen and removed by the people of the desk."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from clubs.limits import take, who_asks
from clubs.rights import Act
from games.models import Photo
from games.services.photos import kept_photos
from tournaments.api_writes.access import table_of_sheet, tournament_for
from tournaments.api_writes.files import JpegRenderer
from tournaments.models import Table
from tournaments.services import photos
from tournaments.views.photos import picture_response, sent_photo


class PhotoAnswer(serializers.Serializer[Any]):
    """One photo; `url` gives the picture itself, to the desk alone. Where and with what it was taken is never kept."""

    uid = serializers.UUIDField()
    url = serializers.URLField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    at = serializers.DateTimeField()


class PhotoBody(serializers.Serializer[Any]):
    """A form with the file in the field `photo`: JPEG, PNG or WebP."""

    photo = serializers.FileField()


@extend_schema_view(
    get=extend_schema(summary="The photos of a sheet", responses=PhotoAnswer(many=True)),
    post=extend_schema(
        summary="Add a photo to a sheet",
        request={"multipart/form-data": PhotoBody},
        responses={200: PhotoAnswer, 201: PhotoAnswer},
    ),
)
class PhotosView(APIView):
    """For those who may type on the sheet."""

    parser_classes = [MultiPartParser]

    def get(self, request: Request, uid: UUID, n: int) -> Response:
        """Oldest first."""
        table = _table(request, uid, n, Act.TYPE_SHEET)[0]
        assert table.game is not None
        return Response([_answer(request, table, photo) for photo in kept_photos(table.game)])

    def post(self, request: Request, uid: UUID, n: int) -> Response:
        """201 when the photo is new, 200 when this very file lies beside the sheet already."""
        table, by = _table(request, uid, n, Act.TYPE_SHEET)
        take("uploads", who_asks(request))
        assert table.game is not None
        known = {photo.pk for photo in kept_photos(table.game)}
        photo = photos.attach_photo(table, sent=sent_photo(request), by=by)
        return Response(_answer(request, table, photo), status=200 if photo.pk in known else 201)


@extend_schema_view(
    get=extend_schema(summary="A photo of a sheet", responses={(200, "image/jpeg"): OpenApiTypes.BINARY}),
    delete=extend_schema(summary="Remove a photo", responses={204: None}),
)
class PhotoView(APIView):
    renderer_classes = [*APIView.renderer_classes, JpegRenderer]

    def get(self, request: Request, uid: UUID, n: int, photo: UUID) -> HttpResponse:
        """The picture, for those who may type on the sheet."""
        table = _table(request, uid, n, Act.TYPE_SHEET)[0]
        return picture_response(_photo(table, photo), n)

    def delete(self, request: Request, uid: UUID, n: int, photo: UUID) -> Response:
        """For those who may verify the sheet. The log keeps who removed it; removing it again changes nothing."""
        table, by = _table(request, uid, n, Act.VERIFY_SHEET)
        photos.remove_photo(table, get_object_or_404(Photo, game=table.game_id, uid=photo), by=by)
        return Response(status=204)


def _table(request: Request, uid: UUID, n: int, act: Act) -> tuple[Table, Any]:
    tournament, by = tournament_for(request, uid, act)
    return table_of_sheet(tournament, n), by


def _photo(table: Table, uid: UUID) -> Photo:
    return get_object_or_404(Photo, game=table.game_id, uid=uid, removed_at__isnull=True)


def _answer(request: Request, table: Table, photo: Photo) -> dict[str, Any]:
    place = [table.tournament.uid, table.sheet_number, photo.uid]
    return {
        "uid": str(photo.uid),
        "url": reverse("api:tournament-sheet-photo", args=place, request=request),
        "width": photo.width,
        "height": photo.height,
        "at": photo.at.isoformat(),
    }
