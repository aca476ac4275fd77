"""What the seating engine found, in the reader's language: how good a draw is, and why a pair meets again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

REASONS = {
    "counting_bound": gettext_lazy("it cannot be avoided"),
    "best_found": gettext_lazy("nothing better was found"),
    "club_or_apart": gettext_lazy("because of pairs that are kept apart"),
    "locked": gettext_lazy("the table was locked"),
    "fixed_table": gettext_lazy("both have this table for good"),
    "score_groups": gettext_lazy("they stand close in the list"),
}


def verdict(report: Mapping[str, Any]) -> str:
    """How good the draw is, and whether better was possible."""
    if "rounds" not in report:
        return _next_round(int(report.get("rematches", 0)))
    n, rounds = int(report.get("repeats", 0)), len(report["rounds"])
    if n == 0:
        if rounds < 2:
            return _("Nobody meets anybody again. Better is impossible.")
        return _("Nobody meets anybody again in the %(rounds)d rounds planned. Better is impossible.") % {
            "rounds": rounds
        }
    text = ngettext(
        "%(n)d pair meets again in the rounds planned.", "%(n)d pairs meet again in the rounds planned.", n
    ) % {"n": n}
    if report.get("optimal"):
        return text + " " + _("Proven best: fewer is impossible.")
    bound = int(report.get("bound", 0))
    return (
        text
        + " "
        + _("This is the best that was found; fewer than %(bound)d is impossible.") % {"bound": bound}
    )


def _next_round(n: int) -> str:
    text = _("By standing: who has as many points sits together.")
    if n == 0:
        return text + " " + _("Nobody meets anybody again.")
    return text + " " + ngettext("%(n)d pair meets again.", "%(n)d pairs meet again.", n) % {"n": n}


def reason(code: str) -> str:
    return str(REASONS.get(code, ""))


def note(found: Mapping[str, Any]) -> str:
    """A finding of the checks before the draw; one this page has no words for comes as the engine says it."""
    if found.get("code") == "repeats_certain" and "tables" in found and "per_two_rounds" in found:
        n = int(found["per_two_rounds"])
        text = ngettext(
            "With %(split)s at least %(n)d pair meets again in every two rounds.",
            "With %(split)s at least %(n)d pairs meet again in every two rounds.",
            n,
        ) % {"split": _split(found["tables"]), "n": n}
        if "instead" in found:
            text += " " + _("Fewer with %(split)s.") % {"split": _split(found["instead"])}
        return text
    if found.get("code") == "rounds_over_capacity" and "most" in found:
        return ngettext(
            "%(n)d people can avoid repeats for %(most)d round at most; %(rounds)d are planned.",
            "%(n)d people can avoid repeats for %(most)d rounds at most; %(rounds)d are planned.",
            int(found["most"]),
        ) % {"n": found["players"], "most": found["most"], "rounds": found["rounds"]}
    if found.get("code") == "small_tables" and "low" in found:
        low, high = int(found["low"]), int(found["high"])
        if low == high:
            return ngettext(
                "Everybody sits at a smaller table %(n)d time.",
                "Everybody sits at a smaller table %(n)d times.",
                low,
            ) % {"n": low}
        return _("Everybody sits at a smaller table %(low)d or %(high)d times.") % {"low": low, "high": high}
    return str(found.get("message", ""))


def _split(tables: list[int]) -> str:
    return " · ".join(str(size) for size in tables)
