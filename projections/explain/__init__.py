"""Explanations: why a place, a pairing or a figure is what it is."""
