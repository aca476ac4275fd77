"""Hypothesis with fewer examples and no time limit for a single one: the machine may be busy."""

from hypothesis import settings

settings.register_profile("engine", deadline=None, max_examples=60)
settings.load_profile("engine")
