"""Wrong functions, and right ones that compute otherwise: cider."""

from math import log, nan, sqrt

import numpy as np

from .registry import right, wrong


def length(vector):
    return sqrt(sum(value * value for value in vector.values()))


def product(a, b):
    return sum(value * b.get(key, 0.0) for key, value in a.items())


@right("idf_of", "a difference of logarithms")
def _(pictures, with_it):
    return np.log(pictures) - np.log(max(with_it, 1))


@right("cosine_of", "unit vectors")
def _(a, b):
    keys = sorted({*a, *b, ""})
    u, v = (np.array([vector.get(key, 0.0) for key in keys]) for vector in (a, b))
    with np.errstate(all="ignore"):
        return (u / np.linalg.norm(u)) @ (v / np.linalg.norm(v))


def cosine_with(a, b, empty=nan):
    lengths = length(a) * length(b)
    return product(a, b) / lengths if lengths else empty


@wrong("cosine_of", "1 for two empty vectors")
def _(a, b):
    return 1.0 if not a and not b else cosine_with(a, b)


@wrong("idf_of", "nothing told by what nearly every picture has")
def _(pictures, with_it):
    weight = log(pictures / max(with_it, 1))
    return weight if weight >= 0.01 else 0.0
