"""The dry run: what every part of a document would become on this site. Reads only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import Club, HouseRules
from clubs.shapes import wrong
from games.models import Game
from games.services.transfer import checking
from games.services.transfer.checking import GamePlan
from games.services.transfer.fates import Fate, compared
from games.services.transfer.reading import with_facts
from tournaments.models import Round, Season, Tournament
from tournaments.services.transfer import logbook, out, registration
from tournaments.services.transfer.canonical import CLUB
from tournaments.services.transfer.consistency import (
    LISTS,
    check_numbers,
    check_persons,
    check_sizes,
    check_tournament_settings,
)
from tournaments.services.transfer.people import plan_people
from tournaments.services.transfer.plans import Part, Plan, RoundPlan, TournamentPlan
from tournaments.services.transfer.shape import check_document

Value = Mapping[str, Any]


def plan_import(document: dict[str, Any], club: Club | None) -> Plan:
    """What an import of a document into a club would do; `BadDocument` at the first thing that cannot be read.

    `club` None = the club of the file, which must not be known by another name.
    """
    check_document(document)
    if club is None:
        club = Club.objects.filter(uid=document["club"]["uid"]).first()
    takes_over = club is None or (document["format"] == CLUB and _is_empty(club))
    rules = checking.check_rules(document["rules"], "/rules")
    people = plan_people(document["players"], club, "/players")
    plan = Plan(document, club, takes_over, rules, people, [], [], [])
    plan.parts += [
        Part(
            "club",
            document["club"]["name"],
            Fate.NEW
            if club is None
            else Fate.CHANGED
            if takes_over and club_differs(club, document)
            else Fate.SAME,
        )
    ]
    plan.parts += [
        Part("person", one.name, one.fate, one.note, f"/players/{number}")
        for number, one in enumerate(people)
    ]
    bodies = document["tournaments"] if document["format"] == CLUB else [document]
    prefixes = (
        [f"/tournaments/{number}" for number in range(len(bodies))] if document["format"] == CLUB else [""]
    )
    check_persons(document, bodies, {one.uid for one in people})
    _plan_seasons(plan, club)
    seen: set[str] = set()
    for body, where in zip(bodies, prefixes, strict=True):
        plan.tournaments.append(_plan_tournament(body, where, club, plan, seen))
    if document["format"] == CLUB:
        _plan_club(plan, club, seen)
    return plan


def club_differs(club: Club, document: Value) -> bool:
    """Whether the club of a document is not written as the one here."""
    return bool(out.club_value(club) != document["club"])


def _is_empty(club: Club) -> bool:
    return not any(
        rows.exists()
        for rows in (club.memberships, club.tournaments, club.games, club.seasons, club.rule_sets)
    )


def _plan_seasons(plan: Plan, club: Club | None) -> None:
    document = plan.document
    if document["format"] == CLUB:
        seasons = document["seasons"]
        known = {row["uid"] for row in seasons}
        for number, body in enumerate(document["tournaments"]):
            if body["tournament"]["season"] not in (None, *known):
                wrong(f"/tournaments/{number}/tournament/season", _("the file does not hold this season."))
    else:
        seasons = [document["tournament"]["season"]] if document["tournament"]["season"] else []
    stored = {str(row.uid): row for row in Season.objects.filter(uid__in=[row["uid"] for row in seasons])}
    for row in seasons:
        there = stored.get(row["uid"])
        if there is not None and (club is None or there.club_id != club.pk):
            wrong("/seasons", _("%(name)s belongs to another club here.") % {"name": row["name"]})
        plan.parts.append(Part("season", row["name"], Fate.NEW if there is None else Fate.SAME))


def _plan_club(plan: Plan, club: Club | None, seen: set[str]) -> None:
    """House rules and games at no tournament."""
    document = plan.document
    rules = {
        str(row.uid): row
        for row in HouseRules.objects.filter(uid__in=[row["uid"] for row in document["house_rules"]])
    }
    for number, row in enumerate(document["house_rules"]):
        there = rules.get(row["uid"])
        if there is not None and (club is None or there.club_id != club.pk):
            wrong(f"/house_rules/{number}", _("these rules belong to another club here."))
        plan.parts.append(
            Part("rules", f"{row['name']} ({row['version']})", Fate.NEW if there is None else Fate.SAME)
        )
    stored = stored_games([game["uid"] for game in document["games"]])
    for number, value in enumerate(document["games"]):
        where = f"/games/{number}"
        there_game = stored.get(value["uid"])
        _refuse_elsewhere(there_game, club, None, where)
        game = _plan_game(value, where, plan, seen, there_game)
        plan.games.append(game)
        plan.parts.append(Part("game", value["played_at"][:10], game.fate, _why(game), where))


def _plan_game(value: Value, where: str, plan: Plan, seen: set[str], stored: Game | None) -> GamePlan:
    if value["uid"] in seen:
        wrong(where, _("one game stands here twice."))
    seen.add(value["uid"])
    score = checking.check_game(value, where, plan.rules)
    return checking.plan_game(value, where, score, stored)


def stored_games(uids: Sequence[str]) -> dict[str, Game]:
    """Games of the site by uid with everything their value needs."""
    found: dict[str, Game] = {}
    for start in range(0, len(uids), 500):
        games = Game.objects.filter(uid__in=uids[start : start + 500])
        for game in with_facts(games).select_related("table"):
            found[str(game.uid)] = game
    return found


def _refuse_elsewhere(
    game: Game | None, club: Club | None, tournament: Tournament | None, where: str
) -> None:
    """A uid of the file may name only what stands at the same place here."""
    if game is None:
        return
    table = getattr(game, "table", None)
    same_tournament = (table.tournament_id if table else None) == (tournament.pk if tournament else None)
    if club is None or game.club_id != club.pk or not same_tournament:
        wrong(where, _("this game belongs to another club or another evening here."))


def _why(game: GamePlan) -> str:
    if game.fate is Fate.APART:
        return _("both sites changed this sheet: correct it here by hand, or take it out of the file")
    if game.fate is Fate.BEHIND:
        return _("this site knows more than the file; what is here stays")
    return ""


def _plan_tournament(
    body: Value, where: str, club: Club | None, plan: Plan, seen: set[str]
) -> TournamentPlan:
    value = body["tournament"]
    stored = Tournament.objects.select_related("club", "season").filter(uid=value["uid"]).first()
    if stored is not None and (club is None or stored.club_id != club.pk):
        wrong(f"{where}/tournament/uid", _("this tournament belongs to another club here."))
    if value["rules"] not in plan.rules:
        wrong(f"{where}/tournament/rules", _("the file does not hold these rules."))
    check_tournament_settings(value, f"{where}/tournament")
    check_numbers(body, where)
    check_sizes(body, f"{where}/tournament")
    own = out.body_of(stored) if stored is not None else None
    result = TournamentPlan(body, where, stored)
    history = _history(result, own)
    _plan_settings(result, own, history)
    _plan_lists(result, own)
    _plan_registration(result, own, history)
    stored_by_uid = stored_games(
        [
            table["game"]["uid"]
            for played in body["rounds"]
            for table in played["tables"]
            if table["game"] is not None
        ]
    )
    for at, played in enumerate(body["rounds"]):
        _plan_round(result, played, f"{where}/rounds/{at}", own, history, plan, seen, stored_by_uid)
    if result.log and own is not None:
        note = _("%(n)d more") % {"n": len(result.log)}
        result.parts.append(Part("log", value["name"], Fate.CHANGED, note, f"{where}/log"))
    return result


def _history(plan: TournamentPlan, own: Value | None) -> Fate:
    """Which of the two sites went on since they were equal, by their logs."""
    sent = plan.body["log"]
    if own is None:
        plan.log = sent
        return Fate.NEW
    plan.log = logbook.missing(own["log"], sent)
    ours = logbook.missing(sent, own["log"])
    if plan.log and ours:
        return Fate.APART
    return Fate.CHANGED if plan.log else Fate.BEHIND if ours else Fate.SAME


def _newer(history: Fate, is_equal: bool) -> Fate:
    """The fate of something that is not a list of facts: the site that went on is right."""
    if is_equal:
        return Fate.SAME
    return Fate.CHANGED if history is Fate.SAME else history


def _plan_settings(plan: TournamentPlan, own: Value | None, history: Fate) -> None:
    value = plan.body["tournament"]
    name = value["name"]
    if own is None:
        plan.settings, plan.entries = Fate.NEW, value["entries"]
        plan.parts.append(Part("tournament", name, Fate.NEW, where=f"{plan.where}/tournament"))
        return
    skipped = {"uid", "slug", "season", "entries", "sign_up_terms", "officials", *LISTS}
    here, there = own["tournament"], value
    differing = sorted(key for key in there if key not in skipped and here[key] != there[key])
    plan.settings = _newer(history, not differing)
    note = ""
    if differing:
        note = _("different here: %(what)s") % {"what": ", ".join(differing)}
    plan.parts.append(Part("tournament", name, plan.settings, note, f"{plan.where}/tournament"))
    fate, plan.entries = compared(_lines(here), _lines(there))
    if fate is not Fate.SAME:
        note = _("the lines of the standings are not the same here") if fate is Fate.APART else ""
        plan.parts.append(Part("entries", name, fate, note, f"{plan.where}/tournament/entries"))
    known = {row["number"] for row in plan.entries}
    plan.entries = [row for row in there["entries"] if row["number"] in known]


def _lines(value: Value) -> list[dict[str, Any]]:
    return [{"uid": row["uid"], "number": row["number"]} for row in value["entries"]]


def _plan_lists(plan: TournamentPlan, own: Value | None) -> None:
    for name in LISTS:
        inside = name in plan.body["tournament"]
        sent = plan.body["tournament"][name] if inside else plan.body[name]
        if own is None:
            fate, plan.facts[name] = (Fate.NEW if sent else Fate.SAME), sent
        else:
            fate, plan.facts[name] = compared(own["tournament"][name] if inside else own[name], sent)
        if fate is not Fate.SAME and own is not None:
            note = ""
            if fate is Fate.APART:
                note = _("both sites went on: what stands here and in the file differs")
            elif fate is Fate.CHANGED:
                note = _("%(n)d more") % {"n": len(plan.facts[name])}
            where = f"{plan.where}/{'tournament/' if inside else ''}{name}"
            plan.parts.append(Part(name, plan.body["tournament"]["name"], fate, note, where))


def _plan_registration(plan: TournamentPlan, own: Value | None, history: Fate) -> None:
    """The terms of registration and the helpers: no lists of facts, so the site that went on is right."""
    value = plan.body["tournament"]
    if "sign_up_terms" in value:
        plan.terms = _fate_of(
            value["sign_up_terms"], own and own["tournament"]["sign_up_terms"], own, history
        )
    if "officials" in value:
        here: Sequence[Value] = own["tournament"]["officials"] if own is not None else []
        sent = value["officials"]
        if plan.stored is not None:
            sent = registration.as_known_here(sent, here, plan.stored.club)
        plan.officials = _fate_of(sent, list(here), own, history)
    for kind, fate, n in (
        ("sign_up_terms", plan.terms, 0),
        ("officials", plan.officials, len(value.get("officials", ()))),
    ):
        if fate is Fate.SAME or (own is None and not value[kind]):
            continue
        note = _("both sites went on: what stands here and in the file differs") if fate is Fate.APART else ""
        if n and fate in (Fate.NEW, Fate.CHANGED):
            note = _("the file names %(n)d") % {"n": n}
        plan.parts.append(Part(kind, value["name"], fate, note, f"{plan.where}/tournament/{kind}"))


def _fate_of(sent: Any, here: Any, own: Value | None, history: Fate) -> Fate:
    return Fate.NEW if own is None else _newer(history, sent == here)


def _plan_round(
    plan: TournamentPlan,
    played: Value,
    where: str,
    own: Value | None,
    history: Fate,
    whole: Plan,
    seen: set[str],
    stored_by_uid: Mapping[str, Game],
) -> None:
    number = played["number"]
    here = next((row for row in own["rounds"] if row["number"] == number), None) if own is not None else None
    stored = plan.stored.rounds.filter(number=number).first() if plan.stored is not None else None
    note = ""
    if stored is not None and stored.state == Round.State.DRAFT:
        fate, note = Fate.APART, _("this round is drawn here and not published: throw that draft away first")
    elif here is None:
        fate = Fate.NEW
    else:
        fate = _newer(history, _seating(here) == _seating(played))
        note = _("who sits where differs here") if fate is Fate.APART else ""
    plan.rounds.append(RoundPlan(played, fate, stored if here is not None else None))
    plan.parts.append(Part("round", str(number), fate, note, where))
    for place, table in enumerate(played["tables"]):
        value = table["game"]
        if value is None:
            continue
        at = f"{where}/tables/{place}/game"
        there = stored_by_uid.get(value["uid"])
        _refuse_elsewhere(there, whole.club, plan.stored, at)
        game = _plan_game(value, at, whole, seen, there)
        plan.games.append(game)
        name = _("round %(round)d, table %(table)d") % {"round": number, "table": table["number"]}
        plan.parts.append(Part("game", name, game.fate, _why(game), at))


def _seating(value: Value) -> dict[str, Any]:
    """A round without what was played in it."""
    tables = [{**table, "game": table["game"] and table["game"]["uid"]} for table in value["tables"]]
    return {**value, "tables": tables}
