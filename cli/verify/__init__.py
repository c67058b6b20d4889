"""Verifies a ledger and the files next to it."""
