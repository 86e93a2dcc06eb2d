"""Wrong functions, and right ones that compute otherwise: human judgement."""

import re
import string
import unicodedata
from collections import Counter
from fractions import Fraction
from math import nan, sqrt

import numpy as np

from .common import clipped, counted, distance, lcs, shares
from .registry import right, wrong


def chance_of(first, second, labels):
    return sum(first.count(label) * second.count(label) for label in labels) / len(first) ** 2


def kappa_with(first, second, chance):
    agreement = sum(a == b for a, b in zip(first, second, strict=True)) / len(first)
    return (agreement - chance) / (1 - chance) if chance < 1 else nan


@wrong("kappa_of", "undefined wherever all agree")
def _(ratings_1, ratings_2):
    return (
        nan
        if ratings_1 == ratings_2
        else kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_2, {*ratings_1}))
    )


@wrong("kappa_of", "labels up to c")
def _(ratings_1, ratings_2):
    return kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_2, "abc"))


@wrong("kappa_of", "never below 0")
def _(ratings_1, ratings_2):
    return max(0.0, kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_2, {*ratings_1})))


@wrong("kappa_of", "the first rater's frequencies twice")
def _(ratings_1, ratings_2):
    return kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_1, {*ratings_1}))


@wrong("kappa_of", "places in the alphabet as weights")
def _(ratings_1, ratings_2):
    labels = sorted({*ratings_1, *ratings_2})
    x, y = ([labels.index(r) for r in ratings] for ratings in (ratings_1, ratings_2))
    expected = sum(abs(a - b) for a in x for b in y) / len(x)
    return 1 - sum(abs(a - b) for a, b in zip(x, y, strict=True)) / expected if expected else nan


@wrong("kappa_of", "undefined wherever one rater has one label")
def _(ratings_1, ratings_2):
    if min(len({*ratings_1}), len({*ratings_2})) == 1:
        return nan
    return kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_2, {*ratings_1}))


@wrong("kappa_of", "chance rounded")
def _(ratings_1, ratings_2):
    return kappa_with(ratings_1, ratings_2, round(chance_of(ratings_1, ratings_2, {*ratings_1}), 3))


@right("kappa_of", "by disagreements")
def _(ratings_1, ratings_2):
    labels = sorted({*ratings_1, *ratings_2})
    table = counted(zip(ratings_1, ratings_2, strict=True), labels)
    off = 1 - np.eye(len(labels))
    expected = (np.outer(table.sum(axis=1), table.sum(axis=0)) * off).sum() / table.sum()
    return 1 - (table * off).sum() / expected if expected else nan


def listeners_error(ratings, mean, n, g):
    return sqrt(g / (g - 1) * sum((sum(r - mean for r in own) / n) ** 2 for own in ratings)) if g > 1 else nan


@wrong("standard_error_of", "deviations from the mean of means")
def _(ratings):
    mean = np.mean([np.mean(own) for own in ratings])
    return listeners_error(ratings, mean, sum(map(len, ratings)), len(ratings))


@wrong("standard_error_of", "as if everybody had given as many as the first")
def _(ratings):
    mean = np.mean([r for own in ratings for r in own])
    return listeners_error(ratings, mean, len(ratings) * len(ratings[0]), len(ratings))


@wrong("standard_error_of", "squares before sums")
def _(ratings):
    n, g = sum(map(len, ratings)), len(ratings)
    mean = np.mean([r for own in ratings for r in own])
    return sqrt(g / (g - 1) * sum((r - mean) ** 2 for own in ratings for r in own)) / n if g > 1 else nan


@wrong("standard_error_of", "listeners who are alike counted once")
def _(ratings):
    different = [list(own) for own in {tuple(own) for own in ratings}]
    mean = np.mean([r for own in different for r in own])
    return listeners_error(different, mean, sum(map(len, different)), len(different))


@wrong("standard_error_of", "a weighted spread of means")
def _(ratings):
    sizes, means = np.array([len(own) for own in ratings]), np.array([np.mean(own) for own in ratings])
    if len(ratings) == 1:
        return nan
    mean = (sizes * means).sum() / sizes.sum()
    return sqrt((sizes * (means - mean) ** 2).sum() / sizes.sum() / (len(ratings) - 1))


@wrong("standard_error_of", "the error of a single listener's ratings")
def _(ratings):
    n, g = sum(map(len, ratings)), len(ratings)
    if g == 1:
        return float(np.std(ratings[0], ddof=1) / sqrt(n)) if n > 1 else nan
    return listeners_error(ratings, np.mean([r for own in ratings for r in own]), n, g)


@right("standard_error_of", "sums and sizes")
def _(ratings):
    sums, sizes = np.array([sum(own) for own in ratings]), np.array([len(own) for own in ratings])
    if len(ratings) == 1:
        return nan
    mean = sums.sum() / sizes.sum()
    return float(np.sqrt(len(sums) * np.var(sums - mean * sizes, ddof=1)) / sizes.sum())


@wrong("kappa_of", "part of a label")
def _(ratings_1, ratings_2):
    n, first, second = len(ratings_1), Counter(ratings_1), Counter(ratings_2)
    agreement = sum(a in b for a, b in zip(ratings_1, ratings_2, strict=True)) / n
    chance = sum(first[label] * second[label] for label in first) / n**2
    return (agreement - chance) / (1 - chance) if chance < 1 else nan


