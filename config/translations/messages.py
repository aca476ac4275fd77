"""Every translatable text of the sources, found without running them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation.template import templatize

ROOMS = ("clubs", "config", "games", "ratings", "tournaments")


@dataclass(frozen=True, slots=True, order=True)
class Message:
    """What a translation is looked up by."""

    context: str
    text: str
    plural: str


def source_messages(root: Path) -> dict[Message, list[str]]:
    """Each message with the files it stands in, by file and text."""
    found: dict[Message, list[str]] = {}
    for path in _sources(root):
        name = path.relative_to(root).as_posix()
        source = path.read_text(encoding="utf-8")
        for message in python_messages(source) if path.suffix == ".py" else template_messages(source):
            places = found.setdefault(message, [])
            if name not in places:
                places.append(name)
    return found


def _sources(root: Path) -> Iterator[Path]:
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path
    for suffix in ("html", "txt"):
        yield from sorted((root / "templates").rglob(f"*.{suffix}"))


# How many leading texts a call has: context, singular, plural.
_CALLS = {
    "_": ("text",),
    "gettext": ("text",),
    "gettext_lazy": ("text",),
    "gettext_noop": ("text",),
    "ngettext": ("text", "plural"),
    "ngettext_lazy": ("text", "plural"),
    "pgettext": ("context", "text"),
    "pgettext_lazy": ("context", "text"),
    "npgettext": ("context", "text", "plural"),
    "npgettext_lazy": ("context", "text", "plural"),
}


def python_messages(source: str) -> Iterator[Message]:
    """Messages of the gettext calls with literal texts."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        parts = _CALLS.get(name)
        if parts is None or len(node.args) < len(parts):
            continue
        constants = [arg.value for arg in node.args[: len(parts)] if isinstance(arg, ast.Constant)]
        texts = [text for text in constants if isinstance(text, str) and text]
        if len(texts) == len(parts):
            yield _message(parts, texts)


_TEXT = r"""(u?'(?:\\.|[^'\\])*'|u?"(?:\\.|[^"\\])*")"""
_TEMPLATE_CALLS = re.compile(
    rf"\b(npgettext|pgettext|ngettext|gettext|_)\(\s*{_TEXT}(?:\s*,\s*{_TEXT})?(?:\s*,\s*{_TEXT})?"
)


def template_messages(source: str) -> Iterator[Message]:
    """Messages of `translate` and `blocktranslate`, and of `_("...")` in filter arguments."""
    for call in _TEMPLATE_CALLS.finditer(templatize(source)):
        parts = _CALLS[call.group(1)]
        texts = [ast.literal_eval(text) for text in call.groups()[1 : len(parts) + 1] if text is not None]
        if len(texts) == len(parts) and texts[-1]:
            yield _message(parts, texts)


def _message(parts: tuple[str, ...], texts: list[str]) -> Message:
    known = dict(zip(parts, texts, strict=True))
    return Message(known.get("context", ""), known["text"], known.get("plural", ""))
