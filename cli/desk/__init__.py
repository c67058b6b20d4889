"""What every verb shares."""
