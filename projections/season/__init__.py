"""Seasons: a player's results over many events, and points for them."""
