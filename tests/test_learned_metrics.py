"""Learned metrics: any callable, scipy's Kendall, pairs that people do not tell apart, bad input."""

import numpy as np
import pytest
from scipy.stats import kendalltau

from evalmetrics import learned_score, paired_bootstrap, pairwise_accuracy


def overlap(references, hypotheses):
    return [len({*r.split()} & {*h.split()}) for r, h in zip(references, hypotheses, strict=True)]


def test_the_model_is_asked_once_for_all_segments():
    calls = []

    def metric(references, hypotheses, sources):
        calls.append((references, hypotheses, sources))
        return np.arange(len(references))

    assert learned_score(["a", "b", "c"], ["d", "e", "f"], metric=metric, sources=["g", "h", "i"]) == 1
    assert calls == [(["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"])]


def test_two_systems_are_compared_on_the_same_segments():
    references = ["a b c", "d e", "f g h i"] * 10
    better, worse = ["a b c", "d x", "f g"] * 10, ["a", "d x", "g"] * 10
    lead = paired_bootstrap(learned_score.given(metric=overlap), references, better, worse, rng=0)
    assert lead.estimate == pytest.approx(1.0)
    assert lead.low > 0


def test_without_ties_it_is_kendalls_tau_on_another_scale():
    rng = np.random.default_rng(0)
    for _ in range(50):
        human, metric = rng.normal(size=(2, rng.integers(2, 12)))
        assert pairwise_accuracy(human, metric) == pytest.approx((1 + kendalltau(human, metric).statistic) / 2)
        assert pairwise_accuracy(human, -metric) == pytest.approx(1 - pairwise_accuracy(human, metric))
        assert pairwise_accuracy(human, np.exp(metric)) == pairwise_accuracy(human, metric)


def test_ties_of_people_are_left_out_and_ties_of_the_metric_are_worth_half():
    assert pairwise_accuracy([2, 1, 1], [3, 2, 9]) == 0.5
    assert pairwise_accuracy([3, 2, 1], [5, 5, 5]) == 0.5
    assert np.isnan(pairwise_accuracy([1, 1], [1, 2]))


REFUSED = {
    "no function": (lambda: learned_score(["a"], ["b"], metric="COMET"), TypeError, "metric must be a function"),
    "a single string": (lambda: learned_score("a", ["b"], metric=overlap), TypeError, "references must be a non-empty"),
    "no strings": (lambda: learned_score([1], ["b"], metric=overlap), TypeError, r"references\[0\] must be a string"),
    "lengths": (lambda: learned_score(["a"], ["b", "c"], metric=overlap), ValueError, "same length"),
    "no scores": (lambda: learned_score(["a"], ["b"], metric=lambda r, h: [np.nan]), ValueError, "what metric returns"),
    "one system": (lambda: pairwise_accuracy([1], [1]), ValueError, "two or more systems"),
    "other systems": (lambda: pairwise_accuracy([1, 2], [1]), ValueError, "same length"),
    "nan": (lambda: pairwise_accuracy([1, np.nan], [1, 2]), ValueError, "human must hold finite numbers"),
}


@pytest.mark.parametrize(("call", "error", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_meant_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()
