"""What whoever runs the site sees of second factors: that there are some, and never what they answer with."""

from __future__ import annotations

from allauth.mfa.admin import AuthenticatorAdmin
from django.http import HttpRequest


class SecondFactorAdmin(AuthenticatorAdmin):  # type: ignore[misc]
    """A second factor can be taken away from who lost it; secrets and seeds of codes are for their owner alone."""

    fields = ("user", "type", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
