"""What a backup holds: every table but short-lived ones, and how a value is written whatever database it is in.

Values are those SQLite keeps, which JSON can hold: whole numbers, texts, null; times as UTC text, booleans as 0 and 1,
uids as 32 figures, JSON as its text. Only bytes differ: two figures of base 16 each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.apps import apps
from django.db import connection, models

# Who is signed in, and addresses that wait to be confirmed: a restored site asks again.
NOT_KEPT = frozenset({"sessions.Session", "account.EmailConfirmation"})

Convert = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table, its columns in the order of the rows, and the kinds of those columns."""

    model: type[models.Model]
    name: str
    columns: tuple[str, ...]
    kinds: tuple[str, ...]

    @property
    def member(self) -> str:
        """Where its rows stand in the archive."""
        return f"tables/{self.name}.jsonl"

    def select(self) -> str:
        quote = connection.ops.quote_name
        return f"SELECT {', '.join(map(quote, self.columns))} FROM {quote(self.name)}"

    def converters(self, by_kind: Mapping[str, Convert]) -> tuple[tuple[int, Convert], ...]:
        """Position and conversion of the columns that need one."""
        return tuple((i, by_kind[kind]) for i, kind in enumerate(self.kinds) if kind in by_kind)


def kept_tables() -> list[KeptTable]:
    """By name, so that two archives of the same rows are alike."""
    found = [
        KeptTable(
            model,
            model._meta.db_table,
            tuple(str(field.column) for field in model._meta.concrete_fields),
            tuple(_kind(field) for field in model._meta.concrete_fields),
        )
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and model._meta.label not in NOT_KEPT
    ]
    return sorted(found, key=lambda table: table.name)


def _kind(field: models.Field[Any, Any]) -> str:
    """A foreign key is of the kind of what it points to."""
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    return field.get_internal_type()


def _utc_text(value: datetime | None) -> str | None:
    return None if value is None else str(value.astimezone(UTC).replace(tzinfo=None))


def _figures(value: bytes | memoryview | None) -> str | None:
    return None if value is None else bytes(value).hex()


def from_database() -> dict[str, Convert]:
    """How the values of this database become those of the archive, by kind of column; other kinds stay."""
    if connection.vendor == "sqlite":
        return {"BinaryField": _figures}
    return {
        "BinaryField": _figures,
        "DateTimeField": _utc_text,
        "UUIDField": lambda value: None if value is None else value.hex,
        "DecimalField": lambda value: None if value is None else str(value),
        "BooleanField": lambda value: None if value is None else int(value),
    }


def to_database() -> dict[str, Convert]:
    """And back. PostgreSQL reads texts of COPY by the type of the column; only the time zone must be told."""
    if connection.vendor == "sqlite":
        return {"BinaryField": lambda value: None if value is None else bytes.fromhex(value)}
    return {
        "BinaryField": lambda value: None if value is None else f"\\x{value}",
        "DateTimeField": lambda value: None if value is None else f"{value}+00",
    }
