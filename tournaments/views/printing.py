"""Paper for a published round: blank sheets with the code of each table, seat cards, the seating list; HTML and PDF."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import add_never_cache_headers
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from clubs.pages import in_zone
from clubs.rights import Act
from clubs.typed import whole
from tournaments.models import Round, Tournament
from tournaments.printing.pages import qr_svg
from tournaments.printing.pdf import cards_pdf, seating_pdf, sheets_pdf
from tournaments.views.desk import desk_act, table_of_sheet
from tournaments.views.paper import cards_of, paper_asked, seating_paper, sheet_words, sheets_of

KINDS = ("sheets", "cards", "seating")


@require_safe
@desk_act(Act.PRINT_SHEETS)
def round_print(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """`?what=` sheets, cards or seating, `?paper=` a4 or letter, as a page for the browser's own print."""
    published = published_round(tournament, number)
    with in_zone(tournament.club.time_zone):
        return _page(request, tournament, published)


@require_safe
@desk_act(Act.PRINT_SHEETS)
def sheet_print(request: HttpRequest, tournament: Tournament, n: int) -> HttpResponse:
    """One blank sheet by its number, to print again what coffee fell on."""
    published = table_of_sheet(tournament, n).round
    with in_zone(tournament.club.time_zone):
        return _page(request, tournament, published, only=n)


@require_safe
@desk_act(Act.PRINT_SHEETS)
def round_pdf(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The same as PDF; `?sheet=` takes one sheet alone."""
    return pdf_response(request, tournament, published_round(tournament, number))


def published_round(tournament: Tournament, number: int) -> Round:
    """A draft is printed by nobody: its seats are not decided."""
    rounds = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT)
    found = get_object_or_404(rounds, number=number)
    found.tournament = tournament
    return found


def pdf_response(request: HttpRequest, tournament: Tournament, published: Round) -> HttpResponse:
    """The PDF that the query asks for, under a name that says what it is."""
    what, paper, only = _kind(request), paper_asked(request), _only(request)
    with in_zone(tournament.club.time_zone):
        if what == "cards":
            made = cards_pdf(cards_of(published), paper=paper, said=sheet_words()["undrawable"])
        elif what == "seating":
            made = seating_pdf(seating_paper(tournament, published), paper=paper)
        else:
            sheets = sheets_of(tournament, published, request, only=only)
            if only is not None and not sheets:
                raise Http404
            made = sheets_pdf(sheets, paper=paper)
    response = HttpResponse(made, content_type="application/pdf")
    name = f"{tournament.slug}-{published.number}-{what}.pdf"
    response["Content-Disposition"] = f'inline; filename="{name}"'
    add_never_cache_headers(response)
    return response


def _page(
    request: HttpRequest, tournament: Tournament, published: Round, *, only: int | None = None
) -> HttpResponse:
    what = _kind(request)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "round": published,
        "what": what,
        "paper": paper_asked(request),
        "only": only,
        "words": sheet_words(),
    }
    if what == "cards":
        context["cards"] = cards_of(published)
    elif what == "seating":
        context["seating"] = seating_paper(tournament, published)
    else:
        papers = sheets_of(tournament, published, request, only=only)
        # Our own drawing of an address of our own: no reader's text is in it.
        context["sheets"] = [(paper, mark_safe(qr_svg(paper.url)) if paper.url else "") for paper in papers]
    response = render(request, "tournaments/print.html", context)
    add_never_cache_headers(response)
    return response


def _kind(request: HttpRequest) -> str:
    asked = request.GET.get("what", "")
    return asked if asked in KINDS else KINDS[0]


def _only(request: HttpRequest) -> int | None:
    text = request.GET.get("sheet", "")
    return whole(text, digits=7)
