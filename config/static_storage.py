"""Static files as they are collected: named by their content, compressed, and ours without their comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
OURS = re.compile(r"css/[^/]+\.css|js/[^/]+\.js")
# Whole lines alone, and no text of ours goes over several of them: nothing but a comment can be meant.
COMMENT_LINE = re.compile(r"^[ \t]*//[^\n]*\n|^[ \t]+", re.MULTILINE)


def without_comments(style: str) -> str:
    """
    >>> without_comments("a { } /* why */ b { }")
    'a { } b { }'
    """
    return COMMENT.sub("", style)


def without_comment_lines(script: str) -> str:
    """
    >>> without_comment_lines("{\\n  // why\\n  go(); // on\\n}\\n")
    '{\\ngo(); // on\\n}\\n'
    """
    return COMMENT_LINE.sub("", script)


def slim(name: str, text: str) -> str:
    return without_comments(text) if name.endswith(".css") else without_comment_lines(text)


class SlimStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Comments are for those who read the sources; a first visit need not carry them."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        ours = [] if dry_run else [name for name in paths if OURS.fullmatch(name)]
        for name in ours:
            file = Path(self.path(name))
            file.write_text(slim(name, file.read_text(encoding="utf-8")), encoding="utf-8")
        # The names of the files are made from what is read here: ours as they were just written.
        found = {name: (self, name) if name in ours else where for name, where in paths.items()}
        yield from super().post_process(found, dry_run, **options)
