"""Season tables: the best N of M evenings, each evening worth what its standings say."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.folding import is_called
from clubs.live import announce
from clubs.models import Club, Player
from clubs.rights import Act, require_in_club
from clubs.services.clubs import clean_name, free_slug
from tournaments.errors import TournamentError
from tournaments.models import Round, RoundSeat, Season, SeasonStanding, Standing, Tournament
from tournaments.services import marks
from tournaments.services.reasons import reason_json
from tournaments.services.season_figures import Figures, figures_of
from tournaments.standings import DEFAULT_CHAINS
from tournaments.standings.reasons import why
from tournaments.standings.season import Evening, SeasonRules, season_standings

MOST_WEIGHT = 10
MOST_EVENINGS = 200


def create_season(
    club: Club,
    *,
    name: str,
    by: By,
    best_of: int | None = None,
    min_evenings: int = 0,
    slug: str | None = None,
) -> Season:
    """A season without evenings; tournaments name it when they are made.

    Made twice it is one; a name that another season of the club has is refused.
    """
    require_in_club(by, club, Act.MANAGE_CLUB)
    _check(best_of, min_evenings)
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club.pk)
        known = _named(club, clean_name(name))
        if known is not None:
            if (known.best_of, known.min_evenings) == (best_of, min_evenings):
                return known
            raise _name_taken(known)
        season = Season.objects.create(
            club=club,
            slug=slug or free_slug(name, club.seasons),
            name=clean_name(name),
            best_of=best_of,
            min_evenings=min_evenings,
            tie_breaks=list(DEFAULT_CHAINS["season"]),
        )
        log("season.created", f"season:{season.pk}", by=by, club_id=club.pk)
    return season


def change_season(
    season: Season,
    *,
    name: str,
    best_of: int | None,
    min_evenings: int,
    weights: Mapping[int, Decimal],
    by: By,
) -> Season:
    """Change how the evenings count; `weights` by id of the evening, others keep theirs. The table follows.

    The address stays: people have it.
    """
    require_in_club(by, season.club, Act.MANAGE_CLUB)
    if any(not 0 < weight <= MOST_WEIGHT for weight in weights.values()):
        raise TournamentError(
            _("An evening counts more than 0 times and at most %(most)d times.") % {"most": MOST_WEIGHT},
            code="bad_weight",
        )
    _check(best_of, min_evenings)
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=season.club_id)
        season = Season.objects.select_for_update().get(pk=season.pk)
        known = _named(club, clean_name(name))
        if known is not None and known.pk != season.pk:
            raise _name_taken(known)
        wanted = {"name": clean_name(name), "best_of": best_of, "min_evenings": min_evenings}
        old = {field: getattr(season, field) for field in wanted}
        moved = [
            evening
            for evening in season.tournaments.filter(pk__in=weights)
            if evening.season_weight != weights[evening.pk]
        ]
        if old == wanted and not moved:
            return season
        for field, value in wanted.items():
            setattr(season, field, value)
        season.save(update_fields=list(wanted))
        for evening in moved:
            evening.season_weight = weights[evening.pk]
            evening.save(update_fields=["season_weight"])
        log(
            "season.changed",
            f"season:{season.pk}",
            by=by,
            club_id=season.club_id,
            old={field: old[field] for field in ("best_of", "min_evenings")},
            new={field: wanted[field] for field in ("best_of", "min_evenings")},
            weights={evening.scope: str(evening.season_weight) for evening in moved},
        )
        marks.mark_season(season.pk)
    return season


def _check(best_of: int | None, min_evenings: int) -> None:
    if (best_of is not None and not 1 <= best_of <= MOST_EVENINGS) or not 0 <= min_evenings <= MOST_EVENINGS:
        raise TournamentError(
            _("A season counts 1 to %(most)d evenings and asks for 0 to %(most)d.") % {"most": MOST_EVENINGS},
            code="bad_evenings",
        )


def _named(club: Club, name: str) -> Season | None:
    return club.seasons.filter(is_called("name", name)).order_by("pk").first()


def _name_taken(season: Season) -> TournamentError:
    return TournamentError(
        _("The club has a season %(season)s already: choose another name.") % {"season": season.name},
        code="season_exists",
    )


def refresh(season_id: int) -> bool:
    """Compute the table if it is marked, and clear the mark, in one transaction."""
    with transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season_id)
        mark = marks.lock(scope_of(season))
        if mark is None:
            return False
        rows = derive(season, version=mark.wanted)
        season.standings.all().delete()
        SeasonStanding.objects.bulk_create(rows)
        mark.done = mark.wanted
        mark.save(update_fields=["done"])
        announce(scope_of(season), mark.wanted)
    return True


def derive(season: Season, *, version: int) -> list[SeasonStanding]:
    """Rows of the season's table from the last standings of its evenings; unsaved. Six queries."""
    evenings = list(season.tournaments.order_by("starts_at", "pk"))
    last = _last_standings(season)
    lines: dict[int, dict[int, Standing]] = {}
    came = _came(season)
    for standing in last:  # an evening that keeps its end for the prizes counts when it shows it
        if standing.entry_id not in came or not _has_a_result(standing):
            continue
        # Two merged profiles that both have a line: the better one, the first of the two, is the person's evening.
        lines.setdefault(standing.tournament_id, {}).setdefault(_person(standing.entry.player), standing)
    people = sorted({person for table in lines.values() for person in table})
    if not people:
        return []
    ranked = {person: any(t[person].entry.ranked for t in lines.values() if person in t) for person in people}
    figures = figures_of(lines)
    numbers = [number for number, evening in enumerate(evenings, start=1) if evening.pk in lines]
    rules = SeasonRules(
        best_of=season.best_of,
        min_evenings=season.min_evenings,
        tie_breaks=tuple(season.tie_breaks) or ("shared",),
    )
    played = [
        _evening(evening, number, lines[evening.pk])
        for number, evening in enumerate(evenings, start=1)
        if evening.pk in lines
    ]
    standings = season_standings(
        {_id(person): is_ranked for person, is_ranked in ranked.items()}, played, rules
    )
    reasons = {reason.player: reason_json(reason) for reason in why(standings)}
    return [
        SeasonStanding(
            season=season,
            player_id=int(row.player),
            position=position,
            place=row.place,
            total=row.total_text,
            evenings=sum(1 for table in lines.values() if int(row.player) in table),
            columns={
                **row.columns,
                "evenings": numbers,
                "figures": figures.get(int(row.player), Figures()).to_json(),
                "why": reasons[row.player],
            },
            decided_by=row.decided_by,
            version=version,
        )
        for position, row in enumerate(standings.rows)
    ]


