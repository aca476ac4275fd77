"""What a document of a tournament or a club must look like, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import Membership, Visibility
from clubs.shapes import (
    LONGEST_TEXT,
    Check,
    anything,
    flag,
    list_of,
    mapping,
    maybe,
    moment,
    one_of,
    record,
    said,
    text,
    uid,
    whole,
    wrong,
)
from games.services.transfer.checking import GAME, RULES
from tournaments.models import (
    ClockAct,
    Cut,
    Decider,
    Official,
    Presence,
    Round,
    SeatingWish,
    SignUp,
    Tournament,
)
from tournaments.services.transfer.canonical import TOURNAMENT

SMALL = 32_767
MOST_PEOPLE = 100_000
MOST_ROWS = 20_000
_SEED = whole(-(2**63), 2**63 - 1)
_SLUG = text(80, empty=False)


def slug(most: int) -> Check:
    def check(value: Any, where: str) -> None:
        text(most, empty=False)(value, where)
        if not all(c.isascii() and (c.isalnum() or c in "-_") for c in value):
            wrong(where, _("letters, figures and - are what an address is made of."))

    return check


def decimal(value: Any, where: str) -> None:
    text(12, empty=False)(value, where)
    digits = value.removeprefix("-").replace(".", "", 1)
    if not (digits.isascii() and digits.isdigit()) or len(value.partition(".")[2]) > 2 or len(digits) > 8:
        wrong(where, _("a number such as -10 or 2.50 is needed."))


def points(value: Any, where: str) -> None:
    """Of an extra game: a line's number and its points, as a number or as text."""
    if not (
        isinstance(value, list)
        and len(value) == 2
        and type(value[0]) is int
        and (type(value[1]) is int or (isinstance(value[1], str) and len(value[1]) <= 40))
    ):
        wrong(where, _("a pair of a line's number and its points is needed."))


def _chained(fields: dict[str, Check]) -> Check:
    return said({**fields, "cancels": maybe(whole(0, MOST_ROWS))})


_MEMBER = record(
    {
        "kind": one_of(Membership.Kind.values),
        "number": text(30),
        "aliases": list_of(text(200), 50),
        "joined_at": moment,
        "left_at": maybe(moment),
    }
)
_PLAYER = record(
    {
        "uid": uid,
        "name": maybe(text(200, empty=False)),
        "hidden": flag,
        "anonymised_at": maybe(moment),
        "merged_into": maybe(uid),
        "member": maybe(_MEMBER),
    }
)
_CLUB = record(
    {
        "uid": uid,
        "slug": slug(60),
        "name": text(200, empty=False),
        "language": text(8, empty=False),
        "time_zone": text(64, empty=False),
        "house_rules": mapping,
        "visibility": one_of(Visibility.values),
        "verifies_sheets": flag,
    }
)
_SEASON = record(
    {
        "uid": uid,
        "slug": slug(60),
        "name": text(200, empty=False),
        "best_of": maybe(whole(1, SMALL)),
        "min_evenings": whole(0, SMALL),
        "tie_breaks": list_of(text(40), 30),
    }
)
_ENTRY = record({"uid": uid, "number": whole(1, 99_999), "player": uid, "ranked": flag})
_NUMBERS = list_of(whole(1, 99_999), MOST_ROWS)
_PRESENCE = said(
    {"entry": whole(1, 99_999), "from_round": whole(0, SMALL), "status": one_of(Presence.Status.values)}
)
_CUT = _chained(
    {
        "after_round": whole(0, SMALL),
        "n_rounds": whole(0, SMALL),
        "entries": _NUMBERS,
        "level": _NUMBERS,
        "how": one_of(Cut.How.values),
        "carry": flag,
        "lot_seed": text(64),
        "reason": text(LONGEST_TEXT),
    }
)
_WISH = _chained(
    {
        "kind": one_of(SeatingWish.Kind.values),
        "entry": maybe(whole(1, 99_999)),
        "other": maybe(whole(1, 99_999)),
        "table": maybe(whole(1, SMALL)),
    }
)
_CLOCK = said(
    {
        "round": whole(1, SMALL),
        "kind": one_of(ClockAct.Kind.values),
        "seconds": maybe(whole(-86_400, 864_000)),
        "table": maybe(whole(1, SMALL)),
    }
)
_PENALTY = _chained({"entry": whole(1, 99_999), "points": decimal, "reason": text(LONGEST_TEXT, empty=False)})
_DECIDER = _chained(
    {"kind": one_of(Decider.Kind.values), "points": list_of(points, 1000), "reason": text(LONGEST_TEXT)}
)
_LOG = said(
    {
        "verb": text(60, empty=False),
        "subject": text(60, empty=False),
        "scoped": flag,
        "reason": text(LONGEST_TEXT),
        "details": mapping,
    }
)
_SIGN_UP = said({"player": uid, "kind": one_of(SignUp.Kind.values)})
_TERMS = record(
    {"opens_at": maybe(moment), "closes_at": maybe(moment), "capacity": maybe(whole(1, 1_000_000))}
)
_OFFICIAL = record({"role": one_of(Official.Kind.values), "user": uid})
_TABLE = record(
    {
        "number": whole(1, SMALL),
        "sheet_number": maybe(whole(1, 1_000_000)),
        "seats": list_of(record({"seat": whole(0, 9), "entry": whole(1, 99_999)}), 10),
        "game": maybe(GAME),
    }
)
_ROUND = record(
    {
        "number": whole(1, SMALL),
        "state": one_of([Round.State.PUBLISHED, Round.State.CLOSED]),
        "seed": _SEED,
        "algorithm": text(80),
        "input_hash": text(64),
        "seating_input": mapping,
        "seating_report": mapping,
        "moved_by_hand": flag,
        "weight": decimal,
        "drawn_at": moment,
        "published_at": moment,
        "started_at": maybe(moment),
        "closed_at": maybe(moment),
        "tables": list_of(_TABLE, 2_000),
        "sit_outs": _NUMBERS,
    }
)


