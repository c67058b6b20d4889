"""Events that never took place: random, lawful, and the same for the same words."""
