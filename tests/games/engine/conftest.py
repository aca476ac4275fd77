"""Hypothesis without a time limit for a single example: the machine that runs the tests may be busy."""

from hypothesis import settings

settings.register_profile("engine", deadline=None)
settings.load_profile("engine")
