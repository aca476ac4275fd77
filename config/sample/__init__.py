"""A club to look at: people, two seasons and an evening in full swing, played out by bots from a seed."""
