"""Whether two plain values are the same answer."""

from math import isinf, isnan
from typing import Any


def same(answer: Any, right: Any, tolerance: float = 1e-9) -> bool:
    """Whether a plain value is the right one: numbers to a tolerance (absolute, relative above 1), nan only by nan."""
    if isinstance(right, bool) or right is None or isinstance(right, str):
        return type(answer) is type(right) and bool(answer == right)
    if isinstance(right, int | float):
        counts = is_number(answer) or (isinstance(answer, bool) and isinstance(right, int))  # True is a 1
        return counts and close(float(answer), float(right), tolerance)
    if isinstance(right, list):
        return (
            isinstance(answer, list)
            and len(answer) == len(right)
            and all(same(a, r, tolerance) for a, r in zip(answer, right, strict=True))
        )
    return (
        isinstance(answer, dict)
        and answer.keys() == right.keys()
        and all(same(answer[key], right[key], tolerance) for key in right)
    )


def is_number(value: Any) -> bool:
    """Whether a plain value is a number that a float can hold."""
    if isinstance(value, int) and not isinstance(value, bool):
        return abs(value) < 10**300
    return isinstance(value, float)


def close(answer: float, right: float, tolerance: float) -> bool:
    """Whether two floats agree; nan agrees with nan, inf with inf."""
    if isnan(right) or isinf(right) or isnan(answer) or isinf(answer):
        return answer == right or (isnan(answer) and isnan(right))
    return abs(answer - right) <= tolerance * max(1.0, abs(right))


def undefined(value: Any) -> bool:
    """Whether a plain value is nan or holds one."""
    if isinstance(value, list | dict):
        return any(map(undefined, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float) and isnan(value)
