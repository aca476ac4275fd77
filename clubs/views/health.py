"""Whether this process can serve: for load balancers and `make run`."""

from __future__ import annotations

import logging

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """`ok` when the database answers, else 503 with the reason in words."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except DatabaseError:
        logger.exception("The database does not answer.")
        return HttpResponse(
            "database does not answer\n", content_type="text/plain; charset=utf-8", status=503
        )
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")
