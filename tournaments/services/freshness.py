"""Who saved a result never reads a list that is older than it: what the worker has not done yet is done first."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from clubs.models import User
from clubs.rights import Act
from tournaments.models import Tournament
from tournaments.rights import may_in
from tournaments.services import marks, standings


def catch_up_for(reader: User | AnonymousUser, tournament: Tournament) -> None:
    """Bring the standings up to their facts for those who save sheets; everybody else waits for the worker.

    One query for a signed-in reader, none for a visitor. After it `tournament.version` is the newest.
    """
    if not reader.is_authenticated or not marks.is_behind(tournament.scope):
        return
    if may_in(reader, tournament, Act.READ_DRAFTS):
        standings.refresh(tournament.pk)
        tournament.refresh_from_db(fields=["version"])


def catch_up_after(tournament: Tournament) -> None:
    """The same for a table writer, whom no later page can know again: before the sheet that was sent is answered.

    Also before a draw by score, whoever asks for it: it may not follow an older list.
    """
    if marks.is_behind(tournament.scope):
        standings.refresh(tournament.pk)
        tournament.refresh_from_db(fields=["version"])
