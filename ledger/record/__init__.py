"""The lines of a ledger, their hashes, and the draws."""
