"""HOST and PORT as addresses for people."""

from __future__ import annotations

import pytest

from config.serving import address
from config.serving.address import Address, address_for_phones
from config.serving.errors import CannotServe
from tests.services.servers import free_port


def test_without_settings_only_this_machine_is_served() -> None:
    found = Address.from_environment({})
    assert (found.local_url, found.network_url) == ("http://127.0.0.1:8000/", None)
    assert address_for_phones({}) == ""


def test_the_whole_network_has_an_address_for_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "_network_ip", lambda: "192.168.1.20")
    environ = {"HOST": "0.0.0.0", "PORT": "8080"}
    assert Address.from_environment(environ).local_url == "http://127.0.0.1:8080/"
    assert address_for_phones(environ) == "http://192.168.1.20:8080/"


def test_a_machine_without_network_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "_network_ip", lambda: None)
    assert address_for_phones({"HOST": "0.0.0.0"}) == ""


def test_an_address_of_version_six_is_written_in_brackets() -> None:
    assert Address("::1", 8000).local_url == "http://[::1]:8000/"


@pytest.mark.parametrize("port", ["abc", "0", "-1", "65536", "8 0", "1e3", "٣"])
def test_a_port_that_is_none_is_refused_with_what_it_may_be(port: str) -> None:
    with pytest.raises(CannotServe, match="whole number from 1 to 65535"):
        Address.from_environment({"PORT": port})
    assert address_for_phones({"PORT": port, "HOST": "0.0.0.0"}) == ""


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid", "999.1.1.1"])
def test_a_host_of_another_machine_is_refused(host: str) -> None:
    with pytest.raises(CannotServe, match="no address of this machine"):
        Address(host, 8000).open()


def test_an_open_address_is_taken_at_once() -> None:
    with Address("127.0.0.1", free_port()).open() as first:
        port = first.getsockname()[1]
        with pytest.raises(CannotServe, match=f"Port {port} is in use"):
            Address("127.0.0.1", port).open()
