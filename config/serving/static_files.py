"""Static files, collected only when one of them has changed."""

from __future__ import annotations

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def collect_when_changed() -> bool:
    """Collect into STATIC_ROOT and return True, or return False where the last collection still holds."""
    target = Path(settings.STATIC_ROOT)
    stamp = target / ".collected"
    wanted = _signature()
    if stamp.is_file() and stamp.read_text(encoding="ascii") == wanted:
        return False
    target.mkdir(parents=True, exist_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(wanted, encoding="ascii")
    return True


def _signature() -> str:
    """Names paths, sizes and times of every source file."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            seen = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{seen.st_size}\0{seen.st_mtime_ns}\n".encode())
    return digest.hexdigest()
