"""Fields of the rules that are written as one line: numbers by player count, packs, points by bid, a row of suits."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.packs import PACKS
from games.rule_book import SUITS

_NUMBER_LIST: Final = re.compile(r"\d{1,3}(?:[ ,]+\d{1,3})*")
_ENTRY: Final = re.compile(r"\s*(\d{1,2})\s*[=:]\s*(\d{1,3}(?:[ ,]+\d{1,3})*)\s*")
_PAIR: Final = re.compile(r"(\d{1,2})\s*[=:]\s*(-?\d{1,4})\s*(?:;|,|\s|$)\s*")


class Numbers(forms.CharField):
    """A number, or one for each number of players: `10`, or `3=15; 4=13`. `is_list`: a list instead of one number."""

    def __init__(self, *, is_list: bool = False, by_players_only: bool = False, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=600, **kwargs)
        self._is_list, self._by_players_only = is_list, by_players_only

    def clean(self, value: Any) -> Any:
        text = super().clean(value).strip().rstrip(";,")
        if not text:
            return None
        if _NUMBER_LIST.fullmatch(text) and not self._by_players_only:
            numbers = _numbers(text)
            if self._is_list:
                return numbers
            if len(numbers) == 1:
                return numbers[0]
        if self._is_list:
            parts = [_ENTRY.fullmatch(part) for part in text.split(";")]
            if not all(parts):
                raise forms.ValidationError(self._hint())
            return {str(int(part[1])): _numbers(part[2]) for part in parts if part}
        return _pairs(text, self._hint())

    def _hint(self) -> Any:
        if self._is_list:
            return _(
                "Write the cards of each hand like 1 2 3, or for each number of players like 3=1 2 3; 4=1 2."
            )
        return _("Write a number, or one for each number of players like 3=15; 4=13.")


class Packs(Numbers):
    """Packs by player count, each told by its number of cards."""

    def clean(self, value: Any) -> Any:
        sizes = super().clean(value)
        names = {pack.n_cards: name for name, pack in PACKS.items()}
        unknown = [n for n in (sizes or {}).values() if n not in names]
        if unknown:
            raise forms.ValidationError(_("No pack has %(n)d cards.") % {"n": unknown[0]})
        return {n: names[size] for n, size in (sizes or {}).items()}


class Pairs(forms.CharField):
    """Points by bid: `1=15; 2=20`."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value).strip().replace("−", "-").rstrip(";,")
        if not text:
            return None
        return _pairs(text, _("Write bid and points like 1=15; 2=20."))


def _pairs(text: str, hint: Any) -> dict[str, int]:
    """The numbers of `3=15; 4=13`; refuses with the hint what is anything else."""
    pairs = {str(int(key)): int(entry) for key, entry in _PAIR.findall(text)}
    if not pairs or _PAIR.sub("", text).strip():
        raise forms.ValidationError(hint)
    return pairs


class Cycle(forms.CharField):
    """Suits by their letters, and NT for a hand without trump."""

    def clean(self, value: Any) -> Any:
        named = {symbol: letter for letter, symbol in SUITS.items()}
        entries = [
            named.get(entry, entry) for entry in super().clean(value).upper().replace(",", " ").split()
        ]
        if any(entry not in (*SUITS, "NT") for entry in entries):
            raise forms.ValidationError(_("Write C, D, H, S and NT in their order, like S D C H NT."))
        return entries


def _numbers(text: str) -> list[int]:
    return [int(part) for part in re.split(r"[ ,]+", text.strip()) if part]
