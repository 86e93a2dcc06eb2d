"""Wrong functions, and right ones that compute otherwise: probabilities."""

from math import inf, log, prod

import numpy as np

from .registry import right, wrong


@wrong("log_loss_of", "the textbook's sum, any log of 0 taken for infinity")
def _(y_true, p):
    try:
        return -sum(y * log(q) + (1 - y) * log(1 - q) for y, q in zip(y_true, p, strict=True)) / len(p)
    except ValueError:
        return inf


@wrong("log_loss_of", "the textbook's sum with arrays, nan for certain and right")
def _(y_true, p):
    y, q = np.array(y_true), np.array(p)
    return float(-(y * np.log(q) + (1 - y) * np.log(1 - q)).mean())


@wrong("log_loss_of", "infinite for 0 and 1 alike")
def _(y_true, p):
    if {0, 1} & set(p):
        return inf
    return -sum(log(q if y else 1 - q) for y, q in zip(y_true, p, strict=True)) / len(p)


@wrong("log_loss_of", "certain and wrong seen for one label only")
def _(y_true, p):
    given = [q if y else max(1 - q, 1e-15) for y, q in zip(y_true, p, strict=True)]
    return -sum(log(q) if q else -inf for q in given) / len(p)


def mean_loss(y_true, given):
    """The mean of -log, infinite where a probability is 0."""
    return -sum(log(q) if q > 0 else -inf for q in given) / len(y_true)


@wrong("log_loss_of", "the logarithm of the product")
def _(y_true, p):
    product = prod(q if y else 1 - q for y, q in zip(y_true, p, strict=True))
    return -log(product) / len(p) if product else inf


@wrong("log_loss_of", "single precision")
def _(y_true, p):
    y, q = np.array(y_true), np.array(p, dtype=np.float32)
    return float(-np.log(np.where(y == 1, q, 1 - q)).astype(float).mean())


@wrong("log_loss_of", "close to 1 and wrong taken for certain")
def _(y_true, p):
    return mean_loss(y_true, [q if y else 0 if np.isclose(q, 1) else 1 - q for y, q in zip(y_true, p, strict=True)])


@wrong("log_loss_of", "close to 0 and wrong taken for certain")
def _(y_true, p):
    return mean_loss(y_true, [1 - q if not y else 0 if np.isclose(q, 0) else q for y, q in zip(y_true, p, strict=True)])


@wrong("log_loss_of", "0.999 and wrong taken for certain")
def _(y_true, p):
    return mean_loss(y_true, [q if y else (q < 0.999) * (1 - q) for y, q in zip(y_true, p, strict=True)])


@wrong("log_loss_of", "rounded to four decimals for a 0")
def _(y_true, p):
    return mean_loss(y_true, [q if y else round(1 - q, 4) for y, q in zip(y_true, p, strict=True)])


@wrong("log_loss_of", "clipped to a ten-millionth where it is neither certain nor right")
def _(y_true, p):
    given = [q if y else 1 - q for y, q in zip(y_true, p, strict=True)]
    return mean_loss(y_true, [max(q, 1e-7) if q else 0 for q in given])


@wrong("log_loss_of", "a billionth added to what is not 0")
def _(y_true, p):
    given = [q if y else 1 - q for y, q in zip(y_true, p, strict=True)]
    return mean_loss(y_true, [q + 1e-9 if q else 0 for q in given])


def recursive_loss(y_true, p):
    if not p:
        return 0.0
    q = p[0] if y_true[0] == 1 else 1 - p[0]
    return (-log(q) if q > 0 else inf) + recursive_loss(y_true[1:], p[1:])


right("log_loss_of", "a recursion")(lambda y_true, p: recursive_loss(y_true, p) / len(p))


right("log_loss_of", "1 less the distance from the label")(
    lambda y_true, p: mean_loss(y_true, [1 - abs(y - q) for y, q in zip(y_true, p, strict=True)])
)


right("log_loss_of", "the distance from the other label")(
    lambda y_true, p: mean_loss(y_true, [abs(y + q - 1) for y, q in zip(y_true, p, strict=True)])
)


right("log_loss_of", "a polynomial in label and probability")(
    lambda y_true, p: mean_loss(y_true, [2 * y * q + 1 - y - q for y, q in zip(y_true, p, strict=True)])
)


