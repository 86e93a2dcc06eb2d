"""The book for the web: sources are written from notebooks, cards and docstrings, and Sphinx makes pages of them."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES, BUILT = ROOT / "build" / "website" / "sources", ROOT / "build" / "book"
