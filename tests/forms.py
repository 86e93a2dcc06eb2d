"""The same data in other forms, which a metric scores alike or refuses by naming an argument."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

LONGEST = 600  # characters of a message


def others(data: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Each sample in other forms, alone and beside the others in theirs."""
    for i, sample in enumerate(data):
        for form in (
            as_text,
            as_bytes,
            with_one_of_another_type,
            masked_in_the_middle,
            categorical,
            in_tuples,
            of_objects,
        ):
            if (changed := form(sample)) is not None:
                yield *data[:i], changed, *data[i + 1 :]
    n = len(data[0]) if hasattr(data[0], "__len__") else 0
    index = np.random.default_rng(n).permutation(n)
    indexed = [pd.Series(list(each), index) if flat(each) and len(each) == n else each for each in data]
    yield tuple(indexed)
    yield tuple(categorical(each) if categorical(each) is not None else each for each in data)


def answer(metric: Any, data: tuple[Any, ...], options: dict[str, Any], names: Any) -> Any:
    """The score, or None where the data are refused by an error that names an argument in few words."""
    try:
        return metric(*data, **options)
    except (TypeError, ValueError) as error:
        said = f"{type(error).__name__}: {error}"
    assert len(said) <= LONGEST, said
    assert any(name in said for name in names), f"no argument is named: {said}"
    return None


def flat(sample: Any) -> bool:
    listed = isinstance(sample, list | tuple | np.ndarray) and len(sample) > 0
    return listed and (isinstance(sample[0], str) or not hasattr(sample[0], "__len__"))


def _entries(sample: Any, change: Any) -> Any:
    """A sample, nested or not, each of whose entries is changed."""
    if isinstance(sample, set):
        return {change(each) for each in sample}
    if isinstance(sample, list | tuple) or (isinstance(sample, np.ndarray) and sample.ndim):
        return [_entries(each, change) for each in sample]
    return change(sample)


def as_text(sample: Any) -> Any:
    """Numbers as a column holds them that was read as text."""
    if isinstance(sample, pd.DataFrame) or not isinstance(sample, list | tuple | np.ndarray):
        return None
    changed = _entries(sample, lambda each: str(each) if isinstance(each, int | float | np.number) else each)
    return changed if repr(changed) != repr(_entries(sample, lambda each: each)) else None


def as_bytes(sample: Any) -> Any:
    """What files in binary formats make of text."""
    if isinstance(sample, pd.DataFrame) or not isinstance(sample, list | tuple | np.ndarray):
        return None
    return _entries(
        sample, lambda each: str(each).encode() if isinstance(each, str | int | float | np.number) else each
    )


def masked_in_the_middle(sample: Any) -> Any:
    """One entry masked, deep in lists as well."""
    if not isinstance(sample, list | np.ndarray) or not len(sample):
        return None
    listed, i = list(sample), len(sample) // 2
    nested = isinstance(listed[i], list | tuple | np.ndarray)
    listed[i] = masked_in_the_middle(list(listed[i])) if nested and len(listed[i]) else np.ma.masked
    return listed


def with_one_of_another_type(sample: Any) -> Any:
    """One entry as text among numbers, or as a number among text."""
    if not flat(sample) or len(sample) < 2:
        return None
    first = sample[0]
    return [7 if isinstance(first, str) else str(first), *sample[1:]]


def categorical(sample: Any) -> Any:
    return pd.Series(pd.Categorical(np.asarray(sample))) if flat(sample) else None


def in_tuples(sample: Any) -> Any:
    return tuple(sample) if isinstance(sample, list) else None


def of_objects(sample: Any) -> Any:
    """Numbers as Python's own, in an array of objects."""
    return np.asarray(sample, dtype=object) if isinstance(sample, np.ndarray) and sample.ndim == 1 else None
