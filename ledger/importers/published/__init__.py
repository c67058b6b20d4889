"""Reading events that others have published: results and standings in several formats."""
