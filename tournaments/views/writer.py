"""The sheet as the table writer's phone sees it: one hand, one question, one pad; drawn without any script too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine import Score, Sheet, score_sheet
from games.forms import Value, mode_of, value_in
from games.models import Game
from games.services import facts
from games.services.merging import Standing
from games.services.paper_modes import with_made
from games.views.entry_grid import points_by_size
from tournaments.services.writing import COLUMNS
from tournaments.views.writer_words import words

MODES = ("tricks", "made")


@dataclass(frozen=True, slots=True)
class Key:
    """A button of the pad: what it types, what stands on it and under it. A struck one may be pressed all the same."""

    value: str
    text: str
    note: str = ""
    is_struck: bool = False
    is_off: bool = False
    is_now: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One player of the hand, in bidding order. `total` counts the hands up to this one."""

    seat: int
    name: str
    bid: Value
    took: str
    is_missed: bool
    is_asked: bool
    deals: bool
    total: int
    points: int | None
    fives: tuple[tuple[str, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """A hand on the list below the pad."""

    number: int
    points: tuple[int | None, ...]
    verdict: str


@dataclass(frozen=True, slots=True)
class Writer:
    """Everything the page shows of a sheet at hand `hand` (from 0), asking for `cell` (empty: the hand is written)."""

    names: tuple[str, ...]
    mode: str
    can_skip_tricks: bool
    hand: int
    size: int
    n_hands: int
    cell: str
    question: str
    explained: str
    lines: tuple[Line, ...]
    keys: tuple[Key, ...]
    undo_cell: str
    undo_text: str
    next_hand: int | None
    next_dealer: str
    past: tuple[Past, ...]
    is_whole: bool
    n_written: int
    leaders: tuple[str, ...]
    leading: int


def writer_of(
    game: Game, standing: Standing, names: Sequence[str], *, mode: str, hand: int | None, cell: str
) -> Writer:
    """The page at a hand: the one asked for, else the first that is not written yet."""
    return _Maker(game, standing, names, mode).writer(hand, cell)


def writer_data(game: Game, standing: Standing, names: Sequence[str], mode: str) -> dict[str, Any]:
    """What the script needs to go on alone: values, points by bid and tricks, dealers, and its sentences."""
    made = _Maker(game, standing, names, mode)
    rules = game.ruleset
    sizes = tuple(deal.hand_size for deal in made.scored.deals)
    return {
        "names": list(names),
        "sizes": sizes,
        "dealers": list(made.score.dealers),
        "voids": [deal.void for deal in made.scored.deals],
        "outs": [list(deal.out) for deal in made.scored.deals],
        "adjusted": [
            [sum(a.points for a in deal.adjustments if a.seat == seat) for seat in range(len(names))]
            for deal in made.scored.deals
        ],
        "tables": points_by_size(rules.canonical(), sizes),
        "isRage": rules.family == "rage",
        "fives": [rules.scoring.plus_five, rules.scoring.minus_five] if rules.family == "rage" else [0, 0],
        "mode": made.mode,
        "canSkipTricks": made.can_skip_tricks,
        "values": typed_values(standing.sheet),
        "version": standing.version,
        "revision": game.revision,
        "words": words(),
    }


def typed_values(sheet: Mapping[str, Any]) -> dict[str, Value]:
    """Every filled cell a writer can tap, by its name."""
    return {
        f"{number}.{column}.{seat}": value
        for number, deal in enumerate(sheet["deals"])
        for column in COLUMNS
        for seat, value in enumerate(deal.get(column) or ())
        if value is not None
    }


class _Maker:
    def __init__(self, game: Game, standing: Standing, names: Sequence[str], mode: str) -> None:
        self.names = tuple(names)
        self.sheet = standing.sheet
        self.rules = game.ruleset
        found = mode_of(self.sheet, mode)
        self.mode = found if found in MODES else "tricks"
        self.scored = Sheet.from_value(facts.full_sheet(game, with_made(self.sheet, game.ruleset, self.mode)))
        self.score: Score = score_sheet(self.scored, with_suspects=False)
        self.is_rage = self.rules.family == "rage"
        tables = points_by_size(self.rules.canonical(), tuple(deal.hand_size for deal in self.scored.deals))
        self.can_skip_tricks = not self.is_rage and all(
            points is not None for table in tables.values() for points in table["missed"]
        )

    def writer(self, asked_hand: int | None, asked_cell: str) -> Writer:
        hands = [n for n, deal in enumerate(self.scored.deals) if not deal.void]
        first_open = next((n for n in hands if self.blank(n)), None)
        hand = asked_hand if asked_hand in hands else first_open
        if hand is None:
            hand = hands[-1] if hands else 0
        cell = asked_cell if asked_cell in self.cells(hand) else (self.blank(hand) or "")
        column, seat = _parts(cell)
        size = self.scored.deals[hand].hand_size
        undo = self._undo(hand, cell, asked_cell)
        n_written = sum(not self.blank(n) for n in hands)
        later = [n for n in hands if n > hand]
        best = max(self.score.totals) if self.score.totals else 0
        return Writer(
            names=self.names,
            mode=self.mode,
            can_skip_tricks=self.can_skip_tricks,
            hand=hand,
            size=size,
            n_hands=len(self.scored.deals),
            cell=cell,
            question=self._question(hand, column, seat),
            explained=self._explained(hand, column, seat),
            lines=tuple(self._line(hand, s, cell) for s in self.order(hand)),
            keys=self._keys(hand, column, seat) if cell else (),
            undo_cell=undo,
            undo_text=self._undo_text(undo),
            next_hand=later[0] if later else None,
            next_dealer=self._dealer_name(later[0]) if later else "",
            past=tuple(self._past(n) for n in reversed(hands) if self._is_begun(n) and n != hand),
            is_whole=n_written == len(hands),
            n_written=n_written,
            leaders=tuple(
                name for name, total in zip(self.names, self.score.totals, strict=True) if total == best
            ),
            leading=best,
        )

    def order(self, hand: int) -> list[int]:
        """Seats in the order they bid: eldest first, the dealer last; whoever sat out is left out."""
        n, dealer = len(self.names), self.score.dealers[hand]
        first = 0 if dealer is None else dealer + 1
        out = self.scored.deals[hand].out
        return [seat for seat in ((first + step) % n for step in range(n)) if seat not in out]

    def cells(self, hand: int) -> list[str]:
        """The cells that are asked for, in order: bids round the table, then what was taken."""
        order = self.order(hand)
        return [f"{hand}.{column}.{seat}" for column in ("bids", self.mode) for seat in order]

    def blank(self, hand: int) -> str:
        """The first cell of a hand that is not written; empty when the hand is."""
        return next((cell for cell in self.cells(hand) if value_in(self.sheet, cell) is None), "")

    def _is_begun(self, hand: int) -> bool:
        return any(value_in(self.sheet, cell) is not None for cell in self.cells(hand))

    def _row(self, hand: int, column: str) -> dict[int, int]:
        """What is written in a column of a hand, by seat."""
        row = self.sheet["deals"][hand].get(column) or ()
        return {
            seat: value for seat, value in enumerate(row) if value is not None and seat in self.order(hand)
        }

    def _line(self, hand: int, seat: int, cell: str) -> Line:
        deal = self.scored.deals[hand]
        bid = deal.bids[seat]
        made = deal.made[seat] if self.mode == "made" else None
        tricks = deal.tricks[seat]
        if made is None and bid is not None and tricks is not None:
            made = bid == tricks
        took = "" if tricks is None else str(tricks)
        if self.mode == "made" and made is not None:
            took = pgettext("bid", "made") if made else pgettext("bid", "missed")
        points = self.score.points[hand][seat]
        fives: tuple[tuple[str, str, int], ...] = ()
        if self.is_rage and tricks is not None:
            fives = tuple(
                (f"{hand}.{column}.{seat}", text, int(self._row(hand, column).get(seat, 0)))
                for column, text in (("plus_fives", "+5"), ("minus_fives", "−5"))
            )
        return Line(
            seat=seat,
            name=self.names[seat],
            bid=bid,
            took=took,
            is_missed=made is False,
            is_asked=cell.endswith(f".{seat}"),
            deals=self.score.dealers[hand] == seat,
            total=self.score.running[hand][seat],
            points=points,
            fives=fives,
        )

    def _keys(self, hand: int, column: str, seat: int) -> tuple[Key, ...]:
        now = value_in(self.sheet, f"{hand}.{column}.{seat}")
        if column == "made":
            return (
                Key("1", pgettext("bid", "made"), is_now=now is True),
                Key("0", pgettext("bid", "missed"), is_now=now is False),
            )
        size = self.scored.deals[hand].hand_size
        struck = self._forbidden(hand, seat) if column == "bids" else None
        bid = self._row(hand, "bids").get(seat)
        others = sum(v for s, v in self._row(hand, "tricks").items() if s != seat)
        is_mending = now is not None
        keys = []
        for value in range(size + 1):
            note = ""
            if value == struck:
                note = _("makes %(n)s") % {"n": size}
            elif column == "tricks" and value == bid:
                note = pgettext("bid", "made")
            is_off = column == "tricks" and not is_mending and value > size - others
            keys.append(Key(str(value), str(value), note, value == struck, is_off, now == value))
        return tuple(keys)

    def _forbidden(self, hand: int, seat: int) -> int | None:
        """The bid the hook forbids the last bidder; None for everybody else."""
        size, order = self.scored.deals[hand].hand_size, self.order(hand)
        if not self.rules.hook_applies(size) or not order or seat != order[-1]:
            return None
        bids = self._row(hand, "bids")
        others = [bids.get(s) for s in order[:-1]]
        left = size - sum(bid or 0 for bid in others)
        return left if None not in others and 0 <= left <= size else None

    def _question(self, hand: int, column: str, seat: int) -> str:
        if not column:
            return _("Hand %(hand)s is written.") % {"hand": hand + 1}
        name = self.names[seat]
        if column == "bids":
            is_last = seat == self.order(hand)[-1]
            return (_("%(name)s bids last.") if is_last else _("%(name)s bids.")) % {"name": name}
        if column == "made":
            return _("%(name)s: made or missed?") % {"name": name}
        return _("%(name)s took how many tricks?") % {"name": name}

    def _explained(self, hand: int, column: str, seat: int) -> str:
        size = self.scored.deals[hand].hand_size
        bids, tricks = self._row(hand, "bids"), self._row(hand, "tricks")
        if column == "bids":
            said = _("%(sum)s of %(size)s are bid.") % {"sum": sum(bids.values()), "size": size}
            struck = self._forbidden(hand, seat)
            if struck is not None:
                said += " " + _("%(n)s would make %(size)s, which the hook forbids.") % {
                    "n": struck,
                    "size": size,
                }
            return said
        if column == "tricks":
            left = size - sum(v for s, v in tricks.items() if s != seat)
            return (
                ngettext("%(n)s trick left.", "%(n)s tricks left.", left) % {"n": left}
                + " "
                + _balance(bids, size)
            )
        if column == "made":
            return _balance(bids, size)
        return self._verdict(hand)

    def _verdict(self, hand: int) -> str:
        size = self.scored.deals[hand].hand_size
        taken = sum(self._row(hand, "tricks").values())
        if self.mode == "tricks" and taken != size and not self.blank(hand):
            return _("The tricks add up to %(sum)s, the hand has %(size)s.") % {"sum": taken, "size": size}
        bids = sum(self._row(hand, "bids").values())
        is_bid = len(self._row(hand, "bids")) == len(self.order(hand))
        if is_bid and self.rules.hook_applies(size) and bids == size:
            return _("The bids make %(size)s: the hook forbids that.") % {"size": size}
        return ""

    def _undo(self, hand: int, cell: str, asked: str) -> str:
        """The cell that was written last, which undo wipes; none while an earlier one is being mended."""
        if asked:
            return ""
        cells = self.cells(hand)
        upto = cells.index(cell) if cell else len(cells)
        return cells[upto - 1] if upto else ""

    def _undo_text(self, cell: str) -> str:
        if not cell:
            return ""
        column, seat = _parts(cell)
        text = _("Undo %(name)s’s bid") if column == "bids" else _("Undo %(name)s’s tricks")
        return text % {"name": self.names[seat]}

    def _dealer_name(self, hand: int) -> str:
        dealer = self.score.dealers[hand]
        return "" if dealer is None else self.names[dealer]

    def _past(self, hand: int) -> Past:
        return Past(hand + 1, tuple(self.score.points[hand]), self._verdict(hand))


def _parts(cell: str) -> tuple[str, int]:
    if not cell:
        return "", -1
    _hand, column, seat = cell.split(".")
    return column, int(seat)


def _balance(bids: Mapping[int, int], size: int) -> str:
    over = sum(bids.values()) - size
    if over == 0:
        return _("The bids come out even.")
    text = (
        ngettext("The bids are %(n)s over.", "The bids are %(n)s over.", over)
        if over > 0
        else ngettext("The bids are %(n)s under.", "The bids are %(n)s under.", -over)
    )
    return text % {"n": abs(over)}
