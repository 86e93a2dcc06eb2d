"""What is inside the walls around a student's code: what a function may be built from, or all but this package."""

import sys
import sysconfig
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import evalmetrics
from evalmetrics.execution.walls import covered

# All that a function under test may be built from. SciPy, scikit-learn, NLTK and evalmetrics hold the answers.
BUILDING_BLOCKS = ["numpy", "numpy.libs", "pandas", "pandas.libs", "dateutil", "six.py", "pytz", "tzdata", "tqdm"]
PACKAGES = "/packages"


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
