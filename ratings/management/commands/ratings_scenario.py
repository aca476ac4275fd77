"""Test the real writer: run operations from a file in a throw-away ladder, rolled back at the end."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.services.scenario import BadScenario, run_scenario


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help='JSON: {"ops": [...]}')

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            scenario = json.loads(Path(file).read_text(encoding="utf-8"))
            ending = run_scenario(scenario)
        except OSError as error:
            raise CommandError(f"Cannot read {file}: {error.strerror}.", returncode=2) from error
        except ValueError as error:
            kind = "" if isinstance(error, BadScenario) else "not JSON: "
            raise CommandError(f"{file}: {kind}{error}", returncode=2) from error
        self.stdout.write(json.dumps(ending.to_json(), ensure_ascii=False))
