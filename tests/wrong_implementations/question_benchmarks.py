"""Wrong functions, and right ones that compute otherwise: benchmarks of questions."""

import re
import string
from collections import Counter
from math import nan, sqrt

import numpy as np
import pandas as pd

from .registry import right, wrong


def words(text, articles=("a", "an", "the"), marks=string.punctuation, instead=""):
    bare = re.sub(f"[{re.escape(marks)}]", instead, text.lower()) if marks else text.lower()
    return [word for word in bare.split() if word not in articles]


def f1(wanted, given):
    common = (Counter(wanted) & Counter(given)).total()
    return 2 * common / (len(wanted) + len(given)) if wanted or given else 1.0


def nearest(answers, said, **how):
    own = [w for w in (words(answer, **how) for answer in answers) if w] or [[]]
    return max(f1(w, words(said, **how)) for w in own)


@wrong("answer_f1", "blanks in the place of punctuation")
def _(answers, said):
    return nearest(answers, said, instead=" ")


@wrong("answer_f1", "articles cut out of words")
def _(answers, said):
    def cut(text):
        return re.sub("the|an|a", "", text.lower().translate(str.maketrans("", "", string.punctuation)))

    own = [cut(answer).split() for answer in answers if cut(answer).split()] or [[]]
    return max(f1(w, cut(said).split()) for w in own)


@wrong("answer_f1", "right answers without words kept")
def _(answers, said):
    return max((f1(words(answer), words(said)) for answer in answers), default=float(not words(said)))


@right("answer_f1", "one minus half of what differs")
def _(answers, said):
    given = Counter(words(said))
    scores = []
    for wanted in (Counter(w) for answer in answers if (w := words(answer))):
        apart = (wanted - given).total() + (given - wanted).total()
        scores.append(1 - apart / (wanted.total() + given.total()))
    return max(scores) if scores else float(not given)


@right("answer_f1", "the harmonic mean of precision and recall")
def _(answers, said):
    given, best = words(said), 0.0
    own = [w for w in map(words, answers) if w]
    if not own:
        return 1.0 if not given else 0.0
    for wanted in own:
        common = sum(min(wanted.count(word), given.count(word)) for word in set(wanted))
        if common:
            p, r = common / len(given), common / len(wanted)
            best = max(best, 2 * p * r / (p + r))
    return best


def sums_of(first, second, groups):
    ahead = pd.Series(np.subtract(second, first))
    return (ahead - ahead.mean()).groupby(pd.Series(groups)).sum()


@wrong("error_of_lead", "the correction of n for that of G")
def _(first, second, groups):
    sums, n = sums_of(first, second, groups), len(first)
    return sqrt(n / (n - 1) * (sums**2).sum()) / n if len(sums) > 1 else nan


@wrong("error_of_lead", "groups that follow each other only")
def _(first, second, groups):
    runs = np.cumsum([a != b for a, b in zip(groups, [None, *groups[:-1]], strict=True)])
    sums = sums_of(first, second, runs)
    g = len(sums)
    return sqrt(g / (g - 1) * (sums**2).sum()) / len(first) if len(set(groups)) > 1 else nan


@right("error_of_lead", "by the products of deviations within a group")
def _(first, second, groups):
    x = np.subtract(second, first, dtype=float)
    x -= x.mean()
    alike = np.array(groups)[:, None] == np.array(groups)
    g = len(set(groups))
    return sqrt(max(g / (g - 1) * (x @ alike @ x), 0.0)) / len(x) if g > 1 else nan


@right("error_of_lead", "through pandas")
def _(first, second, groups):
    sums = sums_of(first, second, groups)
    return float(sums.std(ddof=1) * sqrt(len(sums)) / len(first)) if len(sums) > 1 else nan
