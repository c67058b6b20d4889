"""Comparisons: with published results, other branches, and the best possible pairings."""
