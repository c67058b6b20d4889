"""The players who advance, and their seeds."""
