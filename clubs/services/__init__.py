"""Acts on clubs and people."""