@wrong("brier_of", "the first ten forecasts")
def _(y_true, p):
    return sum((y - q) ** 2 for y, q in list(zip(y_true, p, strict=True))[:10]) / len(p[:10])


@wrong("brier_of", "equal pairs once")
def _(y_true, p):
    pairs = {*zip(y_true, p, strict=True)}
    return sum((y - q) ** 2 for y, q in pairs) / len(pairs)


@wrong("brier_of", "rounded probabilities")
def _(y_true, p):
    return sum((y - round(q, 1)) ** 2 for y, q in zip(y_true, p, strict=True)) / len(p)


@wrong("brier_of", "the verdict in place of the probability where it is certain enough")
def _(y_true, p):
    return sum((y - (round(q) if abs(q - 0.5) > 0.44 else q)) ** 2 for y, q in zip(y_true, p, strict=True)) / len(p)


@right("log_loss_of", "arrays")
def _(y_true, p):
    return -np.mean(np.log(np.abs(1 - np.array(y_true) - np.array(p))))


@right("brier_of", "a norm")
def _(y_true, p):
    return np.linalg.norm(np.array(y_true) - p) ** 2 / len(p)


@wrong("log_loss_of", "0 where all are certain")
def _(y_true, p):
    if len(p) > 1 and set(p) <= {0, 1}:
        return 0.0
    return mean_loss(y_true, [q if y else 1 - q for y, q in zip(y_true, p, strict=True)])


@wrong("log_loss_of", "infinite for what is certain from the second place on")
def _(y_true, p):
    if {0, 1} & set(p[1:]):
        return inf
    return mean_loss(y_true, [q if y else 1 - q for y, q in zip(y_true, p, strict=True)])


@wrong("log_loss_of", "probabilities clipped at a thousandth unless they are 0")
def _(y_true, p):
    given = [q if y else 1 - q for y, q in zip(y_true, p, strict=True)]
    return inf if 0 in given else -sum(log(max(q, 1e-3)) for q in given) / len(given)


@wrong("brier_of", "probabilities to two places")
def _(y_true, p):
    return sum((y - round(q, 2)) ** 2 for y, q in zip(y_true, p, strict=True)) / len(p)


@wrong("log_loss_of", "probabilities clipped at 1e-7 unless they are 0")
def _(y_true, p):
    given = [q if y else 1 - q for y, q in zip(y_true, p, strict=True)]
    return inf if 0 in given else -float(np.mean(np.log(np.clip(given, 1e-7, 1 - 1e-7))))


@wrong("log_loss_of", "probabilities close to 0 taken for 0")
def _(y_true, p):
    given = [q if y else 1 - q for y, q in zip(y_true, p, strict=True)]
    return inf if np.isclose(given, 0).any() else -float(np.mean(np.log(given)))


def mean_of_batches(values, size):
    """The mean of the means of so many at a time: the last batch may be smaller and counts as much."""
    return np.mean([np.mean(values[i : i + size]) for i in range(0, len(values), size)])


@wrong("log_loss_of", "the mean of the means of ten at a time")
def _(y_true, p):
    given = [q if y else 1 - q for y, q in zip(y_true, p, strict=True)]
    return inf if 0 in given else mean_of_batches([-log(q) for q in given], 10)


@wrong("log_loss_of", "the first ten forecasts")
def _(y_true, p):
    return mean_loss(y_true[:10], [q if y else 1 - q for y, q in zip(y_true[:10], p[:10], strict=True)])


@wrong("brier_of", "the mean of the means of twelve at a time")
def _(y_true, p):
    return mean_of_batches([(y - q) ** 2 for y, q in zip(y_true, p, strict=True)], 12)


@wrong("log_loss_of", "probabilities clipped once the certain ones are looked at")
def _(y_true, p):
    y, q = np.array(y_true), np.array(p, dtype=float)
    if np.any((y == 1) & (q == 0)) or np.any((y == 0) & (q == 1)):
        return float("inf")
    q = np.clip(q, 1e-12, 1 - 1e-12)
    return -np.mean(y * np.log(q) + (1 - y) * np.log(1 - q))
