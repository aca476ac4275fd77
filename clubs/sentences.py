"""Sentences that hold what people typed."""

from __future__ import annotations

import re

# A full stop right after another one, also behind the end of a link; three dots are dots.
_TWO_STOPS = re.compile(r"(?<!\.)\.((?:</\w+>)*)\.(?!\.)")


def one_stop(sentence: str) -> str:
    """The sentence with one full stop where a name in it ends with one already.

    >>> one_stop("You are of Kartenfreunde e. V.. Wait..."), one_stop("<a>Sammy D.</a>.")
    ('You are of Kartenfreunde e. V. Wait...', '<a>Sammy D.</a>')
    """
    return _TWO_STOPS.sub(r".\1", sentence)
