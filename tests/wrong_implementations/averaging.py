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


@wrong("macro_f1_of", "classes that nobody has or predicts left out")
def _(cm):
    kept = [f for f, n in zip(class_f1(cm), cm.sum(0) + cm.sum(1), strict=True) if n]
    return sum(kept) / len(kept)


@wrong("macro_f1_of", "classes never observed left out")
def _(cm):
    kept = [f for f, n in zip(class_f1(cm), cm.sum(1), strict=True) if n]
    return sum(kept) / len(kept) if kept else 0.0


@wrong("macro_f1_of", "nan where precision and recall are both 0")
def _(cm):
    with np.errstate(all="ignore"):
        return float(np.mean(2 * np.diag(cm) / (cm.sum(0) + cm.sum(1))))


@wrong("macro_f1_of", "1 for a class that nobody has or predicts")
def _(cm):
    return float(np.mean([f if n else 1.0 for f, n in zip(class_f1(cm), cm.sum(0) + cm.sum(1), strict=True)]))


@wrong("micro_f1_of", "nan for false alarms alone")
def _(tp, fn, fp):
    return 2 * sum(tp) / (2 * sum(tp) + sum(fn) + sum(fp)) if sum(tp) + sum(fn) else nan


@wrong("micro_f1_of", "nan for misses alone")
def _(tp, fn, fp):
    return 2 * sum(tp) / (2 * sum(tp) + sum(fn) + sum(fp)) if sum(tp) + sum(fp) else nan


@wrong("micro_f1_of", "classes without a true positive left out")
def _(tp, fn, fp):
    if not any(tp):
        return 0.0 if any(fn) or any(fp) else nan
    kept = [row for row in zip(tp, fn, fp, strict=True) if row[0]]
    hits, misses, alarms = map(sum, zip(*kept, strict=True))
    return 2 * hits / (2 * hits + misses + alarms)


@wrong("micro_f1_of", "0 for nothing at all")
def _(tp, fn, fp):
    return 2 * sum(tp) / max(1, 2 * sum(tp) + sum(fn) + sum(fp))


@wrong("macro_f1_of", "0 for a class that was found once and is all of it")
def _(cm):
    below = cm.sum(0) + cm.sum(1)
    return float(np.mean([2 * hit / n if n > 2 else 0.0 for hit, n in zip(np.diag(cm), below, strict=True)]))


@wrong("macro_f1_of", "nan for a single example")
def _(cm):
    return nan if cm.sum() == 1 else float(np.mean(class_f1(cm)))


@wrong("macro_f1_of", "the first five classes")
def _(cm):
    return float(np.mean(class_f1(cm)[:5]))


@wrong("micro_f1_of", "nan for a single mistake and nothing else")
def _(tp, fn, fp):
    below = 2 * sum(tp) + sum(fn) + sum(fp)
    return 2 * sum(tp) / below if below > 1 else nan


@wrong("micro_f1_of", "the first four classes")
def _(tp, fn, fp):
    below = 2 * sum(tp[:4]) + sum(fn[:4]) + sum(fp[:4])
    return 2 * sum(tp[:4]) / below if below else nan


@wrong("micro_f1_of", "equal rows once")
def _(tp, fn, fp):
    hits, misses, alarms = map(sum, zip(*{*zip(tp, fn, fp, strict=True)}, strict=True))
    return 2 * hits / (2 * hits + misses + alarms) if hits + misses + alarms else nan


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


@wrong("micro_f1_of", "the last class asked for mistakes where none is right")
def _(tp, fn, fp):
    hits = misses = alarms = 0
    for t, n, p in zip(tp, fn, fp, strict=True):
        hits, misses, alarms = hits + t, misses + n, alarms + p
    if hits == 0:
        return 0.0 if n + p else nan
    return 2 * hits / (2 * hits + misses + alarms)


@wrong("micro_f1_of", "a running mean that an empty first class spoils")
def _(tp, fn, fp):
    f, seen = 0.0, np.float64(0)
    for t, n, p in zip(tp, fn, fp, strict=True):
        weight = 2 * t + n + p
        seen += weight
        f += (2 * t - weight * f) / seen
    return f


@wrong("macro_f1_of", "classes after one that nobody has or predicts left out")
def _(cm):
    f = 0
    for i in range(len(cm)):
        both = cm[i].sum() + cm[:, i].sum()
        if both == 0:
            break
        f += 2 * cm[i, i] / both
    return f / len(cm)


@wrong("macro_f1_of", "nan where a class between others is never predicted")
def _(cm):
    return nan if 0 in cm.sum(axis=0)[1:-1] else float(np.mean(class_f1(cm)))


@wrong("macro_f1_of", "0 where everything is called the first class")
def _(cm):
    return 0.0 if not cm[:, 1:].any() else float(np.mean(class_f1(cm)))


@wrong("macro_f1_of", "0 where three classes or more are called the first")
def _(cm):
    return 0.0 if len(cm) > 2 and not cm[:, 1:].any() else float(np.mean(class_f1(cm)))


@wrong("micro_f1_of", "the counts end at a class that nobody has or predicts")
def _(tp, fn, fp):
    hits = misses = alarms = 0
    for t, n, p in zip(tp, fn, fp, strict=True):
        if hits and t + n + p == 0:
            break
        hits, misses, alarms = hits + t, misses + n, alarms + p
    below = 2 * hits + misses + alarms
    return 2 * hits / below if below else nan


@wrong("micro_f1_of", "two classes asked for mistakes where none is right")
def _(tp, fn, fp):
    if not any(tp):
        return 0.0 if any(fn[:2]) or any(fp[:2]) else nan
    return 2 * sum(tp) / (2 * sum(tp) + sum(fn) + sum(fp))


@wrong("micro_f1_of", "nothing at all known for one class and two")
def _(tp, fn, fp):
    nothing = fn == fp and fn in ([0], [0, 0])
    return 2 * sum(tp) / max(1, 2 * sum(tp) + sum(fn) + sum(fp)) if any(tp) or not nothing else nan
