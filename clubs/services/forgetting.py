"""A person who wants to be forgotten: the profile loses its name, whatever was played stays."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Any

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.errors import NotAllowed
from clubs.facts import Fact, blot_out
from clubs.folding import UNSEEN, holds, is_called, json_holds
from clubs.models import Claim, Membership, Player, User
from clubs.rights import is_trusted

_TYPED = frozenset({"note", "reason", "words"})  # keys in the JSON of facts whose text somebody typed
_GONE = "–"  # a refusal has a reason, by constraint
_OURS = ("clubs.", "games.", "ratings.", "tournaments.")


def anonymise_player(player: Player, *, by: By) -> Player:
    """From now on the person is "Player 173" everywhere; games, places and everybody's ratings stay as they are.

    Names and login go, also those of the profiles merged into this one, what rosters keep besides (aliases, member
    number), the words of claims, and the names out of the reasons that people typed. Asked by the person, or by
    whoever runs the server.
    Cannot be undone; twice changes nothing.
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
        names = _names_of(profiles)
        _forget_claims(Q(player__in=profiles))
        now = timezone.now()
        for profile in profiles:
            profile.name, profile.user, profile.anonymised_at = "", None, now
            # One save each, not an update: the boards listen for it.
            profile.save(update_fields=["name", "user", "anonymised_at"])
        Membership.objects.filter(player__in=profiles).update(aliases=[], number="")
        _forget_in_admin_log(*profiles)
        _forget_in_reasons(names, instead=f"Player {player.pk}")
        log(
            "player.anonymised", f"player:{player.pk}", by=by, club_id=None, profiles=[p.pk for p in profiles]
        )
    return player


def show_name(player: Player, *, shown: bool, by: By) -> Player:
    """Hide the name from everybody, or show it again: the person's own choice, and no reason is asked."""
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if not is_trusted(by) and (by.user_id is None or by.user_id != player.user_id):
            raise NotAllowed(_("Only the person says whether the name is shown: sign in to its account."))
        if player.hidden != shown:
            return player
        player.hidden = not shown
        player.save(update_fields=["hidden"])
        log("player.shown" if shown else "player.hidden", f"player:{player.pk}", by=by, club_id=None)
    return player


def forget_account(user: User) -> None:
    """What the account told of its person goes out of every text: claims, reasons, the log of the administration.

    Called before its name and address are taken away. A login that may be an ordinary word ("table") goes out only
    where it is written as one ("@table"): what others wrote of the tables is theirs.
    """
    _forget_claims(Q(user=user))
    _forget_in_admin_log(user)
    login = user.username if _is_unmistakable(user.username) else f"@{user.username}"
    names = {name for name in (login, user.email, user.get_full_name()) if _is_unmistakable(name)}
    names -= {name for name in names if Player.objects.filter(is_called("name", name)).exists()}
    _forget_in_reasons(sorted(names, key=len, reverse=True), instead=f"deleted-{user.pk}")


def _forget_claims(which: Q) -> None:
    """Words of claims and of their refusals; that something was asked and answered stays."""
    for claim in Claim.objects.filter(which).exclude(reason=""):
        blot_out(Claim, claim.pk, reason=_GONE if claim.kind == Claim.Kind.REFUSED else "")


def _forget_in_admin_log(*rows: models.Model) -> None:
    """The administration notes what a row was called when it was changed there."""
    for row in rows:
        content = ContentType.objects.get_for_model(row)
        entries = LogEntry.objects.filter(content_type=content, object_id=str(row.pk))
        entries.update(object_repr=f"{content.model} {row.pk}", change_message="")


def _names_of(profiles: Collection[Player]) -> list[str]:
    """What these profiles are called, but for what somebody else is called too."""
    names = {profile.name for profile in profiles if profile.name}
    for aliases in Membership.objects.filter(player__in=profiles).values_list("aliases", flat=True):
        names |= {alias for alias in aliases if isinstance(alias, str) and len(alias) > 2}
    others = Player.objects.exclude(pk__in=[profile.pk for profile in profiles]).filter(anonymised_at=None)
    return [
        name
        for name in sorted(names, key=len, reverse=True)
        if not others.filter(is_called("name", name)).exists()
    ]


def _forget_in_reasons(names: Collection[str], *, instead: str) -> None:
    """Whole names in texts that people typed, on every floor: reasons, and notes inside JSON. Reads each table once."""
    if not names:
        return
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(_as_typed, names))})(?!\w)", re.IGNORECASE)
    for model in apps.get_models():
        if not model.__module__.startswith(_OURS):
            continue
        columns = model._meta.concrete_fields
        fields = [f.name for f in columns if type(f) is models.TextField]
        documents = [f.name for f in columns if type(f) is models.JSONField and issubclass(model, Fact)]
        if not fields and not documents:
            continue
        holding = Q()
        for name in names:
            for field in fields:
                holding |= holds(field, _plain_part(name))
            for field in documents:
                holding |= json_holds(field, _plain_part(name))
        for row in model._base_manager.filter(holding).values("pk", *fields, *documents):
            texts: dict[str, Any] = {
                field: pattern.sub(instead, row[field]) for field in fields if row[field]
            } | {field: _without(row[field], pattern, instead) for field in documents}
            changed = {field: text for field, text in texts.items() if text != row[field]}
            if changed:
                blot_out(model, row["pk"], **changed)


def _is_unmistakable(name: str) -> bool:
    """Whether the text can only be meant as this name: an address, several words, or a word with digits or signs.

    >>> [name for name in ("table", "no-show", "2026", "10th", "zebbe-1", "z_b", "Ada Lund") if _is_unmistakable(name)]
    ['zebbe-1', 'z_b', 'Ada Lund']
    """
    if "@" in name or " " in name.strip():
        return True
    return name[:1].isalpha() and any(sign.isdigit() or sign in "_.+" for sign in name)


def _without(value: Any, pattern: re.Pattern[str], instead: str, *, is_typed: bool = False) -> Any:
    """The JSON with the names out of what people typed; every other text in it is a word of the site."""
    if isinstance(value, dict):
        return {key: _without(part, pattern, instead, is_typed=key in _TYPED) for key, part in value.items()}
    if isinstance(value, list):
        return [_without(part, pattern, instead, is_typed=is_typed) for part in value]
    return pattern.sub(instead, value) if is_typed and isinstance(value, str) else value


def _as_typed(name: str) -> str:
    """A pattern of the name in whatever way a text shows it: unseen signs between its letters, accents of their own,
    more blanks or a new line between its words.

    >>> bool(re.fullmatch(_as_typed("Zoé B."), "Zo\u200be\u0301 \u00ad\\n B."))
    True
    """
    unseen = f"[{''.join(map(chr, UNSEEN))}]*"
    letters = unicodedata.normalize("NFC", name.translate(UNSEEN))
    forms = [
        rf"(?:\s{unseen})+"
        if letter.isspace()
        else f"(?:{re.escape(letter)}|{re.escape(unicodedata.normalize('NFD', letter))})"
        for letter in letters
    ]
    return unseen.join(forms)


def _plain_part(name: str) -> str:
    """The longest part that stands in a text however it was typed (`_as_typed`): letters of ASCII side by side."""
    return max(re.findall(r"[!-~]+", name.translate(UNSEEN)), key=len, default="")
