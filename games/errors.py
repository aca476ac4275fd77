"""What the games floor refuses, in words the person can act on."""

from clubs.errors import Conflict, EldestHandError


class GameError(EldestHandError):
    """Base of the refusals about games and sheets."""


class SheetRefused(GameError):
    """The sheet is malformed, or seats people who cannot sit there. Nothing was stored."""

    code = "sheet_refused"


class SheetConflict(Conflict, GameError):
    """Somebody stored another revision meanwhile.

    `extra` holds `current_revision`, `current` and `yours`: both sheets whole.
    """

    code = "sheet_conflict"


class ReasonMissing(GameError):
    """A stored sheet changes only with a reason."""

    code = "reason_missing"


class TableRefused(GameError):
    """A hosted table cannot do that now; the sentence says why and what to do."""

    code = "table_refused"
    status = 409


class ActRefused(TableRefused):
    """A bid or a card that was refused and changed nothing. `extra["newest"]` is the number of the newest event."""

    code = "act_refused"


class PhotoRefused(GameError):
    """The photo was not kept; the text says what to do."""

    code = "photo_refused"
