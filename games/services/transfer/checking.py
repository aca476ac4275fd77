"""Games in a file, judged before anything is stored: their form, their rules, their sheets, the log of their cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from clubs.shapes import (
    LONGEST_TEXT,
    anything,
    flag,
    list_of,
    map_of,
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
from games.engine import EngineError, RuleSet, Score, score_sheet
from games.errors import SheetRefused
from games.models import Game, SheetDecision, Source
from games.services import facts
from games.services.sheet_extras import check_extras
from games.services.sheets import KEPT
from games.services.transfer import hosted
from games.services.transfer.fates import Fate, Row, compared, worst
from games.services.transfer.reading import game_value

MOST_RULES = 500
MOST_TYPISTS = 100

_REVISION = said(
    {
        "sheet": mapping,
        "void": flag,
        "reason": text(LONGEST_TEXT),
        "client_key": maybe(text(64, empty=False)),
        "typed_by": list_of(uid, most=MOST_TYPISTS),
    }
)
_DECISION = said(
    {
        "revision": whole(1, 10_000),
        "kind": one_of(SheetDecision.Kind.values),
        "reading": maybe(anything),
        "reason": text(LONGEST_TEXT),
    }
)
_SEAT = record(
    {"number": whole(0, 9), "player": maybe(uid), "from": whole(0, 999), "to": maybe(whole(0, 999))}
)
GAME = record(
    {
        "uid": uid,
        "rules": text(64),
        "source": one_of(Source.values),
        "count": one_of(["computed", "written"]),
        "first_dealer": maybe(whole(0, 9)),
        "casual": flag,
        "bots": flag,
        "verify": flag,
        "played_at": moment,
        "import_key": maybe(text(120, empty=False)),
        "seats": list_of(_SEAT, 100),
        "revisions": list_of(_REVISION, 2_000),
        "decisions": list_of(_DECISION, 2_000),
        "hosted": maybe(hosted.SHAPE),
    }
)
RULES = map_of(anything, MOST_RULES)


@dataclass(slots=True)
class GamePlan:
    """What will become of one game of a file. `score` is the engine's word on the newest revision in the file."""

    value: Mapping[str, Any]
    where: str
    fate: Fate
    stored: Game | None = None
    revisions: Sequence[Row] = ()
    decisions: Sequence[Row] = ()
    score: Score | None = field(default=None, repr=False)
    brings_table: bool = False  # the site knew the game, but not that its cards were dealt

    @property
    def uid(self) -> str:
        return str(self.value["uid"])


def check_rules(value: Mapping[str, Any], where: str) -> dict[str, RuleSet]:
    """Every rule set of the file by its hash, which must be its own."""
    found = {}
    for digest, rules in value.items():
        try:
            found[digest] = RuleSet.from_value(rules)
        except EngineError as error:
            wrong(f"{where}/{digest[:12]}", _("these rules cannot be used: %(why)s") % {"why": error.message})
        if found[digest].hash != digest:
            wrong(
                f"{where}/{digest[:12]}", _("these rules were changed: they do not carry their own number.")
            )
    return found


