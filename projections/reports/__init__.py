"""Reports for people: pages and prints, made only from projections of a tournament."""
