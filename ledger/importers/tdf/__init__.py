"""Reading files of TOM."""
