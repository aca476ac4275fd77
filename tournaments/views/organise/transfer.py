"""In and out: files to take along, and files that are looked at before anything of them is stored."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from clubs.acting import by_web, signed_in
from clubs.errors import EldestHandError
from clubs.limits import limited
from clubs.models import Club, User
from clubs.pages import in_zone, render_page
from clubs.rights import Act, may, roles_in_club
from clubs.shapes import read_day
from games.services.transfer.fates import Fate
from tournaments.models import IncomingFile, Tournament
from tournaments.rights import may_in
from tournaments.services.transfer import incoming
from tournaments.services.transfer.canonical import to_bytes
from tournaments.services.transfer.names import club_file_name, file_name
from tournaments.services.transfer.out import club_document, tournament_document
from tournaments.services.transfer.public import public_club, public_tournament
from tournaments.services.transfer.results_out import results_csv
from tournaments.services.transfer.roster import roster_csv
from tournaments.services.transfer.workbook_out import XLSX, results_workbook
from tournaments.views.access import visible_tournament
from tournaments.views.organise.guards import club_for, tournament_for

KINDS = {
    "club": gettext_lazy("Club"),
    "person": gettext_lazy("People"),
    "season": gettext_lazy("Seasons"),
    "rules": gettext_lazy("House rules"),
    "tournament": gettext_lazy("Evenings"),
    "entries": gettext_lazy("Lines of the standings"),
    "round": gettext_lazy("Rounds"),
    "game": gettext_lazy("Sheets"),
    "sign_ups": gettext_lazy("Registrations"),
    "sign_up_terms": gettext_lazy("Terms of registration"),
    "officials": gettext_lazy("Helpers"),
    "presence": gettext_lazy("Roll calls"),
    "cuts": gettext_lazy("Cuts"),
    "wishes": gettext_lazy("Wishes for draws"),
    "clock": gettext_lazy("Clock"),
    "penalties": gettext_lazy("Penalties"),
    "deciders": gettext_lazy("Extra games"),
    "log": gettext_lazy("Log"),
}
FATES = {
    Fate.NEW: gettext_lazy("new"),
    Fate.SAME: gettext_lazy("known, the same"),
    Fate.CHANGED: gettext_lazy("known, goes on"),
    Fate.BEHIND: gettext_lazy("this site knows more"),
    Fate.APART: gettext_lazy("both went on: refused"),
    Fate.LEFT_OUT: gettext_lazy("left out"),
}


@require_safe
def tournament_export(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be taken along of an evening; the results are everybody's, the whole is the desk's."""
    tournament = visible_tournament(request.user, slug)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "may_export": may_in(request.user, tournament, Act.EXPORT),
        "may_import": may_in(request.user, tournament, Act.MANAGE_CLUB),
    }
    with in_zone(tournament.club.time_zone):
        return render_page(request, "organise/export.html", context, section="tournaments")


@require_safe
def tournament_results_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Every hand of the evening as a long table."""
    tournament = visible_tournament(request.user, slug)
    return _download(
        results_csv(tournament).encode(), file_name(tournament, "csv"), "text/csv; charset=utf-8"
    )


@require_safe
def tournament_results_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as a spreadsheet with a sheet a game; whoever may see the evening."""
    tournament = visible_tournament(request.user, slug)
    try:
        raw = results_workbook([tournament])
    except EldestHandError as error:
        messages.error(request, error.message)
        return HttpResponseRedirect(reverse("tournament_export", args=[slug]))
    return _download(raw, file_name(tournament, "xlsx"), XLSX)


@require_safe
@signed_in
def tournament_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The evening whole. People who hide their name are named only to whoever looks after the club's people."""
    tournament = tournament_for(request, slug, Act.EXPORT)
    try:
        document = tournament_document(
            tournament, with_hidden=may_in(request.user, tournament, Act.MERGE_PLAYERS)
        )
    except EldestHandError as error:
        messages.error(request, error.message)
        return HttpResponseRedirect(reverse("tournament_export", args=[slug]))
    return _download(to_bytes(document), file_name(tournament, "json"), "application/json")


