"""A progress bar for what takes longer than two seconds, where tqdm is installed."""

import os
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Any, TypeVar

T = TypeVar("T")
PATIENCE = float(os.environ.get("EVALMETRICS_PATIENCE", "2"))  # seconds until a progress bar appears


def with_bar(
    blocks: Iterable[T], n: int | None, what: str, size: Callable[[Any], int] = len, so_far: Callable[[], str] = str
) -> Iterator[T]:
    """The blocks as they come; each moves the bar by its size, and the bar says what is known so far."""
    bar: Any = None
    done, start = 0, monotonic()
    for block in blocks:
        yield block
        done += size(block)
        if bar is None and monotonic() - start > PATIENCE:  # not before: in a notebook, a bar is a widget
            bar = tqdm(total=n, leave=False, desc=what) if (tqdm := _tqdm()) else False
        if bar:
            bar.set_postfix_str(so_far(), refresh=False)
            bar.update(done - bar.n)
    if bar:
        bar.close()


def _tqdm() -> Any:
    try:
        from tqdm.auto import tqdm
    except ModuleNotFoundError:
        return None
    return tqdm
