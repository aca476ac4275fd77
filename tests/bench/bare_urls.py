"""The site's addresses and one more: a view that only returns bytes, for what the machinery costs without a page."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import urlpatterns as site

BODY: dict[str, bytes] = {}


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse(BODY[request.GET["of"]])


urlpatterns = [*site, path("bare/", bare)]
