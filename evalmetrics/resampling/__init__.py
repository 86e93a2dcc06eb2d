"""Resamples, in blocks, of whatever kind a metric declares itself to be."""
