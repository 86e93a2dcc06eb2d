"""What metrics can be made of: a kind knows the way from data to counts, and from counts to a score."""
