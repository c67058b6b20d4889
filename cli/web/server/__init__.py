"""The technical part of the server: open tournaments, cached pages, limits, headers."""
