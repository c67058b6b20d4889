"""Files of TOM, read."""
