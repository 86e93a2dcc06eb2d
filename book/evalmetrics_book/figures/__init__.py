"""The figures of the lessons, and their explorers: what moves is computed by plain functions, the widgets only show."""
