"""Reading a standings document (users.md 8) into `Facts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.standings.chains import read_chain, read_game_chain
from tournaments.standings.errors import quoted, shortened
from tournaments.standings.exact import Exact
from tournaments.standings.facts import Absence, Decider, Entry, Facts, Penalty, Player, Round
from tournaments.standings.fields import Fields, known_player, read_number, read_text
from tournaments.standings.reading_tables import read_table

TOP_FIELDS = frozenset({
    "players", "rounds", "table_points", "tie_breaks", "game_tie_breaks", "best_of", "absent", "penalties",
    "deciders", "manual", "lot_seed",
})  # fmt: skip

MOST_CELLS = 2_000_000


def read_facts(request: Mapping[str, object]) -> Facts:
    """The document with everything checked that needs no table points.

    Raises StandingsError with the first thing found wrong.
    """
    top = Fields(request, name="the document", allowed=TOP_FIELDS, where={})
    entries = _read_players(top)
    players = {entry.id: Player(index) for index, entry in enumerate(entries)}
    tie_breaks = read_chain(top)
    lot_seed = top.text("lot_seed", default="") if top.has("lot_seed") else None
    if "lot" in tie_breaks and lot_seed is None:
        raise top.refusal("missing_lot_seed", 'the tie-break "lot" needs a lot_seed', "lot_seed")
    rounds = _read_rounds(top, players)
    _refuse_endless(top, len(entries), rounds, tie_breaks)
    return Facts(
        players=entries,
        rounds=rounds,
        table_points=top.text("table_points", default="raw"),
        tie_breaks=tie_breaks,
        best_of=top.whole("best_of", least=1) if top.has("best_of") else None,
        absent=_read_absence(top),
        penalties=_read_penalties(top, players),
        deciders=_read_deciders(top, players),
        manual=_read_manual(top, players),
        lot_seed=lot_seed,
    )


def _read_players(top: Fields) -> tuple[Entry, ...]:
    ranked_of: dict[str, bool] = {}
    for value in top.list_of("players"):
        ranked = True
        if not isinstance(value, str | Mapping):
            raise top.refusal("bad_field", f"a player is a text or an object, not {quoted(value)}", "players")
        if not isinstance(value, str):
            line = Fields(value, name="a player", allowed=("id", "ranked"), where={"field": "players"})
            value = line.text("id")
            line.within(player=shortened(value))
            ranked = line.truth("ranked", default=True)
        id_ = read_text(value, "players", {})
        if id_ in ranked_of:
            refusal = top.refusal("duplicate_player", f"{quoted(id_)} is listed twice", "players")
            raise refusal.at(player=shortened(id_))
        ranked_of[id_] = ranked
    if not ranked_of:
        raise top.refusal("bad_field", "players must name at least one player", "players")
    return tuple([Entry(id_, ranked_of[id_]) for id_ in sorted(ranked_of)])


def _read_rounds(top: Fields, players: Mapping[str, Player]) -> tuple[Round, ...]:
    game_chain = read_game_chain(top)
    rounds: dict[int, Round] = {}
    for value in top.list_of("rounds"):
        fields = Fields(
            value, name="a round", allowed=("number", "weight", "tables"), where={"field": "rounds"}
        )
        number = fields.whole("number")
        fields.within(round=number)
        if number in rounds:
            raise fields.refusal("duplicate_round", f"round {number} is listed twice", "number")
        weight = fields.exact("weight", default=1)
        taken: set[Player] = set()
        tables = [
            read_table(table, {"round": number, "table": position}, players, game_chain, taken)
            for position, table in enumerate(fields.list_of("tables"), start=1)
        ]
        rounds[number] = Round(number, weight, tuple(tables))
    return tuple([rounds[number] for number in sorted(rounds)])


def _refuse_endless(top: Fields, n_players: int, rounds: Sequence[Round], tie_breaks: Sequence[str]) -> None:
    """Refuse a short document whose answer would fill the memory: it has a cell per player and round."""
    width = len(rounds)
    if "places" in tie_breaks:
        width += max((len(table.seats) for round_ in rounds for table in round_.tables), default=0)
    if n_players * width > MOST_CELLS:
        message = f"{n_players} players with {width} columns are more than {MOST_CELLS} cells"
        raise top.refusal("bad_field", message, "rounds")


def _read_absence(top: Fields) -> Absence:
    value = top.get("absent") if top.has("absent") else {}
    absent = Fields(value, name="absent", allowed=("points", "cap", "min_rounds"), where={"field": "absent"})
    points: Exact | None = None if absent.get("points") == "mean" else absent.exact("points", default=0)
    return Absence(
        points=points,
        cap=None if absent.is_null("cap") else absent.whole("cap", default=1, least=0),
        min_rounds=absent.whole("min_rounds", default=0, least=0),
    )


def _read_penalties(top: Fields, players: Mapping[str, Player]) -> tuple[Penalty, ...]:
    penalties = []
    for value in top.list_of("penalties", default=[]):
        allowed = ("player", "points", "reason")
        fields = Fields(value, name="a penalty", allowed=allowed, where={"field": "penalties"})
        id_ = fields.text("player")
        player = known_player(id_, players, "penalties", {})
        fields.within(player=shortened(id_))
        reason = fields.text("reason", default="") if fields.has("reason") else ""
        penalties.append(Penalty(player, fields.exact("points"), reason))
    return tuple(penalties)


def _read_deciders(top: Fields, players: Mapping[str, Player]) -> tuple[Decider, ...]:
    return tuple([_read_decider(value, players) for value in top.list_of("deciders", default=[])])


def _read_decider(value: object, players: Mapping[str, Player]) -> Decider:
    fields = Fields(value, name="a decider", allowed=("players", "points"), where={"field": "deciders"})
    ids, values = fields.list_of("players"), fields.list_of("points")
    if len(ids) != len(values):
        raise fields.refusal(
            "length_mismatch", f"a decider of {len(ids)} players has {len(values)} points", "points"
        )
    points: dict[Player, Exact] = {}
    for id_, number in zip(ids, values, strict=True):
        player = known_player(id_, players, "deciders", {})
        where = {"player": shortened(str(id_))}
        if player in points:
            raise fields.refusal("duplicate_seat", f"{quoted(id_)} is twice in one decider").at(**where)
        points[player] = read_number(number, "points", where)
    return Decider(points)


def _read_manual(top: Fields, players: Mapping[str, Player]) -> dict[Player, Exact]:
    value = top.get("manual") if top.has("manual") else {}
    if not isinstance(value, Mapping):
        raise top.refusal("bad_field", "manual must be an object of player: number", "manual")
    return {
        known_player(id_, players, "manual", {}): read_number(
            number, "manual", {"player": shortened(str(id_))}
        )
        for id_, number in value.items()
    }
