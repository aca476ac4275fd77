"""What the tournaments floor refuses, in words the director can act on."""

from clubs.errors import Conflict, EldestHandError


class TournamentError(EldestHandError):
    """Base of the refusals about tournaments, rounds and seats."""


class DrawRefused(TournamentError):
    """These players cannot be seated; `code` and `extra` are those of the seating engine."""

    code = "draw_refused"


class RoundConflict(Conflict, TournamentError):
    """The round is not in the state the act needs, usually because somebody else acted first."""

    code = "round_conflict"
