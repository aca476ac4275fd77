"""Names that are found whatever the case of their letters, alike on both databases.

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


def fold(text: str) -> str:
    """The text with no case, in the form names are stored in.

    >>> fold("ÆRØ"), fold("Straße") == fold("STRASSE")
    ('ærø', True)
    """
    return unicodedata.normalize("NFC", text).casefold()


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
        template = """REPLACE(LOWER(UPPER((%(expressions)s) COLLATE "und-x-icu")), 'ς', 'σ')"""
        return self.as_sql(compiler, connection, template=template)


class _FoldedJson(_Folded):
    function = "eh_fold_json"


def _found_in(column: Combinable, text: str) -> Q:
    return Q(GreaterThan(StrIndex(column, Value(text)), 0))


def _fold_or_null(text: str | None) -> str | None:
    return None if text is None else text.casefold()


def _fold_json(document: str | None) -> str | None:
    """As PostgreSQL writes it: SQLite keeps what is not ASCII as escapes."""
    return None if document is None else json.dumps(json.loads(document), ensure_ascii=False).casefold()
