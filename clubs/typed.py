"""What readers type or send where a whole number belongs."""

from __future__ import annotations


def whole(text: object, *, digits: int = 18) -> int | None:
    """The whole number from 0 that `text` is in plain figures, of at most so many; None for anything else.

    `digits` keeps what a database column or a loop cannot hold out of them.

    >>> whole("17"), whole("-1"), whole("٣"), whole(""), whole("1" * 19)
    (17, None, None, None, None)
    """
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= digits:
        return int(text)
    return None
