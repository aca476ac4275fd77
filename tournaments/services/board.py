"""Acts on a draft as a whole: seat somebody who came late, take out who left, draw anew; only on the draft one saw."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.rights import Act
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Entry, Round, RoundSeat, Tournament
from tournaments.rights import require_in
from tournaments.services.drawing import DEFAULT, DrawSettings, answer, question_of
from tournaments.services.moving import note_move, open_draft
from tournaments.services.rounds import store_draw


def fingerprint(drafted: Round) -> str:
    """A short name for who sits where in a draft; any move changes it. One query."""
    rows = drafted.seats.order_by("entry_id").values_list("entry_id", "table__number", "seat")
    return sha256(repr([drafted.pk, *rows]).encode()).hexdigest()[:16]


@contextmanager
def as_seen(drafted: Round, seen: str) -> Iterator[None]:
    """Act on a draft only while it is the one the director saw; else a `RoundConflict`."""
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=drafted.tournament_id)
        if fingerprint(drafted) != seen:
            raise RoundConflict(
                _("The draft of round %(round)d was changed meanwhile: look at it again.")
                % {"round": drafted.number}
            )
        yield


def redraw(drafted: Round, *, by: By, reason: str, settings: DrawSettings = DEFAULT) -> Round:
    """Another draw in the place of a draft, with another seed; the log keeps the reason and the old seed.

    A draft that is mended keeps its seed. When the new draw is refused the old draft stands.
    """
    require_in(by, drafted.tournament, Act.RUN_ROUNDS)
    settings = settings_again(drafted, settings, reason)
    question = question_of(drafted.tournament, drafted.number, settings)
    return store_draw(
        drafted.tournament,
        drafted.number,
        settings,
        question,
        answer(question),
        by=by,
        instead_of=drafted,
        reason=reason,
    )


def settings_again(drafted: Round, settings: DrawSettings, reason: str) -> DrawSettings:
    """The settings with the seed of another draw. Refuses a draw again without a reason."""
    if not reason.strip():
        raise TournamentError(
            _("Say why you draw again: the log keeps it, so that nobody can say you waited for luck."),
            code="reason_missing",
        )
    if settings.seed is not None:
        return settings
    return replace(settings, seed=drafted.seed if settings.mend else secrets.randbelow(2**31))


def seat_latecomer(drafted: Round, *, entry: Entry, table_number: int, by: By) -> RoundSeat:
    """Give somebody who is not in a draft a seat at the end of one of its tables."""
    with open_draft(drafted, by) as (tournament, current):
        table = current.tables.filter(number=table_number).first()
        if table is None or current.seats.filter(entry=entry).exists():
            raise TournamentError(
                _("%(player)s cannot be seated at table %(table)d: look at the draft again.")
                % {"player": entry.player.display_name, "table": table_number},
                code="no_such_move",
            )
        seat = RoundSeat.objects.create(round=current, table=table, seat=table.seats.count(), entry=entry)
        note_move(tournament, current, by, entry=entry.pk, table=table_number)
    return seat


def take_out(drafted: Round, *, entry: Entry, by: By) -> None:
    """Take somebody who left out of a draft; the seats behind close up, an empty table goes."""
    with open_draft(drafted, by) as (tournament, current):
        seat = current.seats.filter(entry=entry).select_related("table").first()
        if seat is None:
            return
        behind = list(current.seats.filter(table=seat.table, seat__gt=seat.seat or 0).order_by("seat"))
        table = seat.table
        seat.delete()
        if table is not None:
            for row in behind:
                row.seat = (row.seat or 1) - 1
                row.save(update_fields=["seat"])
            if not table.seats.exists():
                table.delete()
        note_move(tournament, current, by, entry=entry.pk, table=None)
