"""Who may sign in: sign-in, sessions, permissions."""
