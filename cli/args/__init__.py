"""Parses what people type."""
