"""What endpoints that change something share: who acts, and bodies read without guessing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request

from clubs.activity import By
from clubs.models import User


class Unprocessable(ValidationError):
    """The body could be read, but a field must be mended."""

    status_code = 422


class Body(serializers.Serializer[Any]):
    """A body whose fields are all known: a misspelt name is told, not ignored."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [key for key in data if key not in self.fields]
            if unknown:
                raise serializers.ValidationError(
                    {
                        key[:60]: [
                            serializers.ErrorDetail(
                                f"There is no such field; known are {', '.join(self.fields)}.",
                                code="unknown_field",
                            )
                        ]
                        for key in unknown[:20]
                    }
                )
        return super().to_internal_value(data)


class ReasonBody(Body):
    """Why; kept with the act."""

    reason = serializers.CharField(max_length=1000)


def read_body(body: type[Body], request: Request) -> dict[str, Any]:
    """The fields of a body, or `Unprocessable` that names each at fault."""
    reader = body(data=request.data)
    if not reader.is_valid():
        raise Unprocessable(reader.errors)
    return dict(reader.validated_data)


def by_api(request: Request) -> By:
    """Who acts by this request; the first thing asked of an anonymous one is to sign in."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return By(request.user, "api")
