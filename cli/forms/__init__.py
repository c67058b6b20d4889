"""The forms of the desk, each declared field by field."""
