"""What follows from a person's new name: pages that are kept are kept no longer."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models.signals import post_save, pre_delete

from clubs.fragments import forget_kept_pages
from clubs.models import Player, User
from clubs.services.governing import refuse_orphaning


def connect() -> None:
    """Attach the receivers; called once when the app is ready."""
    post_save.connect(on_player_saved, sender=Player, dispatch_uid="clubs.player_saved")
    pre_delete.connect(on_user_deleted, sender=User, dispatch_uid="clubs.user_deleted")


def on_player_saved(sender: type[Player], created: bool, **_kwargs: Any) -> None:
    """A new name, a hidden one, a forgotten one, a merged one. Somebody new stands on no page yet."""
    if not created:
        transaction.on_commit(forget_kept_pages, robust=True)


def on_user_deleted(sender: type[User], instance: User, **_kwargs: Any) -> None:
    """By whatever road an account goes, no club loses its last owner; Django deletes in a transaction."""
    refuse_orphaning(instance)
