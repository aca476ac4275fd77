"""The settings of a tournament: what may stand in them, and how a director changes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, Min, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.activity import By, log
from clubs.models import Activity, Visibility
from clubs.rights import Act
from clubs.services.clubs import clean_name
from games.engine import EngineError, RuleSet
from tournaments.errors import RoundConflict, TournamentError
from tournaments.models import Round, RoundSeat, Tournament
from tournaments.rights import require_in
from tournaments.services import marks
from tournaments.services.addresses import readdress, tell_games
from tournaments.standings import Standings, StandingsError
from tournaments.standings.table_points import parse_table_points

SMALLEST_TABLE, LARGEST_TABLE = 3, 7
MOST_ROUNDS = 50

# What decides places. After the first round it changes only on a second, explicit word (users.md 5).
DECIDING = frozenset({"table_points", "tie_breaks", "best_of", "absent"})
CHECKED = ("table_sizes", "n_rounds", "table_points", "tie_breaks", "best_of", "absent")
OTHERS = frozenset(
    {
        "name",
        "starts_at",
        "rules",
        "table_sizes",
        "n_rounds",
        "draw",
        "on_leaving",
        "visibility",
        "season",
        "season_weight",
    }
)


def check_settings(
    *,
    table_sizes: Sequence[int],
    n_rounds: int,
    table_points: str,
    tie_breaks: Sequence[str],
    best_of: int | None = None,
    absent: Mapping[str, Any] | None = None,
) -> None:
    """Refuse settings by which nothing could be drawn or ranked."""
    sizes = list(table_sizes)
    if (
        not sizes
        or len(set(sizes)) != len(sizes)
        or any(not SMALLEST_TABLE <= size <= LARGEST_TABLE for size in sizes)
    ):
        raise TournamentError(
            _("Tables seat %(low)d to %(high)d players: name each size once.")
            % {"low": SMALLEST_TABLE, "high": LARGEST_TABLE},
            code="bad_table_sizes",
        )
    if not 1 <= n_rounds <= MOST_ROUNDS:
        raise TournamentError(
            _("A tournament has 1 to %(most)d rounds.") % {"most": MOST_ROUNDS}, code="bad_rounds"
        )
    document: dict[str, Any] = {
        "players": ["1"],
        "rounds": [],
        "table_points": table_points,
        "tie_breaks": list(tie_breaks),
        "lot_seed": "1",
    }
    if best_of is not None:
        document["best_of"] = best_of
    if absent:
        document["absent"] = dict(absent)
    try:
        Standings(document)
    except StandingsError as error:
        raise _unrankable(error) from error


def check_points_of(sizes: Iterable[int], table_points: str) -> None:
    """Refuse table points that say nothing about a table of one of these sizes: no list could be made any more."""
    formula = parse_table_points(table_points)
    for size in sorted(set(sizes)):
        try:
            formula.of_table([0] * size, [1] * size)
        except StandingsError as error:
            raise _unrankable(error) from error


def _unrankable(error: StandingsError) -> TournamentError:
    return TournamentError(
        _("Nobody can be ranked by these settings: %(why)s") % {"why": error.message},
        code=error.code,
        where=error.where,
    )


def check_leaving(word: str) -> None:
    """Refuse what is no rule for games that somebody leaves."""
    if word not in Tournament.Leaving.values:
        raise TournamentError(
            _("Choose what becomes of a game that somebody leaves: %(words)s.")
            % {"words": ", ".join(Tournament.Leaving.values)},
            code="bad_leaving",
        )


def change_settings(
    tournament: Tournament, *, by: By, changes: Mapping[str, Any], confirmed: bool = False
) -> Tournament:
    """Change what `changes` names; what is not named stays. The log keeps old and new.

    Rules change for games that are not made yet; those that are keep theirs. Rules and what decides places change
    after the first round only with `confirmed`. A tournament that becomes unlisted gets another address. Once it is
    closed only who sees it may still change: what somebody asks for years later.
    """
    unknown = set(changes) - DECIDING - OTHERS
    if unknown:
        raise TypeError(f"unknown settings: {', '.join(sorted(unknown))}")
    require_in(by, tournament, Act.CHANGE_RULES)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().select_related("club").get(pk=tournament.pk)
        wanted = _wanted(tournament, changes)
        old = {name: getattr(tournament, name) for name in wanted}
        changed = [name for name in sorted(wanted) if old[name] != wanted[name]]
        if tournament.closed_at is not None and set(changed) - {"visibility"}:
            raise TournamentError(
                _("%(tournament)s is closed.") % {"tournament": tournament.name}, code="tournament_closed"
            )
        if not changed:
            return tournament
        check_settings(**{name: wanted.get(name, getattr(tournament, name)) for name in CHECKED})
        if {"table_points", "table_sizes"} & set(changed):
            sizes = wanted.get("table_sizes", tournament.table_sizes)
            check_points_of(
                {*sizes, *_sizes_seated(tournament)}, wanted.get("table_points", tournament.table_points)
            )
        _refuse_late(tournament, changed, wanted, confirmed=confirmed)
        for name in changed:
            setattr(tournament, name, wanted[name])
        tournament.save(update_fields=changed)
        if "visibility" in changed and tournament.visibility == Visibility.UNLISTED:
            readdress(tournament)
        elif {"visibility", "name"} & set(changed):
            tell_games(tournament)
        kept = [
            name
            for name in changed
            if name in DECIDING | {"table_sizes", "n_rounds", "draw", "on_leaving", "visibility"}
        ]
        log(
            "tournament.changed",
            tournament.scope,
            by=by,
            club_id=tournament.club_id,
            scope=tournament.scope,
            changed=[name for name in changed if name != "rules_hash"],
            old={name: old[name] for name in kept},
            new={name: wanted[name] for name in kept},
        )
        marks.mark_tournament(tournament.pk)
    return tournament


def late_change_of_places(tournament: Tournament) -> datetime | None:
    """When what decides places was last changed after the first round had begun; None if never. One query."""
    first = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT)
    begun = first.order_by().values("tournament").annotate(at=Min("published_at")).values("at")
    lines = Activity.objects.filter(
        scope=tournament.scope, verb="tournament.changed", at__gt=Subquery(begun)
    ).order_by("-id")
    return next((line.at for line in lines if DECIDING & set(line.details.get("changed", ()))), None)


def _sizes_seated(tournament: Tournament) -> set[int]:
    """The sizes of the tables that are drawn: a table made by hand may have another than the tournament plays."""
    seated = RoundSeat.objects.filter(round__tournament=tournament, table__isnull=False)
    return {row["n"] for row in seated.order_by().values("table").annotate(n=Count("pk"))}


def _wanted(tournament: Tournament, changes: Mapping[str, Any]) -> dict[str, Any]:
    wanted = dict(changes)
    if "name" in wanted:
        wanted["name"] = clean_name(wanted["name"])
    if "rules" in wanted:
        try:
            ruleset = RuleSet.from_value(wanted["rules"])
        except EngineError as error:
            raise TournamentError(
                _("The rules cannot be used: %(why)s") % {"why": error.message}, code=error.code
            ) from error
        wanted["rules"], wanted["rules_hash"] = ruleset.to_json(), ruleset.hash
    for name, kind in (("table_sizes", list), ("tie_breaks", list), ("absent", dict)):
        if name in wanted:
            wanted[name] = kind(wanted[name] or ())
    check_leaving(wanted.get("on_leaving", tournament.on_leaving))
    season = wanted.get("season")
    if season is not None and season.club_id != tournament.club_id:
        raise TournamentError(_("This season belongs to another club."), code="bad_season")
    return wanted


def _refuse_late(
    tournament: Tournament, changed: Sequence[str], wanted: Mapping[str, Any], *, confirmed: bool
) -> None:
    """What the rounds played so far stand against."""
    rounds = list(tournament.rounds.order_by("number"))
    if any(drafted.state == Round.State.DRAFT for drafted in rounds) and {
        "rules",
        "table_sizes",
        "draw",
    } & set(changed):
        raise RoundConflict(
            _("A round is drawn by the old settings: publish or discard that draft first."),
            code="draft_stands",
        )
    if "draw" in changed and rounds and Tournament.Draw.OPEN in (tournament.draw, wanted["draw"]):
        raise RoundConflict(
            _(
                "Tables were started already: an evening in rounds and an open night cannot change into one another."
            )
        )
    if (
        "n_rounds" in changed
        and rounds
        and not tournament.is_open_night
        and wanted["n_rounds"] < rounds[-1].number
    ):
        raise TournamentError(
            _("Round %(round)d is drawn already: there cannot be fewer rounds.")
            % {"round": rounds[-1].number},
            code="bad_rounds",
        )
    n_played = sum(played.state != Round.State.DRAFT for played in rounds)
    if not n_played or confirmed:
        return
    if "rules" in changed:
        raise TournamentError(
            ngettext(
                "%(n)d round is played by the old rules and stays so; only later games get the new ones.",
                "%(n)d rounds are played by the old rules and stay so; only later games get the new ones.",
                n_played,
            )
            % {"n": n_played},
            code="confirmation_needed",
            settings=sorted({"rules", *(DECIDING & set(changed))}),
        )
    if DECIDING & set(changed):
        raise TournamentError(
            _("Rounds are played already: places may change. Confirm it to change this."),
            code="confirmation_needed",
            settings=sorted(DECIDING & set(changed)),
        )
