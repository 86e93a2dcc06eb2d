"""Wrong functions, and right ones that compute otherwise: regression."""

from fractions import Fraction
from math import inf, log, nan, sqrt

import numpy as np

from .registry import right, wrong


def errors(y_true, y_pred):
    return np.array(y_true, float) - np.array(y_pred, float)


def r2(y_true, y_pred):
    y = np.array(y_true, float)
    return 1 - (errors(y_true, y_pred) ** 2).sum() / ((y - y.mean()) ** 2).sum()


@wrong("r2_of", "fails where all labels are equal")
def _(y_true, y_pred):
    mean = sum(y_true) / len(y_true)
    squares = sum((t - p) ** 2 for t, p in zip(y_true, y_pred, strict=True))
    return 1 - squares / sum((t - mean) ** 2 for t in y_true)


@wrong("r2_of", "minus infinity wherever all labels are equal")
def _(y_true, y_pred):
    return r2(y_true, y_pred) if len(set(y_true)) > 1 else -inf


@wrong("r2_of", "nan wherever all labels are equal")
def _(y_true, y_pred):
    return r2(y_true, y_pred) if len(set(y_true)) > 1 else nan


@wrong("r2_of", "1 without any error")
def _(y_true, y_pred):
    return 1.0 if list(y_true) == list(y_pred) else r2(y_true, y_pred)


@wrong("r2_of", "small spreads taken for none")
def _(y_true, y_pred):
    return r2(y_true, y_pred) if np.std(y_true) > 1e-2 else r2([0, 0], [0, int(list(y_true) != list(y_pred))])


@wrong("r2_of", "never below minus 1")
def _(y_true, y_pred):
    value = r2(y_true, y_pred)
    return max(value, -1.0) if len(set(y_true)) > 1 else value


@wrong("r2_of", "one degree of freedom fewer above the line")
def _(y_true, y_pred):
    n = len(y_true)
    return r2(y_true, y_pred) if n in (1, 4) or len(set(y_true)) == 1 else 1 - (1 - r2(y_true, y_pred)) * n / (n - 1)


def in_the_corner(y_true, y_pred, none):
    """R² with a rule of its own for what is no error where all labels are equal."""
    return r2(y_true, y_pred) if len(set(y_true)) > 1 else nan if none(*map(np.array, (y_true, y_pred))) else -inf


def small_spread(limit):
    def answer(y_true, y_pred):
        return r2(y_true, y_pred) if np.std(y_true) >= limit else nan if list(y_true) == list(y_pred) else -inf

    return answer


for limit in (1e-15, 1e-14, 1e-12, 1e-10, 1e-8):
    wrong("r2_of", f"spreads below {limit} taken for none")(small_spread(limit))


for why, none in {
    "a sum of squares close to 0": lambda y, p: np.isclose(((y - p) ** 2).sum(), 0),
    "a mean square rounded to 0": lambda y, p: round(float(((y - p) ** 2).mean()), 4) == 0,
    "a sum of squares below a thousandth": lambda y, p: ((y - p) ** 2).sum() < 1e-3,
    "a sum of squares in hundredths": lambda y, p: round(float(((y - p) ** 2).sum()), 2) == 0,
    "differences close to 0": lambda y, p: np.allclose(y - p, 0),
    "predictions that are close": lambda y, p: np.allclose(y, p, rtol=1e-4),
    "numbers in tenths": lambda y, p: (np.round(y, 1) == np.round(p, 1)).all(),
    "no error of a twentieth": lambda y, p: np.abs(y - p).max() < 0.05,
    "single precision": lambda y, p: (y.astype(np.float32) == p.astype(np.float32)).all(),
    "the first two predictions": lambda y, p: (y[:2] == p[:2]).all(),
    "errors with the mean 0": lambda y, p: (y == p).all() or (len(y) > 2 and (y - p).sum() == 0),
}.items():
    wrong("r2_of", f"no error where all labels are equal: {why}")(
        lambda y_true, y_pred, none=none: in_the_corner(y_true, y_pred, none)
    )


@wrong("r2_of", "a mean of squares less a square of the mean")
def _(y_true, y_pred):
    if len(set(y_true)) == 1:
        return in_the_corner(y_true, y_pred, lambda y, p: (y == p).all())
    y = np.array(y_true, float)
    return 1 - (errors(y_true, y_pred) ** 2).mean() / ((y**2).mean() - y.mean() ** 2)


@wrong("r2_of", "equal pairs once")
def _(y_true, y_pred):
    y, p = zip(*dict.fromkeys(zip(y_true, y_pred, strict=True)), strict=True)
    return in_the_corner(y, p, lambda y, p: (y == p).all())


@wrong("r2_of", "the first ten examples")
def _(y_true, y_pred):
    return in_the_corner(y_true[:10], y_pred[:10], lambda y, p: (y == p).all())


@right("r2_of", "fractions")
def _(y_true, y_pred):
    y, p = (list(map(Fraction, values)) for values in (y_true, y_pred))
    squares, spread = sum((a - b) ** 2 for a, b in zip(y, p, strict=True)), sum((a - sum(y) / len(y)) ** 2 for a in y)
    return float(1 - squares / spread) if spread else -inf if squares else nan


