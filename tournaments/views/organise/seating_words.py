"""What the seating engine found, in the reader's language: how good a draw is, and why a pair meets again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Round
from tournaments.services.splits import in_words

REASONS = {
    "counting_bound": gettext_lazy("it cannot be avoided"),
    "best_found": gettext_lazy("nothing better was found"),
    "club_or_apart": gettext_lazy("because of pairs that are kept apart"),
    "locked": gettext_lazy("the table was locked"),
    "fixed_table": gettext_lazy("both have this table for good"),
    "score_groups": gettext_lazy("they stand close in the list"),
}


PROOFS = {
    "proven": gettext_lazy("Proven: the same seed and the same people give just these tables."),
    "moved": gettext_lazy("The draw is proven; people were moved by hand afterwards, as the log tells."),
    "other_version": gettext_lazy("Drawn by another version of this site, which alone can compute it again."),
    "differs": gettext_lazy("Not proven: the same seed and the same people give other tables."),
    "bad_input": gettext_lazy("Not proven: what is kept of the draw is not what was drawn from."),
}


def verdict(report: Mapping[str, Any]) -> str:
    """How good the draw is, and whether better was possible."""
    if "rounds" not in report:
        return _next_round(report)
    n, rounds = int(report.get("repeats", 0)), len(report["rounds"])
    if n == 0:
        if rounds < 2:
            return _("Nobody meets anybody again. Better is impossible.")
        return _("Nobody meets anybody again in the %(rounds)d rounds planned. Better is impossible.") % {
            "rounds": rounds
        }
    cost = int(report.get("pairs_cost", n))
    if rounds > 2 or cost != n:  # the bound is one of the cost, to which a third meeting adds two
        text = ngettext(
            "%(n)d meeting again in the rounds planned, the third of a pair counted twice, the fourth three times.",
            "%(n)d meetings again in the rounds planned, the third of a pair counted twice, the fourth three times.",
            cost,
        ) % {"n": cost}
    else:
        text = ngettext(
            "%(n)d pair meets again in the rounds planned.",
            "%(n)d pairs meet again in the rounds planned.",
            n,
        ) % {"n": n}
    if report.get("optimal"):
        return text + " " + _("Proven best: fewer is impossible.")
    bound = int(report.get("bound", 0))
    return (
        text
        + " "
        + _("This is the best that was found; fewer than %(bound)d is impossible.") % {"bound": bound}
    )


def _next_round(report: Mapping[str, Any]) -> str:
    n = int(report.get("rematches", 0))
    text = _("By standing: who has as many points sits together.")
    if n == 0:
        return text + " " + _("Nobody meets anybody again.")
    text += " " + ngettext("%(n)d pair meets again.", "%(n)d pairs meet again.", n) % {"n": n}
    if report.get("optimal"):
        return text + " " + _("Proven best: fewer is impossible.")
    return text


def sit_out(drafted: Round, player: str) -> str:
    """Why just this player has no table (seating.md section 8b)."""
    problem = drafted.seating_input
    if player in (problem.get("volunteers") or ()):
        return _("would sit out")
    before = problem.get("sat_out") or {}
    others = set(problem.get("players") or ()) - set(problem.get("volunteers") or ())
    if player not in others:
        return _("put there by hand")
    mine = int(before.get(player, 0))
    if mine:
        return ngettext(
            "everybody has sat out %(n)d time, now it begins again",
            "everybody has sat out %(n)d times, now it begins again",
            mine,
        ) % {"n": mine}
    n = sum(not before.get(other) for other in others)
    return ngettext(
        "drawn by lot: %(n)d has not sat out yet", "drawn by lot among %(n)d who have not sat out yet", n
    ) % {"n": n}


def proof(drafted: Round) -> list[tuple[str, str]]:
    """What defends a draw: how good it is, and from what it can be computed again."""
    report = drafted.seating_report
    found = []
    if "bound" in report:
        is_plan = "rounds" in report
        cost = int(report["pairs_cost"] if is_plan else report.get("rematches", 0))
        bound = int(report["bound"])
        values = {"found": cost, "bound": bound}
        text = (
            _("%(found)d found, %(bound)d is the least possible: proven best")
            if report.get("optimal")
            else _("%(found)d found, fewer than %(bound)d is impossible")
        )
        found.append((_("Meetings again"), text % values))
    if "seat_spread" in report:
        n = int(report["seat_spread"])
        text = ngettext(
            "nobody deals first more than %(n)d time more often than anybody else",
            "nobody deals first more than %(n)d times more often than anybody else",
            n,
        )
        found.append((_("First dealer"), text % {"n": n} if n else _("everybody as often")))
    if report.get("small_table_spread"):
        n = int(report["small_table_spread"])
        found.append((_("Smaller tables"), _("visits differ by %(n)d at most") % {"n": n}))
    algorithm = drafted.algorithm
    if "library" in report:
        algorithm += f", library {report['library']}"
    found += [
        (_("Seed"), str(drafted.seed)),
        (_("Computed by"), algorithm),
        (_("Input"), f"SHA-256 {drafted.input_hash}"),
    ]
    return found


def reason(code: str) -> str:
    return str(REASONS.get(code, ""))


def notes(report: Mapping[str, Any], names: Mapping[str, str]) -> tuple[str, ...]:
    """The findings of the checks before the draw, each once. `names` by the engine's numbers of entries."""
    found = dict.fromkeys(note(entry, names) for entry in report.get("notes") or ())
    return tuple(text for text in found if text)


