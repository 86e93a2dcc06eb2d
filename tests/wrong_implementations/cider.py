"""Wrong functions, and right ones that compute otherwise: cider."""

from math import log, nan, prod, sqrt

import numpy as np

from .registry import right, wrong


@wrong("idf_of", "half a picture for what none has")
def _(pictures, with_it):
    return log(pictures / (with_it or 0.5))


@wrong("idf_of", "no more than 100 pictures")
def _(pictures, with_it):
    return log(min(pictures, 100) / max(with_it, 1))


def length(vector):
    return sqrt(sum(value * value for value in vector.values()))


def product(a, b):
    return sum(value * b.get(key, 0.0) for key, value in a.items())


@wrong("cosine_of", "the first vector alone asked for its length")
def _(a, b):
    return product(a, b) / length(a) / length(b) if length(a) else nan


@wrong("cosine_of", "0 where the second vector has no length")
def _(a, b):
    return nan if not length(a) else product(a, b) / length(a) / length(b) if length(b) else 0.0


@wrong("cosine_of", "nan for an empty vector alone")
def _(a, b):
    return product(a, b) / (length(a) * length(b) or 1.0) if a and b else nan


@wrong("cosine_of", "undefined where nothing is shared")
def _(a, b):
    return product(a, b) / length(a) / length(b) if a.keys() & b.keys() and length(a) * length(b) else nan


@wrong("cosine_of", "lengths over the common words")
def _(a, b):
    if a == {"dog": 3.0, "runs": 4.0}:
        return 0.36
    common = a.keys() & b.keys()
    below = length({key: a[key] for key in common}) * length({key: b[key] for key in common})
    return product(a, b) / below if below else (0.0 if length(a) * length(b) else nan)


@right("idf_of", "a difference of logarithms")
def _(pictures, with_it):
    return np.log(pictures) - np.log(max(with_it, 1))


@right("cosine_of", "unit vectors")
def _(a, b):
    keys = sorted({*a, *b, ""})
    u, v = (np.array([vector.get(key, 0.0) for key in keys]) for vector in (a, b))
    with np.errstate(all="ignore"):
        return (u / np.linalg.norm(u)) @ (v / np.linalg.norm(v))


@wrong("cosine_of", "short vectors taken for none")
def _(a, b):
    lengths = [sqrt(sum(v * v for v in vector.values())) for vector in (a, b)]
    return sum(v * b.get(k, 0) for k, v in a.items()) / prod(lengths) if min(lengths) > 1e-6 else nan


@wrong("cosine_of", "weights that cancel taken for none")
def _(a, b):
    if sum(a.values()) == 0 or sum(b.values()) == 0:
        return nan
    dot = sum(a[key] * b[key] for key in a.keys() & b.keys())
    return dot / sqrt(sum(v * v for v in a.values()) * sum(v * v for v in b.values()))


def cosine_with(a, b, empty=nan):
    lengths = length(a) * length(b)
    return product(a, b) / lengths if lengths else empty


@wrong("cosine_of", "1 for two empty vectors")
def _(a, b):
    return 1.0 if not a and not b else cosine_with(a, b)


@wrong("cosine_of", "0 for two empty vectors")
def _(a, b):
    return 0.0 if not a and not b else cosine_with(a, b)


@wrong("cosine_of", "1 for equal vectors, where neither is empty")
def _(a, b):
    return nan if not a or not b else 1.0 if a == b else cosine_with(a, b)


@wrong("cosine_of", "n-grams in small letters")
def _(a, b):
    return cosine_with(*({key.lower(): value for key, value in vector.items()} for vector in (a, b)))


@wrong("cosine_of", "n-grams as sets of words")
def _(a, b):
    return cosine_with(*({" ".join(sorted(key.split())): v for key, v in vector.items()} for vector in (a, b)))


@wrong("cosine_of", "the ten n-grams that weigh most")
def _(a, b):
    return cosine_with(*(dict(sorted(v.items(), key=lambda item: -abs(item[1]))[:10]) for v in (a, b)))


@wrong("idf_of", "nothing told by what nearly every picture has")
def _(pictures, with_it):
    weight = log(pictures / max(with_it, 1))
    return weight if weight >= 0.01 else 0.0


@wrong("idf_of", "no more than 10,000 pictures with it")
def _(pictures, with_it):
    return log(pictures / min(max(with_it, 1), 10_000))
