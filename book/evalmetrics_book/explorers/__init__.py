"""Explorers: what a slider or an edited sentence moves. Plain functions compute, the widgets only show."""
