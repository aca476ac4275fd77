"""A person who wants to be forgotten: the profile loses its name, whatever was played stays."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.errors import NotAllowed
from clubs.models import Membership, Player
from clubs.rights import is_trusted


def anonymise_player(player: Player, *, by: By) -> Player:
    """From now on the person is "Player 173" everywhere; games, places and everybody's ratings stay as they are.

    Names and login go, also those of the profiles merged into this one, and what rosters keep besides (aliases,
    member number). Asked by the person, or by whoever runs the server. Cannot be undone; twice changes nothing.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.merged_into_id is not None:
            player = Player.objects.select_for_update().get(pk=player.merged_into_id)
        if not is_trusted(by) and (by.user_id is None or by.user_id != player.user_id):
            raise NotAllowed(
                _("Only the person may ask to be forgotten: sign in to the account of the profile.")
            )
        if player.anonymised_at is not None:
            return player
        profiles = [player, *player.merged_from.select_for_update().order_by("pk")]
        now = timezone.now()
        for profile in profiles:
            profile.name, profile.user, profile.anonymised_at = "", None, now
            # One save each, not an update: the boards listen for it.
            profile.save(update_fields=["name", "user", "anonymised_at"])
        Membership.objects.filter(player__in=profiles).update(aliases=[], number="")
        log(
            "player.anonymised", f"player:{player.pk}", by=by, club_id=None, profiles=[p.pk for p in profiles]
        )
    return player
