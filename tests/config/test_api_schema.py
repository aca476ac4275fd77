"""What the API's document says of its answers is true of the models behind them."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from rest_framework.serializers import ModelSerializer

from ratings.models import Ladder
from ratings.serializers import LadderSerializer


def serializers_of_models(of: type = ModelSerializer) -> Iterator[Any]:
    """Every serializer of the site that follows a model."""
    importlib.import_module("config.api")  # its addresses load all of them
    for found in of.__subclasses__():
        yield from serializers_of_models(found)
        if hasattr(found, "Meta"):
            yield found


def test_whatever_a_model_may_lack_the_document_says_may_be_null() -> None:
    lying, seen = [], set()
    for kind in serializers_of_models():
        seen.add(kind)
        for name, field in kind().fields.items():
            try:
                column = kind.Meta.model._meta.get_field(str(field.source).partition(".")[0])
            except FieldDoesNotExist:
                continue
            told = getattr(kind.Meta, "extra_kwargs", {}).get(name, {})
            may_lack = getattr(column, "null", False) and column.concrete
            if may_lack and not field.allow_null and "allow_null" not in told:
                lying.append(f"{kind.__name__}.{name}")
    assert not lying, ", ".join(lying)
    assert LadderSerializer in seen
    assert LadderSerializer(Ladder(slug="x")).data["club"] is None
