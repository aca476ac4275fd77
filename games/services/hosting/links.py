"""The word in a seat's link: whoever has it holds the seat. Only its hash is stored."""

from __future__ import annotations

import hashlib
import secrets


def new_word() -> str:
    return secrets.token_urlsafe(18)


def hashed(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()
