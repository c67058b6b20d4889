"""What can be done at an event."""
