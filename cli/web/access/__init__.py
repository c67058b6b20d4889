"""Sign-in, sessions and permissions of the website."""
