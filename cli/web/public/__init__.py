"""What players and everybody see."""
