"""The walls around a student's code: those of `evalmetrics.execution`, and inside what a function may be built from."""

import sys
import sysconfig
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import evalmetrics
from evalmetrics.execution import walls
from evalmetrics.execution.walls import ENVIRONMENT, covered

__all__ = ["BUILDING_BLOCKS", "ENVIRONMENT", "PACKAGES", "around", "kept_out"]

# All that a function under test may be built from. SciPy, scikit-learn, NLTK and evalmetrics hold the answers.
BUILDING_BLOCKS = ["numpy", "numpy.libs", "pandas", "pandas.libs", "dateutil", "six.py", "pytz", "tzdata", "tqdm"]
PACKAGES = "/packages"


def around(
    inner: Sequence[str], files: Sequence[Path], scratch_bytes: int, *, closed: bool
) -> AbstractContextManager[walls.Walled]:
    """Put walls around a command that reads some files of ours; it has to be started within the context."""
    return walls.around(inner, files, scratch_bytes, packages(closed))


def packages(closed: bool) -> list[str]:
    """Mounts of the packages: in the closed sandbox the building blocks, in the open one all but this package."""
    site = sorted({Path(sysconfig.get_path(kind)) for kind in ("purelib", "platlib")})
    if closed:
        names = [(folder / name, f"{PACKAGES}/{name}") for folder in site for name in BUILDING_BLOCKS]
        return [part for found, place in names if found.exists() for part in ("--ro-bind", str(found), place)]
    mounts = ["--ro-bind", str(site[0]), f"{PACKAGES}/site"]
    if (site[0] / "evalmetrics_exercises").exists():
        mounts += covered(f"{PACKAGES}/site/evalmetrics_exercises")
    metrics = Path(str(evalmetrics.__file__)).parent
    if metrics.parent not in site:
        mounts += ["--ro-bind", str(metrics), f"{PACKAGES}/evalmetrics"]
    return mounts


@cache
def kept_out() -> list[str]:
    """All that can be imported in the lab and is not among the building blocks; in the closed sandbox it only seems so.

    A notebook's first cell imports much that has nothing to do with the functions that are asked for.
    """
    ours = {name.removesuffix(".py") for name in BUILDING_BLOCKS} | sys.stdlib_module_names
    return sorted({*packages_distributions(), "evalmetrics"} - ours)
