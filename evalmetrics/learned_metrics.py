"""Learned metrics: scores that a model has learned to give, and whether they put systems in the order of people."""

import numpy as np

from .inputs import learned_metrics as inputs
from .metric import mean_of, of_samples


def points(score):
    """What the model gave to a segment."""
    return score


@mean_of(points, inputs=inputs.segments, at_once=True)
def learned_score(points, segments):
    """Mean over segments of what a model gives them: COMET, BLEURT, MetricX, or any function of texts.

    Its scale, and which end is better, are the model's; without the model's name and version it says nothing.

    >>> def shared_words(references, hypotheses):
    ...     return [len({*r.split()} & {*h.split()}) for r, h in zip(references, hypotheses, strict=True)]
    >>> learned_score(["a cat sat", "it rains"], ["the cat sat", "sun"], metric=shared_words)
    1.0
    """
    return points / segments


@of_samples(
    inputs=inputs.systems,
    instead="it compares systems, which are few, with each other: score each of them in parts first",
)
def pairwise_accuracy(human, metric):
    """Share of the pairs of systems that a metric puts in the order of people, of those that people tell apart.

    A pair to which the metric gives one score counts as half. Undefined where people give one score to all.

    >>> pairwise_accuracy([0.9, 0.7, 0.4], [31.2, 33.0, 20.5])
    0.6666666666666666
    """
    i, j = np.triu_indices(len(human), 1)
    people = np.sign(human[i] - human[j])
    score = np.sign(metric[i] - metric[j])
    told_apart = people != 0
    right = (1 + people * score)[told_apart] / 2
    return right.sum() / np.float64(told_apart.sum())
