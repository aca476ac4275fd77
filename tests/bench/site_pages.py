"""What pages, sheets and draws cost: ``python -m tests.bench.site_pages``.

A line of JSON for each figure, on SQLite, as `make run` has it: every public page with few and with many rows (queries,
milliseconds with an empty cache and warm, bytes of a first visit); pages a second of one WSGI worker beside a bare view
that returns the same bytes; a sheet saved through the API with its standings; a draw at 22 tables without the search;
a hundred open pages of a served site after a sheet. But for the open pages, which wait for each other, time is the
processor time of this process: a busy machine does not spoil it, and waits for the disk are not in it.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

N_FEW, N_MANY = 5, 500
N_TRIES = 3
SECONDS = 0.3
N_PAGES, N_SHEETS = 100, 5


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="eldest-hand-bench-") as folder:
        set_up(Path(folder))
        from tests.bench.site_listeners import listen, served

        for n in (N_FEW, N_MANY):
            pages = stage(n)
            for figures in public_pages(pages):
                print(json.dumps(figures), flush=True)
        for figures in (*throughput(pages), draw(), saving()):
            print(json.dumps(figures), flush=True)
        evening, saves = waiting_sheets()
        path = f"{evening.tournament.get_absolute_url()}standings/"
        with served(Path(folder)) as port:
            found = listen(port, topic=evening.tournament.topic, path=path, saves=saves, n_pages=N_PAGES)
        print(json.dumps({"what": "open pages after a sheet", **found}))


def set_up(folder: Path) -> None:
    os.environ.update(
        DJANGO_SETTINGS_MODULE="config.settings.embedded",
        ELDEST_HAND_VAR=str(folder),
        DATABASE_URL=f"sqlite:///{folder / 'bench.sqlite3'}",
    )
    os.environ.pop("REDIS_URL", None)
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ROOT_URLCONF = "tests.bench.bare_urls"
    settings.DATABASES["default"]["CONN_MAX_AGE"] = (
        600  # a worker keeps its connection, as the pool does in production
    )
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def stage(n: int) -> dict[str, str]:
    """A site with `n` of everything that lists show; the addresses of its public pages by what they show."""
    from clubs.activity import By
    from clubs.models import Club, Membership, Player, User
    from config.catching_up import catch_up
    from ratings.models import Ladder, RatingState
    from tests.evenings import STARTS_AT, make_club, make_evening, make_players
    from tournaments.models import Entry, Standing, Tournament

    owner, _made = User.objects.get_or_create(username="owner", is_superuser=True)
    by = By(owner, "command")
    club = make_club(owner, f"Club of {n}")
    people = make_players(club, 8, by=by)
    evening = make_evening(club, by=by, players=people, rules="oh-hell", name=f"Evening of {n}")
    evening.play_round()
    evening.play_round()
    catch_up()
    crowd = Player.objects.bulk_create([Player(name=f"Player {i} of {n}") for i in range(n - 8)])
    Membership.objects.bulk_create([Membership(club=club, player=player) for player in crowd])
    Club.objects.bulk_create([Club(slug=f"c-{n}-{i}", name=f"Club {i} of {n}") for i in range(n - 5)])
    like = evening.tournament
    Tournament.objects.bulk_create(
        Tournament(
            club=club,
            slug=f"t-{n}-{i}",
            name=f"Evening {i} of {n}",
            rules=like.rules,
            rules_hash=like.rules_hash,
            seed=i,
            starts_at=STARTS_AT,
        )
        for i in range(n - 5)
    )
    ladder = Ladder.objects.get(club=None)
    epoch = ladder.active_epoch
    assert epoch is not None
    RatingState.objects.bulk_create(
        RatingState(epoch=epoch, player=p, rating=1_400_000 + p.pk, games=20, peak=1_600_000) for p in crowd
    )
    RatingState.objects.update(listed=True)
    row = Standing.objects.filter(tournament=like, after_round=2)[0]
    entries = Entry.objects.bulk_create(
        Entry(tournament=like, player=player, number=100 + i) for i, player in enumerate(crowd)
    )
    Standing.objects.bulk_create(
        Standing(
            tournament=like, after_round=2, entry=entry, position=100 + i, place=9, total=row.total,
            columns=row.columns, decided_by=row.decided_by, why=row.why, version=row.version,
        )
        for i, entry in enumerate(entries)
    )  # fmt: skip
    base, game = like.get_absolute_url(), like.tables.exclude(game=None)[0].game
    assert game is not None
    return {
        "home": "/",
        "clubs": "/clubs/",
        "club": club.get_absolute_url(),
        "members": f"{club.get_absolute_url()}members/",
        "house rules": f"{club.get_absolute_url()}rules/",
        "tournaments": "/tournaments/",
        "tournament": base,
        "standings": f"{base}standings/",
        "round": f"{base}rounds/1/",
        "wall": f"{base}wall/",
        "game": game.get_absolute_url(),
        "players": "/players/",
        "player": people[0].get_absolute_url(),
        "ladders": "/ratings/",
        "ladder": ladder.get_absolute_url(),
        "ratings how": "/ratings/how/",
        "help": "/help/",
        "api": "/api/",
    }


def public_pages(stage_of: dict[str, str]) -> Iterator[dict[str, Any]]:
    from django.core.cache import cache
    from django.test import Client

    n = int(re.findall(r"-(\d+)/$", stage_of["club"])[0])
    for name, path in stage_of.items():
        client = Client()
        client.get(path)
        cache.clear()
        cold_queries, cold_ms = cost(lambda: client.get(path))  # noqa: B023 - called at once
        warm = [cost(lambda: client.get(path)) for _try in range(N_TRIES)]  # noqa: B023
        yield {
            "what": "page",
            "page": name,
            "rows": n,
            "queries_cold": cold_queries,
            "ms_cold": round(cold_ms, 1),
            "queries_warm": warm[-1][0],
            "ms_warm": round(median(ms for _queries, ms in warm), 1),
            "first_visit_bytes": first_visit(client, path),
        }


def cost(act: Callable[[], Any]) -> tuple[int, float]:
    """Queries and milliseconds of an act."""
    from django.db import connection

    counted = 0

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal counted
        counted += not sql.startswith(("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT"))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        begun = time.process_time()
        act()
        return counted, 1000 * (time.process_time() - begun)


def first_visit(client: Any, path: str) -> int:
    """Bytes of the page and of the styles and scripts it names, compressed, without fonts."""
    from django.conf import settings

    page = client.get(path).content
    names = set(re.findall(r'(?:src|href)="/static/([^"]+\.(?:css|js))"', page.decode()))
    for name in list(names):
        if name.endswith(".css"):
            style = (Path(settings.STATIC_ROOT) / name).read_text()
            imported = re.findall(r'@import (?:url\()?["\']?([^"\')]+\.css)', style)
            found = ((Path(settings.STATIC_ROOT) / name).parent / other for other in imported)
            names |= {str(file.resolve().relative_to(Path(settings.STATIC_ROOT).resolve())) for file in found}
    files = ((Path(settings.STATIC_ROOT) / name).read_bytes() for name in names)
    return len(gzip.compress(page)) + sum(len(gzip.compress(file)) for file in files)


def throughput(stage_of: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Pages a second of one WSGI worker: with an empty cache, warm, and a bare view with the same bytes."""
    from django.core.cache import cache
    from django.core.wsgi import get_wsgi_application
    from django.test import Client

    from tests.bench.bare_urls import BODY

    application = get_wsgi_application()
    for name in ("home", "tournament", "standings", "game", "player", "ladder"):
        path = stage_of[name]
        BODY[name] = Client().get(path).content
        cold = rate(lambda: ask(application, path), before=cache.clear)  # noqa: B023
        warm = rate(lambda: ask(application, path))  # noqa: B023
        bare = rate(lambda: ask(application, "/bare/", f"of={name}"))  # noqa: B023
        yield {
            "what": "pages a second of one worker",
            "page": name,
            "cold": round(cold, 1),
            "warm": round(warm, 1),
            "bare": round(bare, 1),
            "warm_of_bare": round(warm / bare, 2),
        }


