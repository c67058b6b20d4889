"""Paper: the same facts as on the screen, set on pages of a size, to the last byte the same."""
