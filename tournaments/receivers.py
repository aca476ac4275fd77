"""What tournaments do when a game below changes: leave a mark, ask for the task on commit."""


def connect() -> None:
    """Attach the receivers; called once when the app is ready."""
