"""A site on its first day, nobody there yet: `python -m tests.browser.empty_site`."""

from __future__ import annotations

import json
import os
import sys


def main() -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from config.serving.static_files import collect_when_changed

    call_command("migrate", verbosity=0)
    collect_when_changed()
    json.dump({"sessions": {}}, sys.stdout)
    return 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    sys.exit(main())
