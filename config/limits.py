"""The setting LIMITS: how many acts in how many seconds."""

from __future__ import annotations

from collections.abc import Mapping


def limits_with(text: str, defaults: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """The limits with those of `text` in place of theirs; an unknown or unreadable one is refused in words.

    >>> limits_with("claims=5/60", {"claims": (10, 3600)})
    {'claims': (5, 60)}
    """
    limits = dict(defaults)
    for word in text.split():
        name, _is, rate = word.partition("=")
        most, _per, seconds = rate.partition("/")
        if name not in limits or not (most.isdecimal() and seconds.isdecimal() and int(seconds)):
            raise ValueError(
                f"LIMITS: {word!r} is no limit; write NAME=ACTS/SECONDS, with one of {', '.join(sorted(limits))}."
            )
        limits[name] = (int(most), int(seconds))
    return limits
