"""The criteria of the standings in words: names, values, and the sentence under a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.templatetags.figures import number

Words: TypeAlias = Mapping[str, object]

CRITERIA: dict[str, object] = {
    "total": gettext_lazy("total"),
    "last-round": gettext_lazy("last round"),
    "countback": gettext_lazy("rounds from the last back"),
    "wins": gettext_lazy("tables won"),
    "places": gettext_lazy("better table places"),
    "best-round": gettext_lazy("best round"),
    "best-rounds": gettext_lazy("best rounds one by one"),
    "share": gettext_lazy("share of the table points"),
    "points": gettext_lazy("points at the tables"),
    "rank-points": gettext_lazy("points for table places"),
    "bids-made": gettext_lazy("bids made"),
    "bid-rate": gettext_lazy("share of bids made"),
    "last-deal": gettext_lazy("last hand"),
    "head-to-head": gettext_lazy("head-to-head"),
    "opponents": gettext_lazy("strength of the opponents"),
    "games": gettext_lazy("rounds played"),
    "decider": gettext_lazy("decider"),
    "manual": gettext_lazy("the director’s decision"),
    "lot": gettext_lazy("lot"),
    "shared": gettext_lazy("place shared"),
    "earlier-deals": gettext_lazy("earlier hands"),
}
OF_SEASONS = CRITERIA | {
    "last-round": gettext_lazy("last evening"),
    "countback": gettext_lazy("evenings from the last back"),
    "wins": gettext_lazy("evenings won"),
    "places": gettext_lazy("better places of evenings"),
    "best-round": gettext_lazy("best evening"),
    "best-rounds": gettext_lazy("best evenings one by one"),
    "games": gettext_lazy("evenings played"),
}
"""The same criteria where an evening is what a round is elsewhere."""


def criterion(key: str, words: Words = CRITERIA) -> str:
    return str(words.get(key, key))


def cell_text(value: object) -> str:
    """A column's cell: numbers in the reader's form, lists one by one, empty for None."""
    if value is None:
        return ""
    if isinstance(value, list):
        return " · ".join(cell_text(part) or "–" for part in value)
    return number(value) or str(value)


def why_lines(
    why: Mapping[str, Any], total: str, names: Mapping[int, str], words: Words = CRITERIA
) -> list[str]:
    """What a reader asks of a row that is level with a neighbour, or that has no place (`scenarios.md` S29).

    `why` is the stored reason, `names` maps its people (entry numbers; of a season players) to names. Empty for a row
    that speaks for itself.
    """
    kind = why.get("kind")
    if kind == "guest":
        return [_("guest, without a place")]
    if kind == "too-few-rounds":
        if words is OF_SEASONS:
            return [_("fewer evenings than a place asks for")]
        return [_("fewer rounds than a place asks for")]
    behind, ahead_of = why.get("behind"), why.get("ahead_of")
    if behind is not None and behind["key"] == "shared":
        return [_shared(why, names), *_skipped(behind, names, words)]
    if behind is not None and behind["key"] != "total":
        return [_level(behind, total, names, words, ahead=False), *_skipped(behind, names, words)]
    if ahead_of is not None and ahead_of["key"] == "shared":
        return [_shared(why, names), *_skipped(ahead_of, names, words)]
    if ahead_of is not None and ahead_of["key"] != "total":
        return [_level(ahead_of, total, names, words, ahead=True), *_skipped(ahead_of, names, words)]
    return []


def parting_line(key: str, *, last_in: tuple[str, object], first_out: tuple[str, object]) -> str:
    """Why the line of a cut runs between two people, each with what they showed (None where nothing is shown)."""
    values = {
        "last": last_in[0],
        "out": first_out[0],
        "criterion": criterion(key),
        "mine": cell_text(last_in[1]),
        "theirs": cell_text(first_out[1]),
    }
    if key and (values["mine"] or values["theirs"]):
        return _("%(last)s goes on, %(out)s is out: %(criterion)s, %(mine)s against %(theirs)s") % {
            **values,
            "mine": values["mine"] or "–",
            "theirs": values["theirs"] or "–",
        }
    if key:
        return _("%(last)s goes on, %(out)s is out: %(criterion)s") % values
    return _("%(last)s goes on, %(out)s is out") % values


def _level(
    comparison: Mapping[str, Any], total: str, names: Mapping[int, str], words: Words, *, ahead: bool
) -> str:
    sentence = (
        _("level with %(name)s on %(total)s: ahead by %(criterion)s, %(mine)s against %(theirs)s")
        if ahead
        else _("level with %(name)s: behind by %(criterion)s, %(mine)s against %(theirs)s")
    )
    return sentence % {
        "name": _name(comparison["other"], names),
        "total": number(total),
        "criterion": criterion(comparison["key"], words),
        "mine": cell_text(comparison["mine"]) or "–",
        "theirs": cell_text(comparison["theirs"]) or "–",
    }


def _shared(why: Mapping[str, Any], names: Mapping[int, str]) -> str:
    others = [_name(other, names) for other in why.get("shares_with", [])]
    n_others = why.get("n_shares", len(others))
    if n_others > 3:
        return ngettext(
            "level with %(n)d other in everything listed: place shared",
            "level with %(n)d others in everything listed: place shared",
            n_others,
        ) % {"n": n_others}
    return _("level with %(names)s in everything listed: place shared") % {"names": ", ".join(others)}


def _skipped(comparison: Mapping[str, Any], names: Mapping[int, str], words: Words) -> list[str]:
    """Criteria that could not be used, and why; those that were simply level go without saying."""
    lines = []
    for step in comparison.get("passed", []):
        values = {
            "criterion": criterion(step["key"], words),
            "names": ", ".join(_name(member, names) for member in step.get("players", [])[:4]),
        }
        if step["reason"] == "no-data":
            lines.append(_("%(criterion)s not used: not known of %(names)s") % values)
        elif step["reason"] == "never-met":
            lines.append(_("%(criterion)s not used: %(names)s never met") % values)
        elif step["reason"] == "no-common-game":
            lines.append(_("%(criterion)s not used: no extra game was played by all") % values)
    return lines


def _name(entry_number: int, names: Mapping[int, str]) -> str:
    return names.get(entry_number, f"#{entry_number}")
