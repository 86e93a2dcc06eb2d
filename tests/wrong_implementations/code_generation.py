"""Wrong functions, and right ones that compute otherwise: code generation."""

from fractions import Fraction
from math import comb, nan

import numpy as np

from .registry import right, wrong


@wrong("pass_at_k_of", "as many attempts as were made taken for too few")
def _(n, c, k):
    return 1 - comb(n - c, k) / comb(n, k) if k < n else nan


@right("pass_at_k_of", "one draw after the other")
def _(n, c, k):
    missed = 1.0
    for drawn in range(k):
        missed *= max(n - c - drawn, 0) / (n - drawn) if n > drawn else nan
    return 1 - missed


@right("pass_at_k_of", "the published product")
def _(n, c, k):
    if k > n:
        return nan
    return 1.0 if n - c < k else float(1 - np.prod(1 - k / np.arange(n - c + 1, n + 1)))


@right("benchmark_score", "fractions")
def _(attempts, passed, k):
    each = [1 - Fraction(comb(n - c, k), comb(n, k)) for n, c in zip(attempts, passed, strict=True)]
    return sum(each) / len(each)


@wrong("benchmark_score", "products in whole numbers of 64 bits")
def _(attempts, passed, k):
    def one(n, c):
        if n - c < k:
            return 1.0
        return 1 - np.prod(np.arange(n - c - k + 1, n - c + 1)) / np.prod(np.arange(n - k + 1, n + 1))

    return float(np.mean([one(n, c) for n, c in zip(attempts, passed, strict=True)]))
