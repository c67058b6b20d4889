"""Who advances, and from which seed."""
