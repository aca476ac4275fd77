"""A table as one reader sees it: everything is made from the engine's view of that seat, nothing from the state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine import GameState
from games.engine.snapshot import restore, snapshot
from games.engine.view import view
from games.models import Clock, Game, HostedSeat, HostedTable
from games.services.hosting import reading
from games.services.hosting.clocks import seats_to_act
from games.services.hosting.kept import Stand, made_once, sentences, text_of
from games.views.hosted import words
from games.views.hosted.faces import Face, TrumpSign, face, trump_sign
from games.views.hosted.shapes import HandLine, Held, LastHand, LastTrick, Line, Slot, TrickCard
from games.views.hosted.sheet_part import sheet_drawn

Json = dict[str, Any]
COLOURS = "RBGYOP"


@dataclass
class Scene:
    """What the templates draw. `event` is the number an act of this reader must carry."""

    event: int
    phase: str
    names: list[str]
    n_hands: int
    hand_number: int = 0
    hand_size: int = 0
    is_decider: bool = False
    is_rage: bool = False
    trump: TrumpSign | None = None
    turn_up: Face | None = None
    passed: list[Face] = field(default_factory=list)
    total_bid: int | None = None
    lines: list[Line] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    is_full: bool = False
    trick_number: int = 0
    held: list[Held] = field(default_factory=list)
    is_own_turn: bool = False
    bids: list[Json] = field(default_factory=list)
    own_bid: int | None = None
    turn: str = ""
    small: str = ""
    last_trick: LastTrick | None = None
    last_hand: LastHand | None = None
    said: tuple[tuple[int, str], ...] = ()
    clock: Json | None = None
    sheet: str = ""  # drawn
    result: str = ""
    ties: list[Json] = field(default_factory=list)

    @property
    def says_not_now(self) -> bool:
        """Whether cards that may not be played now say so: only to whoever is to play."""
        return self.is_own_turn and self.phase == "playing"

    @property
    def n_held(self) -> int:
        return len(self.held)


def seat_name(seat: HostedSeat) -> str:
    """How the others know this seat."""
    if seat.player is not None:
        return seat.player.display_name
    if seat.is_bot:
        return _("Bot %(n)d") % {"n": seat.number + 1}
    return seat.name or _("Seat %(n)d") % {"n": seat.number + 1}


def scene_of(
    table: HostedTable,
    seats: Sequence[HostedSeat],
    own: HostedSeat | None,
    *,
    n_events: int = 0,
    clocks: Sequence[Clock] = (),
    now: Stand | None = None,
) -> Scene | None:
    """The table for one reader, a spectator for None; None before the first card is known to them.

    `now` is how it stands, if whoever asks has just read it; else it is looked up by `n_events`, the length of its log.
    """
    until = reading.events_shown(table, is_seated=own is not None)
    found = (now or reading.stand_after(table, n_events)) if until is None else _behind(table, until)
    if found is None:
        return None
    state, last_trick = found
    names = [seat_name(seat) for seat in seats]
    seen = seen_by(state, None if own is None else own.number, n_deals=1)
    scene = _scene(state, seen, names, None if own is None else own.number, seats)
    rows = reading.tail_of(table, state.n_events)
    bots = frozenset(seat.number for seat in seats if seat.is_bot)
    assert table.game is not None
    scene.said = _said(table.game, state, rows, seen, names, bots)
    scene.sheet = sheet_drawn(table.game, state, [(names[seat.number], seat.player) for seat in seats])
    _mark_stand_ins(scene, rows, bots)
    if last_trick is not None:
        scene.last_trick = _trick_shown(last_trick, names)
    if until is None:
        scene.clock = _clock(table, clocks, scene, seats_to_act(state))
    return scene


def _said(
    game: Game, state: GameState, rows: Sequence[Json], seen: Json, names: Sequence[str], bots: frozenset[int]
) -> tuple[tuple[int, str], ...]:
    """The sentences of the last events; made once for all whose view shows the same of the bids."""
    kept = sentences.kept(text_of(game), state.n_events, {})
    key = (repr(seen["deal"] and seen["deal"]["bids"]), *names, bots, get_language())
    is_rage = state.rules.family == "rage"
    found: tuple[tuple[int, str], ...] = made_once(
        kept, key, lambda: tuple(words.said(rows, seen, names, is_rage=is_rage, bots=bots))
    )
    return found


def _mark_stand_ins(scene: Scene, rows: Sequence[Json], bots: Collection[int]) -> None:
    """On the cards of the trick: which of them a stand-in played in somebody's place."""
    n_cards = sum(1 for slot in scene.slots if slot.card)
    plays = [row for row in rows if row["type"] == "play"]
    stood_in = {
        row["seat"]
        for row in plays[len(plays) - n_cards :]
        if row.get("by") == "bot" and row["seat"] not in bots
    }
    if stood_in:
        scene.slots = [replace(slot, is_stand_in=slot.seat in stood_in) for slot in scene.slots]


