"""Contamination: whether a model has read the benchmark that it is scored on, by what it read, remembers or knows."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .inputs import arguments
from .inputs import contamination as inputs
from .inputs.arguments import Floats
from .inputs.options import share
from .inputs.texts import ngrams
from .kinds.help_pages import described_by
from .kinds.sums import Center
from .metric import mean_of, of_sums


def share_seen(item, seen, *, n=8):
    """Share of an item's n-grams that were seen; one that is shorter is an n-gram itself."""
    grams = ngrams(item, min(n, len(item)))
    return np.mean([gram in seen for gram in grams])


@mean_of(share_seen, inputs=inputs.items_and_training)
def ngram_containment(shares, items):
    """Mean over a benchmark's items of the share of their n-grams that what was read contains.

    >>> read = ["the quick brown fox jumps over the lazy dog".split()]
    >>> ngram_containment(["the quick brown dog".split(), "a lazy dog".split()], training=read, n=2)
    0.5833333333333333
    """
    return shares / items


def is_seen(item, seen, *, n=8, threshold=0.0):
    """Whether an n-gram of an item was seen, and at least such a share of them."""
    found = share_seen(item, seen, n=n)
    return found > 0 and found >= threshold


@mean_of(is_seen, inputs=inputs.items_and_training, checks={"threshold": share})
def contamination_rate(seen, items):
    """Share of a benchmark's items that are taken for read, since they share n-grams with what was read.

    Rules in use: one n-gram of 13 words (GPT-3), or 70 per cent of those of 8 (PaLM).

    threshold : float, default 0.0
        The share of an item's n-grams that must have been seen, in [0, 1]; at least one n-gram must in any case.

    Source: Brown et al. (2020), Language models are few-shot learners, app. C; Chowdhery et al. (2022), PaLM, section
    8.

    >>> read = ["the quick brown fox jumps over the lazy dog".split()]
    >>> contamination_rate(["the quick brown dog".split(), "a lazy cat".split()], training=read, n=2)
    0.5
    """
    return seen / items


def bits_of_rank(canary, others):
    """How many halvings it takes to get from all candidates to those that score no lower than the canary."""
    rank = 1 + np.sum(others >= canary)
    return np.log2((len(others) + 1) / rank)


@mean_of(bits_of_rank, inputs=inputs.canaries)
def exposure(bits, canaries):
    """By how many bits a canary is likelier than chance would have it: log2 of all candidates less log2 of its rank.

    Of a canary that was never read, two to the power of minus its exposure is a p-value: it was drawn as the others
    were, so each rank is as likely as any other. Ties count against the canary. At most log2 of the number of
    candidates, the canary among them.

    >>> exposure([-3.0], [[-9.0, -8.0, -7.5, -8.2, -9.9, -7.1, -8.8]])
    3.0
    """
    return bits / canaries


AROUND_SCORES = Center(lambda scores, old: [scores])


def parts(score, old, *, center):
    """What a question adds to the sums of the old and of the new ones, its score counted from the centre."""
    offset = score - center
    return offset * old, old, offset * (1 - old), 1 - old


def gap_of_sums(old, n_old, new, n_new):
    """The gap from sums, which can be resampled and added up."""
    return old / n_old - new / n_new


@of_sums(parts, inputs=inputs.old_and_new, at_once=True, shared=AROUND_SCORES, from_sums=gap_of_sums)
def cutoff_gap(scores, old):
    """Mean score on questions from before a model stopped reading, less that on questions from after.

    Give it differences to another model that cannot have read any, and what made questions harder over time drops out.
    Above 0 if old questions went better.

    >>> round(cutoff_gap([1, 1, 1, 0, 1, 0], [True, True, True, False, False, False]), 4)
    0.6667
    """
    offset, new = scores - scores[0], 1 - old
    return offset @ old / old.sum() - offset @ new / new.sum()


@described_by()
def order_log_probs(
    items: Any,
    log_prob: Callable[[str], float],
    *,
    n_shuffles: int = 99,
    separator: str = "\n",
    rng: np.random.Generator | int | None = None,
) -> tuple[float, Floats]:
    """How likely a benchmark is in the order in which it was published, and in others.

    If the order says nothing, as it does where items were drawn one by one, a model that has not read it finds no order
    likelier than another: `exposure` makes bits, and a p-value, of the two.

    items : list of strings
        The items in the published order, at least two.
    log_prob : function from a string to a number
        A model's log-probability of a text.
    n_shuffles : int, default 99
        How many orders to draw, at least 1.
    separator : str, default a line break
        What stands between items.
    rng : seed or numpy.random.Generator, optional
        Give one to draw the same orders again.

    -> published : float
        Of the items in their order.
    shuffled : ndarray of shape (n_shuffles,)
        Of the same items in orders drawn at random.

    Source: Oren et al. (2024), Proving test set contamination in black-box language models.

    >>> def log_prob(text):
    ...     return 0.0 if text == "one two three" else -5.0
    >>> published, shuffled = order_log_probs(["one", "two", "three"], log_prob, separator=" ", rng=0)
    >>> published, round(float(shuffled.mean()), 2)
    (0.0, -4.19)
    """
    listed, separator = arguments.strings(items, "items", least=2), arguments.string(separator, "separator")
    n, generator = arguments.whole_number(n_shuffles, "n_shuffles", least=1), arguments.generator(rng)
    orders = [generator.permutation(len(listed)) for _ in range(n)]
    shuffled = [log_prob(separator.join(listed[i] for i in order)) for order in orders]
    return float(log_prob(separator.join(listed))), np.array(shuffled, dtype=np.float64)
