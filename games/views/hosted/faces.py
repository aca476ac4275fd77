"""Cards as they are drawn and said: a token of the engine becomes a face with classes, signs and a name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from games.views.sheet_table import COLOURS, SUITS

RANKS: Final[dict[str, Promise]] = {
    "J": gettext_lazy("jack"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
    "A": gettext_lazy("ace"),
}
NAMES_OF_SUITS: Final[dict[str, Promise]] = {
    letter: pgettext_lazy("suit of cards", "clubs") if letter == "C" else name
    for letter, (_css, name) in SUITS.items()
}
# Sign in the corner, word on the card, name when it is said.
ACTIONS: Final[dict[str, tuple[str, Promise, Promise]]] = {
    "+5": ("+5", gettext_lazy("points"), gettext_lazy("plus five")),
    "-5": ("−5", gettext_lazy("points"), gettext_lazy("minus five")),
    "NT": ("NT", gettext_lazy("no trump"), gettext_lazy("no trump")),
    "CT": ("CT", gettext_lazy("change trump"), gettext_lazy("change trump")),
    "J": ("J", gettext_lazy("joker"), gettext_lazy("joker")),
}


@dataclass(frozen=True, slots=True)
class Face:
    """`suit` is the class of a suit symbol; Rage cards have a `letter` or a `word` instead."""

    token: str
    css: str
    sign: str
    name: str
    suit: str = ""
    letter: str = ""
    word: str = ""

    @property
    def drawn(self) -> SafeString:
        """What is printed on the card; a page draws some twenty, so each is drawn once for all of them."""
        return _drawn(self.sign, self.suit, self.letter, self.word)


@lru_cache(maxsize=2048)
def _drawn(sign: str, suit: str, letter: str, word: str) -> SafeString:
    symbol = format_html('<span class="suit {}"></span>', suit)
    small = format_html("<small>{}</small>", letter)
    corner = format_html(
        '<span class="ix" aria-hidden="true">{}{}</span>', sign, symbol if suit else small if letter else ""
    )
    if suit:
        return format_html('{}<span class="pip" aria-hidden="true">{}</span>', corner, symbol)
    return format_html('{}<span class="word" aria-hidden="true">{}</span>', corner, word) if word else corner


def face(token: str) -> Face:
    """The face of a card, held or played, in the reader's language: `TH`, `R15`, `J`, `J=R`."""
    return _face(token, get_language())


@lru_cache(maxsize=2048)
def _face(token: str, _language: str | None) -> Face:
    if token in ACTIONS:
        sign, word, name = ACTIONS[token]
        return Face(token, "rage A", sign, str(name), word=str(word))
    if token.startswith("J="):
        letter, name = COLOURS[token[2]]
        text = _("joker as %(colour)s") % {"colour": name}
        return Face(token, f"rage A {token[2]}j", "J", text, letter=str(letter), word=str(name))
    if token[0] in COLOURS and token[1:].isdigit():
        letter, name = COLOURS[token[0]]
        text = _("%(colour)s %(number)s") % {"colour": name, "number": token[1:]}
        return Face(token, f"rage {token[0]}", token[1:], text, letter=str(letter))
    css, suit_name = SUITS[token[1]][0], NAMES_OF_SUITS[token[1]]
    sign = "10" if token[0] == "T" else token[0]
    rank = str(RANKS.get(token[0], sign))
    return Face(token, css, sign, _("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit_name}, suit=css)


@dataclass(frozen=True, slots=True)
class TrumpSign:
    """The trump in force: a suit symbol or a Rage colour; `is_none` where there is none."""

    name: str
    suit: str = ""
    letter: str = ""
    colour: str = ""
    is_none: bool = False


def trump_sign(letter: str | None, *, is_rage: bool, is_suspended: bool = False) -> TrumpSign:
    if letter is None or is_suspended:
        return TrumpSign(str(_("no trump")), is_none=True)
    if is_rage:
        sign, name = COLOURS[letter]
        return TrumpSign(str(name), letter=str(sign), colour=letter)
    return TrumpSign(str(NAMES_OF_SUITS[letter]), suit=SUITS[letter][0])


def colour_name(letter: str, *, is_rage: bool) -> str:
    """A suit or colour as it is said."""
    return str(COLOURS[letter][1] if is_rage else NAMES_OF_SUITS[letter])
