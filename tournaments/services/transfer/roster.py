"""The roster of a club as a table: who is on it, and who a list from elsewhere would put on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.csv_tables import Line, Problem, read_table, write_table
from clubs.errors import Conflict, EldestHandError
from clubs.folding import fold
from clubs.models import Club, Membership, Player
from clubs.namesakes import tell_apart
from clubs.rights import Act, require_in_club
from clubs.sentences import one_stop
from clubs.services.clubs import NewMember, add_players, clean_name
from clubs.services.members import put_back
from clubs.services.rosters import people_like, refuse_too_many
from games.services.transfer.fates import Fate
from tournaments.services.transfer.nameless import is_nameless
from tournaments.services.transfer.people import NEW

COLUMNS = ("name", "alias", "member_no", "guest", "email")
MOST_ROWS = 20_000


def roster_csv(club: Club, *, with_contacts: bool = False) -> str:
    """Everybody on the roster; people who hide have neither name nor alias nor number. `with_contacts`: addresses."""
    rows = []
    for member in club.memberships.current().select_related("player__user").order_by("joined_at", "pk"):
        player = member.player
        is_named = not player.hidden and player.anonymised_at is None
        rows.append(
            (
                player.display_name,
                "; ".join(member.aliases) if is_named else "",
                member.number if is_named else "",
                int(member.kind == Membership.Kind.GUEST),
                player.user.email if with_contacts and is_named and player.user is not None else "",
            )
        )
    return write_table(COLUMNS, rows)


@dataclass(slots=True)
class RosterLine:
    """One row of a list. `member` is who it is, `like` who it may be; `changes` says in words what would change."""

    line: int
    name: str
    fate: Fate
    aliases: tuple[str, ...] = ()
    number: str = ""
    is_guest: bool | None = None
    member: Membership | None = None
    like: tuple[Player, ...] = ()
    changes: str = ""

    @property
    def uid(self) -> str:
        """What a decision about this row is called."""
        return f"row-{self.line}"


@dataclass(slots=True)
class RosterPlan:
    lines: list[RosterLine]
    problems: list[Problem]

    @property
    def changes_anything(self) -> bool:
        return any(line.fate is not Fate.SAME for line in self.lines)

    @property
    def is_readable(self) -> bool:
        return not any(problem.is_fatal for problem in self.problems)


def plan_roster(raw: bytes, club: Club) -> RosterPlan:
    """What a list would do: a number or a name of the roster is that person; a near one, or one who left, is asked for.

    So is a second row that would be the same person. Three queries, and one more for namesakes.
    """
    table = read_table(raw, columns=COLUMNS, required=["name"])
    plan = RosterPlan([], list(table.problems))
    if len(table.lines) > MOST_ROWS:
        raise EldestHandError(
            _("At most %(most)d people can be read at once.") % {"most": MOST_ROWS}, code="too_many_names"
        )
    if not table.lines and plan.is_readable:
        plan.problems.append(Problem(1, "", _("there is no row below the heads.")))
    roster = list(club.memberships.current().select_related("player"))
    gone = list(club.memberships.former().select_related("player"))
    refuse_too_many(len(table.lines), len(roster) + len(gone))
    seen: dict[tuple[str, str], int] = {}
    unnumbered = Counter(fold(member.player.name) for member in roster if not member.number)
    n_rows: Counter[str] = Counter()
    for line in table.lines:
        read = _read(line, plan.problems)
        if read is None:
            continue
        key = (fold(read.name), read.number)
        n_rows[key[0]] += not read.number
        if key in seen and (read.number or n_rows[key[0]] > unnumbered[key[0]]):
            text = _("this person stands in row %(line)d already; a namesake needs a member number.")
            text %= {"line": seen[key]}
            plan.problems.append(Problem(line.number, "name", text, is_fatal=False))
            continue
        seen.setdefault(key, line.number)
        judged = _judged(read, roster, gone)
        if judged.member is None and is_nameless(read.name):
            text = _("“%(name)s” is what a site shows instead of a name: this row is left out.")
            plan.problems.append(Problem(line.number, "name", text % {"name": read.name}, is_fatal=False))
            continue
        plan.lines.append(judged)
        if line["email"]:
            text = _("addresses are not brought in: everybody enters the own one with an account.")
            plan.problems.append(Problem(line.number, "email", text, is_fatal=False))
    _know_unnumbered(plan, roster, club)
    _ask_about_second_rows(plan)
    plan.problems += _two_new_of_one_name(plan.lines)
    tell_apart((player for line in plan.lines for player in line.like), club=club)
    return plan


def _read(line: Line, problems: list[Problem]) -> RosterLine | None:
    found: list[Problem] = []
    name, aliases = "", []
    try:
        name = clean_name(line["name"])
        aliases = [clean_name(alias) for alias in line["alias"].split(";") if alias.strip()]
    except EldestHandError as error:
        found.append(Problem(line.number, "alias" if name else "name", error.message))
    if len(line["member_no"]) > 30:
        found.append(Problem(line.number, "member_no", _("a number has at most 30 characters.")))
    if line["guest"] not in ("", "0", "1"):
        found.append(Problem(line.number, "guest", _("write 1 for a guest and 0 for a member.")))
    problems += found
    if found:
        return None
    is_guest = line["guest"] == "1" if line["guest"] else None
    return RosterLine(line.number, name, Fate.NEW, tuple(aliases), line["member_no"], is_guest)


def _judged(read: RosterLine, roster: Sequence[Membership], gone: Sequence[Membership]) -> RosterLine:
    by_number = [m for m in roster if read.number and m.number == read.number]
    known, alike = people_like(read.name, roster)
    nameless = [m.player for m in roster if m.player.hidden or m.player.anonymised_at is not None]
    known = [player for player in nameless if player.display_name == read.name] or known
    same = [m for m in by_number if m.player in known] or (
        [m for m in roster if m.player in known] if len(known) == 1 else []
    )
    if len(same) == 1 and not (read.number and same[0].number and same[0].number != read.number):
        return _known(read, same[0])
    if len(same) == 1 and read.number:  # the same name under another number: a namesake
        return read
    left, _nearly = people_like(read.name, gone)
    read.like = tuple(dict.fromkeys([*(m.player for m in by_number), *known, *alike, *left]))
    return read


def _know_unnumbered(plan: RosterPlan, roster: Sequence[Membership], club: Club) -> None:
    """Rows without a number of a name that several have are not asked for where the list itself tells who they are.

    Either one of them is whom such a row was said to add before, or the list has a row for each namesake: those with
    a number are known by it, and as many people as rows are left.
    """
    by_name: dict[str, list[Membership]] = {}
    for member in roster:
        if not member.player.hidden and member.player.anonymised_at is None:
            by_name.setdefault(fold(member.player.name), []).append(member)
    rows: dict[str, list[RosterLine]] = {}
    for line in plan.lines:
        if line.like and not line.number:
            rows.setdefault(fold(line.name), []).append(line)
    told = {line.member.pk for line in plan.lines if line.member is not None}
    for name, lines in rows.items():
        namesakes = [member for member in by_name.get(name, ()) if member.pk not in told]
        added = [m for m in namesakes if m.player.uid == _uid_of_unnumbered(club, name)]
        if len(lines) == 1 and added:
            _take(lines[0], added[0])
        elif len(lines) == len(namesakes) and not any(member.number for member in namesakes):
            for line in lines:
                member = min(namesakes, key=lambda one: (_is_other(line, one), one.joined_at, one.pk))
                namesakes.remove(member)
                _take(line, member)


def _take(line: RosterLine, member: Membership) -> None:
    line.like = ()
    _known(line, member)


def _is_other(line: RosterLine, member: Membership) -> bool:
    """Whether the rest of a row tells somebody else."""
    is_guest = member.kind == Membership.Kind.GUEST
    return set(line.aliases) != set(member.aliases) or line.is_guest not in (None, is_guest)


def _uid_of_unnumbered(club: Club, name: str) -> UUID:
    """What the profile is called that a row without a number adds beside namesakes: the same row finds it again."""
    return uuid5(club.uid, f"roster:{fold(name)}")


def _ask_about_second_rows(plan: RosterPlan) -> None:
    """Nobody is two rows: the one with the number of the person is, or the first; who the other one is, is asked."""
    first: dict[int, RosterLine] = {}
    for line in plan.lines:
        member = line.member
        if member is None:
            continue
        other = first.setdefault(member.pk, line)
        if other is line:
            continue
        if line.number and not other.number:
            first[member.pk], line, other = line, other, line
        line.like, line.member, line.fate, line.changes = (member.player,), None, Fate.NEW, ""
        text = _(
            "rows %(first)d and %(second)d would be one person: take one out, give each a member number, "
            "or say that this one is somebody new."
        )
        values = {"first": min(line.line, other.line), "second": max(line.line, other.line)}
        plan.problems.append(Problem(line.line, "name", text % values, is_fatal=False))


def _two_new_of_one_name(lines: Sequence[RosterLine]) -> Iterator[Problem]:
    """Rows of one name that both add somebody, of which one has no number: perhaps one person, told by the list."""
    first: dict[str, RosterLine] = {}
    for line in lines:
        if line.member is not None or line.like:
            continue
        other = first.setdefault(fold(line.name), line)
        if other is not line and not (line.number and other.number):
            text = _("row %(line)d has this name too: two people come in; take one out if they are one.")
            yield Problem(line.line, "name", text % {"line": other.line}, is_fatal=False)


def _known(read: RosterLine, member: Membership) -> RosterLine:
    read.member = member
    changes = []
    if read.number and read.number != member.number:
        changes.append(_("number %(number)s") % {"number": read.number})
    new = [alias for alias in read.aliases if alias not in member.aliases]
    if new:
        changes.append(_("also called %(names)s") % {"names": ", ".join(new)})
    if read.is_guest is not None and read.is_guest != (member.kind == Membership.Kind.GUEST):
        changes.append(_("guest from now on") if read.is_guest else _("member from now on"))
    read.changes = ", ".join(changes)
    read.fate = Fate.CHANGED if changes else Fate.SAME
    return read


def store_roster(
    raw: bytes, club: Club, *, by: By, decisions: Mapping[str, str] | None = None, seen: str | None = None
) -> RosterPlan:
    """Put the people of a list on the roster, in one transaction; the same list twice changes nothing.

    `decisions` says for rows that may be somebody (`RosterLine.uid`) who it is: the uid of that person, or `new`.
    """
    decided = decisions or {}
    require_in_club(by, club, Act.MANAGE_CLUB)
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club.pk)
        plan = plan_roster(raw, club)
        if not plan.is_readable:
            first = next(problem for problem in plan.problems if problem.is_fatal)
            raise EldestHandError(
                _("Row %(line)d, %(column)s: %(what)s")
                % {"line": first.line, "column": first.column, "what": first.text},
                code="bad_row",
            )
        if seen is not None and seen != roster_fingerprint(plan):
            raise Conflict(
                _("The site went on since you looked: look at what the file would change now."),
                code="stale_preview",
            )
        _refuse_undecided(plan, decided)
        _refuse_one_person_twice(plan, decided)
        for line in plan.lines:
            _store(club, line, decided.get(line.uid, NEW), by)
        if plan.changes_anything:
            n_new = sum(line.fate is Fate.NEW for line in plan.lines)
            log("roster.imported", f"club:{club.pk}", by=by, club_id=club.pk, counts={"new": n_new})
    return plan


def roster_fingerprint(plan: RosterPlan) -> str:
    """Changes whenever the preview of a list would."""
    return "-".join(f"{line.line}{line.fate[0]}{len(line.like)}" for line in plan.lines)[-200:]


def _refuse_undecided(plan: RosterPlan, decisions: Mapping[str, str]) -> None:
    left = [
        line.name
        for line in plan.lines
        if line.like and decisions.get(line.uid) not in {NEW, *(str(player.uid) for player in line.like)}
    ]
    if left:
        raise EldestHandError(
            one_stop(_("Say first who this is: %(names)s.") % {"names": ", ".join(left[:20])}),
            code="look_alike",
            names=left,
        )


def _refuse_one_person_twice(plan: RosterPlan, decisions: Mapping[str, str]) -> None:
    first: dict[str, RosterLine] = {}
    for line in plan.lines:
        uid = str(line.member.player.uid) if line.member is not None else decisions.get(line.uid, NEW)
        if uid == NEW or (line.member is None and not line.like):
            continue
        other = first.setdefault(uid, line)
        if other is not line:
            raise EldestHandError(
                _(
                    "Rows %(first)d and %(second)d would be one person: take one out, give each a member number, "
                    "or say that one of them is somebody new."
                )
                % {"first": other.line, "second": line.line},
                code="same_person",
                rows=[other.line, line.line],
            )


def _store(club: Club, line: RosterLine, decided: str, by: By) -> None:
    member = line.member
    if member is None and line.like and decided != NEW:
        member = Membership.objects.select_related("player").get(club=club, player__uid=decided)
        put_back(club, member.player, by=by)
        if fold(line.name) not in {fold(member.player.name), *map(fold, member.aliases)}:
            line.aliases = (*line.aliases, line.name)  # so that the same list is known the next time
    if member is None:
        kind = Membership.Kind.GUEST if line.is_guest else Membership.Kind.MEMBER
        uid = _uid_of_unnumbered(club, line.name) if line.like and not line.number else None
        free = uid is not None and not Player.objects.filter(uid=uid).exists()
        one = NewMember(line.name, kind, line.number, tuple(line.aliases), uid if free else None)
        add_players(club, [one], by=by)
        return
    member.aliases = [*member.aliases, *(alias for alias in line.aliases if alias not in member.aliases)]
    member.number = line.number or member.number
    if line.is_guest is not None:
        member.kind = Membership.Kind.GUEST if line.is_guest else Membership.Kind.MEMBER
    member.save(update_fields=["aliases", "number", "kind"])
