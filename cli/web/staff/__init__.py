"""The pages of the staff who run the event."""
