"""An import carried out: planned again under the club's lock, then stored whole or not at all."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.errors import Conflict
from clubs.models import Club, HouseRules, Role
from clubs.rights import Act, require, require_in_club, roles_in_club
from clubs.sentences import one_stop
from clubs.services.clubs import free_slug
from clubs.shapes import read_moment
from games.engine import RuleSet
from games.models import Game
from games.services.people import hold_identities
from games.services.transfer import checking
from games.services.transfer import storing as games_in
from games.services.transfer.fates import Fate
from games.services.transfer.storing import Known, Place
from tournaments.errors import TournamentError
from tournaments.models import (
    Entry,
    Season,
    Tournament,
)
from tournaments.services import marks
from tournaments.services.addresses import new_slug
from tournaments.services.transfer import logbook, registration
from tournaments.services.transfer.canonical import CLUB
from tournaments.services.transfer.leaving_out import leave_out
from tournaments.services.transfer.people import (
    NEW,
    find_users,
    merge_decided,
    refuse_one_person_twice,
    refuse_undecided,
    store_people,
)
from tournaments.services.transfer.planning import plan_import
from tournaments.services.transfer.plans import Plan, TournamentPlan
from tournaments.services.transfer.rows import MAKERS, settle, store_round, store_rows

Value = Mapping[str, Any]


def fingerprint(plan: Plan) -> str:
    """Changes whenever the preview of an import would."""
    lines = [(part.kind, part.name, part.fate, part.note, part.where) for part in plan.every_part()]
    return hashlib.sha256(repr(lines).encode()).hexdigest()[:24]


def carry_out(
    document: dict[str, Any] | Callable[[Club], dict[str, Any]],
    club: Club | None,
    *,
    by: By,
    decisions: Mapping[str, str] | None = None,
    seen: str | None = None,
    only: str | None = None,
    without_apart: bool = False,
) -> Plan:
    """Store what `plan_import` shows, in one transaction; the same document twice changes nothing.

    `document` may be a function that makes it of the club under its lock, for files that say less than an export.
    `decisions` says for people who may be somebody on the roster who they are: the uid of that person, or `new`.
    `seen` is the fingerprint of the preview; when the site went on since, nothing is stored. `only` is the uid of
    the one tournament that is meant. `without_apart`: what both sites changed is left out instead of refused.
    """
    decided = decisions or {}
    _require(by, club)
    with transaction.atomic():
        club = _locked(club, document)
        if not isinstance(document, dict):
            assert club is not None
            document = document(club)
        hold_identities(alone=any(decision != NEW for decision in decided.values()))
        plan = plan_import(document, club)
        _refuse_other(plan, seen, only)
        if without_apart:
            leave_out(plan)
        _refuse_apart(plan)
        refuse_undecided(plan.people, decided)
        refuse_one_person_twice(plan.people, decided, [one.body for one in plan.tournaments])
        club = _store_club(plan, by)
        Importer(plan, club, by).store(decided)
        if plan.changes_anything:
            log("club.imported", f"club:{club.pk}", by=by, club_id=club.pk, counts=_told(plan))
        plan.club = club
    return plan


def _require(by: By, club: Club | None) -> None:
    if club is None:
        require(by, roles_in_club(by.user, None), Act.CLOSE_CLUB)  # whoever runs the site
    else:
        require_in_club(by, club, Act.MANAGE_CLUB)


def _locked(club: Club | None, document: object) -> Club | None:
    """The club under its lock: imports into one club go one after the other."""
    if club is not None:
        return Club.objects.select_for_update().get(pk=club.pk)
    value = document.get("club") if isinstance(document, Mapping) else None
    uid = value.get("uid") if isinstance(value, Mapping) else None
    return Club.objects.select_for_update().filter(uid=uid).first() if isinstance(uid, str) else None


def _refuse_other(plan: Plan, seen: str | None, only: str | None) -> None:
    if only is not None and {one.uid for one in plan.tournaments} != {only}:
        raise TournamentError(
            _("This file is of another evening: bring it in on the page of the club."),
            code="other_tournament",
        )
    if seen is not None and seen != fingerprint(plan):
        raise Conflict(
            _("The site went on since you looked: look at what the file would change now."),
            code="stale_preview",
        )


def _refuse_apart(plan: Plan) -> None:
    if plan.refused:
        first = plan.refused[0]
        raise Conflict(
            one_stop(
                _("Nothing was brought in. %(place)s: %(why)s.")
                % {"place": first.where or first.name, "why": first.note or _("both sites went on")}
            ),
            code="went_apart",
            parts=[part.where for part in plan.refused],
        )


def _told(plan: Plan) -> dict[str, int]:
    """Numbers for the log: what was new and what changed."""
    counts: dict[str, int] = {}
    for (kind, fate), n in plan.counts().items():
        if fate in (Fate.NEW, Fate.CHANGED):
            counts[f"{kind}_{fate}"] = n
    return counts


def _store_club(plan: Plan, by: By) -> Club:
    value = plan.document["club"]
    club = plan.club
    if not plan.takes_over:
        assert club is not None
        return club
    columns = {key: value[key] for key in value if key not in ("uid", "slug")}
    if club is None:
        club = Club.objects.create(uid=value["uid"], slug=_club_slug(value["slug"]), **columns)
        if by.user is not None:
            Role.objects.create(club=club, user=by.user, role=Role.Kind.OWNER)
        log("club.created", f"club:{club.pk}", by=by, club_id=club.pk)
        return club
    if str(club.uid) != value["uid"] and not Club.objects.filter(uid=value["uid"]).exists():
        club.uid = value["uid"]
    if club.slug != value["slug"]:
        club.slug = _club_slug(value["slug"])
    for name, column in columns.items():
        setattr(club, name, column)
    club.save()
    return club


def _club_slug(wanted: str) -> str:
    return free_slug(wanted, Club.objects) if Club.objects.filter(slug=wanted).exists() else wanted


class Importer:
    """One import under way: whom and what the uids of the file mean here."""

    def __init__(self, plan: Plan, club: Club, by: By) -> None:
        self.plan, self.club, self.by = plan, club, by
        self.known = Known({}, {}, plan.rules)
        self.made: list[Game] = []

    def store(self, decisions: Mapping[str, str]) -> None:
        users = find_users(self._actors(), self.club, by=self.by)
        people = store_people(self.plan.people, self.club, by=self.by)
        self.known = Known(users, people, self.plan.rules)
        self._store_house_rules()
        seasons = self._store_seasons()
        for tournament in self.plan.tournaments:
            self._store_tournament(tournament, seasons)
        self._store_free_games()
        games_in.tell(self.made)
        merge_decided(self.plan.people, people, decisions, by=self.by, club=self.club)

    def _actors(self) -> Iterator[str]:
        bodies = [one.body for one in self.plan.tournaments]
        for body in bodies:
            lists = [
                *(body["tournament"][name] for name in ("sign_ups", "presence", "cuts", "wishes", "clock")),
                *(body[name] for name in ("penalties", "deciders", "log")),
            ]
            yield from (row["by"] for rows in lists for row in rows if row["by"])
            yield from (row["user"] for row in body["tournament"].get("officials", ()))
            yield from logbook.users_in(body["log"])
        for game in (*(game for one in self.plan.tournaments for game in one.games), *self.plan.games):
            yield from checking.users_of(game.value)

    def _store_house_rules(self) -> None:
        if self.plan.document["format"] != CLUB:
            return
        rows = self.plan.document["house_rules"]
        there = set(
            map(
                str,
                HouseRules.objects.filter(uid__in=[row["uid"] for row in rows]).values_list("uid", flat=True),
            )
        )
        for row in rows:
            if row["uid"] in there:
                continue
            ruleset = RuleSet.from_value(row["rules"])
            made = HouseRules.objects.create(
                uid=row["uid"],
                club=self.club,
                name=row["name"],
                version=row["version"],
                preset=row["preset"],
                rules=row["rules"],
                rules_hash=ruleset.hash,
                made_by=self.by.user,
                archived_at=read_moment(row["archived_at"]) if row["archived_at"] else None,
            )
            HouseRules.objects.filter(pk=made.pk).update(made_at=read_moment(row["made_at"]))

    def _store_seasons(self) -> dict[str, Season]:
        document = self.plan.document
        if document["format"] == CLUB:
            rows = document["seasons"]
        else:
            rows = [document["tournament"]["season"]] if document["tournament"]["season"] else []
        found = {str(row.uid): row for row in Season.objects.filter(uid__in=[row["uid"] for row in rows])}
        for row in rows:
            if row["uid"] in found:
                continue
            columns = {key: row[key] for key in row if key not in ("uid", "slug")}
            taken = self.club.seasons.filter(slug=row["slug"]).exists()
            slug = free_slug(row["slug"], self.club.seasons) if taken else row["slug"]
            found[row["uid"]] = Season.objects.create(uid=row["uid"], club=self.club, slug=slug, **columns)
        return found

    def _store_free_games(self) -> None:
        new = [game for game in self.plan.games if game.fate is Fate.NEW]
        places = {
            game.uid: Place(game.value["visibility"], game.value["occasion"], game.value["occasion_url"])
            for game in new
        }
        made = games_in.store_new(new, club=self.club, known=self.known, places=places)
        self.made += made.values()
        for game in self.plan.games:
            if game.fate is Fate.CHANGED:
                games_in.store_changed(game, known=self.known)

    def _store_tournament(self, plan: TournamentPlan, seasons: Mapping[str, Season]) -> None:
        tournament = plan.stored
        if tournament is None:
            tournament = self._new_tournament(plan, seasons)
        else:
            tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
            if plan.settings is Fate.CHANGED:
                settle(tournament, plan.body["tournament"], self.plan.rules[plan.body["tournament"]["rules"]])
                tournament.save()
        self._store_entries(tournament, plan)
        games = self._store_games(tournament, plan)
        entries = dict(tournament.entries.values_list("number", "pk"))
        for played in plan.rounds:
            store_round(tournament, played, entries, games)
        for name, store in MAKERS.items():
            store_rows(tournament, plan.facts.get(name, ()), store, entries, self.known)
        self._store_registration(tournament, plan)
        logbook.store_lines(
            tournament, plan.log, logbook.names_of(tournament), self.known.users, self.known.people
        )
        if any(part.fate in (Fate.NEW, Fate.CHANGED) for part in plan.parts):
            marks.mark_tournament(tournament.pk)

    def _store_registration(self, tournament: Tournament, plan: TournamentPlan) -> None:
        users, people = self.known.users, self.known.people
        registration.store_sign_ups(tournament, plan.facts.get("sign_ups", ()), users, people)
        value = plan.body["tournament"]
        if plan.terms in (Fate.NEW, Fate.CHANGED):
            registration.store_terms(tournament, value["sign_up_terms"])
        if plan.officials in (Fate.NEW, Fate.CHANGED):
            registration.store_officials(tournament, value["officials"], users)

    def _new_tournament(self, plan: TournamentPlan, seasons: Mapping[str, Season]) -> Tournament:
        value = plan.body["tournament"]
        season = value["season"]
        taken = Tournament.objects.filter(slug=value["slug"]).exists()
        tournament = Tournament(
            uid=value["uid"],
            club=self.club,
            season=seasons[season["uid"] if isinstance(season, dict) else season] if season else None,
            slug=new_slug(value["name"], is_unlisted=value["visibility"] == "unlisted")
            if taken
            else value["slug"],
        )
        settle(tournament, value, self.plan.rules[plan.body["tournament"]["rules"]])
        tournament.save(force_insert=True)
        return tournament

    def _store_entries(self, tournament: Tournament, plan: TournamentPlan) -> None:
        rows = plan.entries
        Entry.objects.bulk_create(
            [
                Entry(
                    uid=row["uid"],
                    tournament=tournament,
                    player=self.known.people[row["player"]],
                    number=row["number"],
                    ranked=row["ranked"],
                )
                for row in rows
            ],
            batch_size=500,
        )

    def _store_games(self, tournament: Tournament, plan: TournamentPlan) -> dict[str, Game]:
        """New games stored, changed ones appended to; every game of the file by uid."""
        places = {}
        for played in plan.rounds:
            address = reverse("round_detail", args=[tournament.slug, played.value["number"]])
            for table in played.value["tables"]:
                if table["game"] is not None:
                    places[table["game"]["uid"]] = Place(
                        tournament.visibility,
                        tournament.name,
                        address,
                        tournament.pk,
                        played.value["number"],
                        table["number"],
                    )
        new = [game for game in plan.games if game.fate is Fate.NEW]
        found = games_in.store_new(new, club=self.club, known=self.known, places=places)
        self.made += found.values()
        for game in plan.games:
            if game.stored is not None:
                found[game.uid] = game.stored
        for game in plan.games:
            if game.fate is Fate.CHANGED:
                games_in.store_changed(game, known=self.known)
        return found
