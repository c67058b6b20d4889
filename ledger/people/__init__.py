"""The names of players and staff, which are kept next to the ledger."""
