"""Who: people, players, clubs, roles and the log of what they did."""
