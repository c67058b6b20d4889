"""What happened, when and by whom."""