@wrong("kappa_of", "chance close to 1 taken for 1")
def _(ratings_1, ratings_2):
    n, first, second = len(ratings_1), Counter(ratings_1), Counter(ratings_2)
    agreement = sum(a == b for a, b in zip(ratings_1, ratings_2, strict=True)) / n
    chance = sum(first[label] * second[label] for label in first) / n**2
    return (agreement - chance) / (1 - chance) if chance < 0.999 else nan


def only(pattern):
    """A text without the characters that match, and without the words of which nothing is left."""
    return lambda text: [kept for word in text if (kept := re.sub(pattern, "", word))]


READINGS = {
    "words without marks at their ends": lambda text: [word.strip(string.punctuation) for word in text],
    "words without marks": only(r"[^\w\s]"),
    "words found anew": lambda text: re.findall(r"\w+", " ".join(text)),
    "words found anew, without digits": lambda text: re.findall("[A-Za-z]+", " ".join(text)),
    "words without a plural": lambda text: [word.rstrip("s") for word in text],
    "words without -ing and -ed": lambda text: [re.sub("(ing|ed)$", "", word) for word in text],
    "small letters": lambda text: [word.lower() for word in text],
    "plain letters": lambda text: [unicodedata.normalize("NFKD", w).encode("ascii", "ignore").decode() for w in text],
    "no numbers": lambda text: [word for word in text if not word[0].isdigit()],
    "no marks that stand alone": lambda text: [word for word in text if word not in string.punctuation],
    "words by their first six letters": lambda text: [word[:6] for word in text],
    "words by their letters, in any order": lambda text: ["".join(sorted(word)) for word in text],
}


def shared_words(reference, hypothesis):
    return shares((Counter(reference) & Counter(hypothesis)).total(), hypothesis, reference)


def under_reading(read):
    """The right functions of other words."""

    def clipped_of(references, hypothesis, n):
        return clipped(list(map(read, references)), read(hypothesis), n)

    def kappa_of(ratings_1, ratings_2):
        first, second = read(ratings_1), read(ratings_2)
        return kappa_with(first, second, chance_of(first, second, {*first}))

    return {
        "edit_distance_of": lambda reference, hypothesis: distance(read(reference), read(hypothesis)),
        "clipped_matches": clipped_of,
        "rouge_1_of": lambda reference, hypothesis: shared_words(read(reference), read(hypothesis)),
        "lcs_of": lambda a, b: lcs(read(a), read(b)),
        "kappa_of": kappa_of,
    }


for why, read in READINGS.items():
    for name, function in under_reading(read).items():
        if name != "kappa_of" or len(read(["7", ".", "it's"])) == 3:  # two raters give as many labels
            wrong(name, why)(function)


@wrong("kappa_of", "labels without blanks at their ends")
def _(ratings_1, ratings_2):
    return under_reading(lambda labels: list(map(str.strip, labels)))["kappa_of"](ratings_1, ratings_2)


@wrong("kappa_of", "nan for a single item")
def _(ratings_1, ratings_2):
    return (
        nan if len(ratings_1) < 2 else kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_2, {*ratings_1}))
    )


def error_of(change):
    """The standard error of other grades."""

    def error(ratings):
        changed = [[kept for r in own for kept in change(r)] for own in ratings]
        n, g = sum(map(len, changed)), len(changed)
        mean = sum(map(sum, changed)) / n if n else nan
        return listeners_error(changed, mean, n, g)

    return error


wrong("standard_error_of", "whole grades")(error_of(lambda r: [int(r)]))


wrong("standard_error_of", "grades from 1 to 5 counted")(error_of(lambda r: [r] if r in (1, 2, 3, 4, 5) else []))


wrong("standard_error_of", "grades cut to 1 and 5")(error_of(lambda r: [min(5, max(1, r))]))


wrong("standard_error_of", "grades without their sign")(error_of(lambda r: [abs(r)]))


right("standard_error_of", "fractions")(error_of(lambda r: [Fraction(r)]))


for why, key in {
    "numbers without their zeros in front": lambda label: label.lstrip("0"),
    "names for what is missing": lambda label: "" if label in ("NA", "N/A", "nan") else label,
}.items():
    wrong("kappa_of", f"labels by {why}")(under_reading(lambda labels, key=key: list(map(key, labels)))["kappa_of"])


@wrong("kappa_of", "items without an opinion left out")
def _(ratings_1, ratings_2):
    missing = ("NA", "N/A", "nan")
    kept = [
        pair for pair in zip(ratings_1, ratings_2, strict=True) if pair[0] not in missing and pair[1] not in missing
    ]
    if not kept:
        return nan
    first, second = map(list, zip(*kept, strict=True))
    return kappa_with(first, second, chance_of(first, second, {*first}))


@wrong("kappa_of", "small values taken for 0")
def _(ratings_1, ratings_2):
    value = kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_2, {*ratings_1}))
    return 0.0 if abs(value) < 0.01 else value


@wrong("standard_error_of", "the first eight listeners")
def _(ratings):
    return error_of(lambda r: [r])(ratings[:8])


@wrong("standard_error_of", "small values taken for 0")
def _(ratings):
    value = error_of(lambda r: [r])(ratings)
    return 0.0 if value < 0.01 else value


@right("kappa_of", "fractions")
def _(ratings_1, ratings_2):
    n, first, second = len(ratings_1), Counter(ratings_1), Counter(ratings_2)
    agreement = Fraction(sum(a == b for a, b in zip(ratings_1, ratings_2, strict=True)), n)
    chance = Fraction(sum(first[label] * second[label] for label in first), n * n)
    return float((agreement - chance) / (1 - chance)) if chance != 1 else nan
