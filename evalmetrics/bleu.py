"""BLEU: how many of a translation's n-grams some reference has too, times a penalty for being short."""

from collections import Counter
from typing import Any

import numpy as np

from .fast import bleu as fast
from .inputs import texts, translations
from .inputs.options import ORDER, OneOf, positive, whole
from .inputs.texts import ngram_counts
from .kinds.results import Score
from .kinds.samples import OF_COUNTS
from .metric import checked_by, of_one, of_samples, of_sums

SMOOTHING_VALUES = {"floor": 0.1, "add_k": 1.0}
REFERENCE_LENGTHS = OneOf("closest", "shortest")
CHECKS = {
    "max_order": whole(most=ORDER),
    "weights": translations.order_weights,
    "smoothing": OneOf(None, "floor", "add_k", "exponential", "add_one_all"),
    "smoothing_value": positive,
    "effective_order": OneOf(False, True),
    "reference_length": REFERENCE_LENGTHS,
}


class Bleu(Score):
    """A BLEU score in [0, 1], higher is better, with its parts; that of an empty hypothesis is 0.

    `precisions` are those that entered, smoothed if asked for; `signature` says what has to be known to repeat it.
    """

    score: float
    precisions: tuple[float, ...]
    brevity_penalty: float
    reference_length: int
    hypothesis_length: int
    signature: str


@checked_by(texts.with_references, checks={"n": texts.length_of_ngrams})
def modified_precision(references, hypothesis, n):
    """How many n-grams of the hypothesis are matched, each at most as often as some reference has it, and of how many.

    -> matches, total : int
        0 <= matches <= total = max(0, len(hypothesis) - n + 1). Their ratio is the precision.

    >>> modified_precision(["the cat is on the mat".split()], "the the the the the the the".split(), 1)
    (2, 7)
    """
    counts = ngram_counts(hypothesis, n)
    most = Counter()
    for reference in references:
        most |= ngram_counts(reference, n)  # | keeps the larger count
    return (counts & most).total(), counts.total()  # & the smaller


@of_samples(inputs=translations.two_lengths, instead=OF_COUNTS)
def brevity_penalty(r, c):
    """Factor for being short: 1 where the hypothesis is at least as long as the reference, else exp(1 - r/c).

    0 for an empty hypothesis, unless the reference is empty, too. An array of lengths that are arrays.

    >>> round(brevity_penalty(10, 9), 4)
    0.8948
    """
    return np.where(c >= r, 1.0, np.exp(1 - r / c))


@checked_by(translations.several_lengths, checks={"reference_length": REFERENCE_LENGTHS})
def effective_reference_length(lengths, c, *, reference_length="closest"):
    """The length r that a hypothesis is held against: of several references, the one closest in length.

    reference_length : {"closest", "shortest"}
        "closest", and of two equally close the shorter. "shortest" is what old NIST scripts and some code did.

    -> int
        One of `reference_lengths`.

    Source: Papineni et al. (2002), section 2.2.2 ("best match length").

    >>> effective_reference_length([5, 12], 9)
    12
    """
    if reference_length == "shortest":
        return min(lengths)
    return min(lengths, key=lambda r: (abs(r - c), r))


def bleu_counts(
    references,
    hypothesis,
    *,
    max_order=4,
    reference_length="closest",
):
    """Length of a hypothesis and of its reference; matches and n-grams of order 1 to N.

    max_order : int, default 4
        Longest n-grams to count, N >= 1.
    reference_length : {"closest", "shortest"}
        Which of several references lends its length to the brevity penalty, as `effective_reference_length` says.
    """
    c = len(hypothesis)
    rs = [len(reference) for reference in references]
    r = effective_reference_length(rs, c, reference_length=reference_length)
    orders = range(1, max_order + 1)
    counts = [modified_precision(references, hypothesis, n) for n in orders]
    matches, possible = zip(*counts, strict=True)
    return c, r, matches, possible


def smooth(matches, possible, smoothing, value=None):
    """Matches and n-grams of order 1 to N, so changed that one order without a match does not make the score 0.

    Lin and Och (2004), ORANGE, section 4; Chen and Cherry (2014), A systematic comparison of smoothing techniques.
    """
    value = SMOOTHING_VALUES.get(smoothing) if value is None else value
    unmatched = (matches == 0) & (possible > 0) & (matches[0] > 0)
    if smoothing == "floor":
        return np.where(unmatched, value, matches), possible
    if smoothing == "exponential":
        halved = 0.5 ** unmatched.cumsum(0)  # 1/2, 1/4, 1/8 …
        return np.where(unmatched, halved, matches), possible
    if smoothing == "add_k":
        more = np.full(matches.shape, value)
        more[0] = 0  # words stay as they are
        return matches + more, possible + more
    if smoothing == "add_one_all":
        return matches + 1, possible + 1
    return matches, possible


def precisions_of(matches, possible, zero_division=np.nan):
    """Precision of each order; 0/0 where no text is long enough for it."""
    return np.where(possible > 0, matches / possible, zero_division)


def with_parts(score: float, counts: Any, data: Any, options: Any) -> Bleu:
    """A score with what it is made of."""
    c, r, matches, possible = counts
    matches, possible = smooth(matches, possible, options["smoothing"], options["smoothing_value"])
    precisions = precisions_of(matches, possible, options["zero_division"])
    unweighted = options["sample_weight"] is None
    return Bleu(
        score,
        precisions=tuple(precisions.tolist()),
        brevity_penalty=brevity_penalty(r, c),
        reference_length=int(r) if unweighted else float(r),
        hypothesis_length=int(c) if unweighted else float(c),
        signature=signature_of(data[0], options),
    )


