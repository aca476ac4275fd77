"""A file on its way in: kept when it is sent, looked at without changing anything, brought in whole."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.csv_tables import Problem, TableRefused
from clubs.errors import EldestHandError
from clubs.folding import fold
from clubs.models import Club, Player, User
from clubs.rights import Act, require_in_club
from clubs.workbooks import is_workbook
from games.services.transfer.fates import Fate
from tournaments.models import IncomingFile, Tournament
from tournaments.services.transfer import storing
from tournaments.services.transfer.canonical import from_bytes
from tournaments.services.transfer.leaving_out import leave_out
from tournaments.services.transfer.planning import plan_import
from tournaments.services.transfer.plans import Part, Plan
from tournaments.services.transfer.results_in import build_document
from tournaments.services.transfer.results_read import ResultsRead, read_results
from tournaments.services.transfer.roster import plan_roster, roster_fingerprint, store_roster
from tournaments.services.transfer.workbook_read import read_results_workbook

MOST_BYTES = 20_000_000
"""Of a file that is kept while somebody looks at it."""
KEPT_FOR = timedelta(days=2)
MOST_SHOWN = 300


class Kind(StrEnum):
    """What a file is."""

    DOCUMENT = "document"
    RESULTS = "results"
    ROSTER = "roster"
    WORKBOOK = "workbook"


@dataclass(frozen=True, slots=True)
class Question:
    """Somebody in the file who may be somebody on the roster; `uid` is what the answer is called."""

    uid: str
    name: str
    people: tuple[Player, ...]


@dataclass(slots=True)
class Preview:
    """What a file would do, part by part. `can_leave_out`: refused only for what went apart, which can stay behind."""

    kind: Kind
    counts: dict[tuple[str, Fate], int] = field(default_factory=dict)
    lines: Sequence[Part] = ()
    problems: Sequence[Problem] = ()
    questions: Sequence[Question] = ()
    fingerprint: str = ""
    changes_anything: bool = False
    is_refused: bool = False
    can_leave_out: bool = False

    @property
    def to_look_at(self) -> list[Part]:
        """The parts that change something or need a look; a long file shows the first of them."""
        return [part for part in self.lines if part.fate is not Fate.SAME or part.note][:MOST_SHOWN]

    @property
    def can_go(self) -> bool:
        """Whether it can be brought in once the questions are answered."""
        return self.changes_anything and not self.is_refused and not any(p.is_fatal for p in self.problems)


def keep_file(
    club: Club, *, name: str, raw: bytes, day: date, by: By, tournament: Tournament | None = None
) -> IncomingFile:
    """Keep what was sent until it is brought in; the last one of a person for a club is the one that is kept."""
    require_in_club(by, club, Act.MANAGE_CLUB)
    assert by.user is not None
    if len(raw) > MOST_BYTES:
        raise EldestHandError(
            _("This file has more than %(n)d MB: export single tournaments, or ask who runs the server.")
            % {"n": MOST_BYTES // 1_000_000},
            code="file_too_large",
            status=413,
        )
    if not raw.strip():
        raise EldestHandError(_("This file is empty."), code="empty_file")
    now = timezone.now()
    IncomingFile.objects.filter(club=club, user=by.user).delete()
    IncomingFile.objects.filter(at__lt=now - KEPT_FOR).delete()
    return IncomingFile.objects.create(
        club=club,
        tournament=tournament,
        user=by.user,
        name=name[:200],
        content=zlib.compress(raw, 6),
        day=day,
        at=now,
    )


def kept_file(
    club: Club, token: str, user: User, tournament: Tournament | None = None
) -> IncomingFile | None:
    """The file behind a token, for the person who sent it to this page."""
    return IncomingFile.objects.filter(club=club, token=token, user=user, tournament=tournament).first()


def content_of(file: IncomingFile) -> bytes:
    """The bytes as they came."""
    return zlib.decompress(bytes(file.content))


def preview(
    raw: bytes,
    club: Club | None,
    *,
    day: date,
    tournament: Tournament | None = None,
    without_apart: bool = False,
    most: int | None = MOST_BYTES,
) -> Preview:
    """The dry run. What cannot be read at all is one problem, with what to do about it.

    `club` None = the club of the file, for a document. `most`: bytes a document may have.
    """
    kind = kind_of(raw)
    try:
        if kind is Kind.ROSTER:
            return _of_roster(raw, _needed(club))
        if kind in (Kind.RESULTS, Kind.WORKBOOK):
            return _of_results(raw, _needed(club), day, tournament, without_apart)
        return of_plan(
            kind,
            plan_import(from_bytes(raw, most=most), club),
            tournament,
            without_apart=without_apart,
        )
    except EldestHandError as error:
        return Preview(kind, problems=[Problem(0, "", error.message)], is_refused=True)


def bring_in(
    raw: bytes,
    club: Club | None,
    *,
    day: date,
    by: By,
    decisions: Mapping[str, str],
    seen: str | None = None,
    tournament: Tournament | None = None,
    without_apart: bool = False,
    most: int | None = MOST_BYTES,
) -> bool:
    """Store what `preview` shows, in one transaction; whether anything changed."""
    kind = kind_of(raw)
    if kind is Kind.ROSTER:
        return store_roster(raw, _needed(club), by=by, decisions=decisions, seen=seen).changes_anything
    document: Any = from_bytes(raw, most=most) if kind is Kind.DOCUMENT else _builder(raw, day, tournament)
    if kind is not Kind.DOCUMENT:
        club = _needed(club)
    plan = storing.carry_out(
        document,
        club,
        by=by,
        decisions=decisions,
        seen=seen,
        only=str(tournament.uid) if tournament is not None else None,
        without_apart=without_apart,
    )
    return plan.changes_anything


def _needed(club: Club | None) -> Club:
    if club is None:
        raise EldestHandError(_("Say which club this table is for: it does not name one."), code="no_club")
    return club


def kind_of(raw: bytes) -> Kind:
    """By its first letters: a spreadsheet; an object is a document; a table with rounds is results, else a roster."""
    if is_workbook(raw):
        return Kind.WORKBOOK
    start = raw[:4000].lstrip(b"\xef\xbb\xbf \t\r\n,;")
    if start.startswith((b"{", b"[")):
        return Kind.DOCUMENT
    heads = start.splitlines()[0].lower() if start.splitlines() else b""
    if heads.startswith(b"sep=") and len(start.splitlines()) > 1:
        heads = start.splitlines()[1].lower()
    return Kind.RESULTS if re.search(rb"\b(deal|dealer|round)\b", heads) else Kind.ROSTER


def _builder(raw: bytes, day: date, tournament: Tournament | None) -> Any:
    def build(club: Club) -> dict[str, Any]:
        read = _read(raw, tournament)
        built = build_document(read, club, on=day, now=timezone.now())
        fatal = next((problem for problem in built.problems if problem.is_fatal), None)
        if fatal is not None:
            raise TableRefused(
                _("Row %(line)d, %(column)s: %(what)s")
                % {"line": fatal.line, "column": fatal.column, "what": fatal.text},
                code="bad_row",
            )
        return built.document

    return build


def _read(raw: bytes, tournament: Tournament | None) -> ResultsRead:
    read = read_results_workbook if is_workbook(raw) else read_results
    return read(raw, evening=tournament.name if tournament is not None else "")


def _of_results(
    raw: bytes, club: Club, day: date, tournament: Tournament | None, without_apart: bool
) -> Preview:
    kind = kind_of(raw)
    read = _read(raw, tournament)
    if not read.is_readable:
        return Preview(kind, problems=read.problems, is_refused=True)
    built = build_document(read, club, on=day, now=timezone.now())
    if any(problem.is_fatal for problem in built.problems):
        return Preview(kind, problems=built.problems, is_refused=True)
    plan = plan_import(built.document, club)
    found = of_plan(kind, plan, tournament, without_apart=without_apart)
    _name_rows(plan, read)
    found.problems = [*found.problems, *built.problems]
    return found


def _name_rows(plan: Plan, read: ResultsRead) -> None:
    """Sheets of a table are found by its rows, or by the name of their sheet."""
    for one, tables in zip(plan.tournaments, read.evenings.values(), strict=True):
        parts = {part.where: part for part in one.parts}
        for at, played in enumerate(one.body["rounds"]):
            for place, table in enumerate(played["tables"]):
                cells = tables.get((played["number"], table["number"]))
                part = parts.get(f"{one.where}/rounds/{at}/tables/{place}/game")
                if cells and part is not None:
                    lines = [cell.line for cell in cells]
                    rows = _("rows %(first)d to %(last)d") % {"first": min(lines), "last": max(lines)}
                    part.where = cells[0].sheet or rows


def of_plan(kind: Kind, plan: Plan, tournament: Tournament | None, *, without_apart: bool = False) -> Preview:
    """A plan as it is shown; `without_apart` changes the plan as well."""
    seen = storing.fingerprint(plan)
    can_leave_out = bool(plan.refused)
    if without_apart:
        leave_out(plan)
    problems = []
    if tournament is not None and {one.uid for one in plan.tournaments} != {str(tournament.uid)}:
        problems.append(
            Problem(0, "", _("This file is of another evening: bring it in on the page of the club."))
        )
    return Preview(
        kind,
        counts=plan.counts(),
        lines=list(plan.every_part()),
        problems=problems,
        questions=_questions(plan),
        fingerprint=seen,
        changes_anything=plan.changes_anything,
        is_refused=bool(plan.refused),
        can_leave_out=can_leave_out,
    )


def _questions(plan: Plan) -> list[Question]:
    """Of two people of one name in the file each is asked for by the number there, or by the place in it."""
    asked = [(at, one) for at, one in enumerate(plan.people) if one.like]
    names = Counter(fold(one.name) for _at, one in asked)
    found = []
    for at, one in asked:
        name = one.name
        if names[fold(name)] > 1:
            member = one.value["member"]
            number = member["number"] if member is not None else ""
            told = _("no. %(number)s") % {"number": number} if number else f"/players/{at}"
            name = f"{name} ({told})"
        found.append(Question(one.uid, name, one.like))
    return found


def _of_roster(raw: bytes, club: Club) -> Preview:
    plan = plan_roster(raw, club)
    counts: dict[tuple[str, Fate], int] = {}
    for line in plan.lines:
        counts["person", line.fate] = counts.get(("person", line.fate), 0) + 1
    return Preview(
        Kind.ROSTER,
        counts=counts,
        lines=[
            Part("person", line.name, line.fate, line.changes, _("row %(line)d") % {"line": line.line})
            for line in plan.lines
        ],
        problems=plan.problems,
        questions=[Question(line.uid, line.name, line.like) for line in plan.lines if line.like],
        fingerprint=roster_fingerprint(plan),
        changes_anything=plan.changes_anything,
    )
