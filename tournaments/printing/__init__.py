"""Paper for a round: blank sheets, seat cards, the seating list; as values (`pages`) and as PDF (`pdf`)."""
