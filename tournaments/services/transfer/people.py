"""The people of a file, and those who acted there: who they are here, who is new, and who only may be somebody."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Q
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.errors import EldestHandError
from clubs.models import Club, Membership, Player, User
from clubs.namesakes import tell_apart
from clubs.rights import is_trusted
from clubs.sentences import one_stop
from clubs.services.clubs import name_as_kept
from clubs.services.rosters import people_like, refuse_too_many
from clubs.shapes import read_moment, wrong
from games.services.people import merge_players
from games.services.transfer.fates import Fate

NOBODY = "–"  # the name of somebody who came in hidden, from a file that does not tell it
NEW = "new"
_BATCH = 500


@dataclass(frozen=True, slots=True)
class PersonPlan:
    """Who somebody in a file is. `like`: people on the roster it may be, for somebody whose uid is not known here."""

    value: Mapping[str, Any]
    fate: Fate
    player: Player | None = None
    like: tuple[Player, ...] = ()
    is_exact: bool = False  # the name is the very same
    note: str = ""

    @property
    def uid(self) -> str:
        return str(self.value["uid"])

    @property
    def name(self) -> str:
        """As the file says it; people whose name is hidden here stay hidden."""
        if self.player is not None:
            return self.player.display_name
        return self.value["name"] or NOBODY


def plan_people(rows: Sequence[Mapping[str, Any]], club: Club | None, where: str) -> list[PersonPlan]:
    """The fate of everybody. Four queries, and one more for namesakes to choose from."""
    uids = [row["uid"] for row in rows]
    if len(set(uids)) < len(uids):
        wrong(where, _("one person stands here twice."))
    known = players_of(uids)
    into = {row["merged_into"] for row in rows if row["merged_into"]} - set(uids)
    if into:
        wrong(where, _("somebody was merged into a person the file does not hold."))
    members = Membership.objects.filter(club=club, player__merged_into=None)  # also who left
    roster = list(members.select_related("player")) if club is not None else []
    refuse_too_many(sum(uid not in known for uid in uids), len(roster))
    there = set(club.memberships.values_list("player_id", flat=True)) if club is not None else set()
    plans = []
    for number, row in enumerate(rows):
        if row["anonymised_at"] is None and row["name"] is None and not row["hidden"]:
            wrong(f"{where}/{number}/name", _("a name is missing."))
        is_new = row["uid"] not in known
        if is_new and row["name"] is not None and name_as_kept(row["name"]) != row["name"]:
            wrong(
                f"{where}/{number}/name", _("a name is written without blanks around it, in one way (NFC).")
            )
        plan = _plan(row, known.get(row["uid"]), roster, set(uids))
        if club is not None and plan.player is not None and row["member"] and plan.player.pk not in there:
            note = one_stop(_("This profile stands on no roster of %(club)s.") % {"club": club.name})
            plan = replace(plan, note=plan.note or note)
        plans.append(plan)
    tell_apart((player for plan in plans for player in plan.like), club=club)
    return plans


def _plan(
    row: Mapping[str, Any], player: Player | None, roster: Sequence[Membership], in_file: Collection[str]
) -> PersonPlan:
    if player is not None:
        note = ""
        if row["anonymised_at"] and player.anonymised_at is None:
            note = _("was forgotten where the file comes from, not here")
        elif (
            row["name"] and player.anonymised_at is None and not player.hidden and row["name"] != player.name
        ):
            note = _("is called %(name)s in the file; the name here stays") % {"name": row["name"]}
        return PersonPlan(row, Fate.SAME, player, note=note)
    if row["name"] is None or row["merged_into"]:
        return PersonPlan(row, Fate.NEW)
    known, alike = people_like(row["name"], [m for m in roster if str(m.player.uid) not in in_file])
    return PersonPlan(row, Fate.NEW, None, tuple(known or alike), is_exact=bool(known))


def players_of(uids: Iterable[str]) -> dict[str, Player]:
    """Profiles by uid text; one query for every 500."""
    wanted = sorted(set(uids))
    found: dict[str, Player] = {}
    for start in range(0, len(wanted), _BATCH):
        rows = Player.objects.filter(uid__in=wanted[start : start + _BATCH])
        found |= {str(player.uid): player for player in rows}
    return found


def undecided(plans: Iterable[PersonPlan], decisions: Mapping[str, str]) -> list[PersonPlan]:
    """People of whom a person must say who they are."""
    return [plan for plan in plans if plan.like and not _decided(plan, decisions)]


def _decided(plan: PersonPlan, decisions: Mapping[str, str]) -> bool:
    return decisions.get(plan.uid) in {NEW, *(str(player.uid) for player in plan.like)}


def store_people(plans: Sequence[PersonPlan], club: Club, *, by: By) -> dict[str, Player]:
    """Profiles and places on the roster for everybody who lacks them; everybody of the file by uid.

    People of other clubs are put on a roster, or merged with, only by whoever runs the site: a club reads the
    addresses of its people, merges them and answers their claims, and a file may name anybody.
    """
    there = set(club.memberships.values_list("player_id", flat=True))
    found = {plan.uid: plan.player for plan in plans if plan.player is not None}
    others = [uid for uid, player in found.items() if player.pk not in there and not _is_free(by)]
    new = [plan for plan in plans if plan.player is None]
    made = Player.objects.bulk_create(
        [
            Player(
                uid=plan.uid,
                name="" if plan.value["anonymised_at"] else (plan.value["name"] or NOBODY),
                hidden=plan.value["hidden"],
                anonymised_at=read_moment(plan.value["anonymised_at"])
                if plan.value["anonymised_at"]
                else None,
            )
            for plan in new
        ],
        batch_size=_BATCH,
    )
    found |= {plan.uid: player for plan, player in zip(new, made, strict=True)}
    followers = [
        plan for plan in new if plan.value["merged_into"] and plan.value["merged_into"] not in others
    ]
    for plan in followers:
        into = found[plan.value["merged_into"]]
        found[plan.uid].merged_into = into.merged_into or into
    Player.objects.bulk_update([found[plan.uid] for plan in followers], ["merged_into"], batch_size=_BATCH)
    joining = [plan for plan in plans if plan.uid not in others and found[plan.uid].pk not in there]
    _store_members(joining, found, club)
    return found


def _store_members(plans: Sequence[PersonPlan], found: Mapping[str, Player], club: Club) -> None:
    rows, joined = [], []
    for plan in plans:
        member = plan.value["member"]
        player = found[plan.uid]
        if member is None:
            continue
        forgotten = player.anonymised_at is not None
        rows.append(
            Membership(
                club=club,
                player=player,
                kind=member["kind"],
                number="" if forgotten else member["number"],
                aliases=[] if forgotten else member["aliases"],
                left_at=read_moment(member["left_at"]) if member["left_at"] else None,
            )
        )
        joined.append(read_moment(member["joined_at"]))
    Membership.objects.bulk_create(rows, batch_size=_BATCH)
    for row, at in zip(rows, joined, strict=True):
        row.joined_at = at  # `auto_now_add` wrote the time of the import
    Membership.objects.bulk_update(rows, ["joined_at"], batch_size=_BATCH)


def merge_decided(
    plans: Sequence[PersonPlan],
    people: Mapping[str, Player],
    decisions: Mapping[str, str],
    *,
    by: By,
    club: Club,
) -> int:
    """Whoever was said to be somebody on the roster is that person from now on; can be undone like any merge."""
    n_merged = 0
    for plan in plans:
        decided = decisions.get(plan.uid, NEW)
        if plan.like and decided != NEW:
            into = next(player for player in plan.like if str(player.uid) == decided)
            merge_players(
                people[plan.uid], into=into, by=by, reason=_("The import said who this is."), club=club
            )
            n_merged += 1
    return n_merged


def find_users(uids: Iterable[str], club: Club, *, by: By) -> dict[str, int]:
    """Ids of the logins that acted, by the uid in the file; whoever is not known gets a login nobody can use.

    Only people who have a role in the club may be named as actors of its facts (whoever runs the server may name
    anybody): a file must not put words into a stranger's mouth. Call inside the transaction of the import.
    """
    wanted = sorted(set(uids))
    found = {str(user.uid): user for user in User.objects.filter(uid__in=wanted)}
    is_free = _is_free(by)
    own = set(
        User.objects.filter(
            Q(club_roles__club=club) | Q(offices__tournament__club=club) | Q(player__memberships__club=club),
            uid__in=wanted,
        ).values_list("pk", flat=True)
    )
    result: dict[str, int] = {}
    for uid in wanted:
        user = found.get(uid)
        if user is not None and (is_free or user.pk in own or _is_stand_in(user)):
            result[uid] = user.pk
            continue
        result[uid] = _stand_in(UUID(uid) if user is None else uuid5(club.uid, uid)).pk
    return result


def _is_free(by: By) -> bool:
    """Whoever runs the server or the site."""
    return is_trusted(by) or (by.user is not None and by.user.is_superuser)


def _is_stand_in(user: User) -> bool:
    return not user.is_active and user.username.startswith("writer-") and not user.has_usable_password()


def _stand_in(uid: UUID) -> User:
    """A login that stands for somebody of another site: nobody can sign in with it."""
    known = User.objects.filter(uid=uid).first()
    if known is not None:
        return known
    user = User(uid=uid, username=f"writer-{uid}", is_active=False)
    user.set_unusable_password()
    user.save()
    return user


def refuse_undecided(plans: Sequence[PersonPlan], decisions: Mapping[str, str]) -> None:
    """Nobody is merged or doubled by itself: a look-alike without a word about it is a refusal."""
    left = undecided(plans, decisions)
    if left:
        raise EldestHandError(
            one_stop(
                _("Say first who this is: %(names)s.") % {"names": ", ".join(plan.name for plan in left[:20])}
            ),
            code="look_alike",
            names=[plan.name for plan in left],
        )


def refuse_one_person_twice(
    plans: Iterable[PersonPlan], decisions: Mapping[str, str], bodies: Iterable[Mapping[str, Any]]
) -> None:
    """Two people of one evening in the file cannot be one person here, whatever was said."""
    said = {plan.uid: plan for plan in plans if plan.like and decisions.get(plan.uid, NEW) != NEW}
    for body in bodies:
        first: dict[str, PersonPlan] = {}
        for uid in sorted({row["player"] for row in body["tournament"]["entries"]}):
            if uid not in said:
                continue
            other = first.setdefault(decisions[uid], said[uid])
            if other is not said[uid]:
                raise EldestHandError(
                    _(
                        "%(evening)s has lines of two people whom you said to be one (%(first)s, %(second)s): "
                        "say that one of them is somebody new."
                    )
                    % {
                        "evening": body["tournament"]["name"],
                        "first": other.name,
                        "second": said[uid].name,
                    },
                    code="same_person",
                )
