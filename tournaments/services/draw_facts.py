"""From facts to a seating problem: who is here, what they played, what is wished, which tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from tournaments.errors import DrawRefused
from tournaments.models import Cut, Entry, Presence, Round, RoundSeat, SeatingWish, Stale, Tournament
from tournaments.seating import SeatingError, SeatingProblem, round_seed
from tournaments.seating.splitting import fewest_sit_outs
from tournaments.services.cut_lines import field_of
from tournaments.services.entries import id_of, statuses
from tournaments.services.freshness import catch_up_after
from tournaments.services.splits import no_split_words, ways_of
from tournaments.services.wishes import rules_for_draw, wishes_of

SEATED = frozenset({Presence.Status.PRESENT, Presence.Status.VOLUNTEER})
LEAST, PATCH, ROUND, REST = "least", "patch", "round", "rest"
WAYS = (LEAST, PATCH, ROUND, REST)
"""How much of the older plan may change: as little as pays, only what must, this round, all rounds."""


@dataclass(frozen=True, slots=True)
class DrawSettings:
    """What a director may say about a draw; nothing said is the default of page and API alike.

    `tables` are the very tables, `sizes` other sizes than the tournament's; `kept` are tables of the draft that stay
    as they are. `mend` changes the draft that stands as little as it can for the people who are here now.
    """

    tables: tuple[int, ...] | None = None
    sizes: tuple[int, ...] | None = None
    seed: int | None = None
    way: str = LEAST
    kept: tuple[int, ...] = ()
    mend: bool = False
    effort: str = "quick"

    def to_json(self) -> dict[str, Any]:
        return {
            "tables": self.tables and list(self.tables),
            "sizes": self.sizes and list(self.sizes),
            "seed": self.seed,
            "way": self.way,
            "kept": list(self.kept),
            "mend": self.mend,
            "effort": self.effort,
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> DrawSettings:
        lists = {name: tuple(document[name]) for name in ("tables", "sizes", "kept") if document.get(name)}
        return cls(**{**document, "tables": None, "sizes": None, "kept": (), **lists})


DEFAULT = DrawSettings()


@dataclass(frozen=True, slots=True)
class Question:
    """A seating problem with the entries behind its ids, and the key of the facts it was read from."""

    problem: SeatingProblem
    way: str
    entries: Mapping[str, Entry]
    facts: tuple[Any, ...]


def present_in(tournament: Tournament, number: int) -> dict[int, str]:
    """Who may be seated in a round, entry id -> status: those who are here and, after a cut, still in. Two queries."""
    still_in = field_of(tournament)
    return {
        pk: status
        for pk, status in sorted(statuses(tournament, number).items())
        if status in SEATED and (still_in is None or pk in still_in)
    }


def question_of(tournament: Tournament, number: int, settings: DrawSettings = DEFAULT) -> Question:
    """The facts as the engine reads them. At most eleven queries, whatever the size.

    A draw by score brings the standings up to their facts first: it never reads a list older than a saved sheet.
    """
    is_by_score = tournament.draw != Tournament.Draw.PLAN
    if is_by_score:
        catch_up_after(tournament)
    facts = facts_key(tournament)
    entries = {entry.pk: entry for entry in tournament.entries.select_related("player__merged_into")}
    present = present_in(tournament, number)
    if not present:
        raise DrawRefused(_("Nobody is present: call the roll before you draw."), code="nobody_present")
    drawn = list(tournament.rounds.order_by("number"))
    draft = next((row for row in drawn if row.state == Round.State.DRAFT), None)
    played = [row for row in drawn if row.state != Round.State.DRAFT]
    ids = {pk: id_of(entries[pk]) for pk in present}
    document = _people(tournament, entries, present, ids, played) | {
        "sizes": list(settings.sizes or tournament.table_sizes),
        "seed": round_seed(tournament.seed, number) if settings.seed is None else settings.seed,
        "effort": settings.effort,
    }
    standing = _seats_of(draft, entries) if draft is not None and (settings.kept or settings.mend) else {}
    if settings.kept:
        document["locked"] = _locked(settings.kept, standing, set(ids.values()))
    if not is_by_score:
        document["rounds"] = max(1, tournament.n_rounds - number + 1)
        previous = _older_plan(played, draft if settings.mend else None, standing)
        if previous:
            document["previous"] = previous[: document["rounds"]]
    else:
        known = {player for past in document["history"] for table in past for player in table}
        known.update(ids.values())
        document["scores"] = {
            player: total for player, total in _scores(tournament, entries).items() if player in known
        }
    try:
        last = draft or (played[-1] if played else None)
        _set_split(document, tournament, number, settings, len(present), last)
        problem = SeatingProblem.from_json(document)
    except SeatingError as error:
        raise refusal_of(error, {ids[pk]: entries[pk] for pk in present}) from error
    return Question(problem, settings.way, {id_of(entry): entry for entry in entries.values()}, facts)


def _people(
    tournament: Tournament,
    entries: Mapping[int, Entry],
    present: Mapping[int, str],
    ids: Mapping[int, str],
    played: Sequence[Round],
) -> dict[str, Any]:
    """Who is here, what they have played, whose turn it is to sit out, what is wished of them."""
    history, sat_out = _past(tournament, entries, played)
    return {
        "players": list(ids.values()),
        "history": history,
        "sit_outs": "fewest",
        "sat_out": {ids[pk]: count for pk, count in sat_out.items() if pk in ids},
        "volunteers": [ids[pk] for pk, status in present.items() if status == Presence.Status.VOLUNTEER],
        **rules_for_draw(wishes_of(tournament), ids, {pk: entries[pk].player_id for pk in present}),
    }


def _set_split(
    document: dict[str, Any],
    tournament: Tournament,
    number: int,
    settings: DrawSettings,
    n: int,
    last: Round | None,
) -> None:
    """The very tables: those that were asked for, or the default."""
    split = settings.tables
    if split is not None:
        _refuse_needless_sit_outs(n, split, tournament.table_sizes)
    elif settings.sizes is None:
        split = ways_of(tournament, n, number, last)[0].tables
    if split is not None:
        document["split"] = list(split)
    if fewest_sit_outs(n, sorted(set(split or document["sizes"]))):
        document.pop("previous", None)  # who sits out is settled anew by whose turn it is


def facts_key(tournament: Tournament) -> tuple[Any, ...]:
    """Changes with whatever a draw is made from: people, presence, wishes, results, the draft. One query."""

    def last(rows: QuerySet[Any]) -> Subquery:
        return Subquery(rows.order_by("-pk").values("pk")[:1])

    drafted = RoundSeat.objects.filter(round__tournament=OuterRef("pk"), round__state=Round.State.DRAFT)
    rows: QuerySet[Any, tuple[Any, ...]] = Tournament.objects.filter(pk=tournament.pk).values_list(
        Subquery(Stale.objects.filter(scope=tournament.scope).values("wanted")),
        "table_sizes",
        "n_rounds",
        "draw",
        last(Entry.objects.filter(tournament=OuterRef("pk"))),
        last(Presence.objects.filter(tournament=OuterRef("pk"))),
        last(SeatingWish.objects.filter(tournament=OuterRef("pk"))),
        last(Cut.objects.filter(tournament=OuterRef("pk"))),
        last(drafted),
    )
    return rows.get()


def refusal_of(error: SeatingError, people: Mapping[str, Entry]) -> DrawRefused:
    """The engine's refusal in the reader's language where this floor has the words for it."""
    fields = error.fields
    several = fields.get("players")
    named = [*(several if isinstance(several, list) else ()), fields.get("player")]
    known = [people[player].player.display_name for player in dict.fromkeys(named) if player in people]
    names = ", ".join(known)
    if error.code == "no_split":
        text = no_split_words(error)
    elif error.code == "keep_apart_impossible":
        text = _(
            "%(names)s cannot all be kept apart at %(tables)d tables: take one of the wishes back, or unlock a table."
        ) % {"names": names, "tables": fields.get("tables", 0)}
    elif error.code == "lock_conflict" and names:
        text = _(
            "Table %(table)d cannot be as it was wished, because of %(names)s: unlock it, or take a wish back."
        ) % {"table": fields["table"], "names": names}
    elif error.code == "lock_conflict":
        text = _(
            "Table %(table)d cannot stay as it is with these tables: unlock it, or choose other tables."
        ) % {"table": fields["table"]}
    else:
        text = error.message
    return DrawRefused(text, code=error.code)


def _past(
    tournament: Tournament, entries: Mapping[int, Entry], played: Sequence[Round]
) -> tuple[list[list[list[str]]], dict[int, int]]:
    """The played rounds by table, and how often each entry sat out without having volunteered. One query."""
    rows: Iterable[tuple[int, int | None, int]] = (
        RoundSeat.objects.filter(round__in=[row.pk for row in played])
        .order_by("round__number", "table__number", "seat")
        .values_list("round__number", "table__number", "entry_id")
    )
    volunteers = {row.number: set(row.seating_input.get("volunteers") or ()) for row in played}
    rounds: dict[int, dict[int, list[str]]] = {row.number: {} for row in played}
    sat_out: dict[int, int] = {}
    for number, table, entry_id in rows:
        player = id_of(entries[entry_id])
        if table is not None:
            rounds[number].setdefault(table, []).append(player)
        elif player not in volunteers[number]:
            sat_out[entry_id] = sat_out.get(entry_id, 0) + 1
    return [list(tables.values()) for tables in rounds.values()], sat_out


def _seats_of(drafted: Round, entries: Mapping[int, Entry]) -> dict[int, list[str]]:
    """The tables of a draft as they stand, by number. One query."""
    rows = drafted.seats.filter(table__isnull=False).order_by("table__number", "seat")
    tables: dict[int, list[str]] = {}
    for number, entry_id in rows.values_list("table__number", "entry_id"):
        tables.setdefault(number, []).append(id_of(entries[entry_id]))
    return tables


def _refuse_needless_sit_outs(n: int, tables: Sequence[int], sizes: Sequence[int]) -> None:
    """Nobody sits out while a full seating exists (seating.md section 2)."""
    left = n - sum(tables)
    if not 0 <= left <= (fewest_sit_outs(n, sizes) or 0):
        raise SeatingError(
            "no_split", "The tables do not seat the players.", players=n, split=tables, seats=sum(tables)
        )


def _locked(kept: Sequence[int], standing: Mapping[int, list[str]], here: set[str]) -> list[dict[str, Any]]:
    for number in kept:
        if number not in standing:
            raise DrawRefused(
                _("Table %(table)d is not in this draft: look at it again.") % {"table": number},
                code="lock_conflict",
            )
        if not here.issuperset(standing[number]):
            raise DrawRefused(
                _("Table %(table)d cannot stay as it is: somebody there has left.") % {"table": number},
                code="lock_conflict",
            )
    return [{"round": 1, "table": number, "players": standing[number]} for number in kept]


def _older_plan(
    played: Sequence[Round], draft: Round | None, standing: Mapping[int, list[str]]
) -> list[list[list[str]]]:
    """The plan to go on from: the open rounds of the last published one, or the draft that is mended."""
    if draft is not None:
        places = [standing.get(number, []) for number in range(1, max(standing, default=0) + 1)]
        return [places, *(draft.seating_report.get("rounds") or [])[1:]]
    rounds = (played[-1].seating_report.get("rounds") or []) if played else []
    return [[list(table) for table in tables] for tables in rounds[1:]]


def _scores(tournament: Tournament, entries: Mapping[int, Entry]) -> dict[str, int | float]:
    """The totals of the newest list, of those too who have entered and were never here."""
    last = tournament.standings.order_by("-after_round").values_list("after_round", flat=True).first()
    totals = tournament.standings.filter(after_round=last or 0).values_list("entry_id", "total")
    return {id_of(entries[entry_id]): _number(total) for entry_id, total in totals}


def _number(text: str) -> int | float:
    value = Decimal(text)
    return int(value) if value == int(value) else float(value)
