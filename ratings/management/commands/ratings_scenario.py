"""Test the real writer: run operations from a file in a throw-away ladder, rolled back at the end."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.services.scenario import BadScenario, run_scenario
from ratings.systems.strict_json import NotJson, parse_json


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help='JSON: {"ops": [...]}')

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            ending = run_scenario(parse_json(Path(file).read_bytes()))
        except OSError as error:
            raise CommandError(f"Cannot read {file}: {error.strerror}.", returncode=2) from error
        except (NotJson, BadScenario) as error:
            raise CommandError(f"{file}: {error}", returncode=2) from error
        self.stdout.write(json.dumps(ending.to_json(), ensure_ascii=False))
