"""Do our own intervals hold? Worlds whose truth is known, and how often intervals of samples from them contain it."""
