"""Practice events: invented tournaments, and real ones with the people disguised."""
