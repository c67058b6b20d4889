"""Importing, following, comparing and exporting files of TOM and other programs."""
