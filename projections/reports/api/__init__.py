"""The public JSON API: the shapes of the answers, and the functions that make them."""
