"""The API counts what changes something; reading is free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from clubs.limits import take, who_asks

if TYPE_CHECKING:  # the views' settings name this module
    from rest_framework.views import APIView


class WritesThrottle(BaseThrottle):
    """`LIMITS["api_writes"]` per account; raises `TooOften`, which says when to come again."""

    def allow_request(self, request: Request | HttpRequest, view: APIView) -> bool:
        if request.method not in SAFE_METHODS:
            take("api_writes", who_asks(request))
        return True