def _evening(evening: Tournament, number: int, lines: Mapping[int, Standing]) -> Evening:
    """What an evening is worth: the points made in it, final included; who won it is who has its first place."""
    people = sorted(lines)
    behind = 1 + max((lines[person].place or 0 for person in people), default=0)
    return Evening(
        number=number,
        players=tuple([_id(person) for person in people]),
        totals=tuple([Fraction(lines[person].columns.get("made", lines[person].total)) for person in people]),
        places=tuple([lines[person].place or behind for person in people]),
        weight=Fraction(evening.season_weight),
    )


def scope_of(season: Season) -> str:
    return f"season:{season.pk}"


def _last_standings(season: Season) -> list[Standing]:
    latest: dict[int, list[Standing]] = {}
    rows = Standing.objects.filter(
        tournament__season=season, tournament__frozen_after__isnull=True, after_round__gt=0
    ).select_related("entry__player")
    for row in rows.order_by("tournament_id", "after_round", "position"):
        kept = latest.setdefault(row.tournament_id, [])
        if kept and kept[0].after_round != row.after_round:
            kept.clear()
        kept.append(row)
    return [row for rows_of_one in latest.values() for row in rows_of_one]


def _came(season: Season) -> set[int]:
    """The entries that were there when a round was drawn, also those who sat out: points for missed rounds alone make
    no evening of somebody who entered and never came."""
    seats = RoundSeat.objects.filter(round__tournament__season=season).exclude(round__state=Round.State.DRAFT)
    return set(seats.values_list("entry_id", flat=True))


def _has_a_result(standing: Standing) -> bool:
    """Whether a round is worth anything to them yet: played, or made up for."""
    return any(value is not None for value in standing.columns.get("rounds", ()))


def _person(player: Player) -> int:
    return player.merged_into_id or player.pk


def _id(person: int) -> str:
    return f"{person:010d}"
