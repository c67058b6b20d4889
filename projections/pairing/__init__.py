"""Pairing the next round of a pool; call `propose` to draw it."""

from roundbook.projections.pairing.proposal import propose

__all__ = ["propose"]
