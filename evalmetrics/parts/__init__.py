"""How parts of a data set are read, counted, added up and resampled, by whichever engine."""
