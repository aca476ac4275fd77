"""The rules of a game in a few plain sentences, worked out from the RuleSet and never from its name."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.templatetags.figures import number
from games.engine import PRESETS, RuleSet, deal_points

PRESET_NAMES = {
    "oh-hell": "Oh Hell",
    "oh-hell-german": "Oh Hell",
    "la-podrida": "La Podrida",
    "rage": "Rage",
    "rage-fundex": "Rage",
    "rage-1983": "Rage",
    "wizard-points": "Oh Hell",
    "nomination-whist": "Nomination Whist",
    "romanian-whist": "Romanian Whist",
    "kachuful": "Kachuful",
    "ascenseur": "Ascenseur",
    "escalier": "Escalier",
    "plump": "Plump",
    "pocha": "Pocha",
}
# What tells presets of one game apart, in words.
_VARIANTS = {
    "oh-hell-german": gettext_lazy("Oh Hell, German points"),
    "wizard-points": gettext_lazy("Oh Hell, Wizard points"),
    "open-spiel": gettext_lazy("Oh Hell as OpenSpiel plays it"),
    "rage-fundex": gettext_lazy("Rage, Fundex edition"),
    "rage-1983": gettext_lazy("Rage, rules of 1983"),
}


def rule_sentences(rules: RuleSet, n_players: int | None = None) -> list[str]:
    """What a player must know: the hands, what a bid scores, the hook, trump."""
    players = n_players or max(rules.players[0], min(4, rules.players[1]))
    sentences = [_hands(rules, players), *_scores(rules)]
    if rules.hook:
        sentences.append(
            _("The last bidder may not make the bids come out even.")
            if rules.hook_from <= 1
            else _("From %(n)d cards on the last bidder may not make the bids come out even.")
            % {"n": rules.hook_from}
        )
    else:
        sentences.append(_("The bids may come out even."))
    trump = _trump(rules)
    return [*sentences, trump] if trump else sentences


def game_name(rules: RuleSet) -> str:
    known = PRESETS.get(rules.name)
    is_it = known is not None and known.family == rules.family
    return (PRESET_NAMES.get(rules.name, "") if is_it else "") or (
        "Rage" if rules.family == "rage" else "Oh Hell"
    )


def preset_title(preset: str) -> str:
    """What lists to choose from call a preset; no two have one title."""
    return str(_VARIANTS.get(preset) or game_name(PRESETS[preset]))


def _hands(rules: RuleSet, players: int) -> str:
    name = game_name(rules)
    try:
        sizes = rules.hand_sizes(players)
    except (ValueError, KeyError):
        return f"{name}."
    if not sizes:
        return f"{name}."
    values = {
        "game": name,
        "n": len(sizes),
        "first": sizes[0],
        "last": sizes[-1],
        "top": max(sizes),
        "low": min(sizes),
    }
    if len(set(sizes)) == 1:
        text = ngettext(
            "%(game)s, %(n)d hand of %(first)d cards.",
            "%(game)s, %(n)d hands of %(first)d cards.",
            len(sizes),
        )
    elif sizes[0] == sizes[-1] and sizes[0] == min(sizes):
        text = _("%(game)s, %(n)d hands: from %(low)d up to %(top)d cards and down again.")
    elif sizes[0] == sizes[-1] and sizes[0] == max(sizes):
        text = _("%(game)s, %(n)d hands: from %(top)d down to %(low)d cards and up again.")
    else:
        text = _("%(game)s, %(n)d hands: from %(first)d to %(last)d cards.")
    return text % values


def _scores(rules: RuleSet) -> list[str]:
    """An example of a made bid, of a missed one, and of zero where it is another formula."""

    def points(bid: int, tricks: int) -> str:
        return number(deal_points(rules, hand_size=8, bid=bid, tricks=tricks))

    lines = [
        _("Bid 3 made is %(made)s; with 2 tricks it is %(under)s, with 4 it is %(over)s.")
        % {"made": points(3, 3), "under": points(3, 2), "over": points(3, 4)}
        if points(3, 2) != points(3, 4)
        else _("Bid 3 made is %(made)s, missed it is %(missed)s.")
        % {"made": points(3, 3), "missed": points(3, 2)},
        _("Bid 0 made is %(zero)s in a hand of 8 cards.") % {"zero": points(0, 0)}
        if rules.scoring.made_zero is not None and rules.scoring.made_zero.per_card
        else _("Bid 0 made is %(zero)s.") % {"zero": points(0, 0)},
    ]
    if rules.family == "rage":
        lines.append(
            _("A bonus card in a trick adds %(plus)s, a rage card %(minus)s.")
            % {"plus": number(rules.scoring.plus_five), "minus": number(rules.scoring.minus_five)}
        )
    return lines


def _trump(rules: RuleSet) -> str:
    if rules.trump == "none":
        return _("There is no trump.")
    return {
        "last": _("The last hand has no trump."),
        "largest": _("The largest hands have no trump."),
        "if-exhausted": _("Where all cards are dealt there is no trump."),
    }.get(rules.no_trump, "")
