"""What is wrong with composed rules: each contradiction of the engine at its question, with what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.errors import EldestHandError
from games.engine.validation import Contradiction


class BadRules(EldestHandError):
    """Rules that contradict themselves. `extra["faults"]` names each, `extra["questions"]` its place in the form."""

    code = "bad_rules"


CHOOSE_ONE: Final = _("Choose one of the answers.")

SENTENCES: Final[Mapping[str, str | Promise]] = {
    "deck.unknown": _("Choose one of the packs."),
    "deck.mixed": _("Rage packs and plain packs cannot be mixed: name packs of one kind."),
    "players.range": _("Choose 2 to 10 players, the smaller number first."),
    "trump.unknown": CHOOSE_ONE,
    "no-trump.unknown": CHOOSE_ONE,
    "bidding.unknown": CHOOSE_ONE,
    "void-rule.unknown": CHOOSE_ONE,
    "no-trump-card.unknown": CHOOSE_ONE,
    "second-joker.unknown": CHOOSE_ONE,
    "schedule.shape": CHOOSE_ONE,
    "schedule.sizes": _(
        "The list belongs to hands that are written in a list: write it then, and leave it empty otherwise."
    ),
    "schedule.count": _(
        "The number of hands belongs to hands that are all alike: give it then, and leave it empty otherwise."
    ),
    "trump.suit": _("Name the suit if the same suit is always trump, and leave this empty otherwise."),
    "trump.cycle": _("Write the order if trump changes in a fixed order, and leave this empty otherwise."),
    "trump.deck": _("In Rage a card is always turned for trump: choose that."),
    "no-trump.deck": _("In Rage no hand goes without trump: choose the first answer."),
    "no-trump.redundant": _("There is no trump at all: leave this at the first answer."),
    "no-trump.no-turn-up": _("No card is turned, so none can be missing for it: choose another answer."),
    "hook.needs-open-bidding": _(
        "Nobody bids last here: let the bids be made aloud in turn, or let them come out even."
    ),
    "hook.from": _("The bids may come out even, so nobody is bound: put 1 here, or bind the last bidder."),
    "void-rule.deck": _("In Rage nobody has to trump: choose that any card may be played."),
    "void-rule.no-trump": _("There is no trump to play: choose that any card may be played."),
    "actions.deck": _("Only Rage has action cards: leave this as it was."),
    "scoring.sweep": _("First give points for every trick: only then can taking all of them count more."),
    "scoring.concat": _("Put 0 for the points of a made bid, or let it be counted by numbers."),
    "scoring.made-at": _("Zero has a question of its own: take 0 off this list."),
    "tie-break.unknown": _("Name each criterion once."),
    "tie-break.end": _("Whoever is still level shares the place: let that be the last."),
    "tie-break.order": _("Compare the last hand before you compare the hands before it."),
    "deck.players": _("Name a pack for every number of players that may sit at a table."),
    "schedule.players": _("Give a number for every number of players that may sit at a table."),
    "schedule.empty": _(
        "No hand comes of this: every hand has at least 1 card, and the smallest is not above the largest."
    ),
    "schedule.long": _("More than 60 hands come of this: deal fewer."),
    "schedule.step": _("These steps do not lead from the smallest hand to the largest: change one of them."),
    "schedule.capacity": _(
        "The pack has not enough cards for the largest hand and the card that is turned: deal fewer cards, seat fewer "
        "players, or let that hand go without trump."
    ),
}

_PLACES: Final = {
    "players": "players.low",
    "schedule": "schedule.max",
    "scoring.sweep": "scoring.sweep.per_trick",
    "scoring.made-at": "scoring.made_at",
    "tie_break": "tie.1",
}


def sentence(contradiction: Contradiction) -> str:
    """What to do, in the reader's language."""
    return str(SENTENCES[contradiction.code])


def question_of(contradiction: Contradiction) -> str:
    """The name of the question in the form."""
    return _PLACES.get(contradiction.field, contradiction.field)
