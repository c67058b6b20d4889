"""Everything that can happen at a tournament."""
