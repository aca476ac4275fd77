"""The catalogs of all languages beside the sources: bringing them up to date, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from config.translations.messages import Message, source_messages
from config.translations.po_files import Entry, compile_mo, parse_po, write_po

LANGUAGES = ("nb", "da", "de", "is", "af")
_NAMES = re.compile(r"%\((\w+)\)[sd]")


def po_path(root: Path, language: str) -> Path:
    return root / "locale" / language / "LC_MESSAGES" / "django.po"


def update(root: Path) -> dict[str, int]:
    """Write every catalog anew: messages of the sources, translations kept; how many are missing per language."""
    places = source_messages(root)
    missing = {}
    for language in LANGUAGES:
        kept = {entry.message: entry for entry in _entries(root, language)}
        entries = [kept.get(message, Entry(message, ())) for message in places]
        path = po_path(root, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write_po(language, entries, places), encoding="utf-8")
        path.with_suffix(".mo").write_bytes(compile_mo(language, entries))
        missing[language] = sum(not entry.is_translated for entry in entries)
    return missing


def faults(root: Path) -> Iterator[str]:
    """What a release may not have, a line each: missing, fuzzy or broken translations, a stale .mo."""
    places = source_messages(root)
    for language in LANGUAGES:
        try:
            entries = _entries(root, language)
        except ValueError as error:
            yield f"{language}: django.po, {error}"
            continue
        known = {entry.message: entry for entry in entries}
        for message, files in places.items():
            entry = known.get(message)
            if entry is None or not entry.is_translated:
                word = "fuzzy" if entry is not None and entry.fuzzy else "missing"
                yield f"{language}: {word}: {message.text[:70]!r} ({files[0]})"
            elif fault := _fault(entry):
                yield f"{language}: {fault}: {message.text[:70]!r} ({files[0]})"
        compiled = po_path(root, language).with_suffix(".mo")
        if not compiled.is_file() or compiled.read_bytes() != compile_mo(language, entries):
            yield f"{language}: django.mo is not what django.po compiles to: run manage.py make_translations"


def _entries(root: Path, language: str) -> list[Entry]:
    path = po_path(root, language)
    return parse_po(path.read_text(encoding="utf-8")) if path.is_file() else []


def _fault(entry: Entry) -> str:
    """A named value that the source has and the translation lost, or the other way round."""
    message = entry.message
    sources = [message.text, message.plural] if message.plural else [message.text]
    wanted = {name for source in sources for name in _NAMES.findall(source)}
    needed = set(_NAMES.findall(message.plural or message.text))
    for form, text in enumerate(entry.texts):
        names = set(_NAMES.findall(text))
        if names - wanted or (needed - names and form == len(entry.texts) - 1):
            return "names differ"
        if message.text.startswith("\n") != text.startswith("\n") or message.text.endswith(
            "\n"
        ) != text.endswith("\n"):
            return "line breaks differ"
    if message.plural and len(entry.texts) != 2:
        return "needs two forms"
    return ""


def untranslated(root: Path) -> Mapping[str, list[Message]]:
    """The messages each language lacks."""
    found = {}
    for language in LANGUAGES:
        known = {entry.message for entry in _entries(root, language) if entry.is_translated}
        found[language] = [message for message in source_messages(root) if message not in known]
    return found