def seen_by(state: GameState, seat: int | None, *, n_deals: int | None = None) -> Json:
    """The engine's view with what the words need beside it: where the deal began, whether bids were hidden."""
    return view(state, seat, n_deals=n_deals) | {
        "dealt_at": state.dealt_at,
        "hides_bids": state.rules.bidding != "open",
    }


def _behind(table: HostedTable, until: int) -> tuple[GameState, Json | None] | None:
    """The state spectators may see, folded once for all of them."""
    version = table.game.version if table.game else 0
    key = f"hosted-behind:{table.pk}:{version}:{until}"
    kept = cache.get(key)
    if kept is not None:
        return restore(kept[0]), kept[1]
    found = reading.state_at(table, until)
    if found is not None:
        cache.set(key, (snapshot(found[0]), found[1]), 30)
    return found


def _scene(
    state: GameState, seen: Json, names: list[str], own: int | None, seats: Sequence[HostedSeat]
) -> Scene:
    deal = seen["deal"]
    is_rage = state.rules.family == "rage"
    scene = Scene(seen["event"], seen["phase"], names, len(seen["hand_sizes"]), is_rage=is_rage)
    to_act = seats_to_act(state)
    if deal is not None:
        _fill_deal(scene, seen, own, to_act)
    scene.lines = [_line(scene, seen, seats[number], own, to_act) for number in range(len(names))]
    scene.is_own_turn = own is not None and own in to_act
    scene.turn = words.turn_words(seen, own, to_act, names, is_rage=is_rage)
    if own is not None and deal is not None and own in deal["seats"] and to_act:
        scene.small = words.own_words(seen, own)
    scene.last_hand = _last_hand(seen, names)
    if seen["result"] is not None:
        places, totals = seen["result"]["places"], seen["result"]["totals"]
        first = [names[seat] for seat, place in enumerate(places) if place == 1]
        scene.result = words.won(first, max(totals))
    return scene


def _fill_deal(scene: Scene, seen: Json, own: int | None, to_act: Sequence[int]) -> None:
    deal = seen["deal"]
    scene.hand_number, scene.hand_size = deal["deal"] + 1, deal["hand_size"]
    scene.is_decider = deal["decider"] is not None
    scene.trump = trump_sign(deal["trump"], is_rage=scene.is_rage, is_suspended=deal["trump_suspended"])
    scene.turn_up = face(deal["turn_up"]) if deal["turn_up"] else None
    scene.passed = [face(card) for card in deal["passed"]]
    bids = [deal["bids"][seat] for seat in deal["seats"]]
    scene.total_bid = None if None in bids else sum(bids)
    scene.slots, scene.is_full, scene.trick_number = _slots(scene, seen, own, to_act)
    scene.held = _hand(deal, may_play=seen["phase"] == "playing")
    if own is not None:
        scene.own_bid = deal["bids"][own]
        if seen["phase"] == "bidding" and own in to_act:
            legal = set(deal["legal"])
            scene.bids = [{"n": n, "is_legal": n in legal} for n in range(deal["hand_size"] + 1)]


def _slots(scene: Scene, seen: Json, own: int | None, to_act: Sequence[int]) -> tuple[list[Slot], bool, int]:
    """The trick on the table; the full one before it stays until the next card is led."""
    deal = seen["deal"]
    if seen["phase"] == "bidding":
        return [], False, 0
    trick = deal["played"][-1] if deal["played"] else {"cards": [], "winner": None}
    seats = list(deal["seats"])
    first = trick["cards"][0]["seat"] if trick["cards"] else (to_act[0] if to_act else seats[0])
    at = seats.index(first)
    order = seats[at:] + seats[:at]
    cards = {card["seat"]: face(card["card"]) for card in trick["cards"]}
    is_full = trick["winner"] is not None
    wins = trick["winner"] if is_full else deal["winning"]
    slots = [
        Slot(
            order=place,
            seat=seat,
            name=scene.names[seat],
            is_own=seat == own,
            card=cards.get(seat),
            bid=deal["bids"][seat],
            taken=deal["tricks"][seat],
            wins=seat == wins and seat in cards,
            is_next=seat in to_act,
        )
        for place, seat in enumerate(order, start=1)
    ]
    return slots, is_full, max(1, len(deal["played"]))


