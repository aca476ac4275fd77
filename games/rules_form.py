"""Composing rules: every field of the RuleSet as a plain question, filled in from a preset or from rules one has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from games.engine import RuleSet
from games.engine.packs import PACKS
from games.engine.rule_parts import ByPlayers, Missed, MissedColumns, to_plain
from games.engine.validation import CRITERIA as CRITERION_KEYS
from games.rule_book import CASES, CHOICES, CRITERIA, GROUPS, LABELS, PARTS, PER_PLAYER, SUITS
from games.rule_faults import CHOOSE_ONE, question_of, sentence
from games.rule_fields import Cycle, Numbers, Packs, Pairs

MOST_POINTS: Final = 1000
LARGEST_HAND: Final = 60
MISSED_PARTS: Final = tuple(field.name for field in fields(Missed))
BY_PLAYERS: Final = "by-players"
YES, NO = "yes", "no"
N_CRITERIA: Final = len(CRITERION_KEYS) - 1

GROUPED: Final[Mapping[str, tuple[str, ...]]] = {
    "hands": (
        "players.low", "players.high", "deck", "decks", "schedule.shape", "schedule.min", "schedule.max",
        "schedule.step",
        "schedule.low_repeat", "schedule.high_repeat", "schedule.count", "schedule.sizes",
    ),
    "trump": ("trump", "trump_suit", "trump_cycle", "no_trump"),
    "bidding": ("bidding", "hook", "hook_from"),
    "play": ("void_rule", "hosted"),
    "scoring": (
        "scoring.concat", "scoring.made.base", "scoring.made.per_trick", "scoring.made.square",
        "scoring.made_zero.base",
        "scoring.made_zero.per_card", "scoring.made_at",
        *(f"scoring.{case}.{part}" for case in ("missed", "under", "missed_zero") for part in MISSED_PARTS),
        "scoring.trick_always", "scoring.sweep.per_trick", "scoring.sweep.min_hand",
    ),
    "rage": ("action_anytime", "no_trump_card", "second_joker", "scoring.plus_five", "scoring.minus_five"),
    "ties": tuple(f"tie.{n}" for n in range(1, N_CRITERIA + 1)),
}  # fmt: skip

RARE: Final = frozenset({
    "decks", "schedule.step", "schedule.low_repeat", "schedule.high_repeat", "schedule.count", "schedule.sizes",
    "trump_suit", "trump_cycle", "hook_from", "hosted", "scoring.made.square", "scoring.made_at",
    *(f"scoring.missed.{part}" for part in MISSED_PARTS if part not in ("base", "per_trick", "per_off")),
    *(f"scoring.{case}.{part}" for case in ("under", "missed_zero") for part in MISSED_PARTS),
    "scoring.sweep.per_trick", "scoring.sweep.min_hand",
})  # fmt: skip
"""Questions few clubs need; they stand folded away under the others of their group."""

NOT_OF_RAGE: Final = frozenset({*GROUPED["trump"], "void_rule"})
"""In Rage these have one answer only, so nobody is asked."""


@dataclass(frozen=True, slots=True)
class Group:
    """One part of the page. `rare` are folded away until one of them says something unusual."""

    title: str
    usual: list[BoundField]
    rare: list[BoundField]
    is_open: bool


class RulesForm(forms.Form):
    """The questions of one family. `base` gives the first answers; what is typed is never lost."""

    def __init__(self, *args: Any, base: RuleSet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.base = base
        self._is_rage = base.family == "rage"
        self.initial = {**answers(base), **(self.initial or {})}
        self.fields["name"] = forms.CharField(
            label=_("What your club calls these rules"), max_length=80, required=False
        )
        made = _questions(base)
        for name in self._asked():
            self.fields[name] = made[name]

    def _asked(self) -> Iterator[str]:
        for group, names in GROUPED.items():
            if group == "rage" and not self._is_rage:
                continue
            yield from (name for name in names if not (self._is_rage and name in NOT_OF_RAGE))

    def groups(self) -> list[Group]:
        """The questions as the page shows them."""
        found = []
        for group, names in GROUPED.items():
            asked = [name for name in names if name in self.fields]
            rare = [name for name in asked if name in RARE]
            if asked:
                found.append(
                    Group(
                        title=str(GROUPS[group]),
                        usual=[self[name] for name in asked if name not in RARE],
                        rare=[self[name] for name in rare],
                        is_open=any(self.has_error(name) or self._is_answered(name) for name in rare),
                    )
                )
        return found

    def _is_answered(self, name: str) -> bool:
        return str(self[name].value() or "") != str(_UNUSUAL.get(name, "") or "")

    @cached_property
    def rules(self) -> RuleSet | None:
        """The composed rules, sound or not; None while an answer cannot be read."""
        return None if self.errors and not self._contradicts else self._composed

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        self._contradicts = False
        self._composed: RuleSet | None = None
        if not self.errors:
            self._composed = RuleSet.from_value(rules_value(values, self.base))
            for contradiction in self._composed.validate():
                self._contradicts = True
                name = question_of(contradiction)
                self.add_error(name if name in self.fields else None, sentence(contradiction))
        return values


_UNUSUAL: Final = {
    "schedule.step": 1,
    "schedule.low_repeat": "1",
    "schedule.high_repeat": "1",
    "hook_from": 1,
    "hosted": YES,
    "scoring.sweep.min_hand": "",
}


def answers(rules: RuleSet) -> dict[str, Any]:
    """What each question is answered with in these rules."""
    plan, scoring = rules.schedule, rules.scoring
    found: dict[str, Any] = {
        "players.low": rules.players[0],
        "players.high": rules.players[1],
        "deck": BY_PLAYERS if isinstance(rules.deck, ByPlayers) else rules.deck,
        "decks": _entries(ByPlayers(tuple((n, PACKS[deck].n_cards) for n, deck in rules.deck.entries)))
        if isinstance(rules.deck, ByPlayers)
        else "",
        "schedule.shape": plan.shape,
        "schedule.min": plan.min,
        "schedule.max": "" if plan.max == "deck" else _entries(plan.max),
        "schedule.step": plan.step,
        "schedule.low_repeat": str(plan.low_repeat),
        "schedule.high_repeat": str(plan.high_repeat),
        "schedule.count": "" if plan.count is None else str(plan.count),
        "schedule.sizes": "" if plan.sizes is None else _entries(plan.sizes),
        "trump_cycle": " ".join(rules.trump_cycle or ()),
        "trump_suit": rules.trump_suit or "",
        "hook_from": rules.hook_from,
        "scoring.concat": YES if scoring.concat else NO,
        "scoring.made_at": "; ".join(f"{bid}={points}" for bid, points in scoring.made_at or ()),
        "scoring.trick_always": scoring.trick_always,
        "scoring.plus_five": scoring.plus_five,
        "scoring.minus_five": scoring.minus_five,
    }
    for name in ("trump", "no_trump", "bidding", "void_rule", "no_trump_card", "second_joker"):
        found[name] = getattr(rules, name)
    for name in ("hook", "hosted", "action_anytime"):
        found[name] = YES if getattr(rules, name) else NO
    found |= _part_answers("made", scoring.made) | _part_answers("made_zero", scoring.made_zero)
    found |= _part_answers("sweep", scoring.sweep) | _missed_answers(scoring.missed, scoring.missed_zero)
    for n, key in enumerate(rules.tie_break[:-1], start=1):
        found[f"tie.{n}"] = key
    return found


def rules_value(values: Mapping[str, Any], base: RuleSet) -> dict[str, Any]:
    """The rules object of the answers; what is not asked stays as the base has it."""
    plain: dict[str, Any] = base.to_json()
    plain["players"] = [values["players.low"], values["players.high"]]
    plain["deck"] = values["decks"] if values["deck"] == BY_PLAYERS else values["deck"]
    plain["schedule"] = {
        "shape": values["schedule.shape"],
        "min": values["schedule.min"],
        "max": values["schedule.max"] or "deck",
        "step": values["schedule.step"],
        "low_repeat": _repeat(values["schedule.low_repeat"]),
        "high_repeat": _repeat(values["schedule.high_repeat"]),
        "count": _repeat(values["schedule.count"]),
        "sizes": values["schedule.sizes"],
    }
    for name in ("trump", "no_trump", "bidding", "void_rule", "no_trump_card", "second_joker", "hook_from"):
        if name in values:
            plain[name] = values[name]
    for name in ("hook", "hosted", "action_anytime"):
        if name in values:
            plain[name] = values[name] == YES
    if "trump_suit" in values:
        plain["trump_suit"] = values["trump_suit"] or None
        plain["trump_cycle"] = values["trump_cycle"] or None
    plain["scoring"] = _scoring(values, plain["scoring"])
    chosen = [values[f"tie.{n}"] for n in range(1, N_CRITERIA + 1)]
    plain["tie_break"] = [*(key for key in chosen if key), "shared"]
    return plain


def _scoring(values: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    def part(case: str, names: tuple[str, ...], blank: Mapping[str, int]) -> dict[str, int] | None:
        typed = {name: values[f"scoring.{case}.{name}"] for name in names}
        if all(points is None for points in typed.values()):
            return None
        return {name: blank.get(name, 0) if points is None else points for name, points in typed.items()}

    missed = part("missed", MISSED_PARTS, {}) or dict.fromkeys(MISSED_PARTS, 0)
    under = part("under", MISSED_PARTS, {})
    fives = {name: values.get(f"scoring.{name}", base[name]) for name in ("plus_five", "minus_five")}
    return {
        "made": part("made", ("base", "per_trick", "square"), {}) or {"base": 0, "per_trick": 0, "square": 0},
        "made_zero": part("made_zero", ("base", "per_card"), {}),
        "made_at": values["scoring.made_at"],
        "missed": missed if under is None else {"over": missed, "under": under},
        "missed_zero": part("missed_zero", MISSED_PARTS, {}),
        "trick_always": values["scoring.trick_always"] or 0,
        "sweep": part("sweep", ("per_trick", "min_hand"), {"min_hand": 2}),
        "concat": values["scoring.concat"] == YES,
        **fives,
    }


def _questions(base: RuleSet) -> dict[str, forms.Field]:
    """Every question there is, with its answers."""
    found: dict[str, forms.Field] = {
        "players.low": _whole(_("Players at a table, at least"), 1, 99),
        "players.high": _whole(_("Players at a table, at most"), 1, 99),
        "deck": _choice(LABELS["deck"], _packs(base)),
        "decks": Packs(
            by_players_only=True,
            label=_("Cards in the pack for each number of players"),
            help_text=_("Like 3=24; 4=32."),
        ),
        "schedule.min": _whole(LABELS["schedule.min"], 0, LARGEST_HAND),
        "schedule.max": Numbers(
            label=_label("schedule.max"),
            help_text=_("Empty: as many as the pack allows. For each number of players: 3=15; 4=13."),
        ),
        "schedule.step": _whole(LABELS["schedule.step"], 0, LARGEST_HAND),
        "schedule.low_repeat": _choice(LABELS["schedule.low_repeat"], _repeats(base.schedule.low_repeat)),
        "schedule.high_repeat": _choice(LABELS["schedule.high_repeat"], _repeats(base.schedule.high_repeat)),
        "schedule.count": _choice(
            LABELS["schedule.count"],
            [("", "–"), *_repeats(base.schedule.count, most=LARGEST_HAND)],
            required=False,
        ),
        "schedule.sizes": Numbers(is_list=True, label=_label("schedule.sizes")),
        "trump_suit": _choice(LABELS["trump_suit"], [("", "–"), *SUITS.items()], required=False),
        "trump_cycle": Cycle(
            required=False, max_length=200, label=_label("trump_cycle"), help_text="S D C H NT"
        ),
        "hook_from": _whole(LABELS["hook_from"], 1, LARGEST_HAND),
        "scoring.made_at": Pairs(required=False, max_length=300, label=_label("scoring.made_at")),
        "scoring.trick_always": _points(LABELS["scoring.trick_always"]),
        "scoring.sweep.per_trick": _points(LABELS["scoring.sweep.per_trick"]),
        "scoring.sweep.min_hand": _whole(LABELS["scoring.sweep.min_hand"], 1, LARGEST_HAND, required=False),
    }
    for name, texts in CHOICES.items():
        found[name] = _choice(LABELS[name], [(_answer(value), text) for value, text in texts.items()])
    for name in ("made.base", "made.per_trick", "made.square", "made_zero.base", "made_zero.per_card"):
        found[f"scoring.{name}"] = _points(LABELS[f"scoring.{name}"])
    for name in ("plus_five", "minus_five"):
        found[f"scoring.{name}"] = _points(LABELS[f"scoring.{name}"], required=True)
    for case in ("missed", "under", "missed_zero"):
        for part in PARTS:
            found[f"scoring.{case}.{part}"] = _points(_Label(case, part))
    for n in range(1, N_CRITERIA + 1):
        criteria = [("", "–"), *((key, CRITERIA[key]) for key in CRITERION_KEYS if key != "shared")]
        found[f"tie.{n}"] = _choice(_Criterion(n), criteria, required=False)
    return found


def _label(name: str) -> Any:
    return LABELS[name]


def _choice(label: Any, choices: Any, *, required: bool = True) -> forms.ChoiceField:
    errors = {"invalid_choice": CHOOSE_ONE, "required": CHOOSE_ONE}
    return forms.ChoiceField(label=label, choices=choices, required=required, error_messages=errors)


def _whole(label: Any, low: int, high: int, *, required: bool = True) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=low, max_value=high, required=required)


def _points(label: Any, *, required: bool = False) -> forms.IntegerField:
    return _whole(label, -MOST_POINTS, MOST_POINTS, required=required)


def _packs(base: RuleSet) -> list[tuple[str, Any]]:
    own = [(name, pack.n_cards) for name, pack in PACKS.items() if pack.family == base.family]
    return [*own, (BY_PLAYERS, _("another pack for each number of players"))]


def _repeats(now: int | str | None, *, most: int = 6) -> list[tuple[str, Any]]:
    counts = sorted({*range(1, most + 1), *([now] if isinstance(now, int) else [])})
    return [*((str(n), n) for n in counts), ("players", PER_PLAYER)]


def _repeat(text: str) -> int | str | None:
    return int(text) if text.isdigit() else text or None


def _answer(value: object) -> str:
    return (YES if value else NO) if isinstance(value, bool) else str(value)


def _entries(value: object) -> str:
    """As `Numbers` reads it."""
    plain = to_plain(value)
    if isinstance(plain, dict):
        return "; ".join(f"{n}={_entries(entry)}" for n, entry in plain.items())
    return " ".join(str(entry) for entry in plain) if isinstance(plain, list) else str(plain)


def _part_answers(name: str, part: object) -> dict[str, Any]:
    plain = to_plain(part)
    return {f"scoring.{name}.{key}": value for key, value in plain.items()} if isinstance(plain, dict) else {}


def _missed_answers(missed: Missed | MissedColumns, zero: Missed | MissedColumns | None) -> dict[str, Any]:
    over, under = (missed.over, missed.under) if isinstance(missed, MissedColumns) else (missed, None)
    zero = zero.over if isinstance(zero, MissedColumns) else zero
    return _part_answers("missed", over) | _part_answers("under", under) | _part_answers("missed_zero", zero)


class _Label:
    """`Missed bid, for each trick taken`, in the language of the page it is shown on."""

    def __init__(self, case: str, part: str) -> None:
        self._case, self._part = case, part

    def __str__(self) -> str:
        return f"{CASES[self._case]}, {PARTS[self._part]}"


class _Criterion:
    """`2. criterion`."""

    def __init__(self, n: int) -> None:
        self._n = n

    def __str__(self) -> str:
        return str(_("%(n)d. criterion") % {"n": self._n})
