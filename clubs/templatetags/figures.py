"""Numbers as readers see them: a true minus, the reader's decimal sign, a blank that is not a zero."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from django import template
from django.utils import formats

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
    return signed((Decimal(milli) / 1000).quantize(Decimal("0.1")))


@register.filter
def share(part: int, whole: int) -> str:
    """Whole per cent of `whole`; empty when there is nothing to divide by."""
    return number((100 * part + whole // 2) // whole) if whole else ""


def is_provisional(games: int) -> bool:
    return games < PROVISIONAL_GAMES


@register.inclusion_tag("clubs/_rating.html")
def rated(milli: int | None, games: int) -> dict[str, object]:
    """A rating with the mark of a provisional one, wherever one is shown."""
    return {"rating": milli, "provisional": is_provisional(games)}


def _decimal(value: object) -> Decimal | None:
    if value is None or value == "":
        return None
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return None


def _written(value: Decimal) -> str:
    text = formats.localize(abs(value), use_l10n=True)
    return f"{MINUS}{text}" if value < 0 else text
