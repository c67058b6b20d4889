"""A tournament's folder or database, the user's own folder, and the files in them."""
