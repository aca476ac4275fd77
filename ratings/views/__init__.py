"""Ladders, players, and how ratings are worked out."""
