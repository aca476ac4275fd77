"""What is typed to open a card table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from games.engine import PRESETS

TURNS = (("", _("no clock")), ("30", _("30 seconds")), ("60", _("a minute")), ("180", _("three minutes")))


@dataclass(frozen=True, slots=True)
class House:
    """Rules of a club to choose from."""

    title: str
    rules: Any
    club: Club


class TableForm(forms.Form):
    """Rules, seats, who finds it, how long one may think."""

    rules = forms.ChoiceField(label=_("Rules"))
    n_seats = forms.IntegerField(label=_("Players"), min_value=2, max_value=10, initial=4)
    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.none(), required=False, empty_label="–", to_field_name="slug"
    )
    visibility = forms.ChoiceField(
        label=_("Who finds it"),
        choices=(("public", _("everybody: it stands in the list")), ("unlisted", _("only who has its link"))),
        initial="public",
    )
    turn_seconds = forms.ChoiceField(label=_("Time for a turn"), choices=TURNS, required=False, initial="60")
    is_rated = forms.BooleanField(
        label=_("The game counts for ratings"),
        required=False,
        help_text=_("Only members count, and only if no bot sits down at the start."),
    )

    def __init__(self, *args: Any, clubs: Any, houses: Mapping[str, House], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules, club = self.fields["rules"], self.fields["club"]
        assert isinstance(rules, forms.ChoiceField)
        assert isinstance(club, forms.ModelChoiceField)
        club.queryset = clubs
        self.houses = houses
        rules.choices = [
            *((value, house.title) for value, house in houses.items()),
            *((name, name) for name, preset in PRESETS.items() if preset.hosted),
        ]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        house = self.houses.get(str(values.get("rules")))
        if house is not None:
            values["rules"] = house.rules
            values["club"] = values.get("club") or house.club
        return values
