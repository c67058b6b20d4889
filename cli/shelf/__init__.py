"""The shelf: many events in one folder, with an index that can be made again at any time."""
