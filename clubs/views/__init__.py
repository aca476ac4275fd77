"""Pages of the lowest floor: the list of clubs, help, preferences, health."""
