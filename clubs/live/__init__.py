"""Announcements: "tournament 12 is at version 40". Pages then fetch the fragment they show.

The hub knows topics and versions, never contents, so nothing a reader may not see can travel here.
"""

from clubs.live.hub import Hub, hub
from clubs.live.topics import Topic, register, row_id, versions_for

__all__ = ["Hub", "Topic", "announce", "hub", "register", "row_id", "versions_for"]


def announce(topic: str, version: int) -> None:
    """Tell every open page after the commit. Costs nothing when nobody listens; never raises, never waits long."""
    hub().announce_on_commit(topic, version)
