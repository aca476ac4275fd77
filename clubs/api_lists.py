"""What the endpoints share: paging by cursor, as fast at any depth as at the start, and uids in the query."""

from uuid import UUID

from rest_framework.exceptions import ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request


class ById(CursorPagination):
    """In the order rows were made; `?page_size=` up to 500."""

    ordering: str | tuple[str, ...] = "id"
    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500


class NewestFirst(ById):
    ordering = "-id"


class HighestFirst(ById):
    ordering = ("-rating", "player_id")


def uid_param(request: Request, name: str) -> UUID | None:
    """A uid of the query; a text that is none is a validation error that names the parameter."""
    text = request.query_params.get(name)
    if not text:
        return None
    try:
        return UUID(text)
    except ValueError:
        raise ValidationError({name: f"{text[:60]!r} is not a uid."}) from None
