"""Taking the rest of a file: what went apart stays here as it is, with everything that hangs on it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.services.transfer.fates import Fate
from tournaments.services.transfer.plans import Part, Plan, TournamentPlan

_STORED = (Fate.NEW, Fate.CHANGED)


def leave_out(plan: Plan) -> None:
    """Whatever went apart is left out of a plan; nothing of it is refused any more.

    What hangs on a part goes with it: on the lines of the standings everything of that evening (numbers would name
    other people), on a round its games and every later round. The log of such an evening stays as it is here, so
    the same file shows the same parts again.
    """
    for tournament in plan.tournaments:
        _leave_out_of(tournament)
    apart = {part.where for part in plan.parts if part.fate is Fate.APART}
    for game in plan.games:
        if game.where in apart:
            game.fate = Fate.LEFT_OUT
    for part in plan.parts:
        if part.where in apart:
            _mark(part)


def _leave_out_of(plan: TournamentPlan) -> None:
    apart = {part.where for part in plan.parts if part.fate is Fate.APART}
    if not apart:
        return
    out = _hanging_on(plan, apart)
    for part in plan.parts:
        if part.where in out and part.fate in (*_STORED, Fate.APART):
            _mark(part)
    for at, played in enumerate(plan.rounds):
        if f"{plan.where}/rounds/{at}" in out and played.fate is not Fate.SAME:
            played.fate = Fate.LEFT_OUT
    for game in plan.games:
        if game.where in out and game.fate is not Fate.SAME:
            game.fate = Fate.LEFT_OUT
    inside = f"{plan.where}/tournament"
    if inside in out and plan.settings is not Fate.SAME:
        plan.settings = Fate.LEFT_OUT
    if f"{inside}/entries" in out:
        plan.entries = ()
    if f"{inside}/sign_up_terms" in out:
        plan.terms = Fate.LEFT_OUT
    if f"{inside}/officials" in out:
        plan.officials = Fate.LEFT_OUT
    plan.facts = {
        name: () if out & {f"{plan.where}/{name}", f"{inside}/{name}"} else rows
        for name, rows in plan.facts.items()
    }
    plan.log = ()


def _hanging_on(plan: TournamentPlan, apart: set[str]) -> set[str]:
    """The places of what went apart and of all that cannot stand without it."""
    if f"{plan.where}/tournament/entries" in apart:
        return {part.where for part in plan.parts}
    out = apart | {f"{plan.where}/log"}
    places = [f"{plan.where}/rounds/{at}" for at in range(len(plan.rounds))]
    first = next((at for at, place in enumerate(places) if place in apart), None)
    later = places[first:] if first is not None else []
    hanging = {
        part.where for part in plan.parts if any(part.where.startswith(f"{place}/") for place in later)
    }
    return out | set(later) | hanging


def _mark(part: Part) -> None:
    if part.fate is not Fate.APART:
        part.note = _("hangs on a part that is left out")
    part.fate = Fate.LEFT_OUT