def ask(application: Any, path: str, query: str = "") -> None:
    environ = {
        "REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query, "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80", "wsgi.input": io.BytesIO(), "wsgi.url_scheme": "http", "HTTP_ACCEPT_ENCODING": "identity",
    }  # fmt: skip
    statuses: list[str] = []
    answer = application(environ, lambda status, headers: statuses.append(status))
    b"".join(answer)
    answer.close()
    if statuses != ["200 OK"]:
        raise SystemExit(f"{path}: {statuses}")


def rate(act: Callable[[], Any], *, before: Callable[[], Any] = lambda: None) -> float:
    act()
    begun, n = time.process_time(), 0
    while time.process_time() - begun < SECONDS:
        before()
        act()
        n += 1
    return n / (time.process_time() - begun)


def draw() -> dict[str, Any]:
    """A first round at 22 tables: what is read and written, without the search between."""
    from clubs.activity import By
    from clubs.models import User
    from tests.evenings import make_club, make_evening
    from tournaments.services.drawing import DEFAULT, answer, question_of
    from tournaments.services.rounds import store_draw

    by = By(User.objects.get(username="owner"), "command")
    evening = make_evening(make_club(by.user, "Draw"), by=by, n_players=88, sizes=(4,))  # type: ignore[arg-type]
    kept: dict[str, Any] = {}
    read = cost(lambda: kept.update(question=question_of(evening.tournament, 1, DEFAULT)))
    search = cost(lambda: kept.update(draw=answer(kept["question"])))
    written = cost(lambda: store_draw(evening.tournament, 1, DEFAULT, kept["question"], kept["draw"], by=by))
    return {
        "what": "draw at 22 tables",
        "queries": read[0] + written[0],
        "ms_without_search": round(read[1] + written[1], 1),
        "ms_search": round(search[1]),
    }


