"""Whether a ledger and all beside it agree."""
