"""How the next round of a pool is drawn. `propose` is the only door."""

from projections.pairing.proposal import propose

__all__ = ["propose"]
