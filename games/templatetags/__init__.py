"""Tags of the games pages."""
