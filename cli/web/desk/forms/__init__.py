"""The forms of the desk, declared field by field: nothing is guessed from a command."""
