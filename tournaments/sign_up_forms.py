"""When players may register themselves, and how many there is room for."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

_WHEN = "%Y-%m-%dT%H:%M"


def _moment(label: Any, help_text: Any) -> forms.DateTimeField:
    return forms.DateTimeField(
        label=label,
        required=False,
        input_formats=[_WHEN, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_WHEN),
        help_text=help_text,
    )


class TermsForm(forms.Form):
    """Times are the club's; make and read it inside `in_zone`."""

    opens_at = _moment(_("Opens"), _("Empty: at once."))
    closes_at = _moment(_("Closes"), _("Empty: when the evening is closed."))
    capacity = forms.IntegerField(
        label=_("Room for so many players"),
        required=False,
        min_value=1,
        max_value=10_000,
        help_text=_("Empty: for all. Who comes later waits, and moves up when somebody withdraws."),
    )
