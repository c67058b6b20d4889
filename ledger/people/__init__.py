"""Who the players are, beside the record."""