def note(found: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """One finding; one without words here comes as the engine says it."""
    if found.get("code") == "repeats_certain" and "tables" in found and "per_two_rounds" in found:
        n = int(found["per_two_rounds"])
        text = ngettext(
            "With %(split)s at least %(n)d pair meets again in every two rounds.",
            "With %(split)s at least %(n)d pairs meet again in every two rounds.",
            n,
        ) % {"split": in_words(found["tables"]), "n": n}
        if "instead" in found:
            text += " " + _("Fewer with %(split)s.") % {"split": in_words(found["instead"])}
        return text
    if found.get("code") == "rounds_over_capacity" and "most" in found:
        return ngettext(
            "%(n)d people can avoid repeats for %(most)d round at most; %(rounds)d are planned.",
            "%(n)d people can avoid repeats for %(most)d rounds at most; %(rounds)d are planned.",
            int(found["most"]),
        ) % {"n": found["players"], "most": found["most"], "rounds": found["rounds"]}
    if found.get("code") == "fixed_table_missed":
        return _("%(name)s cannot have table %(fixed)d in every round.") % {
            "name": names.get(found["player"], found["player"]),
            "fixed": found["fixed"],
        }
    if found.get("code") == "club_too_large" and "per_round" in found:
        return ngettext(
            "%(players)d people of one club at %(tables)d tables: at least %(n)d pair of them meets in every round.",
            "%(players)d people of one club at %(tables)d tables: at least %(n)d pairs of them meet in every round.",
            int(found["per_round"]),
        ) % {"players": found["players"], "tables": found["tables"], "n": found["per_round"]}
    if found.get("code") == "small_tables" and "low" in found:
        low, high = int(found["low"]), int(found["high"])
        if "fewest" in found:
            return _(
                "People sit at a smaller table %(fewest)d to %(most)d times in this draw; shared evenly it would be"
                " %(n)s times. Fewer meetings again and the rounds already played came first."
            ) % {
                "fewest": found["fewest"],
                "most": found["most"],
                "n": low if low == high else f"{low}-{high}",
            }
        if low == high:
            return ngettext(
                "Everybody sits at a smaller table %(n)d time.",
                "Everybody sits at a smaller table %(n)d times.",
                low,
            ) % {"n": low}
        return _("Everybody sits at a smaller table %(low)d or %(high)d times.") % {"low": low, "high": high}
    return str(found.get("message", ""))
