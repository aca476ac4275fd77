"""What the sign-in asks of this site: too many attempts are refused like every other act that comes too often."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse

from clubs.limits import TooOften, too_often

WRONG_ATTEMPTS_LAST = 300  # seconds: the longest window of `login_failed` in ACCOUNT_RATE_LIMITS


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Passwords, codes of the app and codes on paper: beyond the limit a 429, not the form with a word in it."""

    def validation_error(self, code: str, *args: Any) -> Any:
        if code in ("too_many_login_attempts", "rate_limited"):
            raise ImmediateHttpResponse(too_often(context.request, TooOften(WRONG_ATTEMPTS_LAST)))
        return super().validation_error(code, *args)
