"""The folder of a tournament, and what lies in it."""
