"""The events: everything that can be recorded about a tournament."""
