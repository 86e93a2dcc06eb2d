"""Functions that look right and are not: each of them has to miss points. By task, and by what is wrong with it.

Each does what a student may well write: it is right on the notebook's example and on most inputs. Of what is wrong in
many ways, those are here that the fewest inputs tell. `changed.py` has those that are the right function of changed
arguments; the others have a module for each topic, or for two that share much.
"""

from importlib import import_module
from pathlib import Path

from .registry import RIGHT, WRONG

__all__ = ["RIGHT", "WRONG"]

for path in sorted(Path(__file__).parent.glob("[a-z]*.py")):
    import_module(f"{__name__}.{path.stem}")
