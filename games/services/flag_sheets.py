"""Sheets that note bids and made or missed, but no tricks: reading one game of an import file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from clubs.services.clubs import clean_name
from clubs.shapes import read_day
from games.engine import RuleSet, deal_points
from games.errors import GameError

# A value on such a sheet: a bid, a flag, points. More digits than these are a slip of the file, not a score.
_LARGEST = 1_000_000
_MOST_DEALS = 60
# Order keys count from 1970; an earlier date on a sheet is a slip.
_FIRST_YEAR = 1971


class GameUnreadable(GameError):
    """A game of the file has not the shape of one; the message names the field."""

    code = "game_unreadable"


@dataclass(frozen=True, slots=True)
class FlagDeal:
    """One row of the sheet; lists in the order of the players, None = nothing written."""

    hand_size: int
    dealer: str | None
    bids: tuple[int | None, ...]
    made: tuple[bool | None, ...]
    points: tuple[int | None, ...]

    def absent(self) -> list[int]:
        """Seats for which nothing at all was written."""
        columns = zip(self.bids, self.made, self.points, strict=True)
        return [seat for seat, row in enumerate(columns) if row == (None, None, None)]


@dataclass(frozen=True, slots=True)
class FlagGame:
    """One game as written."""

    id: str
    on: date
    players: tuple[str, ...]
    deals: tuple[FlagDeal, ...]
    totals: tuple[int | None, ...]

    @property
    def rules(self) -> dict[str, Any]:
        """The base formula of the clubs that keep such sheets: it only serves to point at single scores.

        A made bid of one or more gives 20 and its square, a made zero 10 and the hand (15 and the hand with up to
        six at the table), a miss -10, a missed zero -5; the hook is on. Extras of such clubs change single cells,
        so the sheets count as written. The size of the pack is not known: the schedule says nothing.
        """
        zero = 15 if len(self.players) <= 6 else 10
        return {
            "name": "written",
            "players": [2, 10],
            "schedule": {"shape": "list", "sizes": [1]},
            "trump": "turn-up",
            "hook": True,
            "scoring": {
                "made": {"base": 20, "per_trick": 0, "square": 1},
                "made_zero": {"base": zero, "per_card": 1},
                "missed": {"base": -10},
                "missed_zero": {"base": -5},
            },
            "hosted": False,
        }

    @property
    def first_dealer(self) -> int | None:
        dealer = self.deals[0].dealer if self.deals else None
        return self.players.index(dealer) if dealer in self.players else None

    def formula(self, deal: int, seat: int) -> int | None:
        """What the base formula gives for a cell."""
        row = self.deals[deal]
        bid = row.bids[seat]
        if bid is None:
            return None
        return deal_points(
            RuleSet.from_value(self.rules), hand_size=row.hand_size, bid=bid, made=row.made[seat]
        )

    def sheet(self, uids: Sequence[str]) -> dict[str, Any]:
        """The game as sheet/1, counted as written, with `uids` in the place of names."""
        return {
            "players": list(uids),
            "first_dealer": self.first_dealer,
            "count": "written",
            "deals": [
                {
                    "hand_size": deal.hand_size,
                    "dealer": self.players.index(deal.dealer) if deal.dealer in self.players else None,
                    "bids": list(deal.bids),
                    "made": list(deal.made),
                    "paper_points": list(deal.points),
                    **({"out": deal.absent()} if deal.absent() else {}),
                }
                for deal in self.deals
            ],
            "paper_totals": list(self.totals),
        }


def read_game(value: object) -> FlagGame:
    """A game of the file, every field checked; raises `GameUnreadable` naming game and field."""
    if not isinstance(value, Mapping):
        raise GameUnreadable(_("A game is not an object with id, date, players, deals and totals."))
    name = value.get("id")
    if not isinstance(name, str) or not name.strip() or len(name) > 100:
        raise GameUnreadable(_("A game has no id: give it a text of at most 100 characters."))
    read = _Reader(name.strip())
    players = tuple(read.names(value.get("players")))
    deals = read.a_list(value.get("deals"), "deals", _MOST_DEALS)
    return FlagGame(
        id=name.strip(),
        on=read.a_date(value.get("date")),
        players=players,
        deals=tuple(read.deal(deal, index, players) for index, deal in enumerate(deals)),
        totals=tuple(read.row(value.get("totals"), "totals", players, read.number)),
    )


class _Reader:
    """Checks the fields of one game and names the place of a fault."""

    def __init__(self, game: str) -> None:
        self.game = game

    def fault(self, place: str, expected: str) -> GameUnreadable:
        return GameUnreadable(
            _("Game %(game)s, %(place)s: expected %(expected)s.")
            % {"game": self.game, "place": place, "expected": expected}
        )

    def a_list(self, value: object, place: str, most: int) -> list[Any]:
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise self.fault(place, _("a list of 1 to %(most)d") % {"most": most})
        return value

    def a_date(self, value: object) -> date:
        try:
            found = read_day(value if isinstance(value, str) else "", years=range(1, 10_000))
        except ValueError as error:
            raise self.fault("date", _("a day like 2026-03-06")) from error
        if found.year < _FIRST_YEAR:
            raise self.fault("date", _("a day from %(year)d on") % {"year": _FIRST_YEAR})
        return found

    def names(self, value: object) -> list[str]:
        if not isinstance(value, list) or not 2 <= len(value) <= 10:
            raise self.fault("players", _("a list of 2 to %(most)d") % {"most": 10})
        names = value
        for index, name in enumerate(names):
            if not isinstance(name, str) or not name.strip():
                raise self.fault(f"players[{index}]", _("a name"))
        cleaned = [clean_name(name) for name in names]
        if len({name.casefold() for name in cleaned}) < len(cleaned):
            raise self.fault("players", _("each player once"))
        return cleaned

    def deal(self, value: object, index: int, players: Sequence[str]) -> FlagDeal:
        place = f"deals[{index}]"
        if not isinstance(value, Mapping):
            raise self.fault(place, _("an object"))
        size = value.get("hand_size")
        if type(size) is not int or not 1 <= size <= 52:
            raise self.fault(f"{place}.hand_size", _("a number of 1 to 52"))
        dealer = value.get("dealer")
        return FlagDeal(
            hand_size=size,
            dealer=clean_name(dealer) if isinstance(dealer, str) and dealer.strip() else None,
            bids=tuple(self.row(value.get("bids"), f"{place}.bids", players, self.number)),
            made=tuple(self.row(value.get("made"), f"{place}.made", players, self.flag)),
            points=tuple(self.row(value.get("points"), f"{place}.points", players, self.number)),
        )

    def row(self, value: object, place: str, players: Sequence[str], read: Any) -> list[Any]:
        if value is None:
            return [None] * len(players)
        if not isinstance(value, list) or len(value) != len(players):
            raise self.fault(place, _("one value for each of %(n)d players") % {"n": len(players)})
        return [read(entry, f"{place}[{seat}]") for seat, entry in enumerate(value)]

    def number(self, value: object, place: str) -> int | None:
        if value is not None and (type(value) is not int or abs(value) > _LARGEST):
            raise self.fault(place, _("a whole number of at most %(most)d, or null") % {"most": _LARGEST})
        return value

    def flag(self, value: object, place: str) -> bool | None:
        if value is not None and type(value) is not bool:
            raise self.fault(place, _("true, false or null"))
        return value
