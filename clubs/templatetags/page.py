"""What every page of the site carries: languages, themes, addresses that keep the rest of the query."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode, urlsplit

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.template import Context
from django.template.defaultfilters import stringfilter
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubs.sentences import isolated, one_stop

register = template.Library()

# Each language in its own words: whoever looks for it cannot read the page yet.
OWN_NAMES = {
    "en": "English",
    "nb": "Norsk",
    "da": "Dansk",
    "de": "Deutsch",
    "is": "Íslenska",
    "af": "Afrikaans",
}
THEMES = (("auto", _("As the device")), ("light", _("Light")), ("dark", _("Dark")))


@register.simple_tag(takes_context=True)
def sign_in_address(context: Context) -> str:
    """Where to sign in, coming back to this page; from a page of the accounts to where that one leads."""
    address = resolve_url(settings.LOGIN_URL)
    request: HttpRequest | None = context.get("request")
    if request is None:
        return address
    in_accounts = request.path.startswith(address.removesuffix("login/"))
    back = request.GET.get("next", "") if in_accounts else _page_of(request)
    return f"{address}?{urlencode({'next': back})}" if back else address


def _page_of(request: HttpRequest) -> str:
    """The page in front of the reader; of a form that was refused, the one it stood on."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    came_from = urlsplit(request.headers.get("Referer", ""))
    if came_from.netloc != request.get_host():
        return request.get_full_path()
    return came_from.path + (f"?{came_from.query}" if came_from.query else "")


@register.filter("one_stop", is_safe=True)
@stringfilter
def with_one_stop(sentence: str) -> str:
    """Around a sentence that may end with a name: `{% filter one_stop %}`."""
    return one_stop(sentence)


@register.filter("isolated", is_safe=True)
@stringfilter
def name_isolated(name: str) -> str:
    """A name that stands in a sentence beside numbers."""
    return isolated(name)


@register.simple_tag
def mail_is_printed() -> bool:
    """Whether messages go to the terminal: the site runs on a laptop, without a mail server."""
    return str(settings.EMAIL_BACKEND).startswith("django.core.mail.backends.console.")


@register.simple_tag
def language_choices() -> list[dict[str, Any]]:
    current = get_language()
    return [
        {"code": code, "name": OWN_NAMES[code], "current": code == current}
        for code, _name in settings.LANGUAGES
    ]


@register.simple_tag(takes_context=True)
def theme_choices(context: Context) -> list[dict[str, Any]]:
    current = chosen_theme(context.get("request"))
    return [{"code": code, "name": name, "current": code == current} for code, name in THEMES]


@register.simple_tag(takes_context=True)
def theme_attribute(context: Context) -> SafeString:
    """` data-theme="dark"` where the reader chose one; nothing where the device decides."""
    theme = chosen_theme(context.get("request"))
    return SafeString("" if theme == "auto" else f' data-theme="{theme}"')


def chosen_theme(request: HttpRequest | None) -> str:
    """`light`, `dark` or `auto`; anything else in the cookie is `auto`."""
    chosen = request.COOKIES.get("theme", "auto") if request is not None else "auto"
    return chosen if chosen in {"light", "dark"} else "auto"
