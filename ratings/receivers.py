"""What ratings do when a game below changes: touch its ladders, ask for the task on commit."""


def connect() -> None:
    """Attach the receivers; called once when the app is ready."""
