"""What a club's owner types about a season."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Season, Tournament


class SeasonForm(forms.Form):
    """`weight-<id>` is how many times an evening counts."""

    name = forms.CharField(label=_("Name of the season"), max_length=200)
    best_of = forms.IntegerField(
        label=_("Evenings that count"),
        min_value=1,
        max_value=200,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        help_text=_("The best ones of each player; empty: every evening counts."),
    )
    min_evenings = forms.IntegerField(
        label=_("Evenings needed for a place"),
        min_value=0,
        max_value=200,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        help_text=_("Whoever played fewer stands in the table without a place."),
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        evenings: Sequence[Tournament] = (),
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        for evening in evenings:
            self.fields[f"weight-{evening.pk}"] = forms.DecimalField(
                label=gettext("%(evening)s, %(date)s: counts")
                % {"evening": evening.name, "date": date_format(evening.starts_at, "SHORT_DATE_FORMAT")},
                min_value=Decimal("0.01"),
                max_value=10,
                decimal_places=2,
                localize=True,
                widget=forms.TextInput(attrs={"inputmode": "decimal"}),
            )

    @classmethod
    def of(cls, season: Season, evenings: Sequence[Tournament]) -> SeasonForm:
        """The form as the season stands."""
        weights = {f"weight-{evening.pk}": evening.season_weight.normalize() for evening in evenings}
        return cls(
            evenings=evenings,
            initial={
                "name": season.name,
                "best_of": season.best_of,
                "min_evenings": season.min_evenings or None,
                **{name: format(weight, "f") for name, weight in weights.items()},
            },
        )
