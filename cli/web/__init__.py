"""The server: who asks, what is kept ready for them, and what they may do."""
