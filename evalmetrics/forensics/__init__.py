"""What a table's numbers can have been: one reading of printed numbers, and questions that need no data."""
