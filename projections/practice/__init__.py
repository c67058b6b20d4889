"""Events for exercise, invented or disguised."""
