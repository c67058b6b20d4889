"""Files of TOM, followed and written."""
