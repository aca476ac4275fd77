"""Sentences that hold what people typed."""

from __future__ import annotations

import re
import unicodedata

# A full stop right after another one, also behind the end of a link; three dots are dots.
_TWO_STOPS = re.compile(r"(?<!\.)\.((?:</\w+>)*)\.(?!\.)")
# Letters and digits of scripts that run from right to left, and marks that turn what follows them.
_LEFTWARD = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})


def one_stop(sentence: str) -> str:
    """The sentence with one full stop where a name in it ends with one already.

    >>> one_stop("You are of Kartenfreunde e. V.. Wait..."), one_stop("<a>Sammy D.</a>.")
    ('You are of Kartenfreunde e. V. Wait...', '<a>Sammy D.</a>')
    """
    return _TWO_STOPS.sub(r".\1", sentence)


def isolated(name: str) -> str:
    """The name with marks around it (U+2068, U+2069) if it is written from right to left, else as it is.

    Without them the numbers that stand beside such a name in a sentence change places with it.

    >>> isolated("Bo"), isolated("\u05d3\u05d5\u05d3") == "\u2068\u05d3\u05d5\u05d3\u2069"
    ('Bo', True)
    """
    is_leftward = any(unicodedata.bidirectional(sign) in _LEFTWARD for sign in name)
    return f"\u2068{name}\u2069" if is_leftward else name
