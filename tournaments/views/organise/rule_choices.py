"""Rules to choose from, each in plain sentences with a worked example."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from clubs.models import Club
from games.engine import PRESETS, EngineError, RuleSet
from games.rule_book import worked_example
from games.services.house_rules import current_rules
from games.views.rule_words import game_name, rule_sentences


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """One radio button; `sentences` one rule each."""

    value: str
    title: str
    sentences: tuple[str, ...]


# What tells presets of one game apart, in words.
_VARIANTS = {
    "oh-hell-german": gettext_lazy("Oh Hell, German points"),
    "wizard-points": gettext_lazy("Oh Hell, Wizard points"),
    "open-spiel": gettext_lazy("Oh Hell as OpenSpiel plays it"),
    "rage-fundex": gettext_lazy("Rage, Fundex edition"),
    "rage-1983": gettext_lazy("Rage, rules of 1983"),
}


def preset_choices() -> list[RuleChoice]:
    return [RuleChoice(name, _title(name, rules), words(rules)) for name, rules in PRESETS.items()]


def preset_titles() -> dict[str, str]:
    return {name: _title(name, rules) for name, rules in PRESETS.items()}


def set_choices(club: Club) -> list[RuleChoice]:
    """The rules the club has written, as `TournamentForm` reads them."""
    own = [own_choice(f"set:{rules.pk}", rules.name, rules.rules) for rules in current_rules(club)]
    return [choice for choice in own if choice is not None]


def own_choice(value: str, title: str, rules: object) -> RuleChoice | None:
    """The rules a club or tournament has now; None where the engine refuses them."""
    try:
        return RuleChoice(value, title, words(RuleSet.from_value(rules)))
    except EngineError:
        return None


def words(rules: RuleSet) -> tuple[str, ...]:
    return (*rule_sentences(rules), worked_example(rules))


def _title(name: str, rules: RuleSet) -> str:
    return str(_VARIANTS.get(name) or game_name(rules))
