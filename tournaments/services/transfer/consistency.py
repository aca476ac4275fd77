"""What the parts of a document say of each other, looked at before anything is compared with the site."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from clubs.shapes import read_moment, wrong
from games.services.transfer import checking
from tournaments.errors import TournamentError
from tournaments.services.settings import check_points_of, check_settings
from tournaments.services.transfer.canonical import CLUB

Value = Mapping[str, Any]
LISTS = ("sign_ups", "presence", "cuts", "wishes", "clock", "penalties", "deciders")


def check_persons(document: Value, bodies: Sequence[Value], known: set[str]) -> None:
    def look(uids: Iterator[str], where: str) -> None:
        for uid in uids:
            if uid not in known:
                wrong(where, _("the file does not say who %(uid)s is.") % {"uid": uid})

    for number, body in enumerate(bodies):
        prefix = f"/tournaments/{number}" if document["format"] == CLUB else ""
        look((row["player"] for row in body["tournament"]["entries"]), f"{prefix}/tournament/entries")
        look((row["player"] for row in body["tournament"]["sign_ups"]), f"{prefix}/tournament/sign_ups")
        for at, played in enumerate(body["rounds"]):
            for place, table in enumerate(played["tables"]):
                if table["game"] is not None:
                    look(checking.people_of(table["game"]), f"{prefix}/rounds/{at}/tables/{place}/game")
    for number, game in enumerate(document.get("games", ())):
        look(checking.people_of(game), f"/games/{number}")


def check_tournament_settings(value: Value, where: str) -> None:
    try:
        check_settings(
            table_sizes=value["table_sizes"],
            n_rounds=value["n_rounds"],
            table_points=value["table_points"],
            tie_breaks=value["tie_breaks"],
            best_of=value["best_of"],
            absent=value["absent"],
        )
    except TournamentError as error:
        wrong(where, error.message)
    if value["revealed"] and value["frozen_after"] is None:
        wrong(f"{where}/revealed", _("only a frozen list is revealed."))
    terms = value.get("sign_up_terms")
    if terms and terms["opens_at"] and terms["closes_at"]:
        opens, closes = read_moment(terms["opens_at"]), read_moment(terms["closes_at"])
        if closes <= opens:
            wrong(f"{where}/sign_up_terms", _("registration closes after it opens."))
    roles = [(row["user"], row["role"]) for row in value.get("officials", ())]
    if len(set(roles)) < len(roles):
        wrong(f"{where}/officials", _("one role stands here twice."))


def check_sizes(body: Value, where: str) -> None:
    """No table that stands here may be of a size that the table points say nothing about."""
    sizes = {len(table["seats"]) for played in body["rounds"] for table in played["tables"]} - {0}
    try:
        check_points_of(sizes, body["tournament"]["table_points"])
    except TournamentError as error:
        wrong(f"{where}/table_points", error.message)


def check_numbers(body: Value, where: str) -> None:
    """Lines of the standings are named by their number; every number must be there, and once."""
    numbers = [row["number"] for row in body["tournament"]["entries"]]
    for name in ("number", "player", "uid"):
        values = [row[name] for row in body["tournament"]["entries"]]
        if len(set(values)) < len(values):
            wrong(f"{where}/tournament/entries", _("a line of the standings stands here twice."))
    known = set(numbers)

    def look(number: int | None, place: str) -> None:
        if number is not None and number not in known:
            wrong(place, _("there is no line %(number)d in the standings.") % {"number": number})

    for name in LISTS:
        rows = body["tournament"][name] if name in body["tournament"] else body[name]
        taken: set[int] = set()
        for at, row in enumerate(rows):
            place = f"{where}/{'tournament/' if name in body['tournament'] else ''}{name}/{at}"
            for key in ("entry", "other"):
                look(row.get(key), f"{place}/{key}")
            for number in (*row.get("entries", ()), *row.get("level", ())):
                look(number, place)
            for pair in row.get("points", ()) if name == "deciders" else ():
                look(pair[0], place)
            cancels = row.get("cancels")
            if cancels is not None and (cancels >= at or cancels in taken):
                wrong(
                    f"{place}/cancels", _("this line takes back what is not there, or is taken back already.")
                )
            taken |= set() if cancels is None else {cancels}
            _check_row(name, row, place)
    rounds = [played["number"] for played in body["rounds"]]
    if rounds != sorted(set(rounds)):
        wrong(f"{where}/rounds", _("rounds stand in order, each once."))
    sheets: set[int] = set()
    for at, played in enumerate(body["rounds"]):
        seated: set[int] = set()
        tables: set[int] = set()
        for place_no, table in enumerate(played["tables"]):
            place = f"{where}/rounds/{at}/tables/{place_no}"
            if table["number"] in tables or table["sheet_number"] in sheets:
                wrong(place, _("a table or a sheet has a number of its own."))
            tables.add(table["number"])
            sheets |= {table["sheet_number"]} if table["sheet_number"] is not None else set()
            if len({seat["seat"] for seat in table["seats"]}) < len(table["seats"]):
                wrong(f"{place}/seats", _("two people cannot sit on one seat."))
            for seat in table["seats"]:
                look(seat["entry"], f"{place}/seats")
                if seat["entry"] in seated:
                    wrong(f"{place}/seats", _("somebody sits at two tables in one round."))
                seated.add(seat["entry"])
        for number in played["sit_outs"]:
            look(number, f"{where}/rounds/{at}/sit_outs")
            if number in seated:
                wrong(f"{where}/rounds/{at}/sit_outs", _("somebody sits out and at a table in one round."))
            seated.add(number)


def _check_row(name: str, row: Value, place: str) -> None:
    """What the database holds true of single rows."""
    if name == "clock":
        timed = row["kind"] in ("start", "extend")
        if timed != (row["seconds"] is not None) or (not timed and row["table"] is not None):
            wrong(place, _("seconds belong to a start or to extra time."))
    if name == "wishes":
        whole = {
            "apart": row["entry"] is not None and row["other"] is not None and row["table"] is None,
            "table": row["entry"] is not None and row["other"] is None and row["table"] is not None,
            "clubs": row["entry"] is None and row["other"] is None and row["table"] is None,
        }
        if not whole[row["kind"]]:
            wrong(place, _("this wish does not say whom it is about."))
