"""Public pages that show tournaments, and those of clubs and games, which show tournaments too."""
