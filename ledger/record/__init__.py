"""Lines, their hashes, and what binds them."""
