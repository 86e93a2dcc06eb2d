"""A limit of time: searches ask now and then whether they may go on, and a verdict is undecided where they may not."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic

SECONDS = 10.0  # longer than nearly all questions take, and as long as people wait for a row of a table
_END: ContextVar[float] = ContextVar("end", default=inf)


class Unfinished(Exception):  # noqa: N818 - no mistake of anybody's
    """A search was given up; says why."""


@contextmanager
def within(seconds: float = SECONDS) -> Iterator[None]:
    """What happens inside has so long, and no longer than what is around it has."""
    before = _END.set(min(_END.get(), monotonic() + seconds))
    try:
        yield
    finally:
        _END.reset(before)


def left() -> float:
    return max(_END.get() - monotonic(), 0.0)


def go_on() -> None:
    """Nothing, or `Unfinished` if the time is over."""
    if monotonic() > _END.get():
        raise Unfinished("the time was over before it was decided")
