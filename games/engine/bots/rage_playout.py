"""The rest of a Rage deal, played fast, for bots that look ahead.

Every seat weighs a few of its cards as the heuristic bot would: the chance to take this trick, and what the rest of the
hand promises either way. It goes by its own cards and by what everybody has seen.
"""

from __future__ import annotations

from games.engine.bots.rage_odds import Rest, Table
from games.engine.bots.rage_position import JOKER_RANK, ROW, RagePosition
from games.engine.bots.taking import WANTS_MORE, WANTS_NONE
from games.engine.cards import CHANGE_TRUMP, JOKER, MINUS_FIVE, NO_TRUMP, PLAYED_JOKER, PLUS_FIVE

JOKER_WINS = 0.97
"""How often a joker named trump takes a trick it could take: no trump or a change may follow."""
SPARE = (MINUS_FIVE, NO_TRUMP, CHANGE_TRUMP, PLUS_FIVE)


def play_out(position: RagePosition) -> None:
    """Play every card that is left."""
    while position.n_left > 1:
        position.play(choice(position))
    if position.n_left and not position.ends_in_colours():
        while position.n_left:
            position.play(choice(position))


def _stands(beaten: float, n_want: int, n_not: int) -> float:
    """The chance that a card wins that each of the players to come can beat so often."""
    return (1 - WANTS_MORE * beaten) ** n_want * (1 - WANTS_NONE * beaten) ** n_not


def choice(position: RagePosition) -> int:
    """The card the place to act would play."""
    place, led = position.place, position.led
    cards = position.held[place]
    if len(cards) == 1:
        card = cards[0]
        return _named(position, position.need[place] > 0) if card == JOKER else card
    wanted = position.need[place]
    if led < 0:
        return _lead(position, cards) if wanted > 0 else _lead_idly(position, cards, wanted)
    following = position.hands[ROW * place + led]
    if not following:
        return _void(position, cards) if wanted > 0 else _throw(position, cards, wanted)
    if following & following - 1 == 0:
        return (led << 4) + following.bit_length() - 1
    return _follow(position, cards, following) if wanted > 0 else _follow_idly(position, following, wanted)


def _after(position: RagePosition, cards: list[int], taken: int) -> Rest:
    """The hand of who needs a trick after this one, lost (`taken` 0) or won (1)."""
    terms = position.terms
    n_left = position.n_left - 1
    wanted = position.need[position.place] - taken
    table = terms.tables.get(n_left, wanted, position.trump_now, position.asked - taken - n_left)
    gain = terms.rate + position.fives if taken else 0.0
    return Rest(table, cards, wanted, terms.made, gain)


def _to_come(position: RagePosition) -> tuple[int, int]:
    """How many players after this one want the trick, and how many do not."""
    n_players = position.terms.n_players
    n_come = n_players - 1 - len(position.table)
    need = position.need
    place = position.place
    n_want = 0
    for _ in range(n_come):
        place = place + 1 if place < n_players - 1 else 0
        if need[place] > 0:
            n_want += 1
    return n_want, n_come - n_want


def _table(position: RagePosition, wanted: int) -> Table:
    """What cards are worth after this trick, to who needs none."""
    n_left = position.n_left - 1
    return position.terms.tables.get(n_left, wanted, position.trump_now, position.asked - n_left)


def _lead_idly(position: RagePosition, cards: list[int], wanted: int) -> int:
    """The lead of who needs no trick: the card least likely to take it and most likely to take one later; of who
    has missed the bid anyway, the best card."""
    table = _table(position, wanted)
    if wanted < 0:
        odds = table.odds
        best = max(cards, key=odds.__getitem__)
        return _named(position, wants=True) if best == JOKER else best
    n_want, n_not = _to_come(position)
    lack = position.terms.lacks[position.n_left]
    live = position.live
    row = ROW * position.place
    hands = position.hands
    trump = position.trump_now
    ruff = 1 - lack[(live[trump] & ~hands[row + trump]).bit_count()] if trump >= 0 else 0.0
    best = _spare(cards)
    best_worth = -1.0 if best < 0 else 1.0
    for colour in range(6):
        held = hands[row + colour]
        if not held:
            continue
        out = live[colour] & ~held
        rank = (held & -held).bit_length() - 1
        card = (colour << 4) + rank
        beaten = 1 - lack[(out >> rank).bit_count()]
        if colour != trump:
            beaten += ruff * lack[out.bit_count()]
        wins = _stands(beaten, n_want, n_not)
        worth = (1 - wins) * table.without[card]
        if worth > best_worth:
            best, best_worth = card, worth
    return best if best >= 0 else _named(position, wants=False)


