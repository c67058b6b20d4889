"""Lists of players, results and decks, read."""
