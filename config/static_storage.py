"""Static files as they are collected: named by their content, compressed, and our styles without their comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
OURS = re.compile(r"css/[^/]+\.css")


def without_comments(style: str) -> str:
    """
    >>> without_comments("a { } /* why */ b { }")
    'a { } b { }'
    """
    return COMMENT.sub("", style)


class SlimStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Comments are for those who read the sources; a first visit need not carry them."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        ours = [] if dry_run else [name for name in paths if OURS.fullmatch(name)]
        for name in ours:
            file = Path(self.path(name))
            file.write_text(without_comments(file.read_text(encoding="utf-8")), encoding="utf-8")
        # The names of the files are made from what is read here: ours as they were just written.
        found = {name: (self, name) if name in ours else where for name, where in paths.items()}
        yield from super().post_process(found, dry_run, **options)