def check_game(value: Mapping[str, Any], where: str, rules: Mapping[str, RuleSet]) -> Score | None:
    """The engine's word on the newest sheet, None for a game without one; refuses what cannot be kept."""
    ruleset = rules.get(value["rules"])
    if ruleset is None:
        wrong(f"{where}/rules", _("the file does not hold these rules."))
    score = None
    game = Game(rules=ruleset.to_json(), count=value["count"], first_dealer=value["first_dealer"])
    for number, row in enumerate(value["revisions"]):
        place = f"{where}/revisions/{number}"
        if number and not row["reason"].strip() and row["via"] != "import":
            wrong(f"{place}/reason", _("a correction carries its reason."))
        score = _checked_sheet(game, row["sheet"], f"{place}/sheet")
    keys = [row["client_key"] for row in value["revisions"] if row["client_key"]]
    if len(set(keys)) < len(keys):
        wrong(f"{where}/revisions", _("two revisions carry one key."))
    for number, row in enumerate(value["decisions"]):
        if row["revision"] > len(value["revisions"]):
            wrong(f"{where}/decisions/{number}/revision", _("there is no such revision."))
        if row["kind"] == SheetDecision.Kind.REOPENED and not row["reason"].strip():
            wrong(f"{where}/decisions/{number}/reason", _("say why the sheet was opened again."))
    starts = [(seat["number"], seat["from"]) for seat in value["seats"]]
    if len(set(starts)) < len(starts):
        wrong(f"{where}/seats", _("two people cannot take one seat at the same hand."))
    for number, seat in enumerate(value["seats"]):
        if seat["to"] is not None and seat["to"] < seat["from"]:
            wrong(f"{where}/seats/{number}/to", _("the seat was left before it was taken."))
    if value["hosted"] is not None:
        hosted.check_hosted(value["hosted"], value["uid"], f"{where}/hosted")
    return score


def _checked_sheet(game: Game, sheet: Mapping[str, Any], where: str) -> Score:
    for name in sheet:
        if name not in KEPT:
            wrong(f"{where}/{name[:40]}", _("nobody knows this field; take it out."))
    try:
        score = score_sheet(facts.full_sheet(game, sheet), with_suspects=False)
        check_extras(sheet, score)
    except EngineError as error:
        deal = error.where.get("deal")
        wrong(where if deal is None else f"{where}/deals/{deal}", error.message)
    except SheetRefused as error:
        wrong(where, error.message)
    held: dict[str, int] = {}
    for seat, player, _start, _end in facts.seat_holders(sheet):
        if player and held.setdefault(player, seat) != seat:
            wrong(where, _("one person cannot hold two seats at a table."))
    return score


def people_of(value: Mapping[str, Any]) -> Iterator[str]:
    """The uids of everybody a game names."""
    for row in value["revisions"]:
        yield from (uid_ for _seat, uid_, _from, _to in facts.seat_holders(row["sheet"]) if uid_)
        yield from (uid_ for uid_ in row["sheet"]["players"] if uid_)
    yield from (seat["player"] for seat in value["seats"] if seat["player"])
    if value["hosted"] is not None:
        yield from (seat["player"] for seat in value["hosted"]["seats"] if seat["player"])


def users_of(value: Mapping[str, Any]) -> Iterator[str]:
    """The uids of everybody who acted on a game."""
    rows = [*value["revisions"], *value["decisions"]]
    if value["hosted"] is not None:
        rows += value["hosted"]["events"]
        yield value["hosted"]["opened_by"]
    yield from (row["by"] for row in rows if row["by"])


def plan_game(value: Mapping[str, Any], where: str, score: Score | None, stored: Game | None) -> GamePlan:
    """The fate of a game that passed `check_game`. `stored` is the site's game of this uid, with its rows."""
    if stored is None:
        return GamePlan(
            value, where, Fate.NEW, None, value["revisions"], value["decisions"], score, bool(value["hosted"])
        )
    own = game_value(stored)
    fate_of_sheets, revisions = compared(own["revisions"], value["revisions"])
    fate_of_words, decisions = compared(own["decisions"], value["decisions"])
    brings_table = own["hosted"] is None and value["hosted"] is not None
    fate_of_cards = Fate.CHANGED if brings_table else Fate.SAME
    if own["hosted"] is not None and value["hosted"] is None:
        fate_of_cards = Fate.BEHIND
    elif own["hosted"] is not None and own["hosted"]["events"] != value["hosted"]["events"]:
        fate_of_cards = compared(own["hosted"]["events"], value["hosted"]["events"])[0]
        if fate_of_cards is Fate.CHANGED:  # the log of a table that is over never grows
            fate_of_cards = Fate.APART
    fate = worst([fate_of_sheets, fate_of_words, fate_of_cards])
    if own["rules"] != value["rules"]:
        fate = Fate.APART
    return GamePlan(value, where, fate, stored, revisions, decisions, score, brings_table)
