"""How often something may be asked for; counted in the cache, so open for as long as the cache is away."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest


def is_too_often(what: str, *, most: int, seconds: int) -> bool:
    """Count one more; whether that is more than `most` within the window of `seconds`."""
    key = f"limit:{what}"
    if cache.add(key, 1, seconds):
        return False
    try:
        return cache.incr(key) > most
    except ValueError:  # the window closed in between
        return False


def address_of(request: HttpRequest) -> str:
    """Who asks, as far as the proxies in front are trusted to say (`TRUSTED_PROXY_COUNT`); else the last of them."""
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return str(request.META.get("REMOTE_ADDR", ""))
