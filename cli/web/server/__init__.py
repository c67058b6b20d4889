"""What is kept open and ready, limits, headers."""
