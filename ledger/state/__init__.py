"""What follows at once from what has happened."""