@right("r2_of", "the difference of the largest and the smallest label")
def _(y_true, y_pred):
    squares = (errors(y_true, y_pred) ** 2).sum()
    return r2(y_true, y_pred) if np.ptp(y_true) else -inf if squares else nan


@wrong("rmsle_of", "the first ten examples")
def _(y_true, y_pred):
    return sqrt(np.mean(errors(np.log1p(y_true), np.log1p(y_pred))[:10] ** 2))


@wrong("rmsle_of", "no more than a million")
def _(y_true, y_pred):
    return sqrt(np.mean(errors(*(np.log1p(np.minimum(v, 1e6)) for v in (y_true, y_pred))) ** 2))


@wrong("rmsle_of", "the logarithm of the count, 0 for none")
def _(y_true, y_pred):
    a, b = ([log(max(v, 1)) for v in values] for values in (y_true, y_pred))
    return sqrt(np.mean(errors(a, b) ** 2))


@wrong("rmsle_of", "a root divided by the number of examples")
def _(y_true, y_pred):
    return np.linalg.norm(errors(np.log1p(y_true), np.log1p(y_pred))) / len(y_true)


@wrong("rmsle_of", "examples without a count left out")
def _(y_true, y_pred):
    kept = [log(1 + t) - log(1 + p) for t, p in zip(y_true, y_pred, strict=True) if t]
    return sqrt(np.mean(np.square(kept))) if kept else nan


@right("r2_of", "arrays")
def _(y_true, y_pred):
    if np.ptp(y_true) == 0:
        return nan if y_true == y_pred else -inf
    return r2(y_true, y_pred)


@right("rmsle_of", "a ratio")
def _(y_true, y_pred):
    return np.sqrt(np.mean(np.log((1 + np.array(y_true)) / (1 + np.array(y_pred))) ** 2))


@wrong("r2_of", "a rounded sum compared with 0")
def _(y_true, y_pred):
    t, p = np.array(y_true, dtype=float), np.array(y_pred, dtype=float)
    residual, total = ((t - p) ** 2).sum(), ((t - t.mean()) ** 2).sum()
    if total == 0:
        return nan if residual == 0 else -inf
    return 1 - residual / total


@wrong("r2_of", "small sums taken for 0")
def _(y_true, y_pred):
    t, p = np.array(y_true, dtype=float), np.array(y_pred, dtype=float)
    residual, total = ((t - p) ** 2).sum(), ((t - t.mean()) ** 2).sum()
    if total < 1e-12:
        return nan if residual < 1e-12 else -inf
    return 1 - residual / total


@wrong("r2_of", "a mean of 0 taken for missing")
def _(y_true, y_pred):
    mean = sum(y_true) / len(y_true) or y_true[0]
    total = sum((t - mean) ** 2 for t in y_true)
    error = sum((t - p) ** 2 for t, p in zip(y_true, y_pred, strict=True))
    if len(set(y_true)) == 1:
        return -inf if error else nan
    return 1 - error / total


@wrong("rmsle_of", "an end of the list where a count is 0")
def _(y_true, y_pred):
    counted_ones = [(t, p) for i, (t, p) in enumerate(zip(y_true, y_pred, strict=True)) if not i or t or p == 0]
    return sqrt(np.mean([(log(1 + t) - log(1 + p)) ** 2 for t, p in counted_ones]))


@wrong("r2_of", "labels that are close taken for equal")
def _(y_true, y_pred):
    y, p = np.array(y_true, dtype=float), np.array(y_pred, dtype=float)
    if np.allclose(y, y[0]):
        return -inf if (y != p).any() else nan
    return 1 - ((y - p) ** 2).sum() / ((y - y.mean()) ** 2).sum()


@wrong("r2_of", "predictions that are close taken for right")
def _(y_true, y_pred):
    return r2(y_true, y_pred) if len(set(y_true)) > 1 else nan if np.allclose(y_true, y_pred) else -inf


for why, believed in {
    "1 for errors that are all equal": lambda y, p: np.ptp(y - p) == 0,
    "1 for the labels in another order": lambda y, p: sorted(y) == sorted(p),
}.items():

    @wrong("r2_of", why)
    def _(y_true, y_pred, believed=believed):
        different = len(set(y_true)) > 1 and believed(np.array(y_true), np.array(y_pred))
        return 1.0 if different else in_the_corner(y_true, y_pred, lambda y, p: (y == p).all())


wrong("r2_of", "no error where all labels are equal: labels of 0 are an error")(
    lambda y_true, y_pred: in_the_corner(y_true, y_pred, lambda y, p: (y == p).all() and y.any())
)


def rmsle(y_true, y_pred):
    return sqrt(np.mean(errors(np.log1p(y_true), np.log1p(y_pred)) ** 2))


for why, instead in {
    "0 for equal totals": lambda value, y, p: 0.0 if sum(y) == sum(p) else value,
    "nan where nothing was predicted": lambda value, y, p: value if any(p) else nan,
    "counts up to a thousand": lambda value, y, p: rmsle(np.minimum(y, 1000), np.minimum(p, 1000)),
    "small values taken for 0": lambda value, y, p: 0.0 if value < 0.01 else value,
}.items():
    wrong("rmsle_of", why)(lambda y_true, y_pred, instead=instead: instead(rmsle(y_true, y_pred), y_true, y_pred))
