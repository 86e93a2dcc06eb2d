"""How often intervals hold the truth: worlds whose truth is known, samples of them, and the intervals of each."""
