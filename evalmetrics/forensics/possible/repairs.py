"""Changes that every question tries, should its numbers be impossible: another way of rounding, other sizes."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..printed import ROUNDINGS, Printed, read

Repairs = Iterator[tuple[str, Any, Any]]
ELSEWHERE = 5  # how far from the given sizes others are tried


def rounded_otherwise(
    numbers: Mapping[Any, Printed], rounding: str, possible: Callable[[dict[Any, Printed]], bool]
) -> Repairs:
    """Other ways of rounding by which the numbers are possible."""
    for other in ROUNDINGS:
        again = {name: read(x.text, str(name), rounding=other) if x.unit else x for name, x in numbers.items()}
        if other != rounding and possible(again):
            yield "rounding", rounding, other


def nearest_size(name: str, size: int, possible: Callable[[int], bool]) -> Repairs:
    """The nearest other size with which the numbers are possible."""
    others = (size + step for step in sorted(range(-ELSEWHERE, ELSEWHERE + 1), key=abs) if step)
    if (other := next((other for other in others if other >= 0 and possible(other)), None)) is not None:
        yield name, size, other
