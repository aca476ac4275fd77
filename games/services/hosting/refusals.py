"""The engine's refusals in the reader's words."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import GameState, Rejection
from games.errors import ActRefused

SENTENCES: Final[dict[str, Promise | str]] = {
    "stale": gettext_lazy("The table had moved on before this arrived: look again. Nothing was changed."),
    "deal-over": gettext_lazy("This hand is over: wait for the next one."),
    "not-your-turn": gettext_lazy("It is another player’s turn."),
    "already-bid": gettext_lazy("You have bid already; a bid stands."),
    "bad-bid": gettext_lazy("Bid a number from 0 to the number of cards."),
    "hook": gettext_lazy("The bids may not come out even: bid another number."),
    "not-in-hand": gettext_lazy("You do not hold that card: play one of yours."),
    "colour-required": gettext_lazy("Name a colour for the joker."),
    "colour-unknown": gettext_lazy("The joker cannot name that colour."),
    "colour-forbidden": gettext_lazy("Only a joker names a colour."),
    "must-follow": gettext_lazy("You can follow: play the colour that was led."),
    "must-trump": gettext_lazy("You cannot follow but hold a trump: play a trump."),
    "game-over": gettext_lazy("This game is over."),
    "seat.taken": gettext_lazy("That player sits at this table already."),
    "reason": gettext_lazy("Say why: the reason is kept with the game."),
}
_ORDER = frozenset({"stale", "not-your-turn", "already-bid", "deal-over", "game-over", "wrong-phase"})


def act_refused(answer: Rejection, state: GameState | None) -> ActRefused:
    """409 for what came too late or out of turn, 422 for what the rules forbid."""
    newest = -1 if state is None else state.n_events - 1
    status = 409 if answer.code in _ORDER else 422
    return ActRefused(_sentence(answer, state), code=answer.code, status=status, newest=newest)


def _sentence(answer: Rejection, state: GameState | None) -> str:
    if answer.code == "wrong-phase":
        return _phase(state)
    known = SENTENCES.get(answer.code)
    return answer.message if known is None else str(known)


def _phase(state: GameState | None) -> str:
    deal = None if state is None else state.current
    if deal is None:
        return _("No hand is being played just now.")
    if deal.is_bidding:
        return _("Nobody plays a card before everybody has bid.")
    return _("The bidding is over: play a card.")
