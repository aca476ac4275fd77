"""What an answer says to a reader, whatever it is written in."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pypdfium2


def words_of(response: Any) -> str:
    """The text of a page, of JSON or CSV, of a PDF, or of all parts of a spreadsheet."""
    content: bytes = response.content
    if content.startswith(b"%PDF"):
        pages = pypdfium2.PdfDocument(content)
        return " ".join(page.get_textpage().get_text_range() for page in pages)
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            return " ".join(book.read(name).decode(errors="replace") for name in book.namelist())
    return content.decode(errors="replace")
