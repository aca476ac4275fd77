"""How a game is shown: the score sheet as on paper, rules and corrections in words."""
