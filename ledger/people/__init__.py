"""Who the players are, next to the record."""
