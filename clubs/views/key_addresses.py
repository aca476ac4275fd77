"""Pages whose address is itself a key: an invitation, a code at the door, a table's link, a seat."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.utils.cache import add_never_cache_headers

# Not `no-referrer`: a browser sends the plain forms of such a page, those of the frame included, with the origin
# `null`, and they are refused as a stranger's. This one keeps the address from other sites just as well.
WITHIN_THE_SITE = "same-origin"


def keep_address(response: HttpResponseBase) -> None:
    """No cache and no search engine keeps the page, and no other site reads its address."""
    add_never_cache_headers(response)
    response["Referrer-Policy"] = WITHIN_THE_SITE
    response["X-Robots-Tag"] = "noindex, nofollow"
