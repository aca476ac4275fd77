"""What the rating systems refuse: mistakes of the calling code, in plain English, not for the screen."""


class RatingError(ValueError):
    """Base of everything this room raises."""


class UnknownSystem(RatingError):
    """No system is registered under this code and version."""

    def __init__(self, code: str, version: int, known: str) -> None:
        super().__init__(f"There is no rating system {code!r} version {version!r}; known: {known}.")
        self.code = code
        self.version = version


class BadTable(RatingError):
    """The numbers given for one table do not belong together."""
