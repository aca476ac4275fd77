"""Make a tournament, enter players, note who is here."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from clubs.activity import By, log, log_each
from clubs.models import Club, Player, Visibility
from clubs.rights import Act, require_in_club
from clubs.services.clubs import clean_name
from games.engine import EngineError, RuleSet
from tournaments.errors import TournamentError
from tournaments.models import Entry, Penalty, Presence, Round, Season, Tournament
from tournaments.rights import require_in
from tournaments.services import marks
from tournaments.services.addresses import new_slug
from tournaments.services.settings import check_leaving, check_points_of, check_settings
from tournaments.standings import DEFAULT_CHAINS

_POINTS = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")


def create_tournament_once(
    club: Club, key: str, *, name: str, by: By, **settings: Any
) -> tuple[Tournament, bool]:
    """The tournament that this key made in this club, made now if there is none; and whether it was made.

    The seed follows from the key, so the same form or message sent twice, even at once, finds its tournament again.
    """
    seed = int.from_bytes(salted_hmac("tournament seed", key).digest()[:4], "big") % 2**31
    require_in_club(by, club, Act.CREATE_TOURNAMENT)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        made = Tournament.objects.filter(club=club, seed=seed, name=clean_name(name)).first()
        if made is not None:
            return made, False
        return create_tournament(club, name=name, by=by, seed=seed, **settings), True


def create_tournament(
    club: Club,
    *,
    name: str,
    starts_at: datetime,
    by: By,
    rules: object | None = None,
    table_sizes: Sequence[int] = (4, 3, 5),
    n_rounds: int = 3,
    draw: str = Tournament.Draw.PLAN,
    table_points: str | None = None,
    tie_breaks: Sequence[str] | None = None,
    best_of: int | None = None,
    absent: Mapping[str, Any] | None = None,
    season: Season | None = None,
    on_leaving: str = Tournament.Leaving.ASK,
    visibility: str = Visibility.PUBLIC,
    seed: int | None = None,
    slug: str | None = None,
) -> Tournament:
    """A tournament with its rules whole, no players yet.

    `rules` default to the club's house rules. Table points default to `raw` when all tables have one size and to
    `rank` otherwise, the chain of tie-breaks to that of `users.md` 7. On an open night who has not played has no place.
    """
    try:
        ruleset = RuleSet.from_value(rules if rules is not None else club.house_rules)
    except EngineError as error:
        raise TournamentError(
            _("The rules cannot be used: %(why)s") % {"why": error.message}, code=error.code
        ) from error
    one_size = len(set(table_sizes)) == 1
    is_open = draw == Tournament.Draw.OPEN
    usual = "open-night" if is_open else "club-evening" if one_size else "mixed-sizes"
    chain = tie_breaks or DEFAULT_CHAINS[usual]
    if is_open and not absent:
        absent = {"points": "0", "min_rounds": 1}  # who has not played yet has no place
    require_in_club(by, club, Act.CREATE_TOURNAMENT)
    check_settings(
        table_sizes=table_sizes,
        n_rounds=n_rounds,
        table_points=table_points or "rank",
        tie_breaks=chain,
        best_of=best_of,
        absent=absent,
    )
    check_points_of(table_sizes, table_points or "rank")
    check_leaving(on_leaving)
    if season is not None and season.club_id != club.pk:
        raise TournamentError(_("This season belongs to another club."), code="bad_season")
    with transaction.atomic():
        tournament = Tournament.objects.create(
            club=club,
            season=season,
            slug=slug or new_slug(name, is_unlisted=Visibility.UNLISTED in (visibility, club.visibility)),
            name=clean_name(name),
            rules=ruleset.to_json(),
            rules_hash=ruleset.hash,
            table_sizes=list(table_sizes),
            n_rounds=n_rounds,
            draw=draw,
            on_leaving=on_leaving,
            table_points=table_points or ("raw" if one_size else "rank"),
            tie_breaks=list(chain),
            best_of=best_of,
            absent=dict(absent or {}),
            seed=seed if seed is not None else secrets.randbelow(2**31),
            visibility=visibility,
            starts_at=starts_at,
        )
        tournament.lot_seed = f"{tournament.seed}"
        tournament.save(update_fields=["lot_seed"])
        log("tournament.created", tournament.scope, by=by, club_id=club.pk, scope=tournament.scope)
    return tournament


def enter_player(tournament: Tournament, player: Player, *, by: By, ranked: bool = True) -> Entry:
    """A line in the standings; entering twice gives the line that stands."""
    return enter_players(tournament, [player], by=by, ranked=ranked)[0]


def enter_players(
    tournament: Tournament, players: Sequence[Player], *, by: By, ranked: bool = True
) -> list[Entry]:
    """Lines in the standings, in the order of the players; as many queries for a hundred as for one."""
    require_in(by, tournament, Act.REGISTER_OTHERS)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        _refuse_closed(tournament)
        known = {entry.player_id: entry for entry in tournament.entries.filter(player__in=players)}
        new = {player.pk: player for player in players if player.pk not in known}
        if new:
            last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
            entries = Entry.objects.bulk_create(
                Entry(tournament=tournament, player=player, number=number, ranked=ranked)
                for number, player in enumerate(new.values(), start=last + 1)
            )
            known |= {entry.player_id: entry for entry in entries}
            log_each(
                "entry.made",
                [f"entry:{entry.pk}" for entry in entries],
                by=by,
                club_id=tournament.club_id,
                scope=tournament.scope,
            )
            marks.mark_tournament(tournament.pk)
    return [known[player.pk] for player in players]


def set_presence(entry: Entry, *, status: str, by: By, from_round: int | None = None) -> Presence:
    """Note that a player is here, late, absent or gone from a round on (the next undrawn one if None)."""
    return note_presence(entry.tournament, [entry], status=status, by=by, from_round=from_round)[0]


def note_presence(
    tournament: Tournament, entries: Sequence[Entry], *, status: str, by: By, from_round: int | None = None
) -> list[Presence]:
    """The same word about each of these entries of a tournament; what is known already is not noted again.

    As many queries for a hundred as for one.
    """
    require_in(by, tournament, Act.CALL_ROLL)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        _refuse_closed(tournament)
        number = from_round if from_round is not None else next_round_number(tournament)
        last = {line.entry_id: line for line in tournament.presences.filter(entry__in=entries).order_by("id")}
        now = timezone.now()
        noted = Presence.objects.bulk_create(
            Presence(
                tournament=tournament,
                entry=entry,
                from_round=number,
                status=status,
                by=by.user,
                via=by.via,
                at=now,
            )
            for entry in {entry.pk: entry for entry in entries}.values()
            if entry.pk not in last or (last[entry.pk].status, last[entry.pk].from_round) != (status, number)
        )
        last |= {line.entry_id: line for line in noted}
        if noted:
            log_each(
                "presence.noted",
                [f"entry:{line.entry_id}" for line in noted],
                by=by,
                club_id=tournament.club_id,
                scope=tournament.scope,
                status=str(status),
                from_round=number,
            )
            if tournament.is_open_night:
                marks.mark_tournament(tournament.pk)  # the queue is another one: open pages show it
    return [last[entry.pk] for entry in entries]


def id_of(entry: Entry) -> str:
    """The id of an entry in the pure rooms: its number in fixed width, so that ties keep one order everywhere."""
    return f"{entry.number:05d}"


def statuses(tournament: Tournament, round_number: int) -> dict[int, str]:
    """Entry id -> presence status before a round; of entries without a line nobody has spoken. One query."""
    rows = tournament.presences.filter(from_round__lte=round_number).order_by("from_round", "id")
    known = dict(rows.values_list("entry_id", "status"))
    return {pk: status for pk, status in known.items() if status != Presence.Status.UNKNOWN}


def next_round_number(tournament: Tournament) -> int:
    """The number of the draft, or of the round that would be drawn next."""
    last = tournament.rounds.order_by("-number").first()
    if last is None:
        return 1
    return last.number if last.state == Round.State.DRAFT else last.number + 1


def give_penalty(entry: Entry, *, points: str, reason: str, by: By) -> Penalty:
    """Add signed `points` (decimal text) to a total, with the reason; standings follow."""
    value = Decimal(points.strip() if _POINTS.fullmatch(points.strip()) else "NaN")
    if not value.is_finite() or not value or abs(value) >= 10_000 or value.as_tuple().exponent < -2:  # type: ignore[operator]
        raise TournamentError(
            _("%(points)s is no number of points: write it like -10 or 2.5.") % {"points": points},
            code="not_a_number",
        )
    return _append_penalty(entry, points=value, reason=reason, by=by, cancels=None)


def cancel_penalty(penalty: Penalty, *, reason: str, by: By) -> Penalty:
    """Take a penalty back by a line of its own; cancelling twice gives the first cancellation."""
    done = Penalty.objects.filter(cancels=penalty).first()
    if done is not None:
        return done
    return _append_penalty(penalty.entry, points=-penalty.points, reason=reason, by=by, cancels=penalty)


def _append_penalty(
    entry: Entry, *, points: Decimal, reason: str, by: By, cancels: Penalty | None
) -> Penalty:
    if not reason.strip():
        raise TournamentError(_("Say why: the reason stands under the standings."), code="reason_missing")
    require_in(by, entry.tournament, Act.RUN_ROUNDS)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=entry.tournament_id)
        penalty = Penalty.objects.create(
            tournament=tournament,
            entry=entry,
            points=points,
            reason=reason,
            cancels=cancels,
            by=by.user,
            via=by.via,
            at=timezone.now(),
        )
        verb = "penalty.given" if cancels is None else "penalty.cancelled"
        log(
            verb,
            f"entry:{entry.pk}",
            by=by,
            club_id=tournament.club_id,
            scope=tournament.scope,
            reason=reason,
            points=str(points if cancels is None else cancels.points),
        )
        marks.mark_tournament(tournament.pk)
    return penalty


def _refuse_closed(tournament: Tournament) -> None:
    if tournament.closed_at is not None:
        raise TournamentError(
            _("%(tournament)s is closed: open it again before you change who plays.")
            % {"tournament": tournament.name},
            code="tournament_closed",
        )
