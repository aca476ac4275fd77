"""What finished games say about the strength of players: ladders, ratings, their history."""