def _tournament(season: Check) -> Check:
    return record(
        {
            "uid": uid,
            "slug": slug(80),
            "name": text(200, empty=False),
            "season": maybe(season),
            "season_weight": decimal,
            "rules": text(64),
            "table_sizes": list_of(whole(1, 10), 20),
            "n_rounds": whole(1, SMALL),
            "draw": one_of(Tournament.Draw.values),
            "table_points": text(120),
            "tie_breaks": list_of(text(40), 30),
            "best_of": maybe(whole(1, SMALL)),
            "absent": mapping,
            "seed": _SEED,
            "lot_seed": text(64),
            "on_leaving": one_of(Tournament.Leaving.values),
            "visibility": one_of(Visibility.values),
            "starts_at": moment,
            "closed_at": maybe(moment),
            "frozen_after": maybe(whole(0, SMALL)),
            "revealed": whole(0, 1_000_000),
            "entries": list_of(_ENTRY, MOST_ROWS),
            "presence": list_of(_PRESENCE, 200_000),
            "cuts": list_of(_CUT, 1000),
            "wishes": list_of(_WISH, MOST_ROWS),
            "clock": list_of(_CLOCK, MOST_ROWS),
        },
        later={
            "sign_ups": list_of(_SIGN_UP, 200_000),
            "sign_up_terms": maybe(_TERMS),
            "officials": list_of(_OFFICIAL, 1000),
        },
    )


def _body(season: Check) -> dict[str, Check]:
    return {
        "tournament": _tournament(season),
        "rounds": list_of(_ROUND, 500),
        "penalties": list_of(_PENALTY, MOST_ROWS),
        "deciders": list_of(_DECIDER, 1000),
        "log": list_of(_LOG, 500_000),
    }


_HEAD: dict[str, Check] = {
    "format": anything,
    "version": anything,
    "club": _CLUB,
    "rules": RULES,
    "players": list_of(_PLAYER, MOST_PEOPLE),
}
_FREE_GAME_EXTRAS: dict[str, Check] = {
    "visibility": one_of(Visibility.values),
    "occasion": text(250),
    "occasion_url": text(250),
}
_HOUSE_RULES = record(
    {
        "uid": uid,
        "name": text(80, empty=False),
        "version": whole(1, SMALL),
        "preset": text(40),
        "rules": mapping,
        "made_at": moment,
        "archived_at": maybe(moment),
    }
)


def _free_game(value: Any, where: str) -> None:
    mapping(value, where)
    own = {name: part for name, part in value.items() if name not in _FREE_GAME_EXTRAS}
    GAME(own, where)
    record(_FREE_GAME_EXTRAS)(
        {name: value[name] for name in _FREE_GAME_EXTRAS if name in value},
        where,
    )


_OF_TOURNAMENT = record({**_HEAD, **_body(_SEASON)})
_OF_CLUB = record(
    {
        **_HEAD,
        "house_rules": list_of(_HOUSE_RULES, 1000),
        "seasons": list_of(_SEASON, 1000),
        "tournaments": list_of(record(_body(uid)), 5000),
        "games": list_of(_free_game, 100_000),
    }
)


def _deciders_in(bodies: Any) -> Iterator[dict[str, Any]]:
    """The rows of extra games, as far as there are such in what is not checked yet."""
    for body in bodies if isinstance(bodies, list) else ():
        rows = body.get("deciders") if isinstance(body, dict) else None
        yield from (row for row in (rows if isinstance(rows, list) else ()) if isinstance(row, dict))


def check_document(document: dict[str, Any]) -> None:
    """Refuse a document that is not formed as it should be; what its parts say of each other is not looked at.

    The first files said nothing of registrations: those get an empty list; and knew of no decision but extra games.
    """
    bodies = [document] if document["format"] == TOURNAMENT else document.get("tournaments")
    for row in _deciders_in(bodies):
        row.setdefault("kind", str(Decider.Kind.GAME))
    if document["format"] == TOURNAMENT:
        _OF_TOURNAMENT(document, "")
    else:
        _OF_CLUB(document, "")
    for body in [document] if document["format"] == TOURNAMENT else document["tournaments"]:
        body["tournament"].setdefault("sign_ups", [])
