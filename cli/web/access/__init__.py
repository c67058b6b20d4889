"""Who may come in: sign-in, sessions, permissions."""
