"""What readers type or send: whole numbers, and text as it can be stored."""

from __future__ import annotations


def storable(text: str) -> str:
    """The text without what PostgreSQL cannot store: NUL, and halves of letters.

    >>> storable("a\\x00b\\ud800")
    'ab'
    """
    return "".join(c for c in text if c != "\x00" and not "\ud800" <= c <= "\udfff")


def whole(text: object, *, digits: int = 18) -> int | None:
    """The whole number from 0 that `text` is in plain figures, of at most so many; None for anything else.

    `digits` keeps what a database column or a loop cannot hold out of them.

    >>> whole("17"), whole("-1"), whole("٣"), whole(""), whole("1" * 19)
    (17, None, None, None, None)
    """
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= digits:
        return int(text)
    return None
