"""Rules to choose from, each in plain sentences with a worked example."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.models import Club
from games.engine import PRESETS, EngineError, RuleSet
from games.rule_book import worked_example
from games.services.house_rules import current_rules
from games.views.rule_words import preset_title, rule_sentences


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """One radio button; `sentences` one rule each."""

    value: str
    title: str
    sentences: tuple[str, ...]


def preset_choices() -> list[RuleChoice]:
    return [RuleChoice(name, preset_title(name), words(rules)) for name, rules in PRESETS.items()]


def preset_titles() -> dict[str, str]:
    return {name: preset_title(name) for name in PRESETS}


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
