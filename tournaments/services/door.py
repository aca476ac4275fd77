"""The door: who is here, many at once; and people who walk in without being on any list."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.activity import By
from clubs.folding import in_order
from clubs.models import Player
from clubs.rights import Act
from clubs.services.rosters import add_names
from tournaments.errors import TournamentError
from tournaments.models import Entry, Presence, Tournament
from tournaments.rights import require_in, roles_in
from tournaments.services.entries import enter_players, next_round_number, note_presence, statuses
from tournaments.services.signing_up import list_of


def call_roll(tournament: Tournament, *, wanted: Mapping[int, str], by: By) -> list[Entry]:
    """Note the presence of players, by player id, from the next undrawn round on; all of it or nothing.

    Somebody on the club's roster who has not entered yet is entered. Twice is once.
    """
    require_in(by, tournament, Act.CALL_ROLL)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        for status in wanted.values():
            if status not in Presence.Status.values:
                raise TournamentError(
                    _("%(status)s is not a thing a roll call knows.") % {"status": status},
                    code="unknown_status",
                )
        known = {entry.player_id: entry for entry in tournament.entries.filter(player__in=wanted)}
        known |= _entered(tournament, [pk for pk in sorted(wanted) if pk not in known], by)
        for status in dict.fromkeys(wanted.values()):
            named = [known[pk] for pk in sorted(wanted) if wanted[pk] == status]
            note_presence(tournament, named, status=status, by=by)
    return [known[pk] for pk in sorted(wanted)]


def admit(
    tournament: Tournament,
    names: str,
    *,
    by: By,
    decisions: Mapping[str, int | None] | None = None,
    key: str = "",
) -> list[Entry]:
    """Walk-ins, one name a line: on the roster, in the tournament and present, in one go.

    Known names and look-alikes need a decision; `clubs.services.rosters` tells the rest.
    """
    require_in(by, tournament, Act.ADD_WALK_IN)
    with transaction.atomic():
        roles = roles_in(by.user, tournament)
        people = add_names(tournament.club, names, by=by, decisions=decisions, key=key, roles=roles)
        if not people:
            raise TournamentError(_("Type the name of whoever walked in."), code="name_missing")
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        entries = enter_players(tournament, people, by=by)
        note_presence(tournament, entries, status=Presence.Status.PRESENT, by=by)
    return entries


def blanks_of(tournament: Tournament) -> list[Entry]:
    """Who has entered and nobody has spoken of before the next round, by name. Three queries."""
    known = statuses(tournament, next_round_number(tournament))
    entries = tournament.entries.select_related("player__merged_into").exclude(pk__in=known)
    return sorted(entries, key=lambda entry: (in_order(entry.player.display_name), entry.pk))


def absent_of(tournament: Tournament, among: Collection[int]) -> list[Entry]:
    """Those of the named entries who are absent before the next round, by name. Three queries."""
    known = statuses(tournament, next_round_number(tournament))
    absent = [pk for pk in among if known.get(pk) == Presence.Status.ABSENT]
    entries = tournament.entries.select_related("player__merged_into").filter(pk__in=absent)
    return sorted(entries, key=lambda entry: (in_order(entry.player.display_name), entry.pk))


def mark_blanks_absent(tournament: Tournament, *, shown: Collection[int], by: By) -> list[Entry]:
    """Note as absent whoever of the `shown` entries nobody has spoken of still; nobody is deleted."""
    require_in(by, tournament, Act.CALL_ROLL)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        marked = [entry for entry in blanks_of(tournament) if entry.pk in shown]
        note_presence(tournament, marked, status=Presence.Status.ABSENT, by=by)
    return marked


def take_back_absent(tournament: Tournament, *, shown: Collection[int], by: By) -> list[Entry]:
    """Undo it for whoever of them is absent still; who came meanwhile stays here."""
    require_in(by, tournament, Act.CALL_ROLL)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        marked = absent_of(tournament, shown)
        note_presence(tournament, marked, status=Presence.Status.UNKNOWN, by=by)
    return marked


def _entered(tournament: Tournament, player_ids: Sequence[int], by: By) -> dict[int, Entry]:
    """Those of the roster who have not entered yet, entered; by player id."""
    if not player_ids:
        return {}
    people = Player.objects.filter(memberships__club_id=tournament.club_id).distinct().in_bulk(player_ids)
    if len(people) < len(player_ids):
        raise TournamentError(
            _("Somebody in this list is not on the roster any more: load the page again."),
            code="not_on_roster",
        )
    signed_up = list_of(tournament)
    entries: list[Entry] = []
    for admitted in (True, False):
        named = [
            people[pk]
            for pk in player_ids
            if (signed_up.standing_of(people[pk])[0] == "admitted") == admitted
        ]
        if named:  # a place on the list is entered by whoever calls the roll
            entries += enter_players(tournament, named, by=By(by.user, "check-in") if admitted else by)
    return {entry.player_id: entry for entry in entries}
