"""A slow and simple second reading of users.md 6, 7 and 8, to compare the room with.

Written from the definitions, with fractions everywhere and no sharing of code with the room. Documents are taken to be
valid and to give every number as int or Fraction.
"""

from __future__ import annotations

import hashlib
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from itertools import combinations
from typing import Any


class Oracle:
    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.ids: list[str] = []
        self.guests: set[str] = set()
        for player in document["players"]:
            if isinstance(player, str):
                self.ids.append(player)
            else:
                self.ids.append(player["id"])
                if not player.get("ranked", True):
                    self.guests.add(player["id"])
        self.ids.sort()
        self.rounds = sorted(document["rounds"], key=lambda round_: round_["number"])
        self.chain = [key for key in document["tie_breaks"] if key != "shared"]
        absent = document.get("absent", {})
        self.points, self.cap = absent.get("points", 0), absent.get("cap", 1)
        self.min_rounds = absent.get("min_rounds", 0)
        self.values = {id_: [self.value(id_, round_) for round_ in self.rounds] for id_ in self.ids}
        self.shown = {id_: self.made_up(self.values[id_]) for id_ in self.ids}
        self.dropped = {id_: self.drop(self.shown[id_]) for id_ in self.ids}
        self.totals = {id_: self.total(id_) for id_ in self.ids}
        self.group_cells: dict[str, dict[str, Any]] = {key: dict.fromkeys(self.ids) for key in self.chain}

    # A table

    def places(self, table: dict[str, Any]) -> list[int]:
        n = len(table["seats"])
        if "places" in table:
            given = table["places"]
            return [1 + sum(given[other] < given[seat] for other in range(n)) for seat in range(n)]
        groups = self.split([list(range(n))], lambda seat: table["points"][seat])
        for key in self.document.get("game_tie_breaks", []):
            data = table.get({"last-deal": "last_deal", "bids-made": "bids_made", "decider": "decider"}[key])
            parts = []
            for group in groups:
                if data is None or any(data[seat] is None for seat in group):
                    parts.append(group)
                else:
                    parts.extend(self.split([group], lambda seat, data=data: data[seat]))
            groups = parts
        place = {}
        above = 0
        for group in groups:
            for seat in group:
                place[seat] = above + 1
            above += len(group)
        return [place[seat] for seat in range(n)]

    @staticmethod
    def split(groups: list[list[Any]], value: Any) -> list[list[Any]]:
        parts = []
        for group in groups:
            found = sorted({value(member) for member in group}, reverse=True)
            parts.extend([[member for member in group if value(member) == best] for best in found])
        return parts

    def worth(self, formula: str, table: dict[str, Any], seat: int) -> Fraction:
        points = [Fraction(value) for value in table["points"]]
        k = len(points)
        places = self.places(table)
        if formula == "raw":
            return points[seat]
        if formula == "rank":
            below = sum(place > places[seat] for place in places)
            above = sum(place < places[seat] for place in places)
            return Fraction(below - above)
        if formula == "share" or formula.startswith("share:"):
            size = int(formula[6:] or 4)
            c = [max(value, Fraction(0)) for value in points]
            part = c[seat] / sum(c) if sum(c) else Fraction(1, k)
            return part * k / size
        if formula == "norm":
            low, high = min(points), max(points)
            return Fraction(50) if low == high else 100 * (points[seat] - low) / (high - low)
        return self.listed(formula.removeprefix("list:"), places, seat)

    @staticmethod
    def listed(text: str, places: list[int], seat: int) -> Fraction:
        chosen = None
        for part in text.split(";"):
            if "=" not in part:
                chosen = part if chosen is None else chosen
            elif part.split("=")[0] == str(len(places)):
                chosen = part.split("=")[1]
        assert chosen is not None
        numbers = chosen.rstrip("+")
        values = [Fraction(value) for value in numbers.split("/" if "/" in numbers else "-")]
        beyond = values[-1] if chosen.endswith("+") else Fraction(0)
        tied = [seat_ for seat_, place in enumerate(places) if place == places[seat]]
        taken = [places[seat] + after for after in range(len(tied))]
        return sum(
            (values[place - 1] if place <= len(values) else beyond for place in taken), Fraction(0)
        ) / len(tied)

    # Rounds and totals

    def seatings(self, id_: str) -> list[tuple[dict[str, Any], dict[str, Any], int]]:
        return [
            (round_, table, table["seats"].index(id_))
            for round_ in self.rounds
            for table in round_["tables"]
            if id_ in table["seats"]
        ]

    def value(self, id_: str, round_: dict[str, Any]) -> Fraction | None:
        for table in round_["tables"]:
            if id_ in table["seats"]:
                worth = self.worth(self.document["table_points"], table, table["seats"].index(id_))
                return worth * Fraction(round_.get("weight", 1))
        return None

    def made_up(self, values: list[Fraction | None]) -> list[Fraction | None]:
        own = [value for value in values if value is not None]
        if self.points == "mean":
            points = sum(own, Fraction(0)) / len(own) if own else None
        else:
            points = Fraction(self.points) or None
        missed = [index for index, value in enumerate(values) if value is None]
        compensated = missed if self.cap is None else missed[: self.cap]
        return [points if index in compensated else value for index, value in enumerate(values)]

    def drop(self, values: list[Fraction | None]) -> set[int]:
        n = self.document.get("best_of")
        left = list(range(len(values)))
        while n is not None and len(left) > n:
            blank = [index for index in left if values[index] is None]
            worst = blank or [index for index in left if values[index] == min(values[i] for i in left)]  # type: ignore[type-var]
            left.remove(worst[0])
        return set(range(len(values))) - set(left)

    def total(self, id_: str) -> Fraction:
        counted = [
            value
            for index, value in enumerate(self.shown[id_])
            if value is not None and index not in self.dropped[id_]
        ]
        penalties = [p["points"] for p in self.document.get("penalties", []) if p["player"] == id_]
        return sum(counted, Fraction(0)) + sum(penalties, Fraction(0))

    # Tie-breaks: (comparable, cell); None = no data

    def number(self, id_: str, key: str) -> tuple[Any, Any] | None:
        games = self.seatings(id_)
        played = [value for value in self.values[id_] if value is not None]
        if key == "last-round":
            last = self.values[id_][-1] if self.rounds else None
            return ((last is not None, last or 0), None if last is None else text(last))
        if key == "countback":
            back = self.values[id_][::-1]
            return ([(v is not None, v or 0) for v in back], [None if v is None else text(v) for v in back])
        if key == "wins":
            places = [(self.places(table), seat) for _, table, seat in games]
            return one(sum((Fraction(1, p.count(1)) for p, seat in places if p[seat] == 1), Fraction(0)))
        if key == "places":
            largest = max((len(t["seats"]) for r in self.rounds for t in r["tables"]), default=0)
            mine = [self.places(table)[seat] for _, table, seat in games]
            counts = [mine.count(place) for place in range(1, largest + 1)]
            return counts, [str(count) for count in counts]
        if key == "best-round":
            return one(max(played)) if played else None
        if key == "best-rounds":
            best = sorted(played, reverse=True)
            return best, [text(value) for value in best]
        if key in ("share", "points", "rank-points"):
            formula = {"points": "raw", "rank-points": "rank"}.get(key, key)
            return one(sum((self.worth(formula, table, seat) for _, table, seat in games), Fraction(0)))
        if key in ("bids-made", "bid-rate"):
            made: list[Any] = [table.get("bids_made", [None] * 99)[seat] for _, table, seat in games]
            deals: list[Any] = [table.get("deals") for _, table, _ in games]
            if None in made or (key == "bid-rate" and (None in deals or not games)):
                return None
            return one(Fraction(sum(made))) if key == "bids-made" else one(Fraction(sum(made), sum(deals)))
        if key == "last-deal":
            values = [table.get("last_deal", [None] * 99)[seat] for _, table, seat in games]
            return one(Fraction(values[-1])) if values and values[-1] is not None else None
        if key == "opponents":
            met = [self.totals[other] for _, table, _ in games for other in table["seats"] if other != id_]
            return one(sum(met, Fraction(0)) / len(met)) if met else None
        if key == "games":
            return one(Fraction(len(played)))
        if key == "manual":
            number = self.document.get("manual", {}).get(id_)
            return None if number is None else (-number, text(Fraction(number)))
        assert key == "lot"
        digest = hashlib.sha256(f"{self.document['lot_seed']}:{id_}".encode()).hexdigest()
        return -int(digest, 16), digest[:8]

    def apply(self, key: str, group: list[str], start: int = 0) -> list[list[str]] | None:
        """The parts of a level group; None when the criterion is skipped for it."""
        if key == "head-to-head":
            return self.head_to_head(group)
        if key == "decider":
            return self.decider(group, 0)
        known = {id_: self.number(id_, key) for id_ in group}
        if any(value is None for value in known.values()):
            return None
        keys = {id_: value[0] for id_, value in known.items() if value is not None}
        ordered: list[list[str]] = []
        for id_ in sorted(group, key=lambda id_: keys[id_], reverse=True):
            if ordered and keys[ordered[-1][0]] == keys[id_]:
                ordered[-1].append(id_)
            else:
                ordered.append([id_])
        return ordered

    def head_to_head(self, group: list[str]) -> list[list[str]] | None:
        tables = [table for round_ in self.rounds for table in round_["tables"]]
        for one_, two in combinations(group, 2):
            if not any(one_ in table["seats"] and two in table["seats"] for table in tables):
                return None
        score = dict.fromkeys(group, 0)
        for table in tables:
            places = self.places(table)
            seated = [(id_, place) for id_, place in zip(table["seats"], places, strict=True) if id_ in group]
            for id_, place in seated:
                score[id_] += sum(other > place for _, other in seated)
                score[id_] -= sum(other < place for _, other in seated)
        for id_ in group:
            self.group_cells["head-to-head"][id_] = str(score[id_])
        return self.split([group], lambda id_: score[id_])

    def decider(self, group: list[str], start: int) -> list[list[str]] | None:
        deciders = self.document.get("deciders", [])
        for index in range(start, len(deciders)):
            points = dict(zip(deciders[index]["players"], deciders[index]["points"], strict=True))
            if all(id_ in points for id_ in group):
                if start == 0:
                    for id_ in group:
                        self.group_cells["decider"][id_] = []
                for id_ in group:
                    self.group_cells["decider"][id_].append(text(Fraction(points[id_])))
                parts = []
                for part in self.split([group], points.__getitem__):
                    parts.extend((self.decider(part, index + 1) if len(part) > 1 else None) or [part])
                return parts
        return None

    def rows(self) -> list[dict[str, Any]]:
        ranked = [
            id_ for id_ in self.ids if id_ not in self.guests and len(self.seatings(id_)) >= self.min_rounds
        ]
        groups = self.split([ranked], lambda id_: self.totals[id_]) if ranked else []
        between = ["total"] * len(groups)
        for key in self.chain:
            split: list[list[str]] = []
            reasons: list[str] = []
            for group, reason in zip(groups, between, strict=True):
                parts = [group] if len(group) == 1 else (self.apply(key, group) or [group])
                reasons += [reason] + [key] * (len(parts) - 1)
                split += parts
            groups, between = split, reasons
        lines: list[tuple[str, int | None, str | None]] = []
        for group, reason in zip(groups, between, strict=True):
            n_above = len(lines)
            lines.append((min(group), n_above + 1, reason if n_above else None))
            lines.extend((id_, n_above + 1, "shared") for id_ in sorted(group)[1:])
        lines.extend((id_, None, None) for id_ in self.ids if id_ not in ranked)
        lines.sort(key=lambda line: -self.totals[line[0]])
        return [self.row(*line) for line in lines]

    def row(self, id_: str, place: int | None, decided_by: str | None) -> dict[str, Any]:
        columns: dict[str, Any] = {
            "rounds": [None if value is None else text(value) for value in self.shown[id_]],
            "dropped": [self.rounds[index]["number"] for index in sorted(self.dropped[id_])],
        }
        for key in self.chain:
            if key in ("head-to-head", "decider"):
                columns[key] = self.group_cells[key][id_]
            else:
                found = self.number(id_, key)
                columns[key] = None if found is None else found[1]
        total = text(self.totals[id_])
        return {"player": id_, "place": place, "total": total, "columns": columns, "decided_by": decided_by}


def one(value: Fraction) -> tuple[Fraction, str]:
    return value, text(value)


def text(value: Fraction) -> str:
    """At most four decimals, by the decimal module instead of by hand."""
    with localcontext() as context:
        context.prec = 400
        # A quotient cut at 400 digits cannot be mistaken for a half: denominators here are far shorter.
        quotient = Decimal(value.numerator) / Decimal(value.denominator)
        shown = quotient.quantize(Decimal("0.0001"), rounding=ROUND_HALF_EVEN)
    plain = f"{shown:f}".rstrip("0").rstrip(".")
    return "0" if plain in ("-0", "") else plain
