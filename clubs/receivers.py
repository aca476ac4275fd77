"""What follows from a person's new name: pages that are kept are kept no longer."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models.signals import post_save

from clubs.fragments import forget_kept_pages
from clubs.models import Player


def connect() -> None:
    """Attach the receivers; called once when the app is ready."""
    post_save.connect(on_player_saved, sender=Player, dispatch_uid="clubs.player_saved")


def on_player_saved(sender: type[Player], created: bool, **_kwargs: Any) -> None:
    """A new name, a hidden one, a forgotten one, a merged one. Somebody new stands on no page yet."""
    if not created:
        transaction.on_commit(forget_kept_pages, robust=True)
