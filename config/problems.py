"""Errors of the API in one shape: problem details, RFC 9457."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.defaults import page_not_found
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from clubs.errors import EldestHandError
from clubs.limits import TooOften

MEDIA_TYPE = "application/problem+json"


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """`{"type", "title", "status", "detail", "code", ...}`; None for what is a defect and belongs in the log.

    `errors` of a validation lists `{"field", "code", "message"}`; what a service adds to its refusal stands beside.
    """
    if isinstance(error, EldestHandError):
        extra = {key: value for key, value in error.extra.items() if _plain(value)}
        told = _response(error.status, code=error.code, detail=error.message, **extra)
        if isinstance(error, TooOften):
            told.headers["Retry-After"] = str(error.retry_after)
        return told
    response = exception_handler(error, context)
    if response is None:
        return None
    headers = {
        name: response.headers[name]
        for name in ("WWW-Authenticate", "Retry-After", "Allow")
        if name in response.headers
    }
    if isinstance(error, exceptions.ValidationError):
        body = _response(response.status_code, code="invalid", detail=_first(error), errors=_fields(error))
    else:
        code, detail = _told(error)
        body = _response(response.status_code, code=code, detail=detail)
    for name, value in headers.items():
        body.headers[name] = value
    return body


def missing_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address that leads nowhere: a program is told in the shape of all errors, a person by our page."""
    if not request.path.startswith("/api/v1/"):
        return page_not_found(request, exception)
    code, detail = _told(exception)
    return JsonResponse(_body(404, code=code, detail=detail), status=404, content_type=MEDIA_TYPE)


def _response(status: int, *, code: str, detail: str, **extra: Any) -> Response:
    body = _body(status, code=code, detail=detail, **extra)
    return Response(body, status=status, content_type=MEDIA_TYPE)


def _body(status: int, *, code: str, detail: str, **extra: Any) -> dict[str, Any]:
    return {
        **extra,
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
    }


def _told(error: Exception) -> tuple[str, str]:
    if isinstance(error, Http404):
        return "not_found", str(exceptions.NotFound.default_detail)
    if isinstance(error, PermissionDenied):
        return "permission_denied", str(exceptions.PermissionDenied.default_detail)
    if isinstance(error, exceptions.APIException):
        codes = error.get_codes()
        return (codes if isinstance(codes, str) else error.default_code), str(error.detail)
    return "error", ""


def _fields(error: exceptions.ValidationError) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    _collect(error.detail, "", found)
    return found


def _collect(detail: Any, where: str, found: list[dict[str, str]]) -> None:
    if isinstance(detail, dict):
        for key, part in detail.items():
            _collect(part, f"{where}.{key}".lstrip("."), found)
    elif isinstance(detail, list):
        for part in detail:
            _collect(part, where, found)
    else:
        found.append(
            {"field": where, "code": str(getattr(detail, "code", "invalid")), "message": str(detail)}
        )


def _first(error: exceptions.ValidationError) -> str:
    fields = _fields(error)
    return fields[0]["message"] if fields else ""


def _plain(value: object) -> bool:
    return isinstance(value, (str, int, float, bool, list, dict, type(None)))
