"""The state of a tournament, and questions about it."""
