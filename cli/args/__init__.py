"""What people type, as terms."""
