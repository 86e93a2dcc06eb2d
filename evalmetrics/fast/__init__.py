"""Other algorithms for the same numbers; each names the definition that it must equal."""
