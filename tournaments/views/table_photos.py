"""`/tables/<token>/photos/`: a photo of the paper by whoever writes at the table. It lies beside the grid; only the
desk sees it (`tournaments.views.photos`).
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.views.decorators.http import require_POST

from clubs.errors import EldestHandError
from clubs.limits import TooOften, take
from clubs.pages import asks_json
from tournaments.models import TableLink
from tournaments.services import photos
from tournaments.services.links import LinkEnded
from tournaments.services.results import game_of
from tournaments.views.photos import photos_at_the_desk, sent_photo
from tournaments.views.tables import address_of_table, opened_by_link, refused


@require_POST
@opened_by_link
def table_photo_add(request: HttpRequest, link: TableLink) -> HttpResponse:
    """The file is in the field `photo`. A script hears `text`, what lies at the desk by now; a form comes back to the
    page. An address of its own: how long the message is, is known before any of it is read.
    """
    try:
        take("uploads", f"link:{link.pk}")
        photos.attach_by_link(link, sent=sent_photo(request))
    except LinkEnded:
        raise
    except EldestHandError as error:
        response = refused(request, link, error.status, error.code, error.message, asked={})
        if isinstance(error, TooOften):
            response["Retry-After"] = str(error.retry_after)
        return response
    if asks_json(request):
        return JsonResponse({"text": photos_at_the_desk(game_of(link.table))}, status=201)
    return HttpResponseRedirect(f"{address_of_table(link)}#photo")
