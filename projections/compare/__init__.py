"""Two tellings of one event, side by side."""
