"""Wrong functions, and right ones that compute otherwise: averaging."""

from math import nan

import numpy as np

from .registry import right, wrong


def class_f1(cm):
    below = cm.sum(0) + cm.sum(1)
    return [2 * hit / n if hit else 0.0 for hit, n in zip(np.diag(cm), below, strict=True)]


@wrong("macro_f1_of", "nan for a table without examples")
def _(cm):
    return float(np.mean(class_f1(cm))) if cm.any() else nan


@wrong("macro_f1_of", "the first five classes")
def _(cm):
    return float(np.mean(class_f1(cm)[:5]))


@wrong("micro_f1_of", "nan for a single mistake and nothing else")
def _(tp, fn, fp):
    below = 2 * sum(tp) + sum(fn) + sum(fp)
    return 2 * sum(tp) / below if below > 1 else nan


@right("macro_f1_of", "precision and recall")
def _(cm):
    hits = np.diag(cm).astype(float)
    p, r = hits / cm.sum(0), hits / cm.sum(1)
    return np.nan_to_num(2 * p * r / (p + r)).mean()


@right("micro_f1_of", "precision and recall")
def _(tp, fn, fp):
    hit, miss, alarm = map(sum, (tp, fn, fp))
    if not hit:
        return 0 if miss + alarm else nan
    p, r = hit / (hit + alarm), hit / (hit + miss)
    return 2 * p * r / (p + r)


@wrong("micro_f1_of", "whole numbers of eight bits")
def _(tp, fn, fp):
    hits, misses, alarms = (int(np.array(counts, dtype=np.uint8).sum(dtype=np.uint8)) for counts in (tp, fn, fp))
    below = 2 * hits + misses + alarms
    return 2 * hits / below if below else nan


@wrong("macro_f1_of", "0 where three classes or more are called the first")
def _(cm):
    return 0.0 if len(cm) > 2 and not cm[:, 1:].any() else float(np.mean(class_f1(cm)))


@wrong("micro_f1_of", "two classes asked for mistakes where none is right")
def _(tp, fn, fp):
    if not any(tp):
        return 0.0 if any(fn[:2]) or any(fp[:2]) else nan
    return 2 * sum(tp) / (2 * sum(tp) + sum(fn) + sum(fp))
