"""What a site for the browser begins with: `python -m tests.browser.making MODULE [JSON]` prints what it made.

It is `MODULE.make` that makes it, with the JSON if there is any, in the migrated database the settings name.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from typing import Any


def main(arguments: list[str]) -> int:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    django.setup()
    module, *rest = arguments
    json.dump(importlib.import_module(module).make(*map(json.loads, rest)), sys.stdout)
    return 0


def session_of(user: Any) -> str:
    """The key of a new session in which `user` is signed in."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
