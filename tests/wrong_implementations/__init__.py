"""Functions that look right and are not: each of them has to miss points. By task, and by what is wrong with it.

Each does what a student may well write: it is right on the notebook's example and on most inputs. Of what is wrong in
many ways, those are here that the fewest inputs tell: right functions of changed arguments and changed values
(`changed.py`), right functions but for a corner (`corners.py`), others (`written.py`); what is right stands in
`otherwise.py`.
"""

from . import changed, corners, otherwise, written  # noqa: F401  (they put functions on record)
from .registry import RIGHT, WRONG

__all__ = ["RIGHT", "WRONG"]
