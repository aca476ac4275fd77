"""Results from a long table, made into the document of each evening, as if it had been exported.

What is said of an evening that the site knows is compared sheet by sheet; a sheet that says something else becomes
its next revision. So the same file twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubs.csv_tables import Problem
from clubs.models import Club
from clubs.services.clubs import clean_name
from clubs.shapes import write_moment
from games.engine import EngineError, RuleSet, score_sheet
from games.models import Game, Source
from games.services import facts
from games.services.importing import played_at
from tournaments.models import Tournament
from tournaments.services.transfer import out
from tournaments.services.transfer.canonical import CLUB, VERSION
from tournaments.services.transfer.results_checks import odd_hands, seated_twice, two_dealers
from tournaments.services.transfer.results_people import People
from tournaments.services.transfer.results_read import Cell, ResultsRead
from tournaments.services.transfer.results_sheets import (
    deal_of,
    on_sheet,
    other_totals,
    same_said,
    stints_of,
    with_what_stands,
)
from tournaments.standings import DEFAULT_CHAINS

_Holder = tuple[int, str | None, int, int | None]
"""(seat from 0, uid, first hand, last hand or None), hands from 0."""


@dataclass(slots=True)
class Built:
    """The document of a file for one club, and what is odd in it."""

    document: dict[str, Any]
    problems: list[Problem]


def build_document(read: ResultsRead, club: Club, *, on: date, now: datetime) -> Built:
    """A club document that says what the rows say. `on` is the day of evenings that the site does not know.

    Call it under the club's lock when it is to be stored: it reads how the evenings stand.
    """
    builder = _Builder(club, on, now, list(read.problems))
    for name, tables in read.evenings.items():
        builder.on = read.days.get(name, on)
        builder.add_evening(name, tables)
    return Built(builder.document(), builder.problems)


class _Builder:
    def __init__(self, club: Club, on: date, now: datetime, problems: list[Problem]) -> None:
        self.club, self.on, self.now, self.problems = club, on, now, problems
        self.people = People(club, now, self.problems)
        self.rules: dict[str, Any] = {}
        self.seasons: dict[str, Any] = {}
        self.bodies: list[dict[str, Any]] = []

    def document(self) -> dict[str, Any]:
        return {
            "format": CLUB,
            "version": VERSION,
            "club": out.club_value(self.club),
            "house_rules": [],
            "rules": self.rules,
            "players": [self.people.rows[uid] for uid in sorted(self.people.rows)],
            "seasons": list(self.seasons.values()),
            "tournaments": self.bodies,
            "games": [],
        }

    def add_evening(self, name: str, tables: Mapping[tuple[int, int], Sequence[Cell]]) -> None:
        stored = self._stored(name)
        if stored is None:
            body = self._new_body(name)
        else:
            known = out.tournament_document(stored, with_hidden=True)
            self.rules |= known["rules"]
            season = known["tournament"]["season"]
            if season:
                self.seasons[season["uid"]] = season
            for person in known["players"]:
                self.people.rows[person["uid"]] = person
            names = ("tournament", "rounds", "penalties", "deciders", "log")
            body = {key: known[key] for key in names}
            body["tournament"] = {**known["tournament"], "season": season["uid"] if season else None}
        uids = [row["player"] for row in body["tournament"]["entries"]]
        self.people.come_to(body["tournament"]["uid"], uids)
        for (round_no, table_no), cells in sorted(tables.items()):
            before = len(self.problems)
            self._add_table(body, round_no, table_no, cells)
            self.problems[before:] = on_sheet(self.problems[before:], cells[0].sheet)
        body["tournament"]["n_rounds"] = max(
            [body["tournament"]["n_rounds"], *(played["number"] for played in body["rounds"])]
        )
        body["rounds"].sort(key=lambda played: played["number"])
        self.bodies.append(body)

    def _stored(self, name: str) -> Tournament | None:
        found = list(
            Tournament.objects.filter(club=self.club, name__iexact=name).select_related("club", "season")[:2]
        )
        if len(found) > 1:
            text = _("two evenings are called %(name)s: bring it in on the page of the right one.")
            self.problems.append(Problem(1, "tournament", text % {"name": name}))
        return found[0] if found else None

    def _new_body(self, name: str) -> dict[str, Any]:
        ruleset = RuleSet.from_value(self.club.house_rules)
        self.rules[ruleset.hash] = ruleset.to_json()
        uid = uuid5(self.club.uid, f"tournament:{name.casefold()}")
        value: dict[str, Any] = {
            "uid": str(uid),
            "slug": f"{_slug(name)}-{self.on.isoformat()}"[:80],
            "name": clean_name(name),
            "season": None,
            "season_weight": "1.00",
            "rules": ruleset.hash,
            "table_sizes": [4, 3, 5],
            "n_rounds": 1,
            "draw": Tournament.Draw.PLAN,
            "table_points": "rank",
            "tie_breaks": list(DEFAULT_CHAINS["mixed-sizes"]),
            "best_of": None,
            "absent": {},
            "seed": uid.int % 2**31,
            "lot_seed": str(uid.int % 2**31),
            "on_leaving": Tournament.Leaving.ASK,
            "visibility": self.club.visibility,
            "starts_at": write_moment(played_at(self.on, self.club)),
            "closed_at": None,
            "frozen_after": None,
            "revealed": 0,
        }
        lists: dict[str, list[Any]] = {
            name: [] for name in ("entries", "sign_ups", "presence", "cuts", "wishes", "clock")
        }
        return {"tournament": {**value, **lists}, "rounds": [], "penalties": [], "deciders": [], "log": []}

    def _add_table(
        self,
        body: dict[str, Any],
        round_no: int,
        table_no: int,
        cells: Sequence[Cell],
    ) -> None:
        played = next((row for row in body["rounds"] if row["number"] == round_no), None)
        table = next((row for row in played["tables"] if row["number"] == table_no), None) if played else None
        sheet = self._sheet(cells, _seated(body, table) if table is not None else [])
        if sheet is None:
            return
        if played is None:
            played = self._new_round(body, round_no)
        rules = self.rules[body["tournament"]["rules"]]
        if table is None:
            self._new_table(body, played, table_no, sheet, rules, cells)
            return
        game = table["game"]
        rules = self.rules[game["rules"]]
        stored = game["revisions"][-1]["sheet"] if game["revisions"] else None
        if stored is not None:
            sheet = with_what_stands(rules, sheet, stored)
        self._compare_points(rules, sheet, cells)
        if stored is not None and same_said(rules, sheet, stored):
            return
        if game["revisions"] and game["revisions"][-1]["void"]:
            text = _("this game is void here: restore it before its sheet is corrected.")
            self.problems.append(Problem(cells[0].line, "table", text))
            return
        if len(sheet["players"]) != len(table["seats"]):
            text = _("%(n)d people in the file, %(here)d at this table here.")
            values = {"n": len(sheet["players"]), "here": len(table["seats"])}
            self.problems.append(Problem(cells[0].line, "seat", text % values))
            return
        game["seats"] = []
        game["revisions"].append(self._revision(sheet, _("The file changed.")))

    def _new_round(self, body: dict[str, Any], number: int) -> dict[str, Any]:
        at = write_moment(played_at(self.on, self.club) + timedelta(hours=number - 1))
        played = {
            "number": number,
            "state": "closed",
            "seed": 0,
            "algorithm": "import",
            "input_hash": "",
            "seating_input": {},
            "seating_report": {},
            "moved_by_hand": False,
            "weight": "1.00",
            "drawn_at": at,
            "published_at": at,
            "started_at": at,
            "closed_at": at,
            "tables": [],
            "sit_outs": [],
        }
        body["rounds"].append(played)
        return played

    def _new_table(
        self,
        body: dict[str, Any],
        played: dict[str, Any],
        number: int,
        sheet: dict[str, Any],
        rules: Mapping[str, Any],
        cells: Sequence[Cell],
    ) -> None:
        self._compare_points(rules, sheet, cells)
        sheets = [table["sheet_number"] or 0 for row in body["rounds"] for table in row["tables"]]
        numbers = [self._entry(body, uid) for uid in sheet["players"] if uid]
        if len(numbers) < len(sheet["players"]):
            text = _("somebody at this table has no name.")
            self.problems.append(Problem(cells[0].line, "player", text))
            return
        twice = list(seated_twice(played, numbers, number, cells))
        if twice:
            self.problems += twice
            return
        uid = uuid5(UUID(body["tournament"]["uid"]), f"{played['number']}.{number}")
        played["tables"].append(
            {
                "number": number,
                "sheet_number": max(sheets, default=0) + 1,
                "seats": [{"seat": seat, "entry": entry} for seat, entry in enumerate(numbers)],
                "game": {
                    "uid": str(uid),
                    "rules": body["tournament"]["rules"],
                    "source": Source.IMPORT,
                    "count": "computed",
                    "first_dealer": sheet["first_dealer"],
                    "casual": False,
                    "bots": False,
                    "verify": self.club.verifies_sheets,
                    "played_at": played["published_at"],
                    "import_key": None,
                    "seats": [],
                    "revisions": [self._revision(sheet, "")],
                    "decisions": [],
                    "hosted": None,
                },
            }
        )

    def _entry(self, body: dict[str, Any], player: str) -> int:
        entries: list[dict[str, Any]] = body["tournament"]["entries"]
        known = next((row for row in entries if row["player"] == player), None)
        if known is None:
            known = {
                "uid": str(uuid5(UUID(body["tournament"]["uid"]), player)),
                "number": max((row["number"] for row in entries), default=0) + 1,
                "player": player,
                "ranked": True,
            }
            entries.append(known)
        return int(known["number"])

    def _revision(self, sheet: Mapping[str, Any], reason: str) -> dict[str, Any]:
        return {
            "sheet": dict(sheet),
            "void": False,
            "by": None,
            "via": "import",
            "at": write_moment(self.now),
            "reason": reason,
            "client_key": None,
            "typed_by": [],
        }

    def _sheet(self, cells: Sequence[Cell], seated: Sequence[_Holder]) -> dict[str, Any] | None:
        """The sheet of one table; None when its rows contradict each other, with the row that does.

        `seated`: who holds its seats by what stands here.
        """
        by_deal: dict[int, dict[int, Cell]] = {}
        for cell in cells:
            deal = by_deal.setdefault(cell["deal"], {})
            if cell["seat"] in deal:
                text = _("seat %(seat)d stands twice in hand %(deal)d of this table (see row %(line)d).")
                values = {"seat": cell["seat"], "deal": cell["deal"], "line": deal[cell["seat"]].line}
                self.problems.append(Problem(cell.line, "seat", text % values))
                return None
            deal[cell["seat"]] = cell
        self.problems += two_dealers(by_deal)
        n_seats = max(cell["seat"] for cell in cells)
        deals = []
        for number in range(1, max(by_deal) + 1):
            row = by_deal.get(number)
            if row is None:
                text = _("hand %(deal)d of this table is missing.") % {"deal": number}
                self.problems.append(Problem(cells[0].line, "deal", text))
                return None
            made = deal_of(row, n_seats, self.problems)
            if made is None:
                return None
            deals.append(made)
        holders = self._holders(by_deal, n_seats, seated)
        if holders is None:
            return None
        players = [
            next((uid for number, uid, _start in holders if number == seat), None) for seat in range(n_seats)
        ]
        first = next((seat - 1 for seat, cell in by_deal[1].items() if cell["dealer"]), None)
        sheet: dict[str, Any] = {"players": players, "first_dealer": first, "deals": deals}
        if len(holders) > n_seats:
            sheet["seats"] = stints_of(holders)
        return sheet

    def _holders(
        self, by_deal: Mapping[int, Mapping[int, Cell]], n_seats: int, seated: Sequence[_Holder]
    ) -> list[tuple[int, str | None, int]] | None:
        """(seat, uid, from deal), by seat and time; a new name on a seat is a substitute."""
        found: list[tuple[int, str | None, int]] = []
        for seat in range(n_seats):
            last: str | None = None
            for number in sorted(by_deal):
                cell = by_deal[number].get(seat + 1)
                if cell is None:
                    continue
                uid = None
                if cell.player:
                    uid = self.people.who(cell, _holder_of(seated, seat, number - 1))
                    if uid is None:
                        return None
                if not any(row[0] == seat for row in found) or uid != last:
                    starts_late = any(row[0] == seat for row in found)
                    found.append((seat, uid, number - 1 if starts_late else 0))
                    last = uid
            if not any(row[0] == seat for row in found):
                text = _("nobody sits on seat %(seat)d of this table.") % {"seat": seat + 1}
                self.problems.append(Problem(by_deal[1][min(by_deal[1])].line, "seat", text))
                return None
        return found

    def _compare_points(
        self, rules: Mapping[str, Any], sheet: Mapping[str, Any], cells: Sequence[Cell]
    ) -> None:
        game = Game(rules=rules, count="computed", first_dealer=sheet["first_dealer"])
        try:
            score = score_sheet(facts.full_sheet(game, sheet), with_suspects=False)
        except EngineError as error:
            self.problems.append(Problem(cells[0].line, "table", error.message))
            return
        self.problems += (*other_totals(cells, score), *odd_hands(cells, score))
        for cell in cells:
            computed = score.points[cell["deal"] - 1][cell["seat"] - 1]
            if cell["points"] is not None and computed is not None and cell["points"] != computed:
                text = _("%(written)d points stand here, the rules give %(computed)d; the rules count.")
                values = {"written": cell["points"], "computed": computed}
                self.problems.append(Problem(cell.line, "points", text % values, is_fatal=False))


def _seated(body: Mapping[str, Any], table: Mapping[str, Any]) -> list[_Holder]:
    """Who holds the seats of a table that stands here: by its sheet, or by its seating while it has none."""
    revisions = table["game"]["revisions"] if table["game"] else []
    if revisions:
        return facts.seat_holders(revisions[-1]["sheet"])
    players = {row["number"]: row["player"] for row in body["tournament"]["entries"]}
    return [(seat["seat"], players.get(seat["entry"]), 0, None) for seat in table["seats"]]


def _holder_of(seated: Sequence[_Holder], seat: int, deal: int) -> str | None:
    held = (
        uid
        for number, uid, start, end in seated
        if number == seat and start <= deal and (end is None or deal <= end)
    )
    return next(held, None)


def _slug(name: str) -> str:
    return slugify(name)[:60] or "evening"
