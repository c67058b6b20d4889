"""Who plays on, and from which seed."""
