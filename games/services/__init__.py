"""Acts on games: making them, recording, correcting and confirming their sheets."""
