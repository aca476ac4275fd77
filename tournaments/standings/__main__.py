"""Entry point of `python -m tournaments.standings`."""

from __future__ import annotations

import sys

from tournaments.standings.command import run

sys.exit(run())