def _hand(deal: Json, *, may_play: bool) -> list[Held]:
    legal = set(deal["legal"]) if may_play else set()
    colours = tuple(face(f"J={letter}") for letter in COLOURS)
    held = []
    for token in deal["hand"]:
        is_joker = token == "J"
        is_playable = f"J={COLOURS[0]}" in legal if is_joker else token in legal
        held.append(Held(face(token), is_playable, colours if is_joker and is_playable else ()))
    return sorted(held, key=lambda one: _order(one.card.token))


def _order(token: str) -> tuple[int, int]:
    """Spades, hearts, clubs, diamonds with the highest first; Rage by colour, action cards last."""
    if token in ("+5", "-5", "NT", "CT", "J"):
        return (9, ("+5", "-5", "NT", "CT", "J").index(token))
    if token[1:].isdigit() and token[0] in COLOURS:
        return (COLOURS.index(token[0]), -int(token[1:]))
    return ("SHCD".index(token[1]), -"23456789TJQKA".index(token[0]))


def _line(scene: Scene, seen: Json, seat: HostedSeat, own: int | None, to_act: Sequence[int]) -> Line:
    deal = seen["deal"]
    number = seat.number
    plays = deal is not None and number in deal["seats"]
    places = seen["result"]["places"] if seen["result"] else None
    return Line(
        number=number,
        name=scene.names[number],
        is_own=number == own,
        deals=deal is not None and deal["dealer"] == number and places is None,
        is_out=deal is not None and not plays,
        bid=deal["bids"][number] if plays else None,
        has_bid=bool(plays and deal["has_bid"][number]),
        taken=deal["tricks"][number] if plays else 0,
        total=seen["totals"][number],
        place=places[number] if places else None,
        is_turn=number in to_act,
        stand_in="bot" if seat.is_bot else "away" if seat.is_away else "",
        wants_pause=seat.wants_pause,
        plus=deal["plus_fives"][number] if deal else 0,
        minus=deal["minus_fives"][number] if deal else 0,
    )


def _last_hand(seen: Json, names: Sequence[str]) -> LastHand | None:
    if not seen["deals"]:
        return None
    record = seen["deals"][-1]
    if record["void"]:
        return LastHand(record["deal"] + 1, True, False, (), 0)
    lines = tuple(
        HandLine(
            names[seat],
            record["bids"][seat],
            record["tricks"][seat],
            record["points"][seat],
            made=record["bids"][seat] == record["tricks"][seat],
        )
        for seat in range(len(names))
        if record["bids"][seat] is not None
    )
    n_made = sum(1 for line in lines if line.made)
    return LastHand(record["deal"] + 1, False, record["decider"] is not None, lines, n_made)


def _trick_shown(trick: Json, names: Sequence[str]) -> LastTrick:
    cards = tuple(
        TrickCard(names[card["seat"]], face(card["card"]), wins=card["seat"] == trick["winner"])
        for card in trick["cards"]
    )
    return LastTrick(trick["deal"] + 1, names[trick["winner"]], cards)


def _clock(table: HostedTable, clocks: Sequence[Clock], scene: Scene, to_act: Sequence[int]) -> Json | None:
    """The time of the seat the table waits for; the server's, drawn on by the page."""
    if not table.is_open:
        return None
    runs = [clock for clock in clocks if clock.seat in to_act and not clock.is_stand_in]
    clock = min(runs, key=lambda one: (one.due_at is None, one.due_at or one.since), default=None)
    if clock is None:
        return None
    if clock.due_at is None:
        left = clock.left_ms or 0
    else:
        left = max(0, round((clock.due_at - timezone.now()).total_seconds() * 1000))
    seconds = left // 1000
    return {
        "left_ms": left,
        "text": f"{seconds // 60}:{seconds % 60:02d}",
        "name": scene.names[clock.seat],
        "runs": clock.due_at is not None,
    }
