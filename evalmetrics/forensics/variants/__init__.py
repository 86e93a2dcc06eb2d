"""Which documented variant of a score printed a number."""
