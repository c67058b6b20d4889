"""The bracket as a tree, and the places in it."""
