"""What is said at the table: whose turn it is and what to do, and one sentence per event."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from clubs.templatetags.figures import number, signed
from games.engine import RuleSet
from games.models import HostedTable
from games.views.hosted.faces import colour_name, face, trump_sign
from games.views.rule_words import game_name, rule_sentences

Json = dict[str, Any]


def listed(names: Sequence[str]) -> str:
    """Ada, Bo and Cleo."""
    if len(names) < 2:
        return "".join(names)
    last = pgettext("before the last of several names", "and")
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def table_words(table: HostedTable) -> tuple[str, tuple[str, ...]]:
    """The name of what is played at a table, and its rules in sentences; worked out once for a language."""
    return _table_words(json.dumps(table.rules), table.n_seats, get_language())


@lru_cache(maxsize=256)
def _table_words(rules: str, n_seats: int, _language: str | None) -> tuple[str, tuple[str, ...]]:
    found = RuleSet.from_value(json.loads(rules))
    return game_name(found), tuple(rule_sentences(found, n_seats))


def turn_words(
    seen: Json, own: int | None, to_act: Sequence[int], names: Sequence[str], *, is_rage: bool
) -> str:
    """The sentence that names what to do, or whom everybody waits for."""
    if own is not None and own in to_act:
        return _own_turn(seen, own, is_rage=is_rage)
    if not to_act:
        return ""
    waited = listed([names[seat] for seat in to_act])
    if seen["phase"] == "bidding":
        return ngettext("%(names)s is to bid.", "%(names)s are to bid.", len(to_act)) % {"names": waited}
    return _("%(names)s is to play.") % {"names": waited}


def _own_turn(seen: Json, own: int, *, is_rage: bool) -> str:
    deal = seen["deal"]
    if seen["phase"] == "bidding":
        return _("Your turn: bid.")
    led = deal["led"]
    if not _is_open_trick(deal):
        return _("Your turn: lead a card.")
    if led is None:
        return _("Your turn: play any card.")
    colour = colour_name(led, is_rage=is_rage)
    if all(_colour_of(card) == led for card in deal["legal"]):
        return _("Your turn: %(colour)s led, follow it.") % {"colour": colour}
    trump = deal["trump"]
    is_bound = not is_rage and len(deal["legal"]) < len(deal["hand"])
    if is_bound and all(_colour_of(card) == trump for card in deal["legal"]):
        return _("Your turn: %(colour)s led and you have none; play a trump.") % {"colour": colour}
    return _("Your turn: %(colour)s led and you have none; play any card.") % {"colour": colour}


def own_words(seen: Json, own: int) -> str:
    """The small line under the turn: what the hook forbids, or how the own bid stands."""
    deal = seen["deal"]
    bid = deal["bids"][own]
    if bid is None:
        missing = set(range(deal["hand_size"] + 1)) - set(deal["legal"])
        if deal["legal"] and missing:
            return _("Not %(bid)d: then the bids would come out even.") % {"bid": missing.pop()}
        return ""
    return _("You bid %(bid)d and have %(taken)d.") % {"bid": bid, "taken": deal["tricks"][own]}


def said(
    rows: Sequence[Json],
    seen: Json,
    names: Sequence[str],
    *,
    is_rage: bool,
    bots: Collection[int] = (),
) -> list[tuple[int, str]]:
    """A sentence for each event of the log that tells a listener something; from what this reader may see alone.

    What a bot did at a seat that is not one of the `bots` it did in a player's place, and the sentence says so.
    """
    found = []
    for row in rows:
        is_stand_in = row.get("by") == "bot" and row["seat"] not in bots
        sentence = _sentence(row, seen, names, is_rage=is_rage, is_stand_in=is_stand_in)
        if sentence:
            found.append((row["n"], sentence))
    return found


def _sentence(
    row: Json, seen: Json, names: Sequence[str], *, is_rage: bool, is_stand_in: bool = False
) -> str:
    kind = row["type"]
    name = names[row["seat"]] if "seat" in row else ""
    if is_stand_in:
        name = _("The stand-in for %(name)s") % {"name": name}
    if kind == "play":
        return _("%(name)s: %(card)s.") % {"name": name, "card": face(row["card"]).name}
    if kind == "bid":
        bid = _bid_shown(row, seen)
        if bid is None:
            return _("%(name)s has bid.") % {"name": name}
        return _("%(name)s bids %(bid)d.") % {"name": name, "bid": bid}
    if kind == "trick":
        return _("%(name)s takes the trick.") % {"name": names[row["winner"]]}
    if kind == "deal":
        return _dealt(row, seen)
    if kind == "reveal":
        bids = [f"{names[seat]} {bid}" for seat, bid in enumerate(row["bids"]) if bid is not None]
        return _("The bids: %(bids)s.") % {"bids": ", ".join(bids)}
    if kind == "turn":
        trump = trump_sign(row["trump"], is_rage=is_rage).name
        return _("A card is turned. Trump: %(trump)s.") % {"trump": trump}
    if kind == "score":
        return _scored(row, names)
    if kind == "void":
        return _("The hand is void and is dealt again: %(reason)s.") % {"reason": row["reason"].rstrip(".")}
    if kind == "adjust":
        points = signed(row["points"]) or "0"
        reason = row["reason"].rstrip(".")
        return _("%(name)s: %(points)s points by the director. %(reason)s.") % {
            "name": name,
            "points": points,
            "reason": reason,
        }
    if kind == "replace":
        return _("%(name)s takes over this seat.") % {"name": name}
    if kind == "finish":
        first = [names[seat] for seat, place in enumerate(row["places"]) if place == 1]
        return won(first, max(row["totals"]))
    return ""


def won(winners: Sequence[str], total: int) -> str:
    """Who won, with how much."""
    if len(winners) == 1:
        return _("%(name)s won with %(total)s.") % {"name": winners[0], "total": number(total)}
    return _("%(names)s share first place with %(total)s.") % {
        "names": listed(winners),
        "total": number(total),
    }


def _dealt(row: Json, seen: Json) -> str:
    """Public facts of a deal only; the hands in the row are not looked at."""
    size = row["hand_size"]
    if row.get("decider"):
        return _("A decider between the tied: one card each.")
    return ngettext("Hand %(n)d: %(size)d card each.", "Hand %(n)d: %(size)d cards each.", size) % {
        "n": row["deal"] + 1,
        "size": size,
    }


def _scored(row: Json, names: Sequence[str]) -> str:
    points = [
        f"{names[seat]} {signed(value) or '0'}"
        for seat, value in enumerate(row["points"])
        if value is not None
    ]
    return _("The hand is over: %(points)s.") % {"points": ", ".join(points)}


def _bid_shown(row: Json, seen: Json) -> int | None:
    """The number of a bid, if the view of this reader shows it; a hidden one of a void hand stays hidden."""
    deal = seen["deal"]
    if deal is not None and row["n"] > seen["dealt_at"]:
        shown: int | None = deal["bids"][row["seat"]]
        return shown
    return None if seen["hides_bids"] else int(row["bid"])


def _is_open_trick(deal: Mapping[str, Any]) -> bool:
    return bool(deal["played"]) and deal["played"][-1]["winner"] is None


def _colour_of(token: str) -> str | None:
    """The suit or colour letter of a card; None for action cards."""
    if token in ("+5", "-5", "NT", "CT") or token.startswith("J"):
        return token[1] if len(token) == 2 and token[1] in "CDHS" else None
    return token[0] if token[1:].isdigit() and token[0] in "RBGYOP" else token[-1]
