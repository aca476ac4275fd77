"""Small parts of a page that are drawn once for everybody who is shown the same values.

A part is a function of what it is given and of the language, of nothing else: no request, no user, no table. What is
kept is found by all of these values, so a reader gets a kept part only if the values made for that reader are equal.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

from django import template
from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

N_KEPT = 8192
"""Parts of half a kilobyte: some eighty tables with five readers each."""


@register.simple_tag
def drawn(name: str, **values: Hashable) -> SafeString:
    """The template of that name with these values alone. TypeError for a value that could change, such as a list."""
    return _drawn(name, tuple(values.items()), get_language())


@lru_cache(maxsize=N_KEPT)
def _drawn(name: str, values: tuple[tuple[str, Hashable], ...], _language: str | None) -> SafeString:
    template: Any = get_template(name)
    # Numbers are drawn as they are: asking the language for each costs more than the rest of a small part.
    text: str = template.template.render(Context(dict(values), use_l10n=False))
    return mark_safe(text.rstrip("\n"))
