"""Reading lists of players, teams, results and decks."""
