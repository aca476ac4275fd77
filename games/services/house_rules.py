"""A club's rules under names of its own: saved, changed by a next version, put away, chosen for the club."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.errors import EldestHandError
from clubs.folding import is_called
from clubs.models import Club, HouseRules
from clubs.rights import Act, require_in_club
from clubs.services.clubs import clean_name
from clubs.services.governing import change_club
from games.engine import PRESETS, EngineError, RuleSet
from games.rule_faults import BadRules, question_of, sentence

LONGEST_NAME = 80
MOST_SETS = 500


def save_house_rules(club: Club, *, name: str, preset: str, rules: Mapping[str, Any], by: By) -> HouseRules:
    """The rules under this name: the first version, or the next one; the same rules again change nothing.

    Refuses rules that contradict themselves with `BadRules`, which holds each fault.
    """
    require_in_club(by, club, Act.MANAGE_CLUB)
    name = clean_name(name)
    if len(name) > LONGEST_NAME:
        raise EldestHandError(
            _("This name has more than %(n)d characters: shorten it.") % {"n": LONGEST_NAME},
            code="name_too_long",
        )
    if preset not in PRESETS:
        raise EldestHandError(_("Choose one of the games to start from."), code="unknown_preset")
    ruleset = sound_rules({**rules, "name": name})
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        versions = HouseRules.objects.filter(is_called("name", name), club=club)
        last = versions.order_by("-version").first()
        if last is not None and last.rules_hash == ruleset.hash and last.archived_at is None:
            return last
        if HouseRules.objects.filter(club=club).count() >= MOST_SETS:
            raise EldestHandError(
                _("A club keeps at most %(n)d sets of rules.") % {"n": MOST_SETS}, code="too_many"
            )
        saved = HouseRules.objects.create(
            club=club,
            name=name,
            version=last.version + 1 if last else 1,
            preset=preset,
            rules=ruleset.to_json(),
            rules_hash=ruleset.hash,
            made_by=by.user,
        )
        log(
            "rules.saved",
            f"rules:{saved.pk}",
            by=by,
            club_id=club.pk,
            version=saved.version,
            hash=ruleset.hash,
        )
    return saved


def sound_rules(value: object) -> RuleSet:
    """The rules of a value; `BadRules` names every contradiction with what to do about it."""
    try:
        ruleset = RuleSet.from_value(value)
    except EngineError as error:
        raise BadRules(
            _("The rules cannot be used: %(why)s") % {"why": error.message}, code=error.code
        ) from error
    found = ruleset.validate()
    if found:
        raise BadRules(
            sentence(found[0]),
            faults=[{"code": one.code, "field": one.field, "message": sentence(one)} for one in found],
            questions={question_of(one): sentence(one) for one in found},
        )
    return ruleset


def archive_house_rules(rules: HouseRules, *, by: By, is_archived: bool = True) -> HouseRules:
    """Put every version of these rules away, or take them out again; they stay readable, and so do their games."""
    require_in_club(by, rules.club, Act.MANAGE_CLUB)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=rules.club_id)
        versions = HouseRules.objects.filter(is_called("name", rules.name), club=rules.club)
        changed = versions.filter(archived_at__isnull=is_archived).update(
            archived_at=timezone.now() if is_archived else None
        )
        if changed:
            verb = "rules.archived" if is_archived else "rules.restored"
            log(verb, f"rules:{rules.pk}", by=by, club_id=rules.club_id)
    rules.refresh_from_db()
    return rules


def use_in_club(rules: HouseRules, *, by: By) -> Club:
    """Make these the house rules of the club; tournaments that are made keep theirs."""
    return change_club(rules.club, by=by, changes={"house_rules": rules.rules})


def current_rules(club: Club) -> list[HouseRules]:
    """The newest version of each set that is not put away, by name. One query."""
    newest: dict[str, HouseRules] = {}
    for rules in HouseRules.objects.filter(club=club, archived_at__isnull=True).order_by("version"):
        newest[rules.name.casefold()] = rules
    return [newest[key] for key in sorted(newest)]
