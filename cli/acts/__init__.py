"""The acts at an event, as functions that take values and return facts."""
