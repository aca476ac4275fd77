"""A file on its way in: kept when it is sent, looked at without changing anything, brought in whole."""

from __future__ import annotations

import zlib
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
from clubs.models import Club, Player, User
from clubs.rights import Act, require_in_club
from clubs.workbooks import is_workbook
from games.services.transfer.fates import Fate
from tournaments.models import IncomingFile, Tournament
from tournaments.services.transfer import storing
from tournaments.services.transfer.canonical import from_bytes
from tournaments.services.transfer.planning import Part, Plan, plan_import
from tournaments.services.transfer.results_in import build_document
from tournaments.services.transfer.results_read import ResultsRead, read_results
from tournaments.services.transfer.roster import plan_roster, roster_fingerprint, store_roster
from tournaments.services.transfer.workbook_read import read_results_workbook

MOST_BYTES = 20_000_000
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
    """What a file would do. `lines` are the parts that change something or need a look, `same` counts the others."""

    kind: Kind
    counts: dict[tuple[str, Fate], int] = field(default_factory=dict)
    lines: Sequence[Part] = ()
    problems: Sequence[Problem] = ()
    questions: Sequence[Question] = ()
    fingerprint: str = ""
    changes_anything: bool = False
    is_refused: bool = False

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


def preview(raw: bytes, club: Club, *, day: date, tournament: Tournament | None = None) -> Preview:
    """The dry run. What cannot be read at all is one problem, with what to do about it."""
    kind = kind_of(raw)
    try:
        if kind is Kind.ROSTER:
            return _of_roster(raw, club)
        if kind in (Kind.RESULTS, Kind.WORKBOOK):
            return _of_results(raw, club, day, tournament)
        return _of_plan(kind, plan_import(from_bytes(raw, most=MOST_BYTES), club), tournament)
    except EldestHandError as error:
        return Preview(kind, problems=[Problem(0, "", error.message)], is_refused=True)


def bring_in(
    raw: bytes,
    club: Club,
    *,
    day: date,
    by: By,
    decisions: Mapping[str, str],
    seen: str | None = None,
    tournament: Tournament | None = None,
) -> bool:
    """Store what `preview` shows, in one transaction; whether anything changed."""
    kind = kind_of(raw)
    if kind is Kind.ROSTER:
        return store_roster(raw, club, by=by, decisions=decisions, seen=seen).changes_anything
    document: Any = (
        from_bytes(raw, most=MOST_BYTES) if kind is Kind.DOCUMENT else _builder(raw, day, tournament)
    )
    only = str(tournament.uid) if tournament is not None else None
    plan = storing.carry_out(document, club, by=by, decisions=decisions, seen=seen, only=only)
    return plan.changes_anything


def kind_of(raw: bytes) -> Kind:
    """By its first letters: a spreadsheet; an object is a document; a table with rounds is results, else a roster."""
    if is_workbook(raw):
        return Kind.WORKBOOK
    start = raw[:4000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith((b"{", b"[")):
        return Kind.DOCUMENT
    heads = start.splitlines()[0].lower() if start.splitlines() else b""
    if heads.startswith(b"sep=") and len(start.splitlines()) > 1:
        heads = start.splitlines()[1].lower()
    return Kind.RESULTS if b"deal" in heads or b"round" in heads else Kind.ROSTER


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


def _of_results(raw: bytes, club: Club, day: date, tournament: Tournament | None) -> Preview:
    read = _read(raw, tournament)
    if not read.is_readable:
        return Preview(Kind.RESULTS, problems=read.problems, is_refused=True)
    built = build_document(read, club, on=day, now=timezone.now())
    if any(problem.is_fatal for problem in built.problems):
        return Preview(Kind.RESULTS, problems=built.problems, is_refused=True)
    found = _of_plan(Kind.RESULTS, plan_import(built.document, club), tournament)
    found.problems = [*found.problems, *built.problems]
    return found


def _of_plan(kind: Kind, plan: Plan, tournament: Tournament | None) -> Preview:
    problems = []
    if tournament is not None and {one.uid for one in plan.tournaments} != {str(tournament.uid)}:
        problems.append(
            Problem(0, "", _("This file is of another evening: bring it in on the page of the club."))
        )
    parts = list(plan.every_part())
    return Preview(
        kind,
        counts=plan.counts(),
        lines=[part for part in parts if part.fate is not Fate.SAME or part.note][:MOST_SHOWN],
        problems=problems,
        questions=[Question(one.uid, one.name, one.like) for one in plan.people if one.like],
        fingerprint=storing.fingerprint(plan),
        changes_anything=plan.changes_anything,
        is_refused=bool(plan.refused),
    )


def _of_roster(raw: bytes, club: Club) -> Preview:
    plan = plan_roster(raw, club)
    counts: dict[tuple[str, Fate], int] = {}
    for line in plan.lines:
        counts["person", line.fate] = counts.get(("person", line.fate), 0) + 1
    return Preview(
        Kind.ROSTER,
        counts=counts,
        lines=[
            Part("person", line.name, line.fate, line.changes, str(line.line))
            for line in plan.lines
            if line.fate is not Fate.SAME
        ][:MOST_SHOWN],
        problems=plan.problems,
        questions=[Question(line.uid, line.name, line.like) for line in plan.lines if line.like],
        fingerprint=roster_fingerprint(plan),
        changes_anything=plan.changes_anything,
    )
