"""The cut to a final: who is through, who is level on the line, and what the director decided.

Never silently through a tie: while the line runs through players who are level (`cut_lines`), a cut says how it was
decided: fewer, more, by lot, or by an extra game (`Decider`) that is then part of the standings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.rights import Act
from clubs.sentences import one_stop
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Cut, Decider, Entry, Round, Tournament
from tournaments.rights import require_in
from tournaments.services import marks
from tournaments.services.cut_lines import (
    Line,
    cuts_of,
    decisions_of,
    last_played,
    line_after,
    line_at_tables,
    listed,
    listed_and_in,
)

FEWEST = 3
"""The smallest table of a final."""
MOST_ROUNDS = 10


def make_cut(
    tournament: Tournament,
    *,
    n: int,
    how: str,
    by: By,
    at_tables: bool = False,
    carry: bool = False,
    n_rounds: int = 1,
    after: int | None = None,
    seen: str | None = None,
) -> Cut:
    """Only these go on. `how` is `standings` (or `tables`), and with level players `smaller`, `larger` or `lot`.

    `after` is the round the page showed: the same cut sent again is the one that stands. `seen` is the digest of the
    line it showed: another line by now is a `RoundConflict`, so that nobody goes on unseen.
    """
    require_in(by, tournament, Act.FINISH)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().select_related("club").get(pk=tournament.pk)
        played = cuttable(tournament)
        same = next((cut for cut in cuts_of(tournament) if cut.after_round == played.number), None)
        if same is not None:
            if after == played.number and same.by_id == by.user_id:
                if _is_said_again(same, n=n, how=how, at_tables=at_tables, carry=carry, n_rounds=n_rounds):
                    return same
                raise RoundConflict(
                    _("You cut after round %(round)d already, in another way: take that back first.")
                    % {"round": played.number}
                )
            raise RoundConflict(
                _("There is a cut after round %(round)d already: take it back first.")
                % {"round": played.number}
            )
        if after is not None and after != played.number:
            raise RoundConflict(_("Another round was played meanwhile: look at the line again."))
        if marks.is_behind(tournament.scope):
            raise RoundConflict(_("The standings are just being computed: try again in a second."))
        if not 1 <= n_rounds <= MOST_ROUNDS:
            raise TournamentError(
                _("A final has 1 to %(most)d rounds.") % {"most": MOST_ROUNDS}, code="bad_rounds"
            )
        line = line_at_tables(tournament, n) if at_tables else line_after(tournament, n)
        if seen is not None and seen != line.digest:
            raise RoundConflict(
                _("A result changed meanwhile, and the line runs elsewhere now: look at it, then cut again."),
                code="line_moved",
            )
        entries = _decided(tournament, line, how, at_tables)
        if len(entries) < FEWEST:
            raise TournamentError(
                _("At least %(n)d players make a table: take more.") % {"n": FEWEST}, code="too_few"
            )
        if carry is False and len(entries) == len(listed_and_in(tournament)):
            raise TournamentError(_("Everybody would go on: take fewer."), code="nobody_out")
        cut = Cut.objects.create(
            tournament=tournament,
            after_round=played.number,
            n_rounds=n_rounds,
            entries=list(entries),
            level=list(line.level),
            how=(Cut.How.TABLES if at_tables and how == Cut.How.STANDINGS else how),
            carry=carry,
            lot_seed=_lot_seed(tournament) if how == Cut.How.LOT else "",
            by=by.user,
            via=by.via,
            at=timezone.now(),
        )
        tournament.n_rounds = played.number + n_rounds
        tournament.save(update_fields=["n_rounds"])
        _note(tournament, "cut.made", by=by, number=played.number, n=len(entries), how=cut.how)
    return cut


def take_back(cut: Cut, *, by: By, reason: str) -> Cut:
    """Everybody is in again; refused when a round was drawn since."""
    require_in(by, cut.tournament, Act.FINISH)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().select_related("club").get(pk=cut.tournament_id)
        done = Cut.objects.filter(cancels=cut).first()
        if done is not None:
            return done
        if tournament.rounds.filter(number__gt=cut.after_round).exists():
            raise RoundConflict(
                _("Round %(round)d is drawn already by this cut: discard it first.")
                % {"round": cut.after_round + 1}
            )
        back = Cut.objects.create(
            tournament=tournament,
            after_round=cut.after_round,
            n_rounds=cut.n_rounds,
            entries=cut.entries,
            how=cut.how,
            reason=reason,
            cancels=cut,
            by=by.user,
            via=by.via,
            at=timezone.now(),
        )
        _note(tournament, "cut.taken_back", by=by, reason=reason, number=cut.after_round)
    return back


def record_decider(
    tournament: Tournament,
    points: Mapping[Entry, int],
    *,
    by: By,
    reason: str = "",
    seen: int | None = None,
    kind: str = Decider.Kind.GAME,
) -> Decider:
    """An extra game between level players: their points in it separate them, and count for nothing else.

    Or the director's word, with its reason: the lower number stands first where the chain asks for it. `seen` is the
    newest extra game or word the page knew: the same one again is stored once.
    """
    require_in(by, tournament, Act.FINISH)
    if kind == Decider.Kind.WORD:
        _check_word(tournament, len(points), reason)
    if len(points) < 2:
        raise TournamentError(_("An extra game needs the points of two players at least."), code="too_few")
    if any(abs(value) > 10_000 for value in points.values()):
        raise TournamentError(_("These are no points of one game."), code="bad_points")
    rows = sorted((entry.pk, value) for entry, value in points.items())
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().select_related("club").get(pk=tournament.pk)
        if tournament.closed_at is not None:
            raise TournamentError(
                _("%(tournament)s is closed.") % {"tournament": tournament.name}, code="tournament_closed"
            )
        known = {entry.pk for entry in tournament.entries.all()}
        if not known.issuperset(pk for pk, _value in rows):
            raise TournamentError(
                _("Only players of this tournament can play for a place."), code="no_such_entry"
            )
        if seen is not None:
            for given in decisions_of(tournament):
                if (
                    given.pk > seen
                    and given.kind == kind
                    and given.points == [list(row) for row in rows]
                    and given.by_id == by.user_id
                ):
                    return given
        decider = Decider.objects.create(
            tournament=tournament,
            kind=kind,
            points=rows,
            reason=reason,
            by=by.user,
            via=by.via,
            at=timezone.now(),
        )
        verb = "decider.recorded" if kind == Decider.Kind.GAME else "word.given"
        _note(tournament, verb, by=by, reason=reason, n=len(rows))
    return decider


def _check_word(tournament: Tournament, n_players: int, reason: str) -> None:
    if "manual" not in tournament.tie_breaks:
        raise TournamentError(
            _("The director’s decision is not among what decides here: add it in the settings first."),
            code="not_in_chain",
        )
    if not reason.strip():
        raise TournamentError(_("Say why: the reason stands beside the decision."), code="reason_missing")
    if n_players < 2:
        raise TournamentError(_("A decision needs the numbers of two players at least."), code="too_few")


def cancel_decider(decider: Decider, *, by: By, reason: str) -> Decider:
    """The extra game does not count; twice is once."""
    require_in(by, decider.tournament, Act.FINISH)
    with transaction.atomic():
        tournament = (
            Tournament.objects.select_for_update().select_related("club").get(pk=decider.tournament_id)
        )
        done = Decider.objects.filter(cancels=decider).first()
        if done is not None:
            return done
        back = Decider.objects.create(
            tournament=tournament,
            kind=decider.kind,
            points=decider.points,
            reason=reason,
            cancels=decider,
            by=by.user,
            via=by.via,
            at=timezone.now(),
        )
        verb = "decider.cancelled" if decider.kind == Decider.Kind.GAME else "word.taken_back"
        _note(tournament, verb, by=by, reason=reason)
    return back


def refuse_open_night(tournament: Tournament) -> None:
    """No line runs through an open night."""
    if tournament.is_open_night:
        raise TournamentError(
            _("An open night has no final: make a tournament of those who are to play it."), code="open_night"
        )


def cuttable(tournament: Tournament) -> Round:
    """The round after which a cut can be made now; a refusal says why there is none."""
    refuse_open_night(tournament)
    if tournament.closed_at is not None:
        raise TournamentError(
            _("%(tournament)s is closed.") % {"tournament": tournament.name}, code="tournament_closed"
        )
    played = last_played(tournament)
    if played is None:
        raise RoundConflict(_("Close the round that is being played before you cut."))
    return played


def _is_said_again(cut: Cut, *, n: int, how: str, at_tables: bool, carry: bool, n_rounds: int) -> bool:
    """Whether these words would have made the cut that stands. The line itself is no longer to be seen: who is out
    has left the list.
    """
    if (carry, n_rounds) != (cut.carry, cut.n_rounds):
        return False
    if at_tables:
        line = line_at_tables(cut.tournament, n)
        wanted = Cut.How.TABLES if how == Cut.How.STANDINGS else how
        kept = line.larger if how == Cut.How.LARGER else line.smaller
        return (wanted, kept, sorted(line.level)) == (cut.how, len(cut.entries), sorted(cut.level))
    if how != cut.how:
        return False
    fewest = len(cut.entries) - (len(cut.level) if how == Cut.How.LARGER else 0)
    if how in (Cut.How.SMALLER, Cut.How.LARGER) and cut.level:
        return fewest < n < fewest + len(cut.level)
    return n == fewest or n > fewest == len(listed(cut.tournament))


def _decided(tournament: Tournament, line: Line, how: str, at_tables: bool) -> tuple[int, ...]:
    if not line.level:
        return line.through
    if how == Cut.How.SMALLER:
        return line.through
    if how == Cut.How.LARGER:
        return line.through + line.level
    if how == Cut.How.LOT and not at_tables:
        return line.through + lot(line.level, _lot_seed(tournament))[: line.n_by_lot]
    raise RoundConflict(
        one_stop(
            _("The line runs through players who are level: %(names)s. Say how it is decided.")
            % {"names": ", ".join(_names(tournament, line.level))}
        )
    )


def lot(entries: Iterable[int], seed: str) -> tuple[int, ...]:
    """The order of a lot that anybody can draw again: SHA-256 of seed, colon, id; the smaller first."""
    return tuple(sorted(entries, key=lambda pk: hashlib.sha256(f"{seed}:{pk}".encode()).hexdigest()))


def _lot_seed(tournament: Tournament) -> str:
    return tournament.lot_seed or str(tournament.seed)


def _names(tournament: Tournament, ids: Sequence[int]) -> list[str]:
    found = tournament.entries.select_related("player__merged_into").in_bulk(ids)
    return [found[pk].player.display_name for pk in ids if pk in found]


def _note(tournament: Tournament, verb: str, *, by: By, reason: str = "", **details: Any) -> None:
    log(
        verb,
        tournament.scope,
        by=by,
        club_id=tournament.club_id,
        scope=tournament.scope,
        reason=reason,
        **details,
    )
    marks.mark_tournament(tournament.pk)
