"""Games: what was played at one table."""
