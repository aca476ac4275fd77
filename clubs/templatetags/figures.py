"""Numbers as readers see them: a true minus, the reader's decimal sign, a blank that is not a zero."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

from django import template
from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.models import Player

register = template.Library()

MINUS = "−"
PROVISIONAL_GAMES = 20  # ratings.md 2, "Provisional"


@register.filter
def number(value: object) -> str:
    """A score or total; empty for None.

    >>> number(-5)
    '−5'
    """
    exact = _decimal(value)
    return "" if exact is None else _written(exact)


@register.filter
def signed(value: object) -> str:
    """A difference, always with its sign; zero has none."""
    exact = _decimal(value)
    if exact is None:
        return ""
    return f"+{_written(exact)}" if exact > 0 else _written(exact)


@register.filter
def rating(milli: int | None) -> str:
    """Milli-points as the whole points a list shows (`ratings.md` 2, "Display")."""
    return "" if milli is None else number((milli + 500) // 1000)


@register.filter
def change(milli: int | None) -> str:
    """A rating change with its sign and one decimal (`ratings.md` 2, "Display")."""
    if milli is None:
        return ""
    tenths = (Decimal(milli) / 1000).quantize(Decimal("0.1"))
    sign = "+" if tenths > 0 else MINUS if tenths < 0 else ""
    return f"{sign}{formats.localize(abs(tenths), use_l10n=True)}"


@register.filter
def share(part: int, whole: int) -> str:
    """Whole per cent of `whole`; empty when there is nothing to divide by."""
    return number((100 * part + whole // 2) // whole) if whole else ""


def is_provisional(games: int) -> bool:
    return games < PROVISIONAL_GAMES


@register.simple_tag
def rated(milli: int | None, games: int, exactly: str = "") -> SafeString:
    """A rating with the mark of a provisional one, wherever one is shown; `exactly` where whole points are too few."""
    shown = exactly or rating(milli)
    if not is_provisional(games):
        return format_html("{}", shown)
    title = _("provisional: fewer than %(n)d games") % {"n": PROVISIONAL_GAMES}
    return format_html('{}<abbr class="prov" title="{}">?</abbr>', shown, title)


@register.filter
def names(people: Iterable[Player]) -> str:
    """ "Ann", "Ann and Bo", "Ann, Bo and Cleo", in the reader's language."""
    shown = [person.display_name for person in people]
    if len(shown) < 2:
        return "".join(shown)
    last = pgettext("before the last of several names", "and")
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def _decimal(value: object) -> Decimal | None:
    if value is None or value == "":
        return None
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return None


def _written(value: Decimal) -> str:
    plain = f"{abs(value):f}"
    exact = Decimal(plain.rstrip("0").rstrip(".") if "." in plain else plain)
    text = formats.localize(exact, use_l10n=True)
    return f"{MINUS}{text}" if value < 0 else text
