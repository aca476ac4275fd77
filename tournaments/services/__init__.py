"""Acts on tournaments: entries, rounds, results, and what is derived from them."""
