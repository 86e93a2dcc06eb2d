"""pandas, imported when something of it is first used: scores of texts come without it."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["factorized", "of_pandas", "pd"]
MANY = 300_000  # keys that NumPy sorts in less time than pandas takes to be imported


if TYPE_CHECKING:
    import pandas as pd
else:

    class _Pandas:
        def __getattr__(self, name: str) -> Any:
            self.__dict__[name] = found = getattr(import_module("pandas"), name)  # which is asked for once
            return found

    pd = _Pandas()


def of_pandas(value: Any, kind: str) -> bool:
    """Whether a value is of this class of pandas, which is not imported for it: whoever has one, has it."""
    return "pandas" in sys.modules and isinstance(value, getattr(pd, kind))


def factorized(keys: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """A number for each key, equal where keys are, and the keys by their numbers, in any order."""
    if len(keys) > MANY or "pandas" in sys.modules:
        codes, distinct = pd.factorize(keys)
    else:
        distinct, codes = np.unique(keys, return_inverse=True)
    return codes, distinct
