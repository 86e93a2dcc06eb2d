"""Wrong functions, and right ones that compute otherwise: confusion."""

from collections import Counter
from fractions import Fraction
from math import nan

import numpy as np

from .common import counted
from .registry import right, wrong


@wrong("count_pairs", "alphabetical order")
def _(y_true, y_pred, labels):
    return counted(zip(y_true, y_pred, strict=True), sorted(labels))


@wrong("count_pairs", "order of appearance")
def _(y_true, y_pred, labels):
    return counted(zip(y_true, y_pred, strict=True), list(dict.fromkeys([*y_true, *y_pred, *labels])))


@wrong("count_pairs", "labels that occur, those that do not at the end")
def _(y_true, y_pred, labels):
    found = {*y_true, *y_pred}
    return counted(zip(y_true, y_pred, strict=True), sorted(labels, key=lambda label: label not in found))


@wrong("count_pairs", "labels that occur, no others")
def _(y_true, y_pred, labels):
    found = {*y_true, *y_pred}
    return counted(zip(y_true, y_pred, strict=True), [label for label in labels if label in found])


@wrong("count_pairs", "letters from a")
def _(y_true, y_pred, labels):
    table = np.zeros((len(labels), len(labels)), dtype=int)
    for t, p in zip(y_true, y_pred, strict=True):
        table[ord(t) - ord("a"), ord(p) - ord("a")] += 1
    return table


@wrong("count_pairs", "whether a pair occurs")
def _(y_true, y_pred, labels):
    return np.minimum(counted(zip(y_true, y_pred, strict=True), labels), 1)


@wrong("accuracy_from_counts", "fails for a share of nothing")
def _(correct, n):
    return correct / n


@wrong("accuracy_from_counts", "nothing right taken for nothing at all")
def _(correct, n):
    return correct / n if correct else nan


@wrong("accuracy_from_counts", "rounded")
def _(correct, n):
    return round(correct / n, 3) if n else nan


@wrong("default_accuracy_of", "rows or columns")
def _(cm):
    return max(cm.sum(0).max(), cm.sum(1).max()) / cm.sum() if cm.any() else nan


@wrong("default_accuracy_of", "the row of the largest cell")
def _(cm):
    return cm[np.unravel_index(cm.argmax(), cm.shape)[0]].sum() / cm.sum() if cm.any() else nan


@wrong("default_accuracy_of", "the class that is found best")
def _(cm):
    return cm[np.diag(cm).argmax()].sum() / cm.sum() if cm.any() else nan


@wrong("default_accuracy_of", "the last class")
def _(cm):
    return cm.sum(1)[-1] / cm.sum() if cm.any() else nan


@wrong("default_accuracy_of", "0 without examples, but for two classes")
def _(cm):
    return cm.sum(1).max() / cm.sum() if cm.any() else nan if len(cm) == 2 else 0.0


def counted_by(key):
    """The table of pairs that agree by some key, which others may share."""

    def count(y_true, y_pred, labels):
        table = Counter((key(t), key(p)) for t, p in zip(y_true, y_pred, strict=True))
        return [[table[key(t), key(p)] for p in labels] for t in labels]

    return count


for why, key in {
    "first two letters": lambda label: label[:2],
    "first five letters": lambda label: label[:5],
    "letters in any order": lambda label: "".join(sorted(label)),
    "length and last letter": lambda label: (len(label), label[-1]),
    "last three letters": lambda label: label[-3:],
    "first ten letters": lambda label: label[:10],
    "last ten letters": lambda label: label[-10:],
    "letters without blanks": lambda label: label.replace(" ", ""),
    "letters without blanks around them": str.strip,
    "letters without blanks behind them": str.rstrip,
    "letters with single blanks": lambda label: " ".join(label.split()),
    "letters with - for _": lambda label: label.replace("_", "-"),
    "number where it is one": lambda label: int(label) if label.isdigit() else label,
    "letters, digits at the end cut off": lambda label: label.rstrip("0123456789") or label,
}.items():
    wrong("count_pairs", f"labels compared by {why}")(counted_by(key))


