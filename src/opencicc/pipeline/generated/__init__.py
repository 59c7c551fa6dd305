"""What scripts write from the tables: the plans of the plain levels."""
