"""What is printed of a published round, read from the database and put into the reader's words."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.forms import columns_of
from games.models import Game, Seat
from games.views.rule_words import rule_sentences
from tournaments.models import Round, RoundSeat, Table, TableLink, Tournament
from tournaments.printing.pages import Cell, SeatCard, SeatingPaper, SheetPaper, alphabetical
from tournaments.services.links import standing_links, token_of
from tournaments.services.namesakes import tell_apart_at
from tournaments.views.seats_in_words import seat_names

PAPERS = ("a4", "letter")


def link_url(link: TableLink, request: HttpRequest | None) -> str:
    """The whole address of a table's link, as a phone opens it: the site's own where it knows one."""
    path = reverse("table_writer", args=[token_of(link)])
    if settings.PUBLIC_ADDRESS:
        return f"{str(settings.PUBLIC_ADDRESS).rstrip('/')}{path}"
    return request.build_absolute_uri(path) if request is not None else path


def sheets_of(
    tournament: Tournament, published: Round, request: HttpRequest, *, only: int | None = None
) -> list[SheetPaper]:
    """A blank sheet for every table of the round, or for the sheet with number `only`. Four queries."""
    tables = list(published.tables.filter(game__isnull=False).select_related("game").order_by("number"))
    if only is not None:
        tables = [table for table in tables if table.sheet_number == only]
    held: dict[int, list[Seat]] = {}
    seats = Seat.objects.filter(game__table__in=tables).select_related("player__merged_into")
    for seat in seats.order_by("number", "from_deal"):
        held.setdefault(seat.game_id, []).append(seat)
    tell_apart_at(tournament, (seat.player for seats in held.values() for seat in seats))
    links = standing_links(tables)
    where = _where(tournament, published)
    words = sheet_words()
    papers = []
    for table in tables:
        game = table.game
        assert game is not None
        names = seat_names(held.get(game.pk, []), is_paper=True)
        link = links.get(table.pk)
        papers.append(
            SheetPaper(
                number=table.sheet_number or 0,
                title=_("Round %(round)s, table %(table)s")
                % {"round": published.number, "table": table.number},
                where=where,
                rules=" ".join(rule_sentences(game.ruleset, len(names))),
                names=tuple(names),
                sizes=tuple(game.ruleset.hand_sizes(len(names))),
                dealers=_dealers(game, len(names)),
                cells=_cells(game),
                url=link_url(link, request) if link is not None else "",
                words=words,
            )
        )
    return papers


def cards_of(published: Round) -> list[SeatCard]:
    """A card for everybody who sits, table by table."""
    return [
        SeatCard(
            name=name,
            table=_("Table %(n)s") % {"n": table},
            seat=_("Seat %(n)s") % {"n": seat},
            round=_("Round %(n)s") % {"n": published.number},
        )
        for name, table, seat in _seated(published)
        if table
    ]


def seating_paper(tournament: Tournament, published: Round) -> SeatingPaper:
    """Who sits where, by name; whoever sits out comes last."""
    people = _seated(published)
    sitting = [person for person in people if person[1]]
    rows = [sitting[index] for index in alphabetical([person[0] for person in sitting])]
    out = sorted(person[0] for person in people if not person[1])
    return SeatingPaper(
        title=_("Round %(n)s") % {"n": published.number},
        where=_where(tournament, published),
        rows=(
            *((name, str(table), str(seat)) for name, table, seat in rows),
            *((name, _("sits out"), "") for name in out),
        ),
        heads=(_("Name"), _("Table"), _("Seat")),
        words=sheet_words(),
    )


def sheet_words() -> dict[str, str]:
    """The labels of printed papers."""
    return {
        "sheet": _("Sheet"),
        "scan": _("Write by phone"),
        "hand": _("Hand"),
        "cards": _("cards"),
        "trump": _("trump"),
        "so_far": _("so far"),
        "total": _("Total"),
        "writer": _("Writer"),
        "checked": _("Checked by"),
        "dealer_mark": pgettext("mark of the dealer", "D"),
        "deals": _("deals this hand and bids last"),
        "undrawable": _(
            "□ stands for a letter this print has no font for; the whole name stands on the screen."
        ),
    }


def _seated(published: Round) -> list[tuple[str, int, int]]:
    """(name, table, seat from 1) of everybody in the round; table 0 sits out. One query."""
    found = RoundSeat.objects.filter(round=published).select_related("table", "entry__player__merged_into")
    rows = list(found.order_by("table__number", "seat", "entry__number"))
    tell_apart_at(published.tournament, (row.entry.player for row in rows))
    return [
        (row.entry.player.display_name, row.table.number if row.table else 0, (row.seat or 0) + 1)
        for row in rows
    ]


def _where(tournament: Tournament, published: Round) -> str:
    at = published.started_at or tournament.starts_at
    when = date_format(localtime(at), "DATETIME_FORMAT")
    return f"{tournament.name}, {tournament.club.name}. {when}"


def _dealers(game: Game, n_seats: int) -> tuple[int | None, ...]:
    first = game.first_dealer
    n_hands = len(game.ruleset.hand_sizes(n_seats))
    return tuple(None if first is None else (first + hand) % n_seats for hand in range(n_hands))


def _cells(game: Game) -> tuple[Cell, ...]:
    columns = columns_of("tricks", is_rage=game.family == "rage")
    return (*(Cell(c.key, str(c.short)) for c in columns), Cell("points", _("points"), share=3))


def paper_asked(request: HttpRequest) -> str:
    """`a4`, or `letter` where that is asked for."""
    asked = request.GET.get("paper", "")
    return asked if asked in PAPERS else PAPERS[0]


def round_tables(published: Round) -> list[Table]:
    return list(published.tables.filter(game__isnull=False).select_related("game__club").order_by("number"))
