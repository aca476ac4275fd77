"""A program that speaks to the API: JSON both ways, a token for every request."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client
from rest_framework.authtoken.models import Token

from clubs.models import User

ROOT = "/api/v1/"


class ApiClient:
    """Answers are `(status, body)`; the body is None where there is none."""

    def __init__(self, user: User | None) -> None:
        self.client = Client(raise_request_exception=True)
        self.headers: dict[str, str] = {}
        if user is not None:
            self.headers["Authorization"] = f"Token {Token.objects.get_or_create(user=user)[0].key}"

    def send(
        self, method: str, path: str, body: Any = None, *, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        response = self.client.generic(
            method,
            ROOT + path,
            b"" if body is None else json.dumps(body).encode(),
            content_type="application/json",
            headers={**self.headers, **(headers or {})},
        )
        self.last = response
        return response.status_code, response.json() if response.content else None

    def get(self, path: str) -> Any:
        status, body = self.send("GET", path)
        assert status == 200, body
        return body

    def post(self, path: str, body: Any = None, *, expect: int = 200) -> Any:
        return self._expect("POST", path, body, expect)

    def put(self, path: str, body: Any, *, expect: int = 201) -> Any:
        return self._expect("PUT", path, body, expect)

    def patch(self, path: str, body: Any, *, expect: int = 200) -> Any:
        return self._expect("PATCH", path, body, expect)

    def _expect(self, method: str, path: str, body: Any, expect: int) -> Any:
        status, answer = self.send(method, path, body)
        assert status == expect, answer
        return answer
