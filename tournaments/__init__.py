"""Who plays whom, and who leads."""
