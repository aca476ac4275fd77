"""Answers that are files: their kinds, for callers who ask for them by name. A refusal stays a problem in words."""

from __future__ import annotations

from typing import Any

from rest_framework.renderers import BaseRenderer, JSONRenderer

from tournaments.services.transfer.workbook_out import XLSX


class FileRenderer(BaseRenderer):
    """The view makes the file itself; what comes here is the file, or the problem in its place."""

    charset = None
    render_style = "binary"

    def render(self, data: Any, media_type: str | None = None, context: Any = None) -> bytes:
        if isinstance(data, bytes):
            return data
        told: bytes = JSONRenderer().render(data)
        return told


class CsvRenderer(FileRenderer):
    media_type = "text/csv"
    format = "csv"


class XlsxRenderer(FileRenderer):
    media_type = XLSX
    format = "xlsx"


class PdfRenderer(FileRenderer):
    media_type = "application/pdf"
    format = "pdf"


class JpegRenderer(FileRenderer):
    media_type = "image/jpeg"
    format = "jpg"
