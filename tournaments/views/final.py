"""The cut to the final: the line, who is level on it, extra games, and who went on. Readers see what was decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.acting import by_web, refused
from clubs.errors import EldestHandError, NotAllowed
from clubs.models import Player
from clubs.namesakes import tell_apart
from clubs.pages import in_zone, render_page
from clubs.rights import Act
from clubs.typed import whole
from tournaments.errors import TournamentError
from tournaments.models import Cut, Decider, Entry, Round, Standing, Tournament
from tournaments.rights import may_in
from tournaments.services import cut_lines, cut_reasons, cutting
from tournaments.services.freezing import veil_for
from tournaments.services.freshness import catch_up_for
from tournaments.views.access import visible_tournament
from tournaments.views.criteria_words import criterion, parting_line

USUAL = 4


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on or above the line, with their place and total in the newest list.

    `typed` is what a refused form had beside their name.
    """

    entry_id: int
    player: Player
    place: int | None
    total: str
    typed: str


@dataclass(frozen=True, slots=True)
class Reason:
    """What separated the last who goes on from the first who does not; `table` None: in the list."""

    table: int | None
    text: str


@dataclass(frozen=True, slots=True)
class CutView:
    cut: Cut
    through: tuple[Player, ...]
    level: tuple[Player, ...]
    reasons: tuple[Reason, ...]


@require_http_methods(["GET", "HEAD", "POST"])
def final(request: HttpRequest, slug: str) -> HttpResponse:
    """What was cut, for everybody; the line and the acts for the director."""
    tournament = visible_tournament(request.user, slug)
    catch_up_for(request.user, tournament)
    if request.method != "POST":
        return _page(request, tournament)
    if not may_in(request.user, tournament, Act.FINISH):
        raise PermissionDenied
    here = reverse("final", args=[slug])
    try:
        _do(request, tournament)
    except NotAllowed as error:
        return refused(request, error, back=here, back_text=_("Back to the final"))
    except EldestHandError as error:
        return _page(request, tournament, refusal=error)
    return HttpResponseRedirect(here)


def _do(request: HttpRequest, tournament: Tournament) -> None:
    sent, by = request.POST, by_web(request)
    act = sent.get("act")
    if act == "cut":
        cutting.make_cut(
            tournament,
            n=_number(sent.get("n", "")),
            how=sent.get("how", "") if sent.get("how") in Cut.How.values else Cut.How.STANDINGS,
            at_tables=sent.get("by") == "tables",
            carry=sent.get("carry") == "1",
            n_rounds=_number(sent.get("n_rounds", "1")),
            after=_number(sent.get("after", "")),
            seen=sent.get("seen", ""),
            by=by,
        )
    elif act == "back":
        cut = next((cut for cut in cut_lines.cuts_of(tournament) if str(cut.pk) == sent.get("cut")), None)
        if cut is not None:
            cutting.take_back(cut, by=by, reason=sent.get("reason", "").strip())
    elif act in ("decider", "word"):
        cutting.record_decider(
            tournament,
            _points(tournament, sent.dict()),
            by=by,
            reason=sent.get("reason", "").strip(),
            seen=_number(sent.get("seen", "")),
            kind=Decider.Kind.WORD if act == "word" else Decider.Kind.GAME,
        )
    elif act == "cancel":
        given = next(
            (row for row in cut_lines.decisions_of(tournament) if str(row.pk) == sent.get("decider")), None
        )
        if given is not None:
            cutting.cancel_decider(given, by=by, reason=sent.get("reason", "").strip())
    else:
        raise Http404


def _points(tournament: Tournament, sent: dict[str, str]) -> dict[Entry, int]:
    """The points typed beside names; a blank is somebody who did not play."""
    typed = {
        int(name.removeprefix("points-")): text.strip().replace("−", "-")
        for name, text in sent.items()
        if name.startswith("points-") and name.removeprefix("points-").isdigit() and text.strip()
    }
    entries = tournament.entries.in_bulk(typed)
    found: dict[Entry, int] = {}
    for pk, text in typed.items():
        if pk not in entries or not text.removeprefix("-").isdecimal() or len(text) > 6:
            raise TournamentError(
                _("Write the points of the extra game as whole numbers."), code="bad_points"
            )
        found[entries[pk]] = int(text)
    return found


