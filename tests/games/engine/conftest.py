"""Hypothesis with fewer examples: a game has many steps."""

from hypothesis import settings

settings.register_profile("engine", settings.default, max_examples=60)
settings.load_profile("engine")
