"""Two first starts of one installation."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from config.serving.starting import one_start_at_a_time


def test_the_second_start_waits_for_the_first(tmp_path: Path) -> None:
    order: list[str] = []

    def second() -> None:
        with one_start_at_a_time(tmp_path / "var"):
            order.append("second")

    with one_start_at_a_time(tmp_path / "var"):
        thread = threading.Thread(target=second)
        thread.start()
        time.sleep(0.2)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]
