"""The forms of accounts under labels of our own: the borrowed ones are written in another style than this site."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class _Labelled:
    labels: ClassVar[dict[str, Promise]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in self.labels.items():
            self.fields[name].label = label  # type: ignore[attr-defined]


class LoginForm(_Labelled, forms.LoginForm):  # type: ignore[misc]
    labels: ClassVar[dict[str, Promise]] = {"remember": _("Stay signed in")}


class ChangePasswordForm(_Labelled, forms.ChangePasswordForm):  # type: ignore[misc]
    labels: ClassVar[dict[str, Promise]] = {
        "oldpassword": _("The password you have now"),
        "password1": _("New password"),
        "password2": _("New password (again)"),
    }


class ResetPasswordKeyForm(_Labelled, forms.ResetPasswordKeyForm):  # type: ignore[misc]
    labels: ClassVar[dict[str, Promise]] = {
        "password1": _("New password"),
        "password2": _("New password (again)"),
    }