def _follow_idly(position: RagePosition, following: int, wanted: int) -> int:
    """The highest card under the best one; who has missed the bid anyway takes what can be taken."""
    base = position.led << 4
    above = 0
    if position.best_colour == position.led:
        above = following >> position.best_rank + 1 << position.best_rank + 1
    if wanted < 0:
        return base + (above.bit_length() if above else (following & -following).bit_length()) - 1
    below = following ^ above
    if below:
        return base + below.bit_length() - 1
    is_last = len(position.table) == position.terms.n_players - 1
    return base + (above if is_last else above & -above).bit_length() - 1


def _throw(position: RagePosition, cards: list[int], wanted: int) -> int:
    """Void and in no need: the card most likely to take a trick that does not take this one; who has missed the bid
    trumps."""
    trump = position.trump_now
    row = ROW * position.place
    hands = position.hands
    winning = hands[row + trump] if trump >= 0 else 0
    if winning and position.best_colour == trump:
        winning = winning >> position.best_rank + 1 << position.best_rank + 1
    if wanted < 0 and winning:
        return (trump << 4) + winning.bit_length() - 1
    odds = _table(position, wanted).odds
    best, best_odds = -1, -1.0
    for colour in range(6):
        held = hands[row + colour]
        if colour == trump:
            held ^= winning
        if held:
            card = (colour << 4) + held.bit_length() - 1
            if odds[card] > best_odds:
                best, best_odds = card, odds[card]
    if JOKER in cards and odds[JOKER] > best_odds:
        return _named(position, wants=wanted < 0)
    if best >= 0:
        return best
    spare = _spare(cards)
    return spare if spare >= 0 else (trump << 4) + (winning & -winning).bit_length() - 1


def _named(position: RagePosition, wants: bool) -> int:
    """A joker, played to win or not."""
    trump = position.trump_now
    if wants:
        return PLAYED_JOKER + (trump if trump >= 0 else max(position.led, 0))
    colour = 0
    while colour == trump or colour == position.led:
        colour += 1
    return PLAYED_JOKER + colour


def _lead(position: RagePosition, cards: list[int]) -> int:
    lost, won = _after(position, cards, 0), _after(position, cards, 1)
    n_want, n_not = _to_come(position)
    lack = position.terms.lacks[position.n_left]
    live = position.live
    row = ROW * position.place
    hands = position.hands
    trump = position.trump_now
    ruff = 1 - lack[(live[trump] & ~hands[row + trump]).bit_count()] if trump >= 0 else 0.0
    best, best_worth = -1, -1e9
    odds = lost.table.odds
    least = min(cards, key=odds.__getitem__)
    for colour in range(6):
        held = hands[row + colour]
        if not held:
            continue
        out = live[colour] & ~held
        ruffed = ruff * lack[out.bit_count()] if colour != trump else 0.0
        card = (colour << 4) + held.bit_length() - 1
        while True:
            beaten = 1 - lack[(out >> (card & 15)).bit_count()] + ruffed
            wins = _stands(beaten, n_want, n_not)
            worth = wins * won.worth(card) + (1 - wins) * lost.worth(card)
            if worth > best_worth:
                best, best_worth = card, worth
            if card == least or least >> 4 != colour:
                break
            card = least
    last = max(cards)
    if last >= PLUS_FIVE:
        if last == JOKER:
            wins = JOKER_WINS if trump >= 0 else (1 - WANTS_MORE * 0.05) ** n_want
            worth = wins * won.worth(JOKER) + (1 - wins) * lost.worth(JOKER)
            if worth > best_worth:
                best, best_worth = _named(position, wants=True), worth
        action = _spare(cards)
        if action >= 0 and lost.worth(action) > best_worth:
            best = action
    return best


