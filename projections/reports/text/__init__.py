"""What a terminal shows as a table or as paragraphs, as lines and rows: nothing is printed here."""
