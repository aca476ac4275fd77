"""Names that are found whatever the case of their letters, alike on both databases, and the one order they stand in.

SQLite folds the letters of ASCII alone, and PostgreSQL those of its locale. Here SQLite asks Python, by a function
that each connection knows, and PostgreSQL the rules of Unicode (ICU), whatever locale the database was made with.
"""

from __future__ import annotations

import json
import unicodedata
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Func, Q, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, StrIndex
from django.db.models.lookups import Exact, GreaterThan

_RANGES = (*range(0x200B, 0x2010), *range(0x2060, 0x2065), *range(0xFE00, 0xFE10))
UNSEEN = dict.fromkeys([0x00AD, 0x034F, 0x061C, 0x180E, 0xFEFF, *_RANGES])
"""What nobody sees beside the letters: blanks of no width, marks of direction, joiners, soft hyphens."""
_ACCENTS = dict.fromkeys(range(0x0300, 0x0370))
_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "đ": "d", "þ": "th", "ł": "l", "ı": "i"})


def fold(text: str) -> str:
    """The text with no case and nothing unseen in it, in the form names are stored in.

    >>> fold("ÆRØ"), fold("Straße") == fold("STRASSE"), fold("A\u200bda")
    ('ærø', True, 'ada')
    """
    return unicodedata.normalize("NFC", text.translate(UNSEEN)).casefold()


def in_order(name: str) -> tuple[str, str]:
    """The key of the one order of names: by the letters alone; case and accents tell only equal ones apart.

    >>> sorted(["Zoe", "Åse", "ísold", "Ida", "ase", "Émile"], key=in_order)
    ['ase', 'Åse', 'Émile', 'Ida', 'ísold', 'Zoe']
    """
    letters = unicodedata.normalize("NFD", name.translate(UNSEEN).casefold()).translate(_ACCENTS)
    return letters.translate(_LETTERS), name


MOST_BYTES = 2400
"""Of a sorting key: what an index of PostgreSQL takes. Names of 200 letters of three parts each are cut there."""


def sorting_key(name: str) -> bytes:
    """`in_order` as bytes, which both databases put in one order whatever language they were made for.

    >>> sorted(["Zoe", "Åse", "ísold", "ase", "As"], key=sorting_key)
    ['As', 'ase', 'Åse', 'ísold', 'Zoe']
    """
    letters, written = in_order(name)
    return b"\0".join((letters.encode(), written.encode()))[:MOST_BYTES]


def keys_alike(name: str) -> tuple[bytes, bytes]:
    """From and below which the sorting keys of all names of the same letters lie, its namesakes' among them."""
    first = (in_order(name)[0].encode() + b"\0")[:MOST_BYTES]
    return first, first + b"\xff"  # a byte that no text has


def holds(field: str, text: str) -> Q:
    """Rows whose text `field` has `text` somewhere in it."""
    return _found_in(_Folded(field, output_field=TextField()), fold(text))


def json_holds(field: str, text: str) -> Q:
    """The same of any of the texts in a JSON `field`."""
    column = _FoldedJson(Cast(field, TextField()), output_field=TextField())
    return _found_in(column, json.dumps(fold(text), ensure_ascii=False)[1:-1])


def is_called(field: str, text: str) -> Q:
    """Rows whose text `field` is `text`."""
    return Q(Exact(_Folded(field, output_field=TextField()), fold(text)))


def know_folding(connection: BaseDatabaseWrapper, **_kwargs: object) -> None:
    """A receiver of `connection_created`: what SQLite asks Python."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("eh_fold", 1, _fold_or_null, deterministic=True)
        connection.connection.create_function("eh_fold_json", 1, _fold_json, deterministic=True)


class _Folded(Func):
    function = "eh_fold"
    output_field = CharField()

    def as_postgresql(self, compiler: Any, connection: BaseDatabaseWrapper) -> tuple[str, Any]:
        # Upper and then lower is what casefold does; only the sigma at the end of a word stays one.
        unseen = "".join(map(chr, UNSEEN))
        template = f"""TRANSLATE(LOWER(UPPER((%(expressions)s) COLLATE "und-x-icu")), 'ς{unseen}', 'σ')"""
        return self.as_sql(compiler, connection, template=template)


class _FoldedJson(_Folded):
    function = "eh_fold_json"


def _found_in(column: Combinable, text: str) -> Q:
    return Q(GreaterThan(StrIndex(column, Value(text)), 0))


def _fold_or_null(text: str | None) -> str | None:
    return None if text is None else text.translate(UNSEEN).casefold()


def _fold_json(document: str | None) -> str | None:
    """As PostgreSQL writes it: SQLite keeps what is not ASCII as escapes."""
    return None if document is None else _fold_or_null(json.dumps(json.loads(document), ensure_ascii=False))
