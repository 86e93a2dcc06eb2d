"""Shared ground of every score of a ranking: sort once, then everything is a sum over thresholds."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from . import arguments, matrices
from . import labels as _labels

Floats = NDArray[np.float64]
MANY = 5000  # from so many scores on, sorting packed keys beats sorting positions


@dataclass(frozen=True)
class Ranked:
    """Labels in the order of their scores: the distinct scores, increasing, and what lies at each.

    The scores of a ranking take one in place of y_true, with None for y_score. The highest threshold carries weight;
    one further down that carries none repeats the point above it and changes no score.
    """

    thresholds: NDArray[Any]
    positives: NDArray[Any]
    negatives: NDArray[Any]

    @cached_property
    def tp(self) -> NDArray[Any]:
        """Positives at or above each threshold."""
        return self.positives[::-1].cumsum()[::-1]

    @cached_property
    def fp(self) -> NDArray[Any]:
        """Negatives at or above each threshold."""
        return self.negatives[::-1].cumsum()[::-1]

    @property
    def all_positives(self) -> Any:
        """Weight of the positive class."""
        return self.positives.sum()

    @property
    def all_negatives(self) -> Any:
        """Weight of the negative class."""
        return self.negatives.sum()

    @property
    def precision(self) -> Floats:
        """TP / (TP + FP) at each threshold."""
        return np.asarray(self.tp / (self.tp + self.fp))

    @property
    def recall(self) -> Floats:
        """TP over all positives; nan if there are none."""
        return share(self.tp)

    @property
    def fpr(self) -> Floats:
        """FP over all negatives; nan if there are none."""
        return share(self.fp)

    @property
    def volume(self) -> Floats:
        """Share of all examples that are at or above each threshold."""
        return share(self.tp + self.fp)


@dataclass(frozen=True)
class Sorted:
    """Examples in the order of their scores: what a resampler draws from.

    `order[i]` is the example at position i, `first[g]` the position where threshold g begins, `positive[i]` whether
    the example is positive and `weight[i]` what it counts (None: 1 each).
    """

    order: NDArray[np.intp]
    first: NDArray[np.intp]
    thresholds: NDArray[Any]
    positive: NDArray[np.bool_]
    weight: Floats | None

    @cached_property
    def group(self) -> NDArray[np.intp]:
        """Which threshold each position belongs to."""
        return np.repeat(np.arange(len(self.first)), np.diff(self.first, append=len(self.order)))

    def ranked(self) -> Ranked:
        """The ranking of the examples themselves; thresholds of examples without weight are left out."""
        if self.weight is None:
            return Ranked(self.thresholds, *self._sums(np.ones(len(self.order), dtype=np.intp)))
        positives, negatives = self._sums(self.weight)
        held = (positives > 0) | (negatives > 0)
        return Ranked(self.thresholds[held], positives[held], negatives[held])

    def reweighted(self, multiplicities: NDArray[Any]) -> Ranked:
        """The ranking in which the example at sorted position i counts `multiplicities[i]` times."""
        weight = multiplicities if self.weight is None else multiplicities * self.weight
        highest = len(weight) - weight[::-1].astype(bool).argmax()  # what is ranked above carries no weight
        groups = int(np.searchsorted(self.first, highest))
        positives, negatives = self._sums(weight)
        return Ranked(self.thresholds[:groups], positives[:groups], negatives[:groups])

    def _sums(self, weight: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Weight of the positives and of the negatives at each threshold."""
        positives = weight * self.positive
        negatives = weight - positives
        if len(self.first) == len(self.order):
            return positives, negatives
        return np.add.reduceat(positives, self.first), np.add.reduceat(negatives, self.first)


def rank(y_true: Any, y_score: Any, *, pos_label: Any = 1, sample_weight: Any = None) -> Ranked:
    """The checked ranking of labels by their scores; a `Ranked` in place of `y_true` is handed back."""
    if isinstance(y_true, Ranked):
        return y_true
    positive, score = _labels_and_scores(y_true, y_score, pos_label)
    if sample_weight is None and len(score) >= MANY and score.dtype == np.float64:
        return _by_packing(positive, score)
    return _by_sorting(positive, score, sample_weight).ranked()


def sort(y_true: Any, y_score: Any, *, pos_label: Any = 1, sample_weight: Any = None) -> Sorted:
    """The checked examples in the order of their scores, for resampling."""
    return _by_sorting(*_labels_and_scores(y_true, y_score, pos_label), sample_weight)


def takes_ranking(metric: Callable[..., Any]) -> bool:
    """Whether `metric` (or what it is a `functools.partial` of) scores a `Ranked` given as (y_true, None)."""
    metric, _ = matrices.unwrapped(metric)
    homes = {"evalmetrics.precision_recall_curves", "evalmetrics.roc_curves"}
    if getattr(metric, "__module__", None) not in homes:
        return False
    signature = inspect.signature(metric)
    return list(signature.parameters)[:2] == ["y_true", "y_score"] and signature.return_annotation is float


def share(counts: NDArray[Any]) -> Floats:
    """Counts from the lowest threshold up over the first of them, which is all; nan where that is 0."""
    return counts / counts[0] if counts[0] else np.full(len(counts), np.nan)


def quotient(part: Any, whole: Any) -> float:
    """`part / whole`, at most 1 whatever the rounding, and nan for a `whole` of 0: the class in question is missing."""
    return min(float(part / whole), 1.0) if whole else np.nan


def down_to_0(rates: Floats) -> Floats:
    """Rates per threshold with that of predicting nothing at the end: 0, or nan if they are."""
    return np.append(rates, 0.0 * rates[0])


