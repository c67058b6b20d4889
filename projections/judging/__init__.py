"""What judges did, and what follows."""
