"""Draw, publish and close rounds. Publishing is a second act: until then nobody else sees the seats by any road."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Max, Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.rights import Act
from games.models import Game, Source
from games.services.games import create_game
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import DrawOrder, Presence, Round, RoundSeat, Table, Tournament
from tournaments.rights import require_in
from tournaments.services import links, marks
from tournaments.services.drawing import (
    DEFAULT,
    SEATED,
    Draw,
    DrawSettings,
    Question,
    answer,
    draw_seats,
    facts_key,
    question_of,
)
from tournaments.services.entries import set_presence, statuses
from tournaments.services.missing import missing_in
from tournaments.services.settings import check_points_of


def draft_round(
    tournament: Tournament, *, by: By, settings: DrawSettings = DEFAULT, at: datetime | None = None
) -> Round:
    """Seat everybody present in the next round, as a draft.

    Without `settings` the default split and a seed that follows from the tournament's seed and the round's number.
    A draft that stands already, or an open round, is a `RoundConflict`. No lock is held while the engine searches.
    """
    require_in(by, tournament, Act.RUN_ROUNDS)
    number = next_number(tournament)
    question = question_of(tournament, number, settings)
    return store_draw(tournament, number, settings, question, answer(question), by=by, at=at)


def store_draw(
    tournament: Tournament,
    number: int,
    settings: DrawSettings,
    question: Question,
    draw: Draw,
    *,
    by: By,
    at: datetime | None = None,
    instead_of: Round | None = None,
    reason: str = "",
    order_id: int | None = None,
) -> Round:
    """Keep a draw as the draft of its round, in the place of another draft or for a draw order.

    When the facts have changed since the question was put it is answered anew, under the lock.
    """
    with transaction.atomic():
        tournament = _locked(tournament)
        _refuse_ordered(tournament, order_id)
        if instead_of is not None:
            instead_of = _in_state(instead_of, Round.State.DRAFT)
        elif next_number(tournament) != number:
            raise RoundConflict(_("Somebody else has just drawn this round: look at that draft."))
        if facts_key(tournament) != question.facts:
            draw = draw_seats(tournament, number, settings)
        if instead_of is not None:
            discard_draft(instead_of, by=by, reason=reason)
        try:
            with transaction.atomic():
                drafted = _store_draft(tournament, number, draw, at or timezone.now())
        except IntegrityError as error:
            # Locks make this impossible; the constraint holds even where a lock is not.
            raise RoundConflict(_("Somebody else has just drawn this round: look at that draft.")) from error
        log(
            "round.drawn",
            f"round:{drafted.pk}",
            by=by,
            club_id=tournament.club_id,
            scope=tournament.scope,
            number=number,
            seed=draw.seed,
            input_hash=draw.input_hash,
            kept=list(settings.kept),
        )
    return drafted


def discard_draft(drafted: Round, *, by: By, reason: str = "") -> None:
    """Throw a draft away; the log keeps its seed and input."""
    require_in(by, drafted.tournament, Act.RUN_ROUNDS)
    with transaction.atomic():
        tournament = _locked(drafted.tournament)
        drafted = _in_state(drafted, Round.State.DRAFT)
        log(
            "round.discarded",
            f"round:{drafted.pk}",
            by=by,
            club_id=tournament.club_id,
            scope=tournament.scope,
            reason=reason,
            number=drafted.number,
            seed=drafted.seed,
            input_hash=drafted.input_hash,
        )
        drafted.delete()


def publish_round(drafted: Round, *, by: By, at: datetime | None = None) -> Round:
    """Show the seats to everybody and make a game with a numbered sheet for each table.

    `at` is the official start of the round, the same for all tables; it becomes the time the games were played.
    """
    require_in(by, drafted.tournament, Act.RUN_ROUNDS)
    with transaction.atomic():
        tournament = _locked(drafted.tournament)
        published = _in_state(drafted, Round.State.DRAFT)
        now = at or timezone.now()
        published.state = Round.State.PUBLISHED
        published.published_at = published.started_at = now
        published.save(update_fields=["state", "published_at", "started_at"])
        last_sheet = tournament.tables.aggregate(last=Max("sheet_number"))["last"] or 0
        # Joined: SQLite is asked for related rows one by one, in one expression that may hold a thousand at most.
        seats = RoundSeat.objects.select_related("entry__player")
        tables = published.tables.prefetch_related(Prefetch("seats", seats)).order_by("number")
        for offset, table in enumerate(tables, start=1):
            table.sheet_number = last_sheet + offset
            table.game = game_of(tournament, published, table, by=by, played_at=now)
            table.save(update_fields=["sheet_number", "game"])
        links.make_links(published, by=by)
        log(
            "round.published",
            f"round:{published.pk}",
            by=by,
            club_id=tournament.club_id,
            scope=tournament.scope,
            number=published.number,
        )
        marks.mark_tournament(tournament.pk)
    return published


def unpublish_round(published: Round, *, by: By, reason: str) -> Round:
    """Make a published round a draft again, while nothing was entered at any of its tables."""
    require_in(by, published.tournament, Act.RUN_ROUNDS)
    if published.tournament.is_open_night:
        raise RoundConflict(_("On an open night a table is taken back at the queue."))
    with transaction.atomic():
        draft = make_draft_again(published, by=by, reason=reason)
        _note_who_is_here(draft, by)
    return draft


def _note_who_is_here(draft: Round, by: By) -> None:
    """Who came or went while the round was out counts for its draft: that is drawn for the people in the room."""
    tournament = draft.tournament
    before, since = statuses(tournament, draft.number), statuses(tournament, draft.number + 1)
    drawn = set(draft.seats.values_list("entry_id", flat=True))
    for entry in tournament.entries.all():
        then = now = before.get(entry.pk, Presence.Status.UNKNOWN)
        if entry.pk not in drawn:
            now = since.get(entry.pk, Presence.Status.UNKNOWN)
        elif then not in SEATED:
            now = Presence.Status.PRESENT
        if now != then:
            set_presence(entry, status=now, by=by, from_round=draft.number)


def make_draft_again(published: Round, *, by: By, reason: str) -> Round:
    """The same for a round of any format; who takes a table of an open night back throws the draft away as well."""
    require_in(by, published.tournament, Act.RUN_ROUNDS)
    with transaction.atomic():
        tournament = _locked(published.tournament)
        draft = _in_state(published, Round.State.PUBLISHED)
        games = Game.objects.select_for_update().filter(table__round=draft).order_by("pk")
        entered = [game.pk for game in games if has_values(game)]
        if entered:
            table = draft.tables.filter(game_id__in=entered).order_by("number")[0]
            raise RoundConflict(
                _("Table %(table)d has values already: void its sheet first, or correct it.")
                % {"table": table.number}
            )
        game_ids = [game.pk for game in games]
        links.revoke_links(draft, by=by)
        draft.tables.update(game=None, sheet_number=None)
        Game.objects.filter(pk__in=game_ids).delete()
        draft.state = Round.State.DRAFT
        draft.published_at = draft.started_at = None
        draft.save(update_fields=["state", "published_at", "started_at"])
        log(
            "round.unpublished",
            f"round:{draft.pk}",
            by=by,
            club_id=tournament.club_id,
            scope=tournament.scope,
            reason=reason,
            number=draft.number,
        )
        marks.mark_tournament(tournament.pk)
    return draft


def close_round(published: Round, *, by: By, at: datetime | None = None) -> Round:
    """The round is over. Refuses while a table has no whole sheet (or a void one), naming table, hand and players."""
    require_in(by, published.tournament, Act.FINISH)
    with transaction.atomic():
        tournament = _locked(published.tournament)
        closed = _in_state(published, Round.State.PUBLISHED)
        missing = missing_in(closed)
        if missing:
            raise RoundConflict(
                _("Round %(round)d cannot close, there is no whole sheet yet: %(missing)s.")
                % {"round": closed.number, "missing": "; ".join(str(one) for one in missing)},
                tables=[one.table for one in missing],
                missing=[one.to_json() for one in missing],
            )
        closed.state = Round.State.CLOSED
        closed.closed_at = at or timezone.now()
        closed.save(update_fields=["state", "closed_at"])
        log(
            "round.closed",
            f"round:{closed.pk}",
            by=by,
            club_id=tournament.club_id,
            scope=tournament.scope,
            number=closed.number,
        )
        marks.mark_tournament(tournament.pk)
    return closed


def close_tournament(tournament: Tournament, *, by: By, at: datetime | None = None) -> Tournament:
    """The evening is over: every round is closed, nobody enters any more."""
    require_in(by, tournament, Act.FINISH)
    with transaction.atomic():
        tournament = _locked(tournament)
        if tournament.closed_at is not None:
            return tournament
        still_open = tournament.rounds.exclude(state=Round.State.CLOSED).order_by("number").first()
        if still_open is not None:
            raise RoundConflict(
                _("Round %(round)d is not closed yet: close or discard it first.")
                % {"round": still_open.number}
            )
        tournament.closed_at = at or timezone.now()
        tournament.save(update_fields=["closed_at"])
        log("tournament.closed", tournament.scope, by=by, club_id=tournament.club_id, scope=tournament.scope)
        marks.mark_tournament(tournament.pk)
    return tournament


def _refuse_ordered(tournament: Tournament, order_id: int | None) -> None:
    """A draw that is under way is the one that is kept; only its own worker stores it."""
    if DrawOrder.objects.filter(tournament=tournament, refusal="").exclude(pk=order_id or 0).exists():
        raise RoundConflict(_("This round is being drawn: wait for the draft, or take the draw back."))


def _locked(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def _in_state(wanted: Round, state: str) -> Round:
    found = Round.objects.select_for_update().select_related("tournament").filter(pk=wanted.pk).first()
    if found is None or found.state != state:
        raise RoundConflict(
            _("Round %(round)d was changed meanwhile: look at it again.") % {"round": wanted.number},
            state=None if found is None else found.state,
        )
    return found


def next_number(tournament: Tournament) -> int:
    """The round that can be drawn now; refused while a draft stands, a round is open or the evening is closed."""
    if tournament.closed_at is not None:
        raise TournamentError(
            _("%(tournament)s is closed.") % {"tournament": tournament.name}, code="tournament_closed"
        )
    if tournament.is_open_night:
        raise RoundConflict(_("This is an open night: tables start one by one, from the queue."))
    last = tournament.rounds.order_by("-number").first()
    if last is None:
        return 1
    if last.state == Round.State.DRAFT:
        raise RoundConflict(
            _("Round %(round)d is drawn already: publish it, or discard it to draw again.")
            % {"round": last.number}
        )
    if last.state == Round.State.PUBLISHED:
        raise RoundConflict(
            _("Round %(round)d is still being played: close it before you draw the next.")
            % {"round": last.number}
        )
    return last.number + 1


def _store_draft(tournament: Tournament, number: int, draw: Draw, now: datetime) -> Round:
    drafted = Round.objects.create(
        tournament=tournament,
        number=number,
        seed=draw.seed,
        algorithm=draw.algorithm,
        input_hash=draw.input_hash,
        seating_input=draw.seating_input,
        seating_report=draw.report,
        results_version=tournament.version,
        drawn_at=now,
    )
    seated = [(number, entry_ids) for number, entry_ids in enumerate(draw.tables, start=1) if entry_ids]
    tables = Table.objects.bulk_create(
        [Table(tournament=tournament, round=drafted, number=number) for number, _people in seated]
    )
    seats = [
        RoundSeat(round=drafted, table=table, entry_id=entry_id, seat=seat)
        for table, (_number, entry_ids) in zip(tables, seated, strict=True)
        for seat, entry_id in enumerate(entry_ids)
    ]
    seats += [
        RoundSeat(round=drafted, table=None, entry_id=entry_id, seat=None) for entry_id in draw.sit_outs
    ]
    RoundSeat.objects.bulk_create(seats)
    return drafted


def game_of(tournament: Tournament, published: Round, table: Table, *, by: By, played_at: datetime) -> Game:
    """A new game for the people of a table, in seat order. Refuses a table of a size that no list of points knows."""
    seats = sorted(table.seats.all(), key=lambda seat: seat.seat or 0)
    check_points_of([len(seats)], tournament.table_points)
    return create_game(
        club=tournament.club,
        rules=tournament.ruleset,
        players=[seat.entry.player for seat in seats],
        played_at=played_at,
        by=by,
        source=Source.PAPER,
        first_dealer=0,
        verify=tournament.club.verifies_sheets,
        visibility=tournament.visibility,
        occasion=tournament.name,
        occasion_url=published.get_absolute_url(),
        tournament_no=tournament.pk,
        round_no=published.number,
        table_no=table.number,
    )


def has_values(game: Game) -> bool:
    """Whether something stands on the sheet of a game, saved or not, or its cards are dealt here.

    A value that was typed and blanked again is none.
    """
    if game.revision or game.source == Source.HOSTED:
        return True
    draft = getattr(game, "draft", None)
    return draft is not None and any(
        cell["value"] is not None or cell.get("rivals") for cell in draft.cells.values()
    )
