"""Questions that need no data: can these printed numbers be true? One a file."""
