"""Table links: made when a round is published, shown by print, taken back and renewed by the director.

A token is the link's random key with a signature: what was guessed costs no query, and whoever reads the database
without the site's secret cannot open a table.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.activity import By, log
from clubs.rights import Act
from games.models import SheetState
from tournaments.errors import TournamentError
from tournaments.models import Round, Table, TableLink
from tournaments.rights import require_in

ENDED = (SheetState.FINAL, SheetState.VOID)


class LinkEnded(TournamentError):
    """The link opens nothing any more; `code` says why."""

    code = "link_ended"
    status = 410


def token_of(link: TableLink) -> str:
    """What stands in the link's address."""
    return _signer().sign(link.key)


def link_of(token: str) -> TableLink | None:
    """The link of a token, with its table, round, tournament, club and game; None for what was never handed out.

    One query, none for a token this site did not sign.
    """
    try:
        key = _signer().unsign(token)
    except BadSignature:
        return None
    rows = TableLink.objects.select_related("table__round", "table__tournament__club", "table__game__club")
    return rows.filter(key=key).first()


def why_ended(link: TableLink) -> str:
    """Empty while the link opens its sheet; else `revoked`, `taken_back`, `final` or `closed`."""
    table = link.table
    if link.revoked_at is not None:
        return "revoked"
    if table.game is None or table.round.state == Round.State.DRAFT:
        return "taken_back"
    if table.game.state in ENDED:
        return "final"
    return "closed" if table.round.state == Round.State.CLOSED else ""


def open_table(link: TableLink) -> Table:
    """The table a link opens, read again inside the act's transaction; `LinkEnded` where it opens none any more."""
    now = TableLink.objects.select_related("table__round", "table__tournament__club", "table__game__club")
    found = now.filter(pk=link.pk).first()
    ended = "revoked" if found is None else why_ended(found)
    if found is None or ended:
        raise LinkEnded(ended_words(ended), code=f"link_{ended}")
    return found.table


def ended_words(ended: str) -> str:
    """Why a link has ended, and what to do."""
    return {
        "revoked": _("This link was taken back. Ask the director for the new one."),
        "taken_back": _("The round was taken back. Ask the director where you sit now."),
        "final": _("The sheet of this table is final. If something is wrong, tell the director."),
        "closed": _("The round is over. If something is wrong, tell the director."),
    }[ended]


def make_links(published: Round, *, by: By) -> None:
    """A link for every table of the round that has none; part of publishing, which logs and asks for the right."""
    tables = published.tables.exclude(links__revoked_at__isnull=True, links__isnull=False)
    now = timezone.now()
    TableLink.objects.bulk_create([TableLink(table=table, made_by=by.user, made_at=now) for table in tables])


def standing_links(tables: Iterable[Table]) -> dict[int, TableLink]:
    """The standing link of each table, by the table's id. One query."""
    return {link.table_id: link for link in TableLink.objects.filter(table__in=tables, revoked_at=None)}


def renew_link(table: Table, *, by: By) -> TableLink:
    """A new link for a table; the one that stood opens nothing any more."""
    require_in(by, table.tournament, Act.MAKE_LINKS)
    with transaction.atomic():
        table = _locked(table)
        if table.game is None or table.round.state != Round.State.PUBLISHED:
            raise TournamentError(
                _("Table %(table)d is not being played: there is nothing to write there.")
                % {"table": table.number},
                code="not_played",
                status=409,
            )
        _take_back(table, by)
        link = TableLink.objects.create(table=table, made_by=by.user, made_at=timezone.now())
        _note(table, by, "link.made")
    return link


def revoke_link(table: Table, *, by: By) -> bool:
    """Take the link of a table back; False where none stood."""
    require_in(by, table.tournament, Act.MAKE_LINKS)
    with transaction.atomic():
        table = _locked(table)
        if not _take_back(table, by):
            return False
        _note(table, by, "link.revoked")
    return True


def revoke_links(unpublished: Round, *, by: By) -> None:
    """All links of a round; part of taking the round back, which logs."""
    standing = TableLink.objects.filter(table__round=unpublished, revoked_at=None)
    standing.update(revoked_at=timezone.now(), revoked_by=by.user)


def _take_back(table: Table, by: By) -> bool:
    standing = TableLink.objects.filter(table=table, revoked_at=None)
    return bool(standing.update(revoked_at=timezone.now(), revoked_by=by.user))


def _note(table: Table, by: By, verb: str) -> None:
    tournament = table.tournament
    subject = f"game:{table.game_id}" if table.game_id else f"table:{table.pk}"
    log(verb, subject, by=by, club_id=tournament.club_id, scope=tournament.scope, number=table.number)


def _locked(table: Table) -> Table:
    rows = Table.objects.select_for_update(of=("self",)).select_related(
        "round", "tournament__club", "game__club"
    )
    return rows.get(pk=table.pk)


def _signer() -> Signer:
    return Signer(salt="tournaments.table-link", sep=".")
