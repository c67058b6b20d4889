"""What happened at an event, when, and who entered it."""
