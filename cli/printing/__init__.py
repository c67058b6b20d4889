"""Printing: pairings, match slips and lists, as text or PDF."""
