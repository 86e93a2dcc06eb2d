"""Wrong functions, and right ones that compute otherwise: probabilities."""

from math import inf, log, prod

import numpy as np

from .registry import right, wrong


def mean_loss(y_true, given):
    """The mean of -log, infinite where a probability is 0."""
    return -sum(log(q) if q > 0 else -inf for q in given) / len(y_true)


@wrong("log_loss_of", "the logarithm of the product")
def _(y_true, p):
    product = prod(q if y else 1 - q for y, q in zip(y_true, p, strict=True))
    return -log(product) / len(p) if product else inf


@wrong("log_loss_of", "close to 0 and wrong taken for certain")
def _(y_true, p):
    return mean_loss(y_true, [1 - q if not y else 0 if np.isclose(q, 0) else q for y, q in zip(y_true, p, strict=True)])


def recursive_loss(y_true, p):
    if not p:
        return 0.0
    q = p[0] if y_true[0] == 1 else 1 - p[0]
    return (-log(q) if q > 0 else inf) + recursive_loss(y_true[1:], p[1:])


right("log_loss_of", "a recursion")(lambda y_true, p: recursive_loss(y_true, p) / len(p))


right("log_loss_of", "1 less the distance from the label")(
    lambda y_true, p: mean_loss(y_true, [1 - abs(y - q) for y, q in zip(y_true, p, strict=True)])
)


@wrong("brier_of", "equal pairs once")
def _(y_true, p):
    pairs = {*zip(y_true, p, strict=True)}
    return sum((y - q) ** 2 for y, q in pairs) / len(pairs)


@right("brier_of", "a norm")
def _(y_true, p):
    return np.linalg.norm(np.array(y_true) - p) ** 2 / len(p)


@wrong("log_loss_of", "0 where all are certain")
def _(y_true, p):
    if len(p) > 1 and set(p) <= {0, 1}:
        return 0.0
    return mean_loss(y_true, [q if y else 1 - q for y, q in zip(y_true, p, strict=True)])


def mean_of_batches(values, size):
    """The mean of the means of so many at a time: the last batch may be smaller and counts as much."""
    return np.mean([np.mean(values[i : i + size]) for i in range(0, len(values), size)])


@wrong("brier_of", "the mean of the means of twelve at a time")
def _(y_true, p):
    return mean_of_batches([(y - q) ** 2 for y, q in zip(y_true, p, strict=True)], 12)
