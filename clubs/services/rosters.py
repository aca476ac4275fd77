"""Names pasted into a roster: who is known, who only looks alike, who is new. Nothing is merged by itself."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.errors import EldestHandError
from clubs.folding import fold
from clubs.models import Club, Membership, Player
from clubs.namesakes import tell_apart
from clubs.rights import Act, As, require, require_in_club
from clubs.sentences import one_stop
from clubs.services.clubs import NewMember, add_players, clean_name
from clubs.services.members import put_back

ALIKE = 0.85
MOST_NAMES = 500
MOST_PAIRS = 10_000_000
"""Names held beside people of a roster: half a minute."""


class Fate(StrEnum):
    """What will become of a pasted line."""

    NEW = "new"
    KNOWN = "known"  # exactly this name, or an alias of it, is on the roster
    ALIKE = "alike"  # a person decides
    REPEATED = "repeated"  # stands twice in what was pasted


@dataclass(frozen=True, slots=True)
class PastedName:
    """One line: its cleaned name, its fate, and the people on the roster it may be.

    `left` are those of the people who left the club. `twin`: the first new name above this one that looks alike, on a
    line that would add somebody; a hint only.
    """

    name: str
    fate: Fate
    people: tuple[Player, ...] = ()
    twin: str = ""
    left: frozenset[int] = frozenset()


def read_roster(club: Club, text: str) -> list[PastedName]:
    """The names of a pasted text, one a line (or divided by `;` or tabs), each with its fate. Four queries,
    and one more for namesakes.

    Look-alikes: the same letters without case and accents, or nearly the same; and who left under exactly this name.
    """
    names = [name for number, line in enumerate(text.splitlines(), 1) for name in _names_in(line, number)]
    if len(names) > MOST_NAMES:
        raise EldestHandError(
            _("These are %(n)d names; paste at most %(most)d at once.")
            % {"n": len(names), "most": MOST_NAMES},
            code="too_many_names",
        )
    roster = list(club.memberships.current().select_related("player"))
    gone = list(club.memberships.former().select_related("player"))
    former = _former_names(club)
    seen: set[str] = set()
    lines = _with_twins([_judge(name, roster, gone, seen, former) for name in names])
    tell_apart((player for line in lines for player in line.people), club=club)
    return lines


def add_roster(
    club: Club,
    pasted: Sequence[PastedName],
    *,
    by: By,
    decisions: Mapping[str, int | None] | None = None,
    key: str = "",
    roles: Collection[As] | None = None,
) -> list[Player]:
    """Put the new people on the roster and return everybody named, once each, in order.

    `decisions` says for a known name or a look-alike who it is: the id of a person on the roster, or None for
    somebody new, who is a namesake then. Without a decision it is refused, and nobody is added. `key` names the form
    or the request: whom it has added already is not added again, since the profiles' uids come from it. The empty key
    is one as well for who was decided to be new: another namesake needs another key. `roles`: see `add_player`.
    """
    if roles is None:
        require_in_club(by, club, Act.ADD_WALK_IN)
    else:
        require(by, roles, Act.ADD_WALK_IN)
    chosen = dict(decisions or {})
    named = [one for one in pasted if one.fate is not Fate.REPEATED]
    uids = _uids_of_new(club, named, key, by, chosen)
    added_before = _added_before(club, named, uids)
    undecided = [
        one.name
        for one in named
        if one.fate is not Fate.NEW and one.name not in chosen and one.name not in added_before
    ]
    if undecided:
        raise EldestHandError(
            one_stop(_("Say first who this is: %(names)s.") % {"names": ", ".join(undecided)}),
            code="look_alike",
            names=undecided,
        )
    with transaction.atomic():
        known = [added_before.get(one.name) or _known(club, one, chosen.get(one.name), by) for one in named]
        taken = set(Player.objects.filter(uid__in=uids.values()).values_list("uid", flat=True))
        new = [
            NewMember(one.name, uid=uid if (uid := uids.get(one.name)) not in taken else None)
            for one, player in zip(named, known, strict=True)
            if player is None
        ]
        added = iter(add_players(club, new, by=by, roles=roles))
        people = [player or next(added) for player in known]
    return list({player.pk: player for player in people}.values())


def add_names(
    club: Club,
    text: str,
    *,
    by: By,
    decisions: Mapping[str, int | None] | None = None,
    key: str = "",
    roles: Collection[As] | None = None,
) -> list[Player]:
    """`read_roster` and `add_roster` in one transaction: two helpers who add one name at once add one person."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        pasted = read_roster(club, text)
        return add_roster(club, pasted, by=by, decisions=decisions, key=key, roles=roles)


def _names_in(line: str, number: int) -> list[str]:
    try:
        return [clean_name(part) for part in line.replace("\t", ";").split(";") if part.strip()]
    except EldestHandError as error:
        raise EldestHandError(
            _("Line %(line)d: %(why)s") % {"line": number, "why": error.message},
            code=error.code,
            line=number,
        ) from error