def _page(
    request: HttpRequest, tournament: Tournament, *, refusal: EldestHandError | None = None
) -> HttpResponse:
    values = request.POST if request.method == "POST" else request.GET
    may_cut = may_in(request.user, tournament, Act.FINISH)
    at_tables = values.get("by") == "tables"
    n = min(1000, _number(values.get("n", ""))) or (2 if at_tables else USUAL)
    cuts = cut_lines.cuts_of(tournament)
    played = None if tournament.is_open_night else cut_lines.last_played(tournament)
    is_cut = bool(cuts) and played is not None and cuts[-1].after_round == played.number
    can_cut = may_cut and played is not None and tournament.closed_at is None and not is_cut
    line = None
    if can_cut:
        line = cut_lines.line_at_tables(tournament, n) if at_tables else cut_lines.line_after(tournament, n)
    decisions = cut_lines.decisions_of(tournament)
    may_say = may_cut and tournament.closed_at is None and "manual" in tournament.tie_breaks
    people = (
        {}
        if not (cuts or line or decisions or may_say)
        else _people(tournament, request.POST if refusal else {})
    )
    hides = veil_for(request.user, tournament) is not None
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "cuts": [] if hides else [_cut_view(tournament, cut, people) for cut in cuts],
        "hides": hides,
        "may_cut": may_cut,
        "can_cut": can_cut,
        "is_cut": is_cut,
        "played": played,
        "line": line,
        "at_tables": at_tables,
        "n": n,
        "deciders": [] if hides else _told(decisions, Decider.Kind.GAME, people),
        "words": [] if hides else _told(decisions, Decider.Kind.WORD, people),
        "undecided": _level(people) if may_say else [],
        "seen": decisions[-1].pk if decisions else 0,
        "refusal": refusal,
        "typed": request.POST if refusal else {},
    }
    if line is not None and played is not None:
        context |= _shown(tournament, line, people, played=played, at_tables=at_tables)
    with in_zone(tournament.club.time_zone):
        return render_page(
            request,
            "tournaments/final.html",
            context,
            section="tournaments",
            status=refusal.status if refusal else 200,
        )


def _cut_view(tournament: Tournament, cut: Cut, people: Mapping[int, Person]) -> CutView:
    return CutView(
        cut,
        _players(cut.entries, people),
        _players(cut.level, people),
        _reasons(cut_reasons.partings_of_cut(tournament, cut), people),
    )


def _shown(
    tournament: Tournament,
    line: cut_lines.Line,
    people: Mapping[int, Person],
    *,
    played: Round,
    at_tables: bool,
) -> dict[str, Any]:
    """The line in words: who is on which side, who is level in what, and what separates the others."""
    partings = cut_reasons.partings_of(tournament, line, played=played, at_tables=at_tables)
    tried = cut_reasons.tried_on(tournament, line, at_tables=at_tables)
    return {
        "through": [people[pk] for pk in line.through if pk in people],
        "level": [people[pk] for pk in line.level if pk in people],
        "byes": _players(line.byes, people),
        "without": _players(line.without, people),
        "tried": ", ".join(criterion(key) for key in tried),
        "reasons": _reasons(partings, people),
    }


def _players(entries: Iterable[int], people: Mapping[int, Person]) -> tuple[Player, ...]:
    return tuple([people[pk].player for pk in entries if pk in people])


def _reasons(partings: Iterable[cut_reasons.Parting], people: Mapping[int, Person]) -> tuple[Reason, ...]:
    return tuple(
        [
            Reason(
                one.table,
                parting_line(
                    one.key,
                    last_in=(people[one.last_in].player.display_name, one.value_in),
                    first_out=(people[one.first_out].player.display_name, one.value_out),
                ),
            )
            for one in partings
            if one.last_in in people and one.first_out in people
        ]
    )


def _told(
    decisions: Sequence[Decider], kind: str, people: Mapping[int, Person]
) -> list[tuple[Decider, list[tuple[Player, int]]]]:
    """The extra games, or the director's words, with whom they are about."""
    return [
        (row, [(people[pk].player, points) for pk, points in row.points if pk in people])
        for row in decisions
        if row.kind == kind
    ]


def _level(people: Mapping[int, Person]) -> list[list[Person]]:
    """Those who share a place of the newest list, place by place."""
    shared: dict[int, list[Person]] = {}
    for person in people.values():
        if person.place is not None:
            shared.setdefault(person.place, []).append(person)
    return [group for _place, group in sorted(shared.items()) if len(group) > 1]


def _people(tournament: Tournament, typed: Mapping[str, str]) -> dict[int, Person]:
    """Everybody this page may name, by entry. Two queries."""
    last = Standing.objects.filter(tournament=tournament).order_by("-after_round").first()
    rows = (
        {
            row.entry_id: row
            for row in Standing.objects.filter(tournament=tournament, after_round=last.after_round)
        }
        if last
        else {}
    )
    entries = list(tournament.entries.select_related("player__merged_into"))
    tell_apart((entry.player for entry in entries), club=tournament.club)
    return {
        entry.pk: Person(
            entry.pk,
            entry.player,
            rows[entry.pk].place if entry.pk in rows else None,
            rows[entry.pk].total if entry.pk in rows else "",
            typed.get(f"points-{entry.pk}", ""),
        )
        for entry in entries
    }


def _number(text: str) -> int:
    return whole(text, digits=8) or 0
