"""The pages of those who run a club or an evening: make, call the roll, draw, penalise, close."""
