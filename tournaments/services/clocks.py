"""The clock of a round: one deadline on the server, the same on every screen.

What the director says is appended (`ClockAct`); `clock_of` folds it. Nothing ticks here: a screen that knows the
deadline and the server's time can count by itself, and a restarted server has lost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.rights import Act
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import ClockAct, Round, Tournament
from tournaments.rights import require_in
from tournaments.services import marks

SHORTEST, LONGEST = 60, 24 * 3600
"""Seconds a round may last."""
MOST_EXTRA = 3600
WARNING = 300
"""Seconds before the end from which screens warn."""

_Kind = ClockAct.Kind


@dataclass(frozen=True, slots=True)
class Clock:
    """Where the clock of a round stands. `seen` is the last act it knows, 0 before the first.

    `length`, `extra` and the extra time of tables are seconds. A paused clock has no deadline.
    """

    length: int | None = None
    started_at: datetime | None = None
    paused_at: datetime | None = None
    lost: timedelta = timedelta()
    extra: int = 0
    tables: dict[int, int] = field(default_factory=dict)
    last_hand_at: datetime | None = None
    seen: int = 0

    @property
    def is_on(self) -> bool:
        return self.started_at is not None

    @property
    def is_paused(self) -> bool:
        return self.paused_at is not None

    def deadline(self, table: int | None = None) -> datetime | None:
        """When the round ends, everywhere or at one table; None while the clock is off or paused."""
        return None if self.is_paused else self._end(table)

    def left(self, now: datetime, table: int | None = None) -> int | None:
        """Whole seconds that are left, negative after the end; None while the clock is off."""
        end = self._end(table)
        return None if end is None else int((end - (self.paused_at or now)).total_seconds() // 1)

    def _end(self, table: int | None) -> datetime | None:
        if self.started_at is None or self.length is None:
            return None
        seconds = self.length + self.extra + (self.tables.get(table, 0) if table is not None else 0)
        return self.started_at + timedelta(seconds=seconds) + self.lost


def fold(acts: Iterable[ClockAct]) -> Clock:
    """The clock after these acts, in the order they were said. An act that says nothing new changes nothing."""
    clock = Clock()
    for act in acts:
        clock = replace(_after(clock, act), seen=act.pk or 0)
    return clock


def _after(clock: Clock, act: ClockAct) -> Clock:
    if act.kind == _Kind.START:
        return Clock(length=act.seconds, started_at=act.at)
    if act.kind == _Kind.STOP or not clock.is_on:
        return Clock()
    if act.kind == _Kind.PAUSE:
        return clock if clock.is_paused else replace(clock, paused_at=act.at)
    if act.kind == _Kind.RESUME and clock.paused_at is not None:
        return replace(clock, paused_at=None, lost=clock.lost + (act.at - clock.paused_at))
    if act.kind == _Kind.EXTEND and act.seconds is not None:
        if act.table_number is None:
            return replace(clock, extra=clock.extra + act.seconds)
        tables = dict(clock.tables)
        tables[act.table_number] = tables.get(act.table_number, 0) + act.seconds
        return replace(clock, tables=tables)
    if act.kind == _Kind.LAST_HAND and clock.last_hand_at is None:
        return replace(clock, last_hand_at=act.at)
    return clock


def clock_of(shown: Round) -> Clock:
    """The clock of a round as it stands. One query; none for a draft."""
    if shown.published_at is None:
        return Clock()
    acts = ClockAct.objects.filter(
        tournament_id=shown.tournament_id, round_number=shown.number, at__gte=shown.published_at
    )
    return fold(acts.order_by("id"))


def say_to_clock(
    shown: Round,
    kind: str,
    *,
    by: By,
    seconds: int | None = None,
    table: int | None = None,
    seen: int | None = None,
    at: datetime | None = None,
) -> Clock:
    """Start, pause, resume, extend, call the last hand, or take the clock away.

    `seen` is the last act the page knew: the same word again is heard once, another word over somebody else's is a
    `RoundConflict`. `table` gives extra time to one table only.
    """
    require_in(by, shown.tournament, Act.RUN_ROUNDS)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=shown.tournament_id)
        shown = Round.objects.get(pk=shown.pk)
        if shown.state != Round.State.PUBLISHED:
            raise RoundConflict(
                _("Round %(round)d is not being played: its clock stands still.") % {"round": shown.number}
            )
        clock = clock_of(shown)
        if seen is not None and seen < clock.seen:
            if _is_said(shown, seen, kind, seconds, table, by):
                return clock
            raise RoundConflict(_("Somebody else has just set the clock: look at it again."))
        _refuse(shown, clock, kind, seconds, table)
        said = ClockAct.objects.create(
            tournament=tournament,
            round_number=shown.number,
            kind=kind,
            seconds=seconds,
            table_number=table,
            by=by.user,
            via=by.via,
            at=at or timezone.now(),
        )
        log(
            f"clock.{kind}",
            f"round:{shown.pk}",
            by=by,
            club_id=tournament.club_id,
            scope=tournament.scope,
            number=shown.number,
            minutes=None if seconds is None else round(seconds / 60, 1),
            table=table,
        )
        marks.mark_tournament(tournament.pk)
        return replace(_after(clock, said), seen=said.pk)


def _is_said(shown: Round, seen: int, kind: str, seconds: int | None, table: int | None, by: By) -> bool:
    """Whether the newer acts are this one, sent before by the same person."""
    newer = ClockAct.objects.filter(tournament_id=shown.tournament_id, round_number=shown.number, pk__gt=seen)
    same = (kind, seconds, table, by.user_id)
    return {(act.kind, act.seconds, act.table_number, act.by_id) for act in newer} == {same}


def _refuse(shown: Round, clock: Clock, kind: str, seconds: int | None, table: int | None) -> None:
    if kind not in _Kind.values:
        raise TournamentError(
            _("The clock does not know this word: %(word)s") % {"word": kind}, code="bad_act"
        )
    if kind == _Kind.START:
        if clock.is_on:
            raise RoundConflict(_("The clock runs already."))
        if seconds is None or not SHORTEST <= seconds <= LONGEST:
            raise TournamentError(_("A round lasts from 1 minute to 24 hours."), code="bad_length")
        return
    if not clock.is_on:
        raise RoundConflict(_("The clock is not running: start it first."))
    if kind == _Kind.PAUSE and clock.is_paused:
        raise RoundConflict(_("The clock is paused already."))
    if kind == _Kind.RESUME and not clock.is_paused:
        raise RoundConflict(_("The clock is running already."))
    if kind == _Kind.LAST_HAND and clock.last_hand_at is not None:
        raise RoundConflict(_("The last hand is called already."))
    if kind == _Kind.EXTEND:
        if not seconds or abs(seconds) > MOST_EXTRA:
            raise TournamentError(
                _("Give between 1 and 60 minutes; less than nothing takes time away."), code="bad_extra"
            )
        if table is not None and not shown.tables.filter(number=table).exists():
            raise TournamentError(
                _("Round %(round)d has no table %(table)d.") % {"round": shown.number, "table": table},
                code="no_such_table",
            )


def open_round(tournament: Tournament) -> Round | None:
    """The round that is being played; None of an open night, whose tables begin and end each by itself."""
    if tournament.is_open_night:
        return None
    found = tournament.rounds.filter(state=Round.State.PUBLISHED).order_by("-number").first()
    if found is not None:
        found.tournament = tournament
    return found


def no_round(tournament: Tournament) -> TournamentError | RoundConflict:
    """Why there is no round to set a clock for."""
    if tournament.is_open_night:
        return TournamentError(
            _("An open night has no clock: every table begins and ends by itself."), code="open_night"
        )
    return RoundConflict(_("No round is being played: publish one first."))


def clock_answer(current: Round | None) -> dict[str, Any]:
    """The server's time and the clock's, for screens and programs. Milliseconds since 1970; `left` in seconds."""
    now = timezone.now()
    clock = clock_of(current) if current is not None else Clock()
    is_on = current is not None and clock.is_on
    return {
        "now": milliseconds(now),
        "round": current.number if current is not None and is_on else None,
        "ends": milliseconds(clock.deadline()),
        "left": clock.left(now),
        "paused": clock.is_paused,
        "last_hand": clock.last_hand_at is not None,
        "tables": {
            str(number): milliseconds(clock.deadline(number))
            for number, seconds in sorted(clock.tables.items())
            if seconds
        },
        "seen": clock.seen,
    }


def milliseconds(moment: datetime | None) -> int | None:
    return None if moment is None else int(moment.timestamp() * 1000)
