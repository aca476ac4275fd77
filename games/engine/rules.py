"""The rules of a game as one value (rules.md 2): what is dealt, how it is bid, played, scored and tied."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache

from . import rules_json
from .errors import RulesError
from .packs import OH_HELL, PACKS
from .rule_parts import ByPlayers, Made, MadeZero, Missed, MissedColumns, Schedule, Scoring, Sweep, to_plain
from .schedule import hand_sizes
from .validation import Contradiction, contradictions


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything that decides how a game is played and scored.

    A value may contradict itself: `validate` tells. The fields are those of rules.md 2, in its order.
    """

    name: str
    deck: str | ByPlayers[str]
    players: tuple[int, int]
    schedule: Schedule
    trump: str
    trump_suit: str | None
    trump_cycle: tuple[str, ...] | None
    no_trump: str
    bidding: str
    hook: bool
    hook_from: int
    void_rule: str
    action_anytime: bool
    no_trump_card: str
    second_joker: str
    scoring: Scoring
    tie_break: tuple[str, ...]
    hosted: bool

    @classmethod
    def from_value(cls, value: object) -> RuleSet:
        """Read a rules value: a preset's name, a full or partial object, or a preset with changes.

        Missing fields take the default. Raises RulesError with `rules.type`, `rules.unknown-preset` or
        `rules.unknown-field`. Contradictions are not looked for; see `valid_from`.

        >>> RuleSet.from_value({"preset": "rage", "hook": True}).hook
        True
        """
        if isinstance(value, str):
            return _preset(value)
        return _built(rules_json.read_rules(value))

    @classmethod
    def valid_from(cls, value: object) -> RuleSet:
        """Like `from_value`, and `rules.invalid` when the rules contradict themselves."""
        rules = cls.from_value(value)
        found = _contradictions(rules)
        if found:
            raise RulesError("rules.invalid", found[0].code)
        return rules

    @property
    def family(self) -> str:
        """`oh-hell` or `rage`, by the pack."""
        if isinstance(self.deck, ByPlayers):
            names = [name for _, name in self.deck.entries]
        else:
            names = [self.deck]
        families = [PACKS[name].family for name in names if name in PACKS]
        return families[0] if families else OH_HELL

    @property
    def hash(self) -> str:
        """SHA-256 in hex of the canonical JSON, so rules that differ only in name share it."""
        return hashlib.sha256(self.canonical().encode("utf-8", "surrogatepass")).hexdigest()

    def validate(self) -> tuple[Contradiction, ...]:
        """Every contradiction of the first stage that has one (rules.md 2.3); empty when sound."""
        return _contradictions(self)

    def deck_for(self, n_players: int) -> str:
        """The name of the pack used by that many players; KeyError when a map has none for them."""
        if isinstance(self.deck, ByPlayers):
            name = self.deck.get(n_players)
            if name is None:
                raise KeyError(n_players)
            return name
        return self.deck

    def hand_sizes(self, n_players: int) -> tuple[int, ...]:
        """The size of every deal of a whole game. Asks for sound rules and a player count in their range."""
        return hand_sizes(self, n_players)

    def hook_applies(self, hand_size: int) -> bool:
        """Whether the last bidder of such a deal may not make the bids total the tricks."""
        return self.hook and hand_size >= self.hook_from

    def to_json(self) -> dict[str, object]:
        """The full object with every field filled in, in the order of rules.md 2."""
        return {field.name: to_plain(getattr(self, field.name)) for field in fields(self)}

    def canonical(self) -> str:
        """The text that is hashed: all fields but the name, keys sorted, no spaces."""
        plain = self.to_json()
        del plain["name"]
        return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@lru_cache(maxsize=256)
def _contradictions(rules: RuleSet) -> tuple[Contradiction, ...]:
    return contradictions(rules)


@lru_cache(maxsize=64)
def _preset(name: str) -> RuleSet:
    return _built(rules_json.read_rules(name))


def _built(plain: rules_json.Plain) -> RuleSet:
    """The RuleSet of a filled-in and type-checked object."""
    changed = {
        "deck": _by_players(plain["deck"]),
        "players": tuple(plain["players"]),
        "schedule": _schedule(plain["schedule"]),
        "trump_cycle": _tuple(plain["trump_cycle"]),
        "scoring": _scoring(plain["scoring"]),
        "tie_break": tuple(plain["tie_break"]),
    }
    return RuleSet(**(plain | changed))


def _schedule(plain: rules_json.Plain) -> Schedule:
    changed = {"max": _by_players(plain["max"]), "sizes": _by_players(plain["sizes"])}
    return Schedule(**(plain | changed))


def _scoring(plain: rules_json.Plain) -> Scoring:
    made_at = plain["made_at"]
    changed = {
        "made": Made(**plain["made"]),
        "made_zero": plain["made_zero"] and MadeZero(**plain["made_zero"]),
        "made_at": None if made_at is None else _entries(made_at),
        "missed": _missed(plain["missed"]),
        "missed_zero": plain["missed_zero"] and _missed(plain["missed_zero"]),
        "sweep": plain["sweep"] and Sweep(**plain["sweep"]),
    }
    return Scoring(**(plain | changed))


def _missed(plain: rules_json.Plain) -> Missed | MissedColumns:
    if "over" in plain:
        return MissedColumns(Missed(**plain["over"]), Missed(**plain["under"]))
    return Missed(**plain)


def _by_players(value: object) -> object:
    return ByPlayers(_entries(value)) if isinstance(value, Mapping) else _tuple(value)


def _entries(mapping: Mapping[str, object]) -> tuple[tuple[int, object], ...]:
    return tuple(sorted((int(key), _tuple(entry)) for key, entry in mapping.items()))


def _tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
