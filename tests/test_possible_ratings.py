"""Means and standard deviations of whole numbers: published cases, brute force over all ratings, bad input."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import isqrt

import numpy as np
import pytest

from evalmetrics import possible_ratings, printed
from evalmetrics.forensics.possible import ratings
from evalmetrics.forensics.printed import ROUNDINGS


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        ({"mean": "5.19", "n": 28}, "impossible"),  # Brown and Heathers (2017)
        ({"mean": "5.19", "n": 40}, "impossible"),
        ({"mean": "5.27", "n": 43}, "impossible"),
        ({"mean": "3.45", "n": 20}, "possible"),
        ({"mean": "3.44", "n": 18}, "possible"),
        ({"mean": "3.44", "n": 18, "sd": "2.47"}, "impossible"),
        ({"mean": "4.50", "n": 100, "sd": "0.10", "scale": (1, 5)}, "impossible"),
        ({"mean": "0.30", "n": 250, "sd": "0.46", "scale": (0, 1)}, "possible"),
        ({"mean": "0.96", "n": 935, "se": "0.32", "scale": (0, 1)}, "possible"),  # percent: 9 of 935
        ({"mean": "0.30", "n": 250, "sd": "0.44", "scale": (0, 1)}, "impossible"),  # DEBIT
        ({"mean": "5.19", "n": 28, "items": 3}, "possible"),
        ({"mean": "3", "n": 1, "sd": "0", "ddof": (0,)}, "possible"),
        ({"mean": "3", "n": 1, "sd": "1", "ddof": (1,)}, "impossible"),
        ({"mean": "3.0", "n": 5, "sd": "-1"}, "impossible"),
    ],
)
def test_published_numbers(report, verdict):
    assert possible_ratings(report.pop("mean"), **report).verdict == verdict


def test_a_witness_has_the_printed_numbers():
    found = possible_ratings("43.21", sd="21.17", n=250, scale=(0, 100))
    values = np.repeat(found.witness.index.to_numpy(), found.witness)
    assert len(values) == 250
    assert printed("43.21").prints(values.mean())
    assert printed("21.17").prints(values.std(ddof=1)) or printed("21.17").prints(values.std())


def test_why_it_is_impossible():
    found = possible_ratings("4.50", sd="0.10", n=100, scale=(1, 5))
    assert found.conflicts == ("mean", "sd")
    assert "with this mean the SD is 0.5025 to 1.3143 (n - 1) or 0.5000 to 1.3077 (n - 0)" in found.reason
    assert possible_ratings("5.19", n=28).repairs.to_numpy().tolist()[0] == ["mean", "5.19", "5.18 or 5.21"]
    assert possible_ratings("3.44", sd="2.47", n=18).repairs.to_numpy().tolist()[0] == ["sd", "2.47", "2.48"]


def exactly(counts, mean, sd, items, divisors):
    """Whether ratings have the printed numbers; a root is compared with a bound by its square."""
    n, total = sum(counts.values()), sum(value * count for value, count in counts.items())
    if Fraction(total, n * items) not in mean:
        return False
    squares = sum(value * value * count for value, count in counts.items())
    deviations = (Fraction(squares) - Fraction(total * total, n)) / items**2
    return sd is None or any(root_in(deviations / (n - ddof), sd) for ddof in divisors if ddof < n)


def root_in(square, number):
    fine = 10**15
    root = Fraction(isqrt(square.numerator * fine**2 // square.denominator), fine)
    return (root if root * root == square else root + Fraction(1, 2 * fine)) in number


def compare_with_brute_force(seed):
    rng = np.random.default_rng(seed)
    n, items, low = int(rng.integers(1, 7)), int(rng.integers(1, 3)), int(rng.integers(-2, 3))
    high = low + int(rng.integers(1, 5))
    every = [Counter(each) for each in combinations_with_replacement(range(low * items, high * items + 1), n)]
    one = np.array(list(every[rng.integers(len(every))].elements())) / items
    places, wrong = int(rng.integers(0, 4)), rng.choice([0, 0, 0.01, 0.1])
    mean = f"{one.mean() + rng.choice([0, 0, 0, wrong]):.{places}f}"
    sd = f"{one.std(ddof=rng.choice([0, min(1, n - 1)])) + wrong:.{places}f}" if rng.random() < 0.8 else None
    rounding, ddof = str(rng.choice(ROUNDINGS)), [(1, 0), (1,), (0,)][rng.integers(3)]
    read = [text and printed(text, rounding=rounding) for text in (mean, sd)]
    loose = [number and number.loosened() for number in read]
    right = [each for each in every if exactly(each, *read, items, ddof)]
    right = right or [each for each in every if exactly(each, *loose, items, ddof)]
    options = {"n": n, "sd": sd, "scale": (low, high), "items": items, "ddof": ddof, "rounding": rounding}
    found = possible_ratings(mean, **options)
    assert found.verdict == ("possible" if right else "impossible"), (seed, mean, options)
    if right:
        assert Counter({round(value * items): count for value, count in found.witness.items()}) in right, seed


@pytest.mark.parametrize("block", range(10))
def test_brute_force_over_all_ratings(block):
    for seed in range(150 * block, 150 * (block + 1)):
        compare_with_brute_force(seed)


def test_a_search_that_is_too_long_is_left_undecided(monkeypatch):
    assert possible_ratings("500.0", n=100, sd="300.0").verdict == "undecided"  # a scale too long
    monkeypatch.setattr(ratings, "STEPS", 3)
    found = possible_ratings("43.21", sd="21.17", n=250, scale=(0, 100))
    assert found.verdict == "undecided"
    assert "no proof that there are none" in found.reason


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: possible_ratings(3.45, n=20), TypeError, "mean must be a string with all its digits"),
        (lambda: possible_ratings("3.45", n=20, sd=1.1), TypeError, "sd must be a string"),
        (lambda: possible_ratings("3.45", n=0), ValueError, "n must be at least 1"),
        (lambda: possible_ratings("3.45", n=20, items=0), ValueError, "items must be at least 1"),
        (lambda: possible_ratings("3.45", n=20, scale=5), TypeError, "scale must be the lowest and the highest rating"),
        (lambda: possible_ratings("3.45", n=20, scale=(5, 1)), ValueError, "scale must rise"),
        (lambda: possible_ratings("3.45", n=20, scale=(1.5, 5)), TypeError, "scale must be a whole number"),
        (lambda: possible_ratings("3.45", n=20, ddof=(-1,)), ValueError, "ddof must be at least 0"),
        (lambda: possible_ratings("3.45", n=20, rounding="down"), ValueError, "rounding must be one of"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
