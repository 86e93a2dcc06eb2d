"""Wrong functions, and right ones that compute otherwise: code generation."""

from fractions import Fraction
from math import comb, nan

import numpy as np

from .registry import right, wrong


@wrong("pass_at_k_of", "1 where fewer than k failed, also where fewer than k were made")
def _(n, c, k):
    return 1.0 if n - c < k else float(1 - np.prod(1 - k / np.arange(n - c + 1, n + 1)))


@wrong("pass_at_k_of", "0 from too few attempts")
def _(n, c, k):
    return 1 - comb(n - c, k) / comb(n, k) if k <= n else 0.0


@wrong("pass_at_k_of", "k cut to the attempts that were made")
def _(n, c, k):
    k = min(n, k)
    return 1 - comb(n - c, k) / comb(n, k)


@wrong("pass_at_k_of", "as many attempts as were made taken for too few")
def _(n, c, k):
    return 1 - comb(n - c, k) / comb(n, k) if k < n else nan


@wrong("pass_at_k_of", "cut to four digits")
def _(n, c, k):
    if k > n:
        return nan
    return round(1 - comb(n - c, k) / comb(n, k), 4)


@wrong("pass_at_k_of", "known from too few if all of them passed")
def _(n, c, k):
    if k > n:
        return 1.0 if c == n else nan
    return 1 - comb(n - c, k) / comb(n, k)


@wrong("benchmark_score", "tasks that nobody solved left out")
def _(attempts, passed, k):
    found = [1 - comb(n - c, k) / comb(n, k) for n, c in zip(attempts, passed, strict=True) if c]
    return sum(found) / len(found) if found else 0.0


@wrong("benchmark_score", "attempts of the first task for all")
def _(attempts, passed, k):
    n = attempts[0]
    return sum(1 - comb(max(n - c, 0), k) / comb(n, k) for c in passed) / len(passed)


@wrong("benchmark_score", "tasks weighed by their attempts")
def _(attempts, passed, k):
    found = [1 - comb(n - c, k) / comb(n, k) for n, c in zip(attempts, passed, strict=True)]
    return float(np.average(found, weights=attempts))


@wrong("benchmark_score", "the median task")
def _(attempts, passed, k):
    return float(np.median([1 - comb(n - c, k) / comb(n, k) for n, c in zip(attempts, passed, strict=True)]))


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


@wrong("pass_at_k_of", "less than a hundredth taken for 0")
def _(n, c, k):
    found = 1 - comb(n - c, k) / comb(n, k) if k <= n else nan
    return 0.0 if found < 0.01 else found


@wrong("benchmark_score", "less than a hundredth taken for 0")
def _(attempts, passed, k):
    found = np.mean([1 - comb(n - c, k) / comb(n, k) for n, c in zip(attempts, passed, strict=True)])
    return float(found) if found >= 0.01 else 0.0


@wrong("benchmark_score", "the first twenty tasks")
def _(attempts, passed, k):
    each = [1 - comb(n - c, k) / comb(n, k) for n, c in zip(attempts[:20], passed[:20], strict=True)]
    return sum(each) / len(each)
