"""Rows that lists show by their name: a column the database orders them by, as `clubs.folding.in_order` does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

from clubs.folding import sorting_key

if TYPE_CHECKING:
    _BinaryField = models.BinaryField[Any, Any]
else:
    _BinaryField = models.BinaryField


class SortingKey(_BinaryField):
    """A column that keeps the `sorting_key` of the row's `name`, however the row is written but by `update()`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"default": b"", "editable": False, **options})

    def get_internal_type(self) -> str:
        return "BinaryField"

    def pre_save(self, model_instance: models.Model, add: bool) -> bytes:
        key = sorting_key(getattr(model_instance, "name"))  # noqa: B009 - a model that has one
        setattr(model_instance, self.attname, key)
        return key


class Sorted(models.Model):
    """A model with a `name`, and `sorts_as` beside it; a save of the name alone writes both."""

    sorts_as = SortingKey()

    class Meta:
        abstract = True

    def save(self, **options: Any) -> None:
        fields = options.get("update_fields")
        if fields is not None and "name" in fields:
            options["update_fields"] = [*fields, "sorts_as"]
        super().save(**options)