def saving() -> dict[str, Any]:
    """A sheet of an evening of 20 put by the API, and its standings."""
    from rest_framework.authtoken.models import Token

    from tests.config.api_client import ApiClient
    from tournaments.services import standings

    evening, tables = evening_of_twenty("Saving")
    assert evening.by.user is not None
    Token.objects.get_or_create(user=evening.by.user)
    api = ApiClient(evening.by.user)
    saves, refreshes = [], []
    for table in tables:
        body = {"sheet": evening.random_sheet(table), "expected_revision": 0}
        place = f"tournaments/{evening.tournament.uid}/sheets/{table.sheet_number}/"
        saves.append(cost(lambda: api.put(place, body)))  # noqa: B023
        refreshes.append(cost(lambda: standings.refresh(evening.tournament.pk)))
    both = [save[1] + refresh[1] for save, refresh in zip(saves[1:], refreshes[1:], strict=True)]
    return {
        "what": "saving a sheet",
        "queries": saves[-1][0],
        "ms": round(median(ms for _queries, ms in saves[1:]), 1),
        "queries_of_standings": refreshes[-1][0],
        "ms_with_standings": round(median(both), 1),
    }


def evening_of_twenty(name: str) -> tuple[Any, list[Any]]:
    from clubs.activity import By
    from clubs.models import User
    from tests.evenings import make_club, make_evening, tables_of

    owner = User.objects.get(username="owner")
    evening = make_evening(
        make_club(owner, name), by=By(owner, "command"), n_players=20, rules="oh-hell", sizes=(4,), name=name
    )
    return evening, tables_of(evening.publish())


def waiting_sheets() -> tuple[Any, list[Callable[[int], None]]]:
    """An evening whose sheets are still to come, and for each what puts it through the API of a port."""
    from rest_framework.authtoken.models import Token

    evening, tables = evening_of_twenty("Waiting")
    token = Token.objects.get(user=evening.by.user)

    def put(number: int, body: bytes) -> Callable[[int], None]:
        def send(port: int) -> None:
            address = f"http://127.0.0.1:{port}/api/v1/tournaments/{evening.tournament.uid}/sheets/{number}/"
            headers = {"Authorization": f"Token {token.key}", "Content-Type": "application/json"}
            request = urllib.request.Request(address, body, headers, method="PUT")
            urllib.request.urlopen(request, timeout=15).close()

        return send

    bodies = [
        json.dumps({"sheet": evening.random_sheet(table), "expected_revision": 0}).encode()
        for table in tables
    ]
    pairs = list(zip(tables, bodies, strict=True))[:N_SHEETS]
    return evening, [put(table.sheet_number, body) for table, body in pairs]


if __name__ == "__main__":
    main()
