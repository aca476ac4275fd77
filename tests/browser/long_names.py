"""The scene of the rights with names of two hundred letters without a break."""

from __future__ import annotations

from typing import Any


def make() -> dict[str, Any]:
    from clubs.activity import By
    from clubs.rights import Act, As
    from clubs.services.clubs import add_player
    from ratings.models import RatingState
    from tests.browser.inside_evening import readable
    from tests.browser.making import session_of
    from tests.config.rights_scene import make_scene
    from tests.config.rights_table import ROADS
    from tests.odd_names import LONG, give_odd_names

    scene = make_scene()
    give_odd_names(scene, LONG)
    owner = scene.users[As.OWNER]
    roads = [road for road in ROADS if road.method == "GET" and not road.is_api]
    public = [scene.path(road) for road in roads if road.act is Act.READ_PUBLIC]
    inside = [scene.path(road) for road in roads if road.act is not Act.READ_PUBLIC]
    rated = RatingState.objects.filter(player__memberships__club=scene.club, player__user=None).first()
    assert rated is not None
    other = add_player(scene.club, name=LONG, by=By(owner, "web"))
    inside.append(f"/clubs/{scene.club.slug}/members/merge/?source={rated.player_id}&into={other.pk}")
    return {
        "public": readable(public, None),
        "inside": readable(inside, owner),
        "sessions": {"owner": session_of(owner)},
    }