def averaged(
    score: Callable[..., float], y_true: Any, y_prob: Any, labels: Any, average: str | None, sample_weight: Any
) -> Any:
    """A score of each class against the rest: per class (None), or in one number."""
    if average is not None:
        arguments.one_of(average, "average", ["macro", "weighted", "micro"])
    true, prob, names = class_scores(y_true, y_prob, labels)
    weight = None if sample_weight is None else arguments.weights(sample_weight, len(true))
    k = len(names)
    if average == "micro":
        each = None if weight is None else np.repeat(weight, k)
        return score(np.eye(k, dtype=bool)[true].ravel(), prob.ravel(), sample_weight=each)
    per_class = np.array([score(true == i, prob[:, i], sample_weight=weight) for i in range(k)])
    if average is None:
        return pd.Series(per_class, index=names.rename(None))
    observed = np.bincount(true, weight, minlength=k)
    seen = observed > 0
    return float(per_class.mean() if average == "macro" else np.average(per_class[seen], weights=observed[seen]))


def class_scores(y_true: Any, y_prob: Any, labels: Any) -> tuple[NDArray[np.intp], Floats, pd.Index]:
    """(codes of y_true, checked scores with a column per label, labels)."""
    true, _, names = _labels.encode(y_true, y_true, _labels.of_columns(y_prob, labels))
    prob = arguments.read(y_prob, "y_prob", "have a column per label in every row")
    if prob.dtype.kind not in "biuf":
        raise TypeError(f"y_prob must hold numbers, a column per label, got dtype {prob.dtype}")
    if prob.shape != (len(true), len(names)):
        raise ValueError(
            f"y_prob must have a row per example and a column per label, shape {(len(true), len(names))}, got "
            f"{prob.shape}: the labels are {list(names)}; say what the columns stand for with labels="
        )
    if not np.isfinite(prob).all():
        raise ValueError("y_prob holds nan or infinite values: every example needs a finite score per class")
    return true, prob.astype(np.float64), names


def at_least(values: Floats, limit: float) -> NDArray[np.bool_]:
    """Which values reach the limit, up to the rounding of summed weights."""
    return values >= limit - 1e-12


def _labels_and_scores(y_true: Any, y_score: Any, pos_label: Any) -> tuple[NDArray[np.bool_], NDArray[Any]]:
    label, score = arguments.one_dimensional(y_true, "y_true"), arguments.one_dimensional(y_score, "y_score")
    if len(label) != len(score):
        arguments.same_length(y_true=label, y_score=score)
    if score.dtype.kind not in "biuf":
        raise TypeError(f"y_score must hold numbers, the higher the surer of pos_label; got dtype {score.dtype}")
    if score.dtype.kind == "f" and not np.isfinite(score).all():
        raise ValueError("y_score holds nan or infinite values: every example needs a finite score to be ranked by")
    return _is_positive(label, pos_label), score


def _is_positive(label: NDArray[Any], pos_label: Any) -> NDArray[np.bool_]:
    """Which labels are `pos_label`; raises unless there is at most one other."""
    positive = np.asarray(label == pos_label, dtype=bool)
    if positive.all():
        return positive
    other = label[positive.argmin()]
    if other is None or other != other:  # nan is not equal to itself
        raise ValueError("y_true holds missing values (None or nan): every example needs a label")
    if not (positive | (label == other)).all():
        raise ValueError(
            f"y_true must hold two labels, {pos_label!r} (pos_label) and one other, got at least "
            f"{_some_labels(label)}: for one class against the rest pass y_true == label"
        )
    if not positive.any() and not (pos_label in (-1, 0, 1) and other in (-1, 0, 1)):
        raise ValueError(f"pos_label={pos_label!r} does not occur in y_true, which holds {_some_labels(label)}")
    return positive


def _some_labels(label: NDArray[Any]) -> list[Any]:
    return list(dict.fromkeys(label.tolist()))[:3]


def _by_sorting(positive: NDArray[np.bool_], score: NDArray[Any], sample_weight: Any = None) -> Sorted:
    """The textbook's way: sort the positions, stably, and see where the score changes."""
    order = score.argsort(kind="stable")
    score = score[order]
    first = np.flatnonzero(np.concatenate(([True], score[1:] != score[:-1])))
    weight = None if sample_weight is None else arguments.weights(sample_weight, len(order))[order]
    return Sorted(order, first, score[first], positive[order], weight)


def _by_packing(positive: NDArray[np.bool_], score: Floats) -> Ranked:
    """The fast way for plain counts: the sign bit of a magnitude is free, so let it carry the label and sort that."""
    minus = score < 0
    if not minus.any():
        return Ranked(*_packed(score, positive))
    below, above = _packed(-score[minus], positive[minus]), _packed(score[~minus], positive[~minus])
    thresholds, positives, negatives = (np.concatenate([b[::-1], a]) for b, a in zip(below, above, strict=True))
    thresholds[: len(below[0])] *= -1
    return Ranked(thresholds, positives, negatives)


def _packed(magnitude: Floats, positive: NDArray[np.bool_]) -> tuple[Floats, NDArray[Any], NDArray[Any]]:
    """(distinct magnitudes, increasing; positives at each; negatives at each)."""
    keys = magnitude.view(np.uint64) << np.uint64(1)  # the sign goes; -0.0 and 0.0 become one
    keys |= positive
    keys.sort()
    positives = (keys & np.uint64(1)).view(np.int64)
    keys >>= np.uint64(1)
    changes = keys[1:] != keys[:-1]
    if changes.all():
        return keys.view(np.float64), positives, 1 - positives
    first = np.flatnonzero(np.concatenate(([True], changes)))
    positives = np.add.reduceat(positives, first)
    return keys[first].view(np.float64), positives, np.diff(first, append=len(keys)) - positives
