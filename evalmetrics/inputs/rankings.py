"""Scores and two labels, checked and sorted: how many positives and negatives lie at each score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from . import arguments, label_sets
from . import labels as _labels
from .arguments import Array, Flags, Floats, Places, same_length, several, shown
from .later import pd


@dataclass(frozen=True)
class Ranking:
    """The distinct scores, highest first, and how many positives and negatives, or what weight of them, have each."""

    scores: Array
    positives: Array
    negatives: Array

    def __add__(self, other: Ranking) -> Ranking:
        columns = zip(vars(self).values(), vars(other).values(), strict=True)
        return Ranking(*map(np.concatenate, columns)).merged()

    def merged(self) -> Ranking:
        """The ranking in which each score stands once."""
        order = self.scores.argsort(kind="stable")
        scores = self.scores[order]
        first = np.flatnonzero(np.concatenate([np.ones(len(scores[:1]), dtype=bool), scores[1:] != scores[:-1]]))
        counts = (each[order] for each in (self.positives, self.negatives))
        return Ranking(scores[first][::-1], *(np.add.reduceat(each, first)[::-1] for each in counts))

    def without_gaps(self) -> Ranking:
        """The ranking without scores that no example has, or none with a weight."""
        held = (self.positives > 0) | (self.negatives > 0)
        return Ranking(self.scores[held], self.positives[held], self.negatives[held])


@dataclass(frozen=True)
class Sorted:
    """Examples in the order of their scores, lowest first: what a resampler draws from.

    `order[i]` is the example at position i, `first[g]` the position where score g begins, `positive[i]` is 1 where
    the example is positive and else 0, and `weight[i]` what it counts (None: 1 each).
    """

    order: Places
    first: Places
    scores: Array
    positive: Flags
    weight: Floats | None

    @cached_property
    def untied(self) -> bool:
        """Whether no two examples have one score."""
        return len(self.first) == len(self.order)

    def ranking(self, times: Array | None = None) -> Ranking:
        """The ranking in which the example at position i counts `times[i]` times (None: once each).

        It begins at the highest score that carries weight. One further down that carries none repeats what is above
        it, and changes no score.
        """
        one = np.ones(len(self.order), dtype=np.intp) if times is None else times
        weight = one if self.weight is None else one * self.weight
        groups = len(self.first)
        if not weight[-1]:
            groups = int(np.searchsorted(self.first, len(weight) - (weight[::-1] > 0).argmax()))
        return Ranking(self.scores[:groups][::-1], *(c[-groups:] for c in self.counts(weight)))

    def counts(self, weight: Array) -> list[Array]:
        """Positives and negatives at each score, the highest first, of weights of all positions, or of rows of them."""
        positives = weight * self.positive
        both = positives, weight - positives
        return [(c if self.untied else np.add.reduceat(c, self.first, axis=-1))[..., ::-1] for c in both]

    def exact(self) -> Ranking:
        """The ranking in whole numbers, or in Fractions where there are weights; scores without weight are left out."""
        if self.weight is None:
            return self.ranking()
        from fractions import Fraction  # here, as few rankings have weights

        weight = np.array([Fraction(w) for w in self.weight.tolist()], dtype=object)
        both = np.where(self.positive, weight, 0), np.where(self.positive, 0, weight)
        return Ranking(self.scores[::-1], *(np.add.reduceat(c, self.first)[::-1] for c in both)).without_gaps()


def rank(y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None) -> Ranking:
    """The checked ranking of labels by their scores; scores of examples without weight are left out."""
    arguments.in_one_order(y_true=y_true, y_score=y_score, sample_weight=sample_weight)
    positive, score = labels_and_scores(y_true, y_score, pos_label=pos_label)
    if sample_weight is None:
        return _merged(positive, score)
    return _sorted(positive, score, sample_weight).ranking().without_gaps()


def _merged(positive: Flags, score: Array) -> Ranking:
    """The ranking of plain counts, faster than `Sorted.ranking` makes it: each class is sorted by itself."""
    few, many = np.sort(score[positive]), np.sort(score[~positive])
    if swapped := len(few) > len(many):
        few, many = many, few
    of_many = np.ones(len(score), dtype=bool)
    of_many[np.searchsorted(many, few) + np.arange(len(few))] = False
    scores = np.empty_like(score)
    scores[of_many], scores[~of_many] = many, few
    negatives = of_many.astype(np.intp)
    changes = scores[1:] != scores[:-1]
    first = None if changes.all() else np.flatnonzero(np.concatenate(([True], changes)))
    counts = [c if first is None else np.add.reduceat(c, first) for c in (1 - negatives, negatives)]
    positives, negatives = counts[::-1] if swapped else counts
    return Ranking((scores if first is None else scores[first])[::-1], positives[::-1], negatives[::-1])


def sort(y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None, part: bool = False) -> Sorted:
    """The checked examples in the order of their scores; `pos_label` may be missing from a `part` of a data set."""
    label, score = _columns(y_true, y_score)
    return _sorted(_is_positive(label, pos_label, part=part), score, sample_weight)


def _sorted(positive: Flags, score: Array, sample_weight: Any) -> Sorted:
    order = score.argsort(kind="stable")
    score = score[order]
    first = np.flatnonzero(np.concatenate(([True], score[1:] != score[:-1])))
    weight = None if sample_weight is None else arguments.weights(sample_weight, len(order))[order]
    return Sorted(order, first, score[first], positive[order], weight)


def labels_and_scores(y_true: Any, y_score: Any, *, pos_label: Any = None) -> tuple[Flags, Array]:
    """Which examples are positive, and their scores.

    y_true : sequence of n labels
        What was observed: `pos_label` and at most one other label.
    y_score : sequence of n numbers
        Finite; the higher, the surer of `pos_label`. Only their order matters.
    pos_label : label, optional
        The class to be found; by default 1 (or True), where the labels are 0 and 1, −1 and 1, or booleans.

    ValueError
        More than two labels; an unknown `pos_label`, or none for labels that do not say which of them is positive.
    """
    label, score = _columns(y_true, y_score)
    return _is_positive(label, pos_label), score


def _columns(y_true: Any, y_score: Any) -> tuple[Array, Array]:
    arguments.in_one_order(y_true=y_true, y_score=y_score)
    label, score = label_or_score(y_true, "y_true"), label_or_score(y_score, "y_score")
    if len(label) != len(score):
        same_length(y_true=label, y_score=score)
    return label, score


def label_or_score(values: Any, name: str) -> Array:
    """A column of labels, if its name is y_true, or of scores."""
    array = arguments.one_dimensional(values, name)
    return array if name == "y_true" else arguments.scores(array, name, "the higher the surer of pos_label")


def averaged(
    score: Callable[..., float], y_true: Any, y_prob: Any, labels: Any, average: str | None, sample_weight: Any
) -> Any:
    """A score of each class against the rest: per class (None), or in one number."""
    if average is not None:
        arguments.one_of(average, "average", ["macro", "weighted", "micro"])
    positive, prob, names = sets_and_scores(y_true, y_prob, labels=labels)
    weight = None if sample_weight is None else arguments.weights(sample_weight, len(positive))
    k = len(names)
    if average == "micro":
        each = None if weight is None else np.repeat(weight, k)
        return score(positive.ravel(), prob.ravel(), sample_weight=each)
    per_class = np.array([score(*each, sample_weight=weight) for each in zip(positive.T, prob.T, strict=True)])
    if average is None:
        return pd.Series(per_class, index=names.rename(None))
    observed = positive.sum(axis=0) if weight is None else weight @ positive
    seen = observed > 0
    return float(per_class.mean() if average == "macro" else np.average(per_class[seen], weights=observed[seen]))


def sets_and_scores(y_true: Any, y_prob: Any, *, labels: Any = None) -> tuple[Flags, Floats, pd.Index]:
    """Which labels each example has, a column per label, their scores, and the labels.

    y_true : sequence of n labels
        What was observed. Or several labels an example: n sets or lists, or 0 and 1 in an array of shape (n, k).
    """
    if not _labels.several_each(y_true):
        true, prob, names = class_scores(y_true, y_prob, labels=labels)
        return true[:, None] == np.arange(len(names)), prob, names
    arguments.in_one_order(y_true=y_true, y_prob=y_prob)
    prob = arguments.scores(arguments.read(y_prob, "y_prob"), "y_prob", "a column per label")
    positive, names = label_sets.side(y_true, _labels.of_columns(y_prob, labels))
    if prob.shape != positive.shape:
        raise ValueError(f"y_prob must have the shape of y_true, (n, k) = {positive.shape}, got {prob.shape}")
    return positive, prob.astype(np.float64, copy=False), names


def class_scores(y_true: Any, y_prob: Any, *, labels: Any = None) -> tuple[Places, Floats, pd.Index]:
    """(codes of y_true, checked scores with a column per label, labels).

    y_true : sequence of n labels
        What was observed.
    y_prob : array of shape (n, k)
        A column of scores per class.
    labels : sequence of k labels, optional
        What the columns stand for; by default what a DataFrame names them, or the labels of `y_true`, sorted.
    """
    arguments.in_one_order(y_true=y_true, y_prob=y_prob)
    true, _, names = _labels.encode(y_true, y_true, _labels.of_columns(y_prob, labels))
    prob = arguments.read(y_prob, "y_prob", "have a column per label in every row")
    arguments.scores(prob, "y_prob", "a column per label")
    if prob.shape != (len(true), len(names)):
        raise ValueError(
            f"y_prob must have a row per example and a column per label, shape {(len(true), len(names))}, got "
            f"{prob.shape}: the labels are {several(names)}; say what the columns stand for with labels="
        )
    return true, prob.astype(np.float64), names


def _is_positive(label: Array, pos_label: Any, *, part: bool = False) -> Flags:
    """Which labels are `pos_label`; raises unless there is at most one other."""
    if np.ndim(pos_label) != 0:
        raise TypeError(f"pos_label must be one label, got {shown(pos_label)}")
    wanted = 1 if pos_label is None else pos_label
    if isinstance(wanted, str) != (label.dtype.kind in "OUT") and pos_label is not None:
        arguments.of_one_type(y_true=label, pos_label=[wanted])
    missing = "y_true holds missing values (None or nan): every example needs a label"
    if label.dtype.kind in "OV":
        _labels.refuse_unhashable(label, "y_true")
        if pd.isna(label).any():
            raise ValueError(missing)
    positive = np.asarray(label == wanted, dtype=bool)
    if positive.all():
        return positive
    other = label[positive.argmin()]
    if other != other:  # nan is not equal to itself
        raise ValueError(missing)
    if not (positive | (label == other)).all() or (pos_label is None and other not in (-1, 0)):
        some = _some_labels(label)
        if pos_label is None and len(some) < 3:
            came = several(some)
            raise ValueError(f"y_true holds {came}, which do not say which of them is positive: say it with pos_label=")
        raise ValueError(
            f"y_true must hold two labels, {shown(wanted)} (pos_label) and one other, got at least "
            f"{several(some)}: for one class against the rest pass y_true == label"
        )
    if not part and not positive.any() and not (wanted in (-1, 0, 1) and other in (-1, 0, 1)):
        came = several(_some_labels(label))
        raise ValueError(f"pos_label={shown(wanted)} does not occur in y_true, which holds {came}")
    return positive


def _some_labels(label: Array) -> list[Any]:
    return list(dict.fromkeys(label.tolist()))[:3]