def _follow(position: RagePosition, cards: list[int], following: int) -> int:
    lost = _after(position, cards, 0)
    led = position.led
    base = led << 4
    above = 0
    if position.best_colour == led:
        above = following >> position.best_rank + 1 << position.best_rank + 1
    below = following ^ above
    best, best_worth = -1, -1e9
    if below:
        best = base + below.bit_length() - 1
        best_worth = lost.worth(best)
        low = base + (below & -below).bit_length() - 1
        if low != best and (worth := lost.worth(low)) > best_worth:
            best, best_worth = low, worth
    if not above:
        return best
    won = _after(position, cards, 1)
    n_want, n_not = _to_come(position)
    trump = position.trump_now
    lack = position.terms.lacks[position.n_left]
    out = position.live[led] & ~following
    ruffed = 0.0
    if led != trump and trump >= 0:
        trumps = position.live[trump] & ~position.hands[ROW * position.place + trump]
        ruffed = lack[out.bit_count()] * (1 - lack[trumps.bit_count()])
    rank = above.bit_length() - 1
    low = (above & -above).bit_length() - 1
    while True:
        card = base + rank
        if n_want or n_not:
            beaten = 1 - lack[(out >> rank).bit_count()] + ruffed
            wins = _stands(beaten, n_want, n_not)
            worth = wins * won.worth(card) + (1 - wins) * lost.worth(card)
        else:
            worth = won.worth(card)
        if worth > best_worth:
            best, best_worth = card, worth
        if rank == low:
            return best
        rank = low


def _void(position: RagePosition, cards: list[int]) -> int:
    lost = _after(position, cards, 0)
    trump = position.trump_now
    row = ROW * position.place
    hands = position.hands
    best, best_worth = -1, -1e9
    for colour in range(6):
        held = hands[row + colour]
        if not held:
            continue
        if colour == trump:
            held = held & (2 << position.best_rank) - 1 if position.best_colour == trump else 0
            if not held:
                continue
        card = (colour << 4) + held.bit_length() - 1
        worth = lost.worth(card)
        if worth > best_worth:
            best, best_worth = card, worth
        low = (colour << 4) + (held & -held).bit_length() - 1
        if low != card:
            worth = lost.worth(low)
            if worth > best_worth:
                best, best_worth = low, worth
    last = max(cards)
    if last >= PLUS_FIVE:
        action = _spare(cards)
        if action >= 0 and (worth := lost.worth(action)) > best_worth:
            best, best_worth = action, worth
        if last == JOKER:
            if (worth := lost.worth(JOKER)) > best_worth:
                best, best_worth = _named(position, wants=False), worth
            if position.best_rank < JOKER_RANK or 0 <= trump != position.best_colour:
                taken = _after(position, cards, 1).worth(JOKER)
                worth = JOKER_WINS * taken + (1 - JOKER_WINS) * lost.worth(JOKER)
                if worth > best_worth:
                    best, best_worth = _named(position, wants=True), worth
    if trump >= 0 and hands[row + trump]:
        return _trumping(position, cards, trump, lost, best, best_worth)
    return best


def _trumping(
    position: RagePosition, cards: list[int], trump: int, lost: Rest, best: int, best_worth: float
) -> int:
    """The trump that is worth more than that, if there is one, or else that card."""
    held = above = position.hands[ROW * position.place + trump]
    if position.best_colour == trump:
        above = held >> position.best_rank + 1 << position.best_rank + 1
    if not above:
        return best
    won = _after(position, cards, 1)
    n_want, n_not = _to_come(position)
    lack = position.terms.lacks[position.n_left]
    out = position.live[trump] & ~held
    free = lack[position.live[position.led].bit_count()]
    rank = above.bit_length() - 1
    low = (above & -above).bit_length() - 1
    while True:
        beaten = (1 - lack[(out >> rank).bit_count()]) * free
        wins = _stands(beaten, n_want, n_not)
        card = (trump << 4) + rank
        worth = wins * won.worth(card) + (1 - wins) * lost.worth(card)
        if worth > best_worth:
            best, best_worth = card, worth
        if rank == low:
            return best
        rank = low


def _spare(cards: list[int]) -> int:
    """An action card to throw in, -1 for none."""
    for card in SPARE:
        if card in cards:
            return card
    return -1