def signature_of(list_of_references: Any, options: Any) -> str:
    """What has to be known to compute a score again, in one line."""
    smoothing = options["smoothing"]
    value = options["smoothing_value"] or SMOOTHING_VALUES.get(smoothing)
    split = "tokens given" if options["tokenize"] is None else options["tokenize"]
    parts = {
        "tok": getattr(split, "__name__", split),
        "smooth": (smoothing or "none") + (f"[{value:g}]" if value else ""),
        "eff": "yes" if options["effective_order"] else "no",
        "r": options["reference_length"],
    }
    if options["weights"] is not None:
        parts["weights"] = ",".join(f"{weight:g}" for weight in options["weights"])
    return translations.signature(f"BLEU-{options['max_order']}", list_of_references, parts)


@of_sums(
    bleu_counts,
    inputs=texts.all_with_references,
    at_once=fast.bleu_counts,
    several=("matches", "possible"),
    checks=CHECKS,
    agree=[translations.weights_of_orders, translations.value_of_smoothing],
    result=with_parts,
)
def corpus_bleu(
    c,
    r,
    matches,
    possible,
    *,
    weights=None,
    smoothing=None,
    smoothing_value=None,
    effective_order=False,
    zero_division=np.nan,
):
    """BLEU of a corpus: matches, n-grams and lengths of all sentences are added up, then divided.

    Not the mean of the sentences' scores. References are listed sentence by sentence; sacrebleu wants the transpose,
    for each set of references its n texts.

    weights : N numbers, optional
        Exponents of the precisions of order 1 to N: at least 0, adding up to 1; by default 1/N each.
    smoothing : {None, "floor", "add_k", "exponential", "add_one_all"}
        What to do about orders without a match, which make the score 0. "floor": count `smoothing_value` matches
        there (by default 0.1). "add_k": add `smoothing_value` (by default 1, the smoothing of Lin and Och) to
        matches and totals of the orders above 1. "exponential": count 1/2, 1/4, 1/8 … matches at the first, second,
        third such order (the default of sacrebleu). "add_one_all": add 1 to matches and totals of all orders.
        All but the last leave 0 where not even a word matches.
    smoothing_value : float, optional
        Above 0; for "floor" and "add_k".
    effective_order : bool, default False
        Leave out orders longer than the hypothesis, and share the weights among the others.
    zero_division : float, default nan
        Precision of an order longer than the hypothesis, which is 0/0. Sacrebleu's is 0.0.

    Source: Papineni, Roukos, Ward and Zhu (2002), BLEU: a method for automatic evaluation of machine translation; Post
    (2018), A call for clarity in reporting BLEU scores, for the signature.

    >>> references = [["There are more sheep than people.", "More sheep than people live here."]]
    >>> score = corpus_bleu(references, ["More sheep than people live there."], tokenize="13a")
    >>> f"{score:.3f}", score.signature
    ('0.643', 'BLEU-4|n:1|refs:2|tok:13a|smooth:none|eff:no|r:closest')
    """
    matches, possible = smooth(matches, possible, smoothing, smoothing_value)
    precisions = precisions_of(matches, possible, zero_division)
    if weights is None:
        weights = np.full(len(matches), 1 / len(matches))
    if effective_order:  # those of orders that there are, n-grams above 0
        there = [w * (n > 0) for w, n in zip(weights, possible, strict=True)]
        weights = np.divide(there, np.sum(there, 0))
    powers = [p**w for p, w in zip(precisions, weights, strict=True)]
    factors = np.array([*powers, brevity_penalty(r, c)])
    return np.where((factors == 0).any(0), 0.0, factors.prod(0))


@of_one(corpus_bleu, inputs=texts.with_references)
def sentence_bleu(references, hypothesis):
    """BLEU of one sentence, which it was not made for: without smoothing it is mostly 0.

    >>> reference, hypothesis = "the dog sat on the mat".split(), "the cat sat on the mat".split()
    >>> f"{sentence_bleu([reference], hypothesis):.4f}"
    '0.5373'
    """
    return [references], [hypothesis]


def rank_from_the_top(score, others):
    """Place of a score among others, ties sharing theirs; undefined where one of them is."""
    if np.isnan([score, *others]).any():
        return np.nan
    return 1 + np.greater(others, score).sum() + np.equal(others, score).sum() / 2


@checked_by(translations.people_and_machines)
def orange(metric, people, machines):
    """How far down a metric ranks human translations among those of machines: a metric of metrics.

    Each reference in turn joins the candidates, and the others are what the metric compares with. Its rank over the
    length of the list is averaged over the references of a source, then over the sources: 1/(m + 1) if each reference
    beats all m candidates. Ties share their ranks, so that a constant scores (1 + 1/(m + 1)) / 2.

    >>> references, machine = [["a b c d".split(), "a b c e".split()]], [["a x c y".split()]]
    >>> orange(lambda references, text: sentence_bleu(references, text, max_order=2), references, machine)
    0.5
    """
    shares = []
    for humans, outputs in zip(people, machines, strict=True):
        ranks = []
        for i, human in enumerate(humans):
            others = humans[:i] + humans[i + 1 :]
            scores = [float(metric(others, output)) for output in outputs]
            ranks.append(rank_from_the_top(float(metric(others, human)), scores))
        shares.append(np.mean(ranks) / (len(outputs) + 1))
    return float(np.mean(shares))
