"""Why the site cannot be served."""


class CannotServe(Exception):
    """One line that says what is wrong and what to do."""
