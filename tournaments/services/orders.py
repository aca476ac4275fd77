"""Draws that are too long for a request: asked for, carried out by a worker, found again when the worker is gone."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.errors import EldestHandError
from clubs.rights import Act
from tournaments.errors import RoundConflict
from tournaments.models import DrawOrder, Round, Tournament
from tournaments.rights import require_in
from tournaments.services.board import settings_again
from tournaments.services.drawing import DEFAULT, DrawSettings, answer, question_of
from tournaments.services.rounds import next_number, store_draw
from tournaments.signals import marked

MOST_IN_REQUEST = 120
"""People who are drawn while the reader waits: the quick search took at most 0.2 s for so many."""

LEASE = timedelta(seconds=60)
"""How long a worker may keep an order to itself. A search takes seconds; done twice it is kept once."""

MOST_TRIES = 3


def draw_or_order(
    tournament: Tournament,
    *,
    by: By,
    settings: DrawSettings = DEFAULT,
    drafted: Round | None = None,
    reason: str = "",
) -> Round | DrawOrder:
    """The draft, at once for an evening; an order for a worker where hundreds are seated.

    `drafted` is the draft that another draw takes the place of, for a `reason`.
    """
    require_in(by, tournament, Act.RUN_ROUNDS)
    number = next_number(tournament) if drafted is None else drafted.number
    if drafted is not None:
        settings = settings_again(drafted, settings, reason)
    question = question_of(tournament, number, settings)
    present = len(question.problem.present)
    if is_long(present):
        return _order(tournament, number, settings, present, by=by, drafted=drafted, reason=reason)
    draw = answer(question)
    return store_draw(tournament, number, settings, question, draw, by=by, instead_of=drafted, reason=reason)


def is_long(n_players: int) -> bool:
    """Whether so many people are drawn by a worker."""
    return n_players > MOST_IN_REQUEST


def order_of(tournament: Tournament) -> DrawOrder | None:
    """The draw that is under way, or was refused and not asked for again. One query."""
    return DrawOrder.objects.filter(tournament=tournament).first()


def cancel_order(tournament: Tournament, *, by: By) -> None:
    """Take a draw back that is not made yet; one that is gone is gone. What its worker finds is thrown away."""
    require_in(by, tournament, Act.RUN_ROUNDS)
    with transaction.atomic():
        order = DrawOrder.objects.select_for_update().filter(tournament=tournament).first()
        if order is None:
            return
        log(
            "round.draw_cancelled",
            tournament.scope,
            by=by,
            club_id=tournament.club_id,
            scope=tournament.scope,
            number=order.number,
        )
        order.delete()


def carry_out(order_id: int) -> Round | None:
    """Make the draft an order asks for; None when it is made, taken back, refused or another worker's.

    Safe to call at any time, any number of times: an order is kept once, by the transaction that stores its draft.
    """
    order = _claimed(order_id)
    if order is None:
        return None
    with translation.override(order.language):
        if order.tries > MOST_TRIES:
            _refuse(order, _("The draw was begun three times and never came to an end: draw again."))
            return None
        try:
            return _carried_out(order)
        except EldestHandError as error:
            _refuse(order, error.message)
    return None


def waiting() -> list[int]:
    """Orders no worker holds, for the sweep."""
    return list(_free().values_list("pk", flat=True))


def _order(
    tournament: Tournament,
    number: int,
    settings: DrawSettings,
    n_players: int,
    *,
    by: By,
    drafted: Round | None,
    reason: str,
) -> DrawOrder:
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if drafted is None and next_number(tournament) != number:
            raise RoundConflict(_("Somebody else has just drawn this round: look at that draft."))
        DrawOrder.objects.filter(tournament=tournament).exclude(refusal="").delete()
        if DrawOrder.objects.filter(tournament=tournament).exists():
            raise RoundConflict(_("This round is being drawn: wait for the draft, or take the draw back."))
        order = DrawOrder.objects.create(
            tournament=tournament,
            number=number,
            wanted={**settings.to_json(), "effort": "normal"},
            reason=reason,
            n_players=n_players,
            language=translation.get_language() or "en",
            by=by.user,
            via=by.via,
            asked_at=timezone.now(),
        )
        log(
            "round.draw_ordered",
            tournament.scope,
            by=by,
            club_id=tournament.club_id,
            scope=tournament.scope,
            reason=reason,
            number=number,
        )
        marked.send(sender=DrawOrder, scope=f"draw:{order.pk}")
    return order


def _claimed(order_id: int) -> DrawOrder | None:
    """The order, if it was free; now it is this worker's for the time of the lease."""
    if not _free().filter(pk=order_id).update(begun_at=timezone.now(), tries=F("tries") + 1):
        return None
    return DrawOrder.objects.select_related("tournament__club", "by").filter(pk=order_id).first()


def _free() -> QuerySet[DrawOrder]:
    is_free = Q(begun_at__isnull=True) | Q(begun_at__lt=timezone.now() - LEASE)
    return DrawOrder.objects.filter(is_free, refusal="").order_by("pk")


def _carried_out(order: DrawOrder) -> Round | None:
    """Search without a lock, then store and strike the order out in one transaction."""
    tournament, by = order.tournament, By(order.by, order.via)
    settings = DrawSettings.from_json(order.wanted)
    draft = tournament.rounds.filter(state=Round.State.DRAFT).first() if order.reason else None
    question = question_of(tournament, order.number, settings)
    draw = answer(question)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        if not DrawOrder.objects.filter(pk=order.pk).exists():
            return None
        made = store_draw(
            tournament,
            order.number,
            settings,
            question,
            draw,
            by=by,
            instead_of=draft,
            reason=order.reason,
            order_id=order.pk,
        )
        order.delete()
    return made


def _refuse(order: DrawOrder, message: str) -> None:
    DrawOrder.objects.filter(pk=order.pk).update(refusal=message)
