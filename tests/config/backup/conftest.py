"""A site with something of everything, and its backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from rest_framework.authtoken.models import Token

from clubs.models import User
from config.backup.writing import write_backup
from config.catching_up import catch_up
from games.services.hosting.opening import Terms, open_table, start_table
from tests.config.backup.sites import (
    picture,
)
from tests.evenings import Evening, tables_of
from tournaments.services.photos import attach_photo


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


@pytest.fixture
def played(evening: Evening, alice: User) -> Evening:
    """Two rounds, two photos, a card table, an open draft, a group and a token."""
    evening.play_round()
    evening.play_round()
    table = tables_of(evening.publish())[0]
    for shade in (10, 200):
        attach_photo(table, sent=picture(shade), by=evening.by)
    card_table = open_table(Terms("oh-hell", 3), by=evening.by, club=evening.tournament.club)
    start_table(card_table, by=evening.by, with_bots=True)
    Token.objects.create(user=alice)
    group = Group.objects.create(name="staff")
    group.permissions.add(Permission.objects.order_by("pk")[0])
    alice.groups.add(group)
    catch_up()
    return evening


@pytest.fixture
def backup(played: Evening, tmp_path: Path) -> Path:
    return write_backup(tmp_path / "site.zip").path