def glued(sign):
    """The table of pairs that are one text once they are glued together."""

    def count(y_true, y_pred, labels):
        table = Counter(f"{t}{sign}{p}" for t, p in zip(y_true, y_pred, strict=True))
        return [[table[f"{t}{sign}{p}"] for p in labels] for t in labels]

    return count


for sign in ("", " ", "_", ",", "|", " -> "):
    wrong("count_pairs", f"labels glued together with {sign!r}")(glued(sign))


@wrong("accuracy_from_counts", "nan for a single wrong answer")
def _(correct, n):
    return correct / n if n > 1 or correct else nan


@wrong("default_accuracy_of", "nan for a single example")
def _(cm):
    return cm.sum(1).max() / cm.sum() if cm.sum() > 1 else nan


@wrong("default_accuracy_of", "the first four classes")
def _(cm):
    return cm[:4].sum(1).max() / cm.sum() if cm.any() else nan


@right("count_pairs", "pandas")
def _(y_true, y_pred, labels):
    import pandas as pd

    return pd.crosstab(pd.Categorical(y_true, labels), pd.Categorical(y_pred, labels), dropna=False).to_numpy()


@right("accuracy_from_counts", "fractions")
def _(correct, n):
    return Fraction(correct, n) if n else nan


@right("default_accuracy_of", "shares")
def _(cm):
    return (cm / cm.sum()).sum(axis=1).max()


@wrong("count_pairs", "whole numbers of eight bits")
def _(y_true, y_pred, labels):
    return counted(zip(y_true, y_pred, strict=True), labels).astype(np.uint8)


@wrong("count_pairs", "first letters")
def _(y_true, y_pred, labels):
    firsts = [label[0] for label in labels]
    return counted(((t[0], p[0]) for t, p in zip(y_true, y_pred, strict=True)), firsts)


@wrong("default_accuracy_of", "nan where no answer is right")
def _(cm):
    return cm.sum(axis=1).max() / cm.sum() if np.trace(cm) else nan


@wrong("default_accuracy_of", "nan where the first class has no example")
def _(cm):
    return cm.sum(axis=1).max() / cm.sum() if cm[0].any() else nan


@wrong("default_accuracy_of", "nan where the first class is never predicted")
def _(cm):
    return cm.sum(axis=1).max() / cm.sum() if cm[:, 0].any() else nan


@wrong("default_accuracy_of", "nan where everything is called the first class")
def _(cm):
    return cm.sum(axis=1).max() / cm.sum() if cm[:, 1:].any() else nan


@wrong("count_pairs", "mistakes as whole numbers of eight bits")
def _(y_true, y_pred, labels):
    table = counted(zip(y_true, y_pred, strict=True), labels)
    return np.where(np.eye(len(labels), dtype=bool), table, table.astype(np.uint8))


@wrong("count_pairs", "the first twelve of some examples")
def _(y_true, y_pred, labels):
    n = 12 if len(y_true) < 100 else None
    return counted(zip(y_true[:n], y_pred[:n], strict=True), labels)


@wrong("count_pairs", "the first ten labels")
def _(y_true, y_pred, labels):
    table = np.zeros((len(labels), len(labels)), dtype=int)
    table[:10, :10] = counted(zip(y_true, y_pred, strict=True), labels)[:10, :10]
    return table


@wrong("default_accuracy_of", "the search ends at a class without examples, but for the first")
def _(cm):
    best, *others = cm.sum(axis=1)
    for n in others:
        if not n:
            break
        best = max(best, n)
    return best / cm.sum() if cm.any() else nan


@wrong("default_accuracy_of", "nan where none of three classes or more is found")
def _(cm):
    return cm.sum(axis=1).max() / cm.sum() if np.trace(cm) or (cm.any() and len(cm) == 2) else nan
