"""The rules of docker/: what a Docker engine would only tell at the first start."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from config.checking import DOCKER

OWN_IMAGE = {"migrate", "web", "live", "worker", "beat"}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text())
    return loaded


def test_every_service_is_there(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == OWN_IMAGE | {"proxy", "postgres", "redis"}


def test_every_lasting_service_has_a_health_check_and_comes_back(compose: dict[str, Any]) -> None:
    dockerfile = (DOCKER / "Dockerfile").read_text()
    for name, service in compose["services"].items():
        if name == "migrate":
            continue
        assert service["restart"] == "unless-stopped", name
        assert "healthcheck" in service or (name == "web" and "HEALTHCHECK" in dockerfile), name


def test_no_secret_has_a_default() -> None:
    text = (DOCKER / "compose.yaml").read_text()
    for name in ("SECRET_KEY", "ALLOWED_HOSTS", "POSTGRES_PASSWORD"):
        uses = re.findall(r"\$\{" + name + r"([^}]*)\}", text)
        assert uses
        assert all(use.startswith(":?") for use in uses), name


def test_only_the_proxy_is_published(compose: dict[str, Any]) -> None:
    assert [name for name, service in compose["services"].items() if "ports" in service] == ["proxy"]


def test_pages_are_served_by_wsgi_and_streams_by_asgi(compose: dict[str, Any]) -> None:
    assert compose["services"]["web"]["command"][:2] == ["gunicorn", "config.wsgi"]
    assert compose["services"]["live"]["command"][:2] == ["uvicorn", "config.asgi:application"]
    assert any("--timeout-graceful-shutdown" in word for word in compose["services"]["live"]["command"])


def test_our_services_may_write_nowhere_but_the_media_folder(compose: dict[str, Any]) -> None:
    for name in OWN_IMAGE:
        service = compose["services"][name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["volumes"] == ["media:/srv/media"]


def test_tables_are_migrated_before_anything_serves(compose: dict[str, Any]) -> None:
    for name in OWN_IMAGE - {"migrate"}:
        waits = compose["services"][name]["depends_on"]
        assert waits["migrate"] == {"condition": "service_completed_successfully"}, name
        assert waits["postgres"] == {"condition": "service_healthy"}, name


def test_images_have_a_version(compose: dict[str, Any]) -> None:
    for name in {"proxy", "postgres", "redis"}:
        assert re.search(r":\d", compose["services"][name]["image"]), name


def test_the_image_has_two_stages_and_no_root() -> None:
    lines = (DOCKER / "Dockerfile").read_text().splitlines()
    assert sum(line.startswith("FROM ") for line in lines) == 2
    user = next(line for line in lines if line.startswith("USER "))
    assert re.fullmatch(r"USER [1-9]\d*:[1-9]\d*", user)
    assert "--require-hashes" in (DOCKER / "Dockerfile").read_text()


def test_the_proxy_holds_no_announcement_back() -> None:
    text = (DOCKER / "nginx.conf.template").read_text()
    live = text[text.index("location /live/") :]
    live = live[: live.index("}")]
    for rule in ("proxy_buffering off;", "gzip off;", "X-Accel-Buffering no", "proxy_read_timeout 1h;"):
        assert rule in live, rule
