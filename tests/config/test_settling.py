"""Nothing that stays for ever is walked by the collector again and again."""

from __future__ import annotations

import gc

from config.serving.settling import settle


def test_what_is_loaded_is_out_of_the_collectors_sight() -> None:
    before = gc.get_freeze_count()
    try:
        settle()
        assert gc.get_freeze_count() > before + 10_000
        assert len(gc.get_objects()) < 10_000
    finally:
        gc.unfreeze()
