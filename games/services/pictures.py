"""A photo as somebody sends it, made into one that is safe to keep and to show."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from games.errors import PhotoRefused

MOST_BYTES = 12 * 1024 * 1024
MOST_PIXELS = 50_000_000
LONGEST_SIDE = 2400
QUALITY = 80
_FORMATS = ("JPEG", "PNG", "WEBP")
# What Pillow's decoders raise on files that are broken.
_BROKEN = (OSError, ValueError, SyntaxError, EOFError, LookupError, TypeError, struct.error, zlib.error)


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG without anything but its pixels."""

    jpeg: bytes
    width: int
    height: int


def read_picture(sent: bytes) -> Picture:
    """Decode the whole picture, turn it upright, make it small and write it anew; what else the file held is gone.

    Raises `PhotoRefused` for what is no JPEG, PNG or WebP, is broken, or has too many pixels.
    """
    if len(sent) > MOST_BYTES:
        raise too_large()
    try:
        with Image.open(BytesIO(sent), formats=_FORMATS) as picture:
            if (
                picture.width * picture.height > MOST_PIXELS
            ):  # known from its head, before anything is decoded
                raise _too_many_pixels()
            picture.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
            picture.load()
            return _written(picture)
    except Image.DecompressionBombError as error:
        raise _too_many_pixels() from error
    except _BROKEN as error:
        raise PhotoRefused(
            _(
                "This file is no photo this site can read: take a JPEG, PNG or WebP, or photograph the sheet again."
            ),
            code="photo_unreadable",
        ) from error


def too_large() -> PhotoRefused:
    return PhotoRefused(
        _("This photo has more than %(most)d megabytes: take it with a lower resolution.")
        % {"most": MOST_BYTES // 1024**2},
        code="photo_too_large",
        status=413,
    )


def _written(picture: Image.Image) -> Picture:
    upright = ImageOps.exif_transpose(picture)
    upright = _eight_bits(upright)
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    if upright.mode in ("RGBA", "LA", "PA", "P"):
        seen_through = upright.convert("RGBA")
        paper = Image.new("RGB", upright.size, "white")
        paper.paste(seen_through, mask=seen_through.getchannel("A"))
        upright = paper
    plain = Image.new("RGB", upright.size)
    plain.paste(upright.convert("RGB"))
    jpeg = BytesIO()
    plain.save(jpeg, "JPEG", quality=QUALITY, optimize=True)
    return Picture(jpeg.getvalue(), plain.width, plain.height)


def _eight_bits(picture: Image.Image) -> Image.Image:
    """A grey scan of sixteen bits in eight: cut off instead of divided it would be a white page."""
    if not picture.mode.startswith("I"):
        return picture
    return picture.convert("I").point([value // 256 for value in range(65536)], "L")


def _too_many_pixels() -> PhotoRefused:
    return PhotoRefused(
        _("This picture has too many pixels: take it with a lower resolution."),
        code="photo_too_large",
        status=413,
    )
