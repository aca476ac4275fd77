"""Real processes on a database of their own: scribes enter facts, workers rate them and are killed meanwhile."""
