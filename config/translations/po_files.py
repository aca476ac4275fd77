"""Reading and writing .po files, and compiling them to .mo (the format of GNU gettext)."""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from config.translations.messages import Message

PLURALS = {
    "is": "nplurals=2; plural=(n % 10 != 1 || n % 100 == 11);",
}
TWO_FORMS = "nplurals=2; plural=(n != 1);"
_MO_MAGIC = 0x950412DE


@dataclass(frozen=True, slots=True)
class Entry:
    """A message with its translation: one text, or one per plural form. Empty texts are not translated."""

    message: Message
    texts: tuple[str, ...]
    fuzzy: bool = False

    @property
    def is_translated(self) -> bool:
        return not self.fuzzy and bool(self.texts) and all(self.texts)


def parse_po(source: str) -> list[Entry]:
    """The entries of a .po file without its header; obsolete ones are left out. ValueError names the line."""
    entries: list[Entry] = []
    fields: dict[str, str] = {}
    flags, current = "", ""
    for number, raw in enumerate([*source.splitlines(), ""], start=1):
        line = raw.strip()
        if not line:
            if "msgid" in fields:
                entries.append(_entry(fields, flags))
            fields, flags, current = {}, "", ""
        elif line.startswith("#,"):
            flags += line
        elif line.startswith("#"):
            continue
        elif line.startswith('"'):
            if not current:
                raise ValueError(f"line {number}: a text without its keyword")
            fields[current] += _unquoted(line, number)
        else:
            current, _space, text = line.partition(" ")
            fields[current] = _unquoted(text, number)
    return [entry for entry in entries if entry.message.text]


def write_po(language: str, entries: Iterable[Entry], places: Mapping[Message, Iterable[str]]) -> str:
    """A whole .po file, entries in the order of their texts."""
    blocks = [_header_block(language)]
    for entry in sorted(entries, key=lambda e: (e.message.text, e.message.context)):
        lines = [f"#: {place}" for place in sorted(places.get(entry.message, ()))]
        if entry.fuzzy:
            lines.append("#, fuzzy")
        if entry.message.context:
            lines += _quoted("msgctxt", entry.message.context)
        lines += _quoted("msgid", entry.message.text)
        if entry.message.plural:
            lines += _quoted("msgid_plural", entry.message.plural)
            for form, text in enumerate(entry.texts or ("", "")):
                lines += _quoted(f"msgstr[{form}]", text)
        else:
            lines += _quoted("msgstr", entry.texts[0] if entry.texts else "")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def compile_mo(language: str, entries: Iterable[Entry]) -> bytes:
    """The .mo file of the translated entries; the same input gives the same bytes."""
    catalog = {b"": _header(language).encode()}
    for entry in entries:
        if entry.is_translated:
            message = entry.message
            key = f"{message.context}\x04{message.text}" if message.context else message.text
            if message.plural:
                key = f"{key}\x00{message.plural}"
            catalog[key.encode()] = "\x00".join(entry.texts).encode()
    keys = sorted(catalog)
    offset = 7 * 4 + 16 * len(keys)
    tables, body = b"", b""
    for part in (*keys, *(catalog[key] for key in keys)):
        tables += struct.pack("<2I", len(part), offset + len(body))
        body += part + b"\x00"
    head = struct.pack("<7I", _MO_MAGIC, 0, len(keys), 28, 28 + 8 * len(keys), 0, 0)
    return head + tables + body


def _entry(fields: Mapping[str, str], flags: str) -> Entry:
    message = Message(fields.get("msgctxt", ""), fields["msgid"], fields.get("msgid_plural", ""))
    names = sorted(name for name in fields if name.startswith("msgstr"))
    return Entry(message, tuple(fields[name] for name in names), "fuzzy" in flags)


def _unquoted(text: str, number: int) -> str:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        raise ValueError(f"line {number}: {text[:40]} is no quoted text") from None
    return str(value)


def _quoted(keyword: str, text: str) -> list[str]:
    lines = text.split("\n")
    parts = [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] or len(lines) == 1 else [])
    shown = [_escaped(part) for part in parts]
    return [f"{keyword} {shown[0]}"] if len(shown) == 1 else [f'{keyword} ""', *shown]


def _escaped(text: str) -> str:
    body = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{body}"'


def _header(language: str) -> str:
    plurals = PLURALS.get(language, TWO_FORMS)
    return (
        f"Project-Id-Version: eldest-hand\nLanguage: {language}\nMIME-Version: 1.0\n"
        f"Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\nPlural-Forms: {plurals}\n"
    )


def _header_block(language: str) -> str:
    lines = [_escaped(f"{line}\n") for line in _header(language).splitlines()]
    return "\n".join(['msgid ""', 'msgstr ""', *lines])
