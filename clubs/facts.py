"""Append-only rows: facts are added, never edited, never deleted."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

from django.db import models
from django.dispatch import Signal

from clubs.errors import ImmutableFact

_M = TypeVar("_M", bound=models.Model, covariant=True)


class FactQuerySet(models.QuerySet[_M]):
    """A queryset that can add and read; editing and deleting raise `ImmutableFact`."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise ImmutableFact(f"{self.model.__name__} rows are facts: append a new one instead of updating.")

    def delete(self) -> NoReturn:
        raise ImmutableFact(f"{self.model.__name__} rows are facts: they are never deleted.")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ImmutableFact(f"{self.model.__name__} rows are facts: append a new one instead of updating.")


class Fact(models.Model):
    """Base of the append-only models."""

    objects = FactQuerySet.as_manager()

    class Meta:
        abstract = True
        # Cascades and the admin go through the base manager; it refuses as well.
        base_manager_name = "objects"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise ImmutableFact(
                f"{type(self).__name__} {self.pk} is a fact: append a new one instead of editing."
            )
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ImmutableFact(f"{type(self).__name__} {self.pk} is a fact: it is never deleted.")


blotted = Signal()
"""`sender` is the model, `pk` the row out of whose texts a name went: who keeps a digest of them renews it."""


def blot_out(model: type[models.Model], pk: int, **texts: Any) -> None:
    """The one exception: a forgotten person's name goes out of a text somebody typed, in a fact too.

    Asked by `clubs.services.forgetting` alone; who, when, what and every number stay.
    """
    models.QuerySet(model).filter(pk=pk).update(**texts)
    blotted.send(sender=model, pk=pk)
