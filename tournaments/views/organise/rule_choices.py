"""Rules to choose from, each in plain sentences with a worked example."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.templatetags.figures import number
from games.engine import PRESETS, EngineError, RuleSet, deal_points
from games.views.rule_words import game_name, rule_sentences


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """One radio button; `sentences` one rule each."""

    value: str
    title: str
    sentences: tuple[str, ...]


def preset_choices() -> list[RuleChoice]:
    return [RuleChoice(name, _title(name, rules), words(rules)) for name, rules in PRESETS.items()]


def own_choice(value: str, title: str, rules: object) -> RuleChoice | None:
    """The rules a club or tournament has now; None where the engine refuses them."""
    try:
        return RuleChoice(value, title, words(RuleSet.from_value(rules)))
    except EngineError:
        return None


def words(rules: RuleSet) -> tuple[str, ...]:
    return (*rule_sentences(rules), worked_example(rules))


def worked_example(rules: RuleSet) -> str:
    """`Bid 3, took 3: 13 points; took 4: 0.`"""
    return _("Bid 3, took 3: %(made)s points; took 4: %(over)s.") % {
        "made": number(deal_points(rules, hand_size=8, bid=3, tricks=3)),
        "over": number(deal_points(rules, hand_size=8, bid=3, tricks=4)),
    }


def _title(name: str, rules: RuleSet) -> str:
    game = game_name(rules)
    return game if game.lower().replace(" ", "-") == name else f"{game}: {name}"
