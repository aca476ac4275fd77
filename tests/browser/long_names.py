"""The scene of the rights with names of two hundred letters without a break: `python -m tests.browser.long_names`."""

from __future__ import annotations

import json
import sys
from typing import Any


def main() -> int:
    import django

    django.setup()
    json.dump(make(), sys.stdout)
    return 0


def make() -> dict[str, Any]:
    from clubs.rights import Act, As
    from tests.browser.desk_evening import _session as session_of
    from tests.browser.inside_evening import readable
    from tests.config.rights_scene import make_scene
    from tests.config.rights_table import ROADS
    from tests.odd_names import LONG, give_odd_names

    scene = make_scene()
    give_odd_names(scene, LONG)
    owner = scene.users[As.OWNER]
    roads = [road for road in ROADS if road.method == "GET" and not road.is_api]
    public = [scene.path(road) for road in roads if road.act is Act.READ_PUBLIC]
    inside = [scene.path(road) for road in roads if road.act is not Act.READ_PUBLIC]
    return {
        "public": readable(public, None),
        "inside": readable(inside, owner),
        "sessions": {"owner": session_of(owner)},
    }


if __name__ == "__main__":
    sys.exit(main())
