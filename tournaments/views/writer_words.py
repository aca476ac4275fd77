"""What the table writer's script says: it goes on without the site, so every sentence is on the page from the start."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

_BRACES = {name: "{" + name + "}" for name in ("name", "hand", "sum", "size", "n", "time", "total", "names")}


def plain(text: str) -> str:
    """A sentence with braces where its values go."""
    return text % _BRACES


def words() -> dict[str, Any]:
    """The sentences of the script; what stands in braces is put in by it."""
    return {
        **unsent_words(),
        "hand": plain(_("Hand %(hand)s of %(n)s")),
        "cards": [ngettext("%(n)s card", "%(n)s cards", n) % {"n": n} for n in range(61)],
        "bids": plain(_("%(name)s bids.")),
        "bidsLast": plain(_("%(name)s bids last.")),
        "tookHowMany": plain(_("%(name)s took how many tricks?")),
        "madeOrMissed": plain(_("%(name)s: made or missed?")),
        "written": plain(_("Hand %(hand)s is written.")),
        "areBid": plain(_("%(sum)s of %(size)s are bid.")),
        "forbids": plain(_("%(n)s would make %(size)s, which the hook forbids.")),
        "makes": plain(_("makes %(n)s")),
        "struck": _(", forbidden by the hook, can be recorded"),
        "left": [ngettext("%(n)s trick left.", "%(n)s tricks left.", n) % {"n": n} for n in range(61)],
        "even": _("The bids come out even."),
        "over": [
            ngettext("The bids are %(n)s over.", "The bids are %(n)s over.", n) % {"n": n} for n in range(61)
        ],
        "under": [
            ngettext("The bids are %(n)s under.", "The bids are %(n)s under.", n) % {"n": n}
            for n in range(61)
        ],
        "badSum": plain(_("The tricks add up to %(sum)s, the hand has %(size)s.")),
        "hooked": plain(_("The bids make %(size)s: the hook forbids that.")),
        "undoBid": plain(_("Undo %(name)s’s bid")),
        "undoTricks": plain(_("Undo %(name)s’s tricks")),
        "dealHand": plain(_("Deal hand %(hand)s")),
        "dealsNext": plain(_("%(name)s deals hand %(hand)s.")),
        "goOn": plain(_("Go on with hand %(hand)s")),
        "whole": _("All hands are written."),
        "wins": plain(_("%(name)s wins with %(total)s.")),
        "level": plain(_("%(names)s are level on %(total)s.")),
        "dealer": _("deals"),
        "dealerMark": pgettext("mark of the dealer", "D"),
        "bidHead": _("bid"),
        "tookHead": _("took"),
        "totalHead": _("total"),
        "bidOrder": _("In bidding order"),
        "mend": _("Mend a hand"),
        "handShort": plain(_("Hand %(hand)s")),
        "noNetwork": plain(
            _("No connection since %(time)s. What you tap is kept on this phone and goes out by itself.")
        ),
        "sent": plain(_("Sent at %(time)s")),
        "others": plain(_("%(names)s: writes on this sheet too. You see what they type.")),
        "two": _("two different values. What is right?"),
        "ended": _("This link has ended. What this phone still holds was not sent; show it to the director."),
        "desk": _("the desk"),
        "you": _("you"),
        "dealAgain": plain(_("Deal hand %(hand)s again")),
        "stored": _("The desk has stored this sheet meanwhile."),
        "unsent": _("The sheet goes out as soon as there is a connection."),
        "fives": _("+5 and −5 cards: a tap counts one more."),
        "secure": _("This page also opens again without a network, and the screen stays on."),
        "awakeOnly": _("This page also opens again without a network."),
        "insecure": _(
            "Keep this page open: this address has no https, so it cannot be opened again without a network, "
            "and the phone may switch its screen off."
        ),
        "photoGoes": _("The photo is on its way."),
        "photoWaits": plain(
            _("No connection since %(time)s. The photo is kept on this phone and goes out by itself.")
        ),
        "photoEnded": _("This link has ended, so the photo was not sent. Show the paper at the desk."),
        "noStore": _("This browser keeps nothing when the page is closed: stay on it until all is sent."),
    }


def unsent_words() -> dict[str, str]:
    """How a typed value is named, also by the page of an ended link."""
    return {
        "whereBid": plain(_("Hand %(hand)s, bid of %(name)s")),
        "whereTricks": plain(_("Hand %(hand)s, tricks of %(name)s")),
        "seat": plain(_("Seat %(n)s")),
        "made": pgettext("bid", "made"),
        "missed": pgettext("bid", "missed"),
        "blank": _("blank"),
    }
