"""`make check`: everything a machine can say about the code without running it; names of steps choose."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
DOCKER = ROOT / "docker"
SHOWN_LINES = 60

TEST = {"DJANGO_SETTINGS_MODULE": "config.settings.test"}
# No secrets: texts long enough that the production settings accept them.
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SECRET_KEY": "only-for-make-check-" + "0123456789abcdefghijklmnopqrstuvwxyz" * 2,
    "ALLOWED_HOSTS": "club.example",
    "DATABASE_URL": "postgres://user:password@database.example:5432/eldest_hand",
    "REDIS_URL": "redis://redis.example:6379/0",
    "POSTGRES_PASSWORD": "only-for-make-check",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One check: a command that says by its exit whether all is well."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)


def main(wanted: Iterable[str]) -> int:
    chosen = set(wanted)
    failed = [step.name for step in steps() if (not chosen or step.name in chosen) and not passes(step)]
    if failed:
        print(f"\nmake check: failed: {', '.join(failed)}", file=sys.stderr)
        return 1
    print("\nmake check: all passed")
    return 0


def steps() -> tuple[Step, ...]:
    python = sys.executable
    manage = (python, "manage.py")
    pages = tuple(str(path.relative_to(ROOT)) for path in sorted((ROOT / "templates").rglob("*.html")))
    all_steps = [
        Step("ruff", (python, "-m", "ruff", "check", "--quiet", ".")),
        Step("format", (python, "-m", "ruff", "format", "--check", "--output-format", "concise", ".")),
        Step("types", (python, "-m", "mypy", "--no-error-summary", ".")),
        Step("floors", (str(BIN / "lint-imports"), "--no-logo")),
        Step("models", (*manage, "makemigrations", "--check", "--dry-run"), TEST),
        Step("django", (*manage, "check", "--fail-level", "WARNING"), TEST),
        Step("deploy", (*manage, "check", "--deploy", "--fail-level", "WARNING"), PRODUCTION),
        Step("dockerfile", (str(BIN / "hadolint"), "--config", "docker/hadolint.yaml", "docker/Dockerfile")),
    ]
    if pages:
        all_steps.append(Step("templates", (str(BIN / "djade"), "--check", *pages)))
        all_steps.append(Step("indentation", (str(BIN / "djhtml"), "--check", "--tabwidth", "2", *pages)))
    if (ROOT / "config/management/commands/check_translations.py").is_file():
        all_steps.append(Step("translations", (*manage, "check_translations"), TEST))
    if compose := compose_command():
        all_steps.append(Step("compose", (*compose, "-f", "docker/compose.yaml", "config", "-q"), PRODUCTION))
    return tuple(all_steps)


def compose_command() -> tuple[str, ...]:
    """Docker's compose where it is installed; `tests/config/test_docker.py` holds its rules everywhere."""
    if shutil.which("docker-compose"):
        return ("docker-compose",)
    if shutil.which("docker"):
        asked = subprocess.run(["docker", "compose", "version"], capture_output=True, check=False)
        if asked.returncode == 0:
            return ("docker", "compose")
    return ()


def passes(step: Step) -> bool:
    begun = time.monotonic()
    done = subprocess.run(
        step.command,
        cwd=ROOT,
        env={**os.environ, **step.environment},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    word = "ok" if done.returncode == 0 else "FAILED"
    print(f"{step.name:<13}{word:<8}{time.monotonic() - begun:5.1f} s", flush=True)
    if done.returncode != 0:
        lines = done.stdout.rstrip().splitlines()
        print("\n".join(lines[-SHOWN_LINES:]), flush=True)
        if len(lines) > SHOWN_LINES:
            print(
                f"... the last {SHOWN_LINES} of {len(lines)} lines; the rest: {' '.join(step.command)}",
                flush=True,
            )
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
