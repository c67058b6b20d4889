"""Reports for the terminal, as tables, lines and rows: nothing is printed here."""