def _former_names(club: Club) -> dict[int, list[str]]:
    """What the profiles merged into people were called in the club, by the person's id."""
    names: dict[int, list[str]] = {}
    rows = club.memberships.filter(player__merged_into__isnull=False)
    for person, name, aliases in rows.values_list("player__merged_into", "player__name", "aliases"):
        if person is not None:
            names.setdefault(person, []).extend([name, *aliases])
    return names


def _judge(
    name: str,
    roster: Sequence[Membership],
    gone: Sequence[Membership],
    seen: set[str],
    former: Mapping[int, Sequence[str]],
) -> PastedName:
    key = fold(name)
    if key in seen:
        return PastedName(name, Fate.REPEATED)
    seen.add(key)
    known, alike = people_like(name, roster, former)
    if len(known) == 1:
        return PastedName(name, Fate.KNOWN, tuple(known))
    if known:
        return PastedName(name, Fate.ALIKE, tuple(known))  # namesakes: a person says which
    left, _nearly = people_like(name, gone, former)
    people = (*alike, *left)
    return PastedName(
        name, Fate.ALIKE if people else Fate.NEW, people, left=frozenset(player.pk for player in left)
    )


def people_like(
    name: str, roster: Sequence[Membership], former: Mapping[int, Sequence[str]] | None = None
) -> tuple[list[Player], list[Player]]:
    """Who on the roster goes by exactly this name whatever its case, and, if nobody does, who by nearly this name.

    `former` are further names of people, by id.
    """
    key, former = fold(name), former or {}
    known = [
        m.player
        for m in roster
        if key in {fold(n) for n in (m.player.name, *m.aliases, *former.get(m.player_id, ()))}
    ]
    return known, [] if known else [m.player for m in roster if _look_alike(name, m.player.name)]


def _with_twins(lines: Sequence[PastedName]) -> list[PastedName]:
    told: list[PastedName] = []
    added: list[str] = []
    for line in lines:
        if line.fate is not Fate.NEW:
            told.append(line)
            continue
        told.append(replace(line, twin=next((name for name in added if _look_alike(line.name, name)), "")))
        added.append(line.name)
    return told


def refuse_too_many(n_names: int, n_people: int) -> None:
    """Refuse a list that could not be held beside a roster in bearable time."""
    most = MOST_PAIRS // max(1, n_people)
    if n_names > most:
        raise EldestHandError(
            _("At most %(most)d people can be read at once.") % {"most": most}, code="too_many_names"
        )


def _look_alike(one: str, other: str) -> bool:
    (a, in_a), (b, in_b) = _measured(one), _measured(other)
    if a == b:
        return True
    # Upper bounds first, the cheapest before all: most pairs of a long list end there.
    most = min(len(a) - (in_a & ~in_b).bit_count(), len(b) - (in_b & ~in_a).bit_count())
    if 2.0 * most / (len(a) + len(b)) < ALIKE:
        return False
    match = SequenceMatcher(None, a, b)
    return match.quick_ratio() >= ALIKE and match.ratio() >= ALIKE


@lru_cache(maxsize=65_536)
def _measured(name: str) -> tuple[str, int]:
    """A name as `bare` gives it, and which letters it has, as bits; two letters may share one."""
    letters = bare(name)
    bits = 0
    for letter in letters:
        bits |= 1 << ord(letter) % 64
    return letters, bits


def bare(name: str) -> str:
    """A name without case, accents and punctuation.

    >>> bare("José  O'Neil")
    'jose oneil'
    """
    parts = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(c for c in parts if c.isalnum() or c.isspace()).split())


def _uids_of_new(
    club: Club, named: Sequence[PastedName], key: str, by: By, chosen: Mapping[str, int | None]
) -> dict[str, UUID]:
    """What the profiles are called that this form makes, by name: the same form makes the same ones."""
    return {
        one.name: uuid5(club.uid, json.dumps([by.user_id, key, fold(one.name)]))
        for one in named
        if chosen.get(one.name) is None and (key or one.name in chosen)
    }


def _added_before(club: Club, named: Sequence[PastedName], uids: Mapping[str, UUID]) -> dict[str, Player]:
    """By name: whom the same form put on this roster, as long as he is there under the name. One query."""
    rows = club.memberships.current().filter(player__uid__in=uids.values()).select_related("player")
    made = {row.player.uid: row.player for row in rows}
    return {
        one.name: made[uids[one.name]]
        for one in named
        if uids.get(one.name) in made and fold(made[uids[one.name]].name) == fold(one.name)
    }


def _known(club: Club, one: PastedName, decided: int | None, by: By) -> Player | None:
    """Who this is by what was decided; None for somebody new."""
    if one.people and decided is not None:
        found = next((player for player in one.people if player.pk == decided), None)
        if found is None:
            raise EldestHandError(
                _("%(name)s: choose one of the people that look alike, or somebody new.")
                % {"name": one.name},
                code="look_alike",
            )
        if found.pk in one.left:
            put_back(club, found, by=by)
        return found
    return None
