"""The list at the door: everybody who may come, and how they stand; and what a posted list changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from clubs.folding import in_order
from clubs.models import Membership, Player
from clubs.namesakes import tell_apart
from clubs.typed import whole
from tournaments.models import Presence, Tournament
from tournaments.services.entries import next_round_number, statuses
from tournaments.services.signing_up import list_of

PRESENT, ABSENT = Presence.Status.PRESENT, Presence.Status.ABSENT
VOLUNTEER = Presence.Status.VOLUNTEER
SEATED = frozenset({PRESENT, VOLUNTEER})
MOST_ROSTER = 300  # who is not listed is typed into the walk-in box
REMARKS = (
    (Presence.Status.LATE, _("comes late")),
    (Presence.Status.STAND_BY, _("stands by")),
    (VOLUNTEER, _("would sit out")),
    (Presence.Status.LEFT, _("has left")),
    (ABSENT, _("does not come")),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One person at the door. `status` is None for somebody nobody has spoken of yet."""

    player: Player
    is_entered: bool
    status: str | None

    @property
    def is_here(self) -> bool:
        return self.status in SEATED

    @property
    def remark(self) -> str:
        """What the select of this line shows beside the tick."""
        return "" if self.status in (None, PRESENT) else str(self.status)


@dataclass(frozen=True, slots=True)
class Door:
    """The roll before a round; `counts` by status, with `None` for those nobody has spoken of."""

    round_number: int
    lines: tuple[Line, ...]
    counts: Mapping[str | None, int]
    n_cut: int

    @property
    def n_here(self) -> int:
        return sum(self.counts.get(status, 0) for status in SEATED)

    @property
    def n_unknown(self) -> int:
        return self.counts.get(None, 0)

    @property
    def n_blank(self) -> int:
        """Those of them who have entered: the people who can be marked absent in one go."""
        return sum(line.is_entered and line.status is None for line in self.lines)

    @property
    def other_counts(self) -> list[tuple[str, int]]:
        return [(str(text), n) for status, text in REMARKS if (n := self.counts.get(status, 0))]


def door_of(tournament: Tournament, *, with_roster: bool) -> Door:
    """The roll of the next undrawn round. Six queries, whatever the size.

    Whoever has a place by registering stands here too.
    `with_roster` adds the people of the club who have not entered; only who may enter others sees them.
    """
    number = next_round_number(tournament)
    known = statuses(tournament, number)
    entries = list(tournament.entries.select_related("player__merged_into"))
    entered = {entry.player_id for entry in entries}
    lines = [Line(entry.player, True, known.get(entry.pk)) for entry in entries]
    registered = [player for player in list_of(tournament).admitted if player.pk not in entered]
    lines += [Line(player, False, None) for player in registered]
    n_cut = 0
    if with_roster:
        others = (
            Membership.objects.current()
            .filter(club_id=tournament.club_id)
            .exclude(player__entries__tournament=tournament)
            .exclude(player__in=registered)
            .select_related("player")
            .order_by("player__sorts_as", "pk")[: MOST_ROSTER + 1]
        )
        found = [Line(member.player, False, None) for member in others]
        n_cut = max(0, len(found) - MOST_ROSTER)
        lines += found[:MOST_ROSTER]
    tell_apart((line.player for line in lines), club=tournament.club)
    lines.sort(key=lambda line: (in_order(line.player.display_name), line.player.pk))
    counts = Counter(line.status for line in lines)
    return Door(number, tuple(lines), counts, n_cut)


def wanted_changes(typed: QueryDict) -> dict[int, str]:
    """Player id -> status for every line that differs from what its page showed.

    The tick says here or not; the remark beside it counts where it was changed. So two people at one door, each
    with an older page, never undo one another's ticks.
    """
    shown = _shown(typed.getlist("was"))
    ticked = {number for text in typed.getlist("here") if (number := _id(text)) is not None}
    wanted: dict[int, str] = {}
    for number in _listed(typed, ticked, shown):
        status = shown.get(number)
        was_remark = "" if status in (None, PRESENT) else status
        remark = typed.get(f"as-{number}", was_remark)
        is_here, was_here = number in ticked, status in SEATED
        if remark != was_remark and remark:
            wanted[number] = remark
        elif is_here != was_here or remark != was_remark:
            wanted[number] = PRESENT if is_here else ABSENT
    return wanted


def _listed(typed: QueryDict, ticked: set[int], shown: Mapping[int, str]) -> list[int]:
    """The people the posted page had: all of them, or the one line a tick sends by itself."""
    only = _id(typed.get("only", ""))
    if only is not None:
        return [only]
    remarks = {number for key in typed if key.startswith("as-") and (number := _id(key[3:])) is not None}
    return sorted(ticked | set(shown) | remarks)


def _shown(parts: Iterable[str]) -> dict[int, str]:
    """What the page showed of each line, `12:present`."""
    found = {}
    for part in parts:
        key, _colon, status = part.partition(":")
        if (number := _id(key)) is not None:
            found[number] = status
    return found


def _id(text: str) -> int | None:
    return whole(text)
