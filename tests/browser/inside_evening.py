"""Every page with something on it, for the people who may open it: `python -m tests.browser.inside_evening`.

The pages are those of the table of rights, so a new page is walked as soon as it has its row there.
"""

from __future__ import annotations

from typing import Any

ACCOUNT = (
    "email/",
    "password/change/",
    "logout/",
    "reauthenticate/",
    "inactive/",
    "confirm-email/",
    "password/reset/done/",
)


def make() -> dict[str, Any]:
    from clubs.rights import Act, As
    from tests.browser.making import session_of
    from tests.config.rights_scene import make_scene
    from tests.config.rights_table import ROADS

    scene = make_scene()
    _register(scene)
    roads = [road for road in ROADS if road.method == "GET" and not road.is_api]
    night = scene.evenings["night"].tournament.get_absolute_url()
    open_to_all = [scene.path(road) for road in roads if road.act is Act.READ_PUBLIC]
    public = readable([*open_to_all, *(f"{night}{page}" for page in ("", "standings/", "wall/"))], None)
    inside = [scene.path(road) for road in roads if road.act is not Act.READ_PUBLIC]
    merge = f"/clubs/{scene.club.slug}/members/merge/?source={scene.words['stranger']}&into={scene.words['player']}"
    own = f"{scene.evenings['idle'].tournament.get_absolute_url()}registration/"
    people = {role: scene.users[role] for role in (As.OWNER, As.SCOREKEEPER)}
    pages = {
        "owner": readable(
            [*inside, merge, own, *(f"/accounts/{name}" for name in ACCOUNT)], people[As.OWNER]
        ),
        "scorekeeper": readable(inside, people[As.SCOREKEEPER]),
    }
    base = scene.evenings["open"].tournament.get_absolute_url()
    return {
        "public": public,
        "pages": pages,
        "forbidden": f"{base}settings/",
        "errors": errors(),
        "sessions": {role.value: session_of(user) for role, user in people.items()},
    }


def _register(scene: Any) -> None:
    """One place at the idle evening, the owner's own; the director waits."""
    from clubs.activity import By
    from clubs.rights import As
    from tournaments.services.signing_up import set_terms, sign_up

    tournament = scene.evenings["idle"].tournament
    owner = By(scene.users[As.OWNER], "web")
    room = len(scene.evenings["idle"].entries) + 1
    set_terms(tournament, by=owner, opens_at=None, closes_at=None, capacity=room)
    for role in (As.OWNER, As.DIRECTOR):
        sign_up(tournament, by=By(scene.users[role], "web"), of_age=True, name=role.value.title())


def readable(paths: list[str], user: Any) -> list[str]:
    """Those that answer this person with a page."""
    from django.test import Client

    client = Client()
    if user is not None:
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    found = []
    for path in dict.fromkeys(paths):
        answer = client.get(path)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            found.append(path)
    return found


def errors() -> dict[str, str]:
    """The pages of faults that no visitor can bring about, as the site would send them."""
    from django.contrib.auth.models import AnonymousUser
    from django.test import RequestFactory
    from django.views import csrf, defaults

    from clubs import limits

    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    pages = {
        "400": defaults.bad_request(request, ValueError()),
        "403": csrf.csrf_failure(request),
        "429": limits.handler429(request),
        "500": defaults.server_error(request),
    }
    return {code: answer.content.decode() for code, answer in pages.items()}
