"""How many rounds can so many people play before anybody must meet again? Answered before there is a tournament."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.pages import render_page
from clubs.typed import whole
from tournaments.views.organise.splits import Splits, splits_of

MOST_PEOPLE = 400


@require_safe
def rounds_question(request: HttpRequest) -> HttpResponse:
    """`people` at tables of `sizes`, for `rounds` rounds where that is said."""
    people, sizes = request.GET.get("people", ""), request.GET.get("sizes", "")
    context: dict[str, object] = {"people": people, "sizes": sizes}
    if people or sizes:
        context |= _answer(people, sizes, request.GET.get("rounds", ""))
    return render_page(
        request,
        "organise/rounds_question.html",
        context,
        section="tournaments",
        fragment="organise/_rounds_answer.html",
    )


def _answer(people: str, sizes: str, rounds: str) -> dict[str, object]:
    n = _number(people)
    chosen = tuple(dict.fromkeys(filter(None, map(_number, sizes.replace(",", " ").split()))))
    if not 3 <= n <= MOST_PEOPLE or not chosen or not all(3 <= size <= 7 for size in chosen):
        return {
            "problem": _("Say how many people, from 3 to %(most)d, and which tables, like 4, 3.")
            % {"most": MOST_PEOPLE}
        }
    found: Splits = splits_of(n, chosen, min(max(_number(rounds), 1), 50))
    return {"splits": found, "problem": found.problem}


def _number(text: str) -> int:
    text = text.strip()
    return whole(text, digits=4) or 0
