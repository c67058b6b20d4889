"""Prints: the same facts as on screen, as PDF pages that are identical to the last byte."""
