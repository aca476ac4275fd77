"""A published round as its director sees it: which sheets are in or missing, what can be done, who came or left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.folding import in_order
from clubs.typed import whole
from games.models import SheetState, Source
from tournaments.models import Entry, Presence, Round, Table
from tournaments.services.drawing import SEATED
from tournaments.services.entries import statuses
from tournaments.services.joining import FreeTable, free_tables
from tournaments.services.leaving import Outcome, next_hand
from tournaments.services.missing import Missing, missing_in
from tournaments.services.namesakes import tell_apart_at
from tournaments.services.results import sheet_as_typed
from tournaments.services.rounds import has_values
from tournaments.services.splits import MOST_IN_A_ROW
from tournaments.views.organise import seating_words
from tournaments.views.organise.board import SitOut

WAITING = SEATED | {Presence.Status.STAND_BY, Presence.Status.LATE}


@dataclass(frozen=True, slots=True)
class Choice:
    """A way for somebody who comes or goes; `value` is what the form sends, `cost` what it costs."""

    value: str
    text: str
    cost: str


@dataclass(frozen=True, slots=True)
class OpenRound:
    """`missing` are tables without a sheet; `lacking` is all that keeps the round open, by table, hand and player;
    `unverified` have a sheet that is not final. `is_untouched`: no value yet.

    `coming` have no seat in this round and could get one; `seated` have one. `who` is the person chosen, `choices`
    are their ways.
    """

    round: Round
    n_tables: int
    missing: tuple[Table, ...]
    lacking: tuple[Missing, ...]
    unverified: tuple[Table, ...]
    is_untouched: bool
    sit_outs: tuple[SitOut, ...]
    coming: tuple[Entry, ...]
    seated: tuple[Entry, ...]
    who: Entry | None
    choices: tuple[Choice, ...]
    hand: int | None = None
    """The hand at which the table of `who` stands, while it plays."""

    @property
    def n_in(self) -> int:
        return self.n_tables - len(self.missing)

    @property
    def asks_why(self) -> bool:
        """Whether a way ends a game otherwise than by its last hand."""
        return self.hand is not None or any(choice.value == Outcome.VOID for choice in self.choices)

    @property
    def is_hall(self) -> bool:
        """Whether more is missing than anybody reads in one sentence."""
        return len(self.lacking) > MOST_IN_A_ROW


def _is_untouched(tables: Sequence[Table]) -> bool:
    return not any(table.game is not None and has_values(table.game) for table in tables)


def open_round_of(published: Round, who: str = "") -> OpenRound:
    """Seven queries at most, and two for namesakes; three more for the ways of a late-comer."""
    tables = list(published.tables.select_related("game__draft").order_by("number"))
    missing = [table for table in tables if table.game is None or table.game.revision == 0]
    waiting = [
        table
        for table in tables
        if table not in missing and table.game and table.game.state not in (SheetState.FINAL, SheetState.VOID)
    ]
    entries = {
        entry.pk: entry for entry in published.tournament.entries.select_related("player__merged_into")
    }
    lacking = tuple(missing_in(published))
    lacked = [seat.player for one in lacking for seat in one.seats]
    tell_apart_at(published.tournament, [*(entry.player for entry in entries.values()), *lacked])
    tables_of = dict(published.seats.values_list("entry_id", "table_id"))
    known = statuses(published.tournament, published.number + 1)
    seated = [pk for pk, table in tables_of.items() if table is not None]
    coming = [pk for pk in entries if pk not in seated and known.get(pk) in WAITING]
    chosen = entries.get(int(who)) if whole(who) is not None else None
    by_name = sorted(entries.values(), key=lambda entry: in_order(entry.player.display_name))
    return OpenRound(
        round=published,
        n_tables=len(tables),
        missing=tuple(missing),
        lacking=lacking,
        unverified=tuple(waiting),
        is_untouched=_is_untouched(tables),
        sit_outs=tuple(
            SitOut(entries[pk], seating_words.sit_out(published, f"{entries[pk].number:05d}"))
            for pk, table in tables_of.items()
            if table is None
        ),
        coming=tuple(entry for entry in by_name if entry.pk in coming),
        seated=tuple(entry for entry in by_name if entry.pk in seated),
        who=chosen,
        choices=tuple(_choices(published, tables, entries, tables_of, coming, chosen)) if chosen else (),
        hand=_hand(tables, tables_of.get(chosen.pk), published) if chosen else None,
    )


def _hand(tables: list[Table], table_id: int | None, published: Round) -> int | None:
    table = next((table for table in tables if table.pk == table_id), None)
    if table is None or table.game is None or not has_values(table.game):
        return None
    table.round = published
    sheet = sheet_as_typed(table)[1]
    return max(2, min(next_hand(sheet), len(sheet["deals"])))


def _choices(
    published: Round,
    tables: list[Table],
    entries: Mapping[int, Entry],
    tables_of: Mapping[int, int | None],
    coming: list[int],
    who: Entry,
) -> list[Choice]:
    table = next((table for table in tables if table.pk == tables_of.get(who.pk)), None)
    if table is not None:
        return _ways_to_go(published, table, entries, tables_of, coming, _is_untouched(tables))
    names = {f"{entry.number:05d}": entry.player.display_name for entry in entries.values()}
    free = [_way_to_join(one, names, f"{who.number:05d}") for one in free_tables(published, who)]
    return [*free, *_ways_to_wait(published)]


def _ways_in_the_middle(
    table: Table, values: Mapping[str, int], entries: Mapping[int, Entry], coming: list[int], rule: str
) -> list[Choice]:
    """The table has begun: the game is played to its end, without them, by somebody else, or not at all.

    What the `rule` of the tournament says comes first.
    """
    stays = _("table %(table)d has begun and plays on; the seat stays on its sheet") % values
    leaves = _("Leaves") if is_last(table.round) else _("Leaves, no seat from the next round on")
    ways = [Choice("leave", leaves, stays)]
    if table.game is None or table.game.state in (SheetState.FINAL, SheetState.VOID):
        return ways
    if table.game.source == Source.HOSTED:
        return ways
    stop = _("the others play on without them; the points so far are their result of this round")
    void = _("the game of table %(table)d counts for nobody, and for no rating") % values
    same = _("the line in the standings stays; the seat of both counts for no rating")
    outcomes: dict[str, list[Choice]] = {
        Outcome.STOP: [Choice("stop", _("Stops playing: the points so far count"), stop)],
        Outcome.SUBSTITUTE: [
            Choice(f"s{pk}", _("Stops playing, and %(name)s plays on") % {"name": _name(entries[pk])}, same)
            for pk in coming
        ],
        Outcome.VOID: [Choice("void", _("Stops playing: the game is void"), void)],
    }
    return [
        *(_by_rule(choice) for choice in outcomes.get(rule, ())),
        *(choice for outcome, choices in outcomes.items() if outcome != rule for choice in choices),
        *ways,
    ]


def _by_rule(choice: Choice) -> Choice:
    cost = _("the rule of this tournament; %(cost)s") % {"cost": choice.cost}
    return Choice(choice.value, choice.text, cost)


def _name(entry: Entry) -> str:
    return entry.player.display_name


def _way_to_join(free: FreeTable, names: Mapping[str, str], me: str) -> Choice:
    text = ngettext(
        "Table %(table)d, then %(n)d person", "Table %(table)d, then %(n)d people", free.n_people
    ) % {"table": free.number, "n": free.n_people}
    met = [pair[0] if pair[1] == me else pair[1] for pair, _times in free.figures.repeats if me in pair]
    apart = [pair[0] if pair[1] == me else pair[1] for pair in free.figures.apart if me in pair]
    parts = [
        _("meets again: %(names)s") % {"names": ", ".join(names[one] for one in met)}
        if met
        else _("meets nobody again")
    ]
    if apart:
        parts.append(
            _("is to be kept apart from %(names)s") % {"names": ", ".join(names[one] for one in apart)}
        )
    if not free.fits:
        parts.append(_("no size of this evening"))
    return Choice(f"t{free.number}", text, "; ".join(parts))


def _ways_to_wait(published: Round) -> list[Choice]:
    absent = published.tournament.absent or {}
    points = str(absent.get("points", "0"))
    cost = (
        _("this round counts as the mean of the others")
        if points == "mean"
        else _("this round counts as absent: %(points)s points") % {"points": points}
    )
    wait = Choice("wait", _("Stands by, to take a seat when somebody goes"), cost)
    if is_last(published):
        return [wait]
    return [Choice("next", _("Plays from round %(n)d on") % {"n": published.number + 1}, cost), wait]


def is_last(published: Round) -> bool:
    """Whether no round is to follow, so that nothing can be said of the next one."""
    tournament = published.tournament
    return not tournament.is_open_night and published.number >= tournament.n_rounds


def _ways_to_go(
    published: Round,
    table: Table,
    entries: Mapping[int, Entry],
    tables_of: Mapping[int, int | None],
    coming: list[int],
    is_untouched: bool,
) -> list[Choice]:
    """A round that is untouched can be taken back instead of a game that counts for nobody."""
    left = sum(at == table.pk for at in tables_of.values()) - 1
    values = {"table": table.number, "n": left}
    if table.game is None or has_values(table.game):
        return _ways_in_the_middle(table, values, entries, coming, published.tournament.on_leaving)
    ways = []
    if left >= published.tournament.ruleset.players[0]:
        text = ngettext(
            "table %(table)d plays with %(n)d person, nobody else moves",
            "table %(table)d plays with %(n)d people, nobody else moves",
            left,
        )
        if left not in published.tournament.table_sizes:
            text += "; " + _("no size of this evening")
        ways.append(Choice("leave", _("Leaves"), text % values))
    for pk in coming:
        name = entries[pk].player.display_name
        ways.append(
            Choice(
                f"p{pk}",
                _("Leaves, and %(name)s takes the seat") % {"name": name},
                _("nobody else moves"),
            )
        )
    if left < published.tournament.ruleset.players[0] and not is_untouched:
        cost = _("the game of table %(table)d counts for nobody, and for no rating") % values
        ways.append(Choice(Outcome.VOID, _("Stops playing: the game is void"), cost))
    return ways