@require_safe
def tournament_public_json(request: HttpRequest, slug: str) -> HttpResponse:
    """What a visitor reads of the evening, as one document."""
    tournament = visible_tournament(request.user, slug)
    raw = to_bytes(public_tournament(tournament))
    return _download(raw, file_name(tournament, "public.json"), "application/json")


@require_safe
def club_export(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be taken along of a club; the whole is the desk's."""
    club = get_object_or_404(Club.objects.visible_to(request.user), slug=slug)
    roles = roles_in_club(request.user, club)
    evenings = Tournament.objects.filter(club=club)
    if not may(roles, Act.EXPORT):
        evenings = evenings.findable_by(request.user)
    context = {
        "club": club,
        "may_export": may(roles, Act.EXPORT),
        "may_import": may(roles, Act.MANAGE_CLUB),
        "evenings": evenings.order_by("-starts_at")[:50],
    }
    with in_zone(club.time_zone):
        return render_page(request, "organise/export.html", context, section="clubs")


@require_safe
@signed_in
def club_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The club whole: people, rules, seasons, evenings, games."""
    club = club_for(request, slug, Act.EXPORT)
    try:
        document = club_document(club, with_hidden=may(roles_in_club(request.user, club), Act.MERGE_PLAYERS))
    except EldestHandError as error:
        messages.error(request, error.message)
        return HttpResponseRedirect(reverse("club_export", args=[slug]))
    return _download(to_bytes(document), club_file_name(club, "", "json"), "application/json")


@require_safe
def club_public_json(request: HttpRequest, slug: str) -> HttpResponse:
    """What a visitor reads of the club's evenings and games, as one document."""
    club = get_object_or_404(Club.objects.visible_to(request.user), slug=slug)
    raw = to_bytes(public_club(club))
    return _download(raw, club_file_name(club, "public", "json"), "application/json")


@require_safe
@signed_in
def club_results_xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    """Every game of the club's evenings as a spreadsheet."""
    club = club_for(request, slug, Act.EXPORT)
    try:
        raw = results_workbook(Tournament.objects.filter(club=club))
    except EldestHandError as error:
        messages.error(request, error.message)
        return HttpResponseRedirect(reverse("club_export", args=[slug]))
    return _download(raw, club_file_name(club, "results", "xlsx"), XLSX)


@require_safe
@signed_in
def club_roster_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The roster; addresses only for those who may read them."""
    club = club_for(request, slug, Act.EXPORT)
    with_contacts = may(roles_in_club(request.user, club), Act.READ_CONTACTS)
    raw = roster_csv(club, with_contacts=with_contacts).encode()
    return _download(raw, club_file_name(club, "roster", "csv"), "text/csv; charset=utf-8")


@require_http_methods(["GET", "HEAD", "POST"])
@limited("uploads")
@signed_in
def club_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Send a file, see what would become of every part of it, bring it in."""
    return _import(request, club_for(request, slug, Act.MANAGE_CLUB), None)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("uploads")
@signed_in
def tournament_import(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for one evening: a file of another one is refused."""
    tournament = tournament_for(request, slug, Act.MANAGE_CLUB)
    return _import(request, get_object_or_404(Club, pk=tournament.club_id), tournament)


def _import(request: HttpRequest, club: Club, tournament: Tournament | None) -> HttpResponse:
    here = request.path
    if request.method == "POST" and "file" in request.FILES:
        try:
            kept = _keep(request, club, tournament)
        except EldestHandError as error:
            return _page(request, club, tournament, None, refusal=error, status=error.status)
        return HttpResponseRedirect(f"{here}?file={kept.token}")
    assert isinstance(request.user, User)
    token = request.POST.get("file") or request.GET.get("file", "")
    file = incoming.kept_file(club, token, request.user, tournament)
    if request.method != "POST":
        gone = bool(token) and file is None
        return _page(request, club, tournament, file, refusal=_gone() if gone else None)
    if file is None:
        return _page(request, club, tournament, None, refusal=_gone(), status=422)
    try:
        changed = incoming.bring_in(
            incoming.content_of(file),
            club,
            day=file.day,
            by=by_web(request),
            decisions=_decisions(request),
            seen=request.POST.get("seen", ""),
            tournament=tournament,
            without_apart=_leaves_out(request.POST),
        )
    except EldestHandError as error:
        return _page(request, club, tournament, file, refusal=error, status=error.status)
    file.delete()
    told = _("%(name)s is brought in.") if changed else _("%(name)s changed nothing: everything was here.")
    messages.success(request, told % {"name": file.name})
    came = tournament or club
    came.refresh_from_db(fields=["slug"])  # a file may give an empty club its name and address
    return HttpResponseRedirect(came.get_absolute_url())


def _keep(request: HttpRequest, club: Club, tournament: Tournament | None) -> IncomingFile:
    sent = request.FILES.get("file")
    assert isinstance(sent, UploadedFile)
    too_large = sent.size is None or sent.size > incoming.MOST_BYTES
    raw = b" " * (incoming.MOST_BYTES + 1) if too_large else sent.read()
    return incoming.keep_file(
        club,
        name=(sent.name or "")[-200:],
        raw=raw,
        day=_day(request, club),
        by=by_web(request),
        tournament=tournament,
    )


def _day(request: HttpRequest, club: Club) -> date:
    text = request.POST.get("day", "").strip()
    if not text:
        return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
    try:
        return read_day(text)
    except ValueError as error:
        raise EldestHandError(_("Write the day like 2026-03-06."), code="bad_day") from error


def _leaves_out(asked: QueryDict) -> bool:
    return asked.get("leave_out") == "1"


def _decisions(request: HttpRequest) -> dict[str, str]:
    return {
        name.removeprefix("who-"): request.POST.get(name, "")
        for name in request.POST
        if name.startswith("who-")
    }


def _gone() -> EldestHandError:
    return EldestHandError(
        _("This file is not kept any more: choose it again."), code="file_gone", status=422
    )


def _page(
    request: HttpRequest,
    club: Club,
    tournament: Tournament | None,
    file: IncomingFile | None,
    *,
    refusal: EldestHandError | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, object] = {"club": club, "tournament": tournament, "file": file, "refusal": refusal}
    if file is not None:
        without_apart = _leaves_out(request.POST if request.method == "POST" else request.GET)
        shown = incoming.preview(
            incoming.content_of(file),
            club,
            day=file.day,
            tournament=tournament,
            without_apart=without_apart,
        )
        chosen = _decisions(request)
        context |= {
            "preview": shown,
            "counts": _counts(shown),
            "lines": [(KINDS[part.kind], part, FATES[part.fate]) for part in shown.to_look_at],
            "leaves_out": without_apart and shown.can_leave_out,
            "questions": [(one, chosen.get(one.uid, "")) for one in shown.questions],
            "fatal": [one for one in shown.problems if one.is_fatal],
            "odd": [one for one in shown.problems if not one.is_fatal],
        }
        if status == 200 and context["fatal"]:
            status = 422
    with in_zone(club.time_zone):
        return render_page(request, "organise/import.html", context, section="clubs", status=status)


def _counts(shown: incoming.Preview) -> list[tuple[str, list[tuple[str, int]]]]:
    found: dict[str, list[tuple[str, int]]] = {}
    for kind, words in KINDS.items():
        row = [(str(FATES[fate]), shown.counts[kind, fate]) for fate in Fate if (kind, fate) in shown.counts]
        if row:
            found[str(words)] = row
    return list(found.items())


def _download(raw: bytes, name: str, kind: str) -> HttpResponse:
    response = HttpResponse(raw, content_type=kind)
    response["X-Robots-Tag"] = "noindex"  # search engines have the pages
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
