"""JSON from elsewhere: what is wrong is named by its place, and no file takes more than its share."""

from __future__ import annotations

import pytest

from clubs import strict_json
from clubs.strict_json import UnreadableJson, read_json


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        (b'{"a":[1,NaN]}', "/a/1"),
        (b'{"a":{"b":1,"b":2}}', "/a/b"),
        (b'["\\u0000"]', "/0"),
        (b'{"x":[{"y\\ud800":[]}]}', "a key of /x/0"),
        (b"[" * 41 + b"]" * 41, "/0/0/0"),
    ],
)
def test_what_is_wrong_is_named_by_its_place(raw: bytes, place: str) -> None:
    with pytest.raises(UnreadableJson) as refused:
        read_json(raw)
    assert place in str(refused.value)


def test_endless_tiny_lists_are_refused_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clubs.strict_json.json.loads", lambda *_a, **_k: pytest.fail("this was read"))
    with pytest.raises(UnreadableJson, match="lists and objects"):
        read_json(b"[" + b"[]," * strict_json.MOST_PARTS + b"[]]")


def test_whoever_runs_the_server_reads_any_file() -> None:
    assert len(read_json(b"[[],[],{}]", most_parts=None)) == 3
    with pytest.raises(UnreadableJson):
        read_json(b"[[],[],{}]", most_parts=3)
