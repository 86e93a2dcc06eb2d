"""ROUGE: how much of a reference text comes back in a hypothesis, by n-grams, subsequences or pairs of words."""

from collections import Counter
from typing import Any

import numpy as np

from .fast import computed_by
from .fast import rouge as fast
from .inputs import rouge as inputs
from .inputs import texts
from .inputs.arguments import shown
from .inputs.options import OneOf, whole
from .inputs.texts import ngrams
from .kinds.results import Score
from .metric import checked_by, of_samples, of_sums

CHOICES = inputs.ReferenceChoice("best", "pooled", "mean")
CHECKS = {"beta": inputs.weight_of_recall, "reference_choice": CHOICES}


class Rouge(Score):
    """A ROUGE score: precision, recall and F in [0, 1], higher is better; as a number it is its F."""

    called = "f"
    precision: float
    recall: float
    f: float


def f_of_counts(matches, reference, hypothesis, *, beta=1.0):
    """F, the weighted harmonic mean of precision and recall: matches over a weighted mean of both lengths."""
    share = 1 / (1 + 1 / beta / beta)  # of recall: beta² / (1 + beta²)
    return matches / (share * reference + (1 - share) * hypothesis)


def precision_recall_f(matches, reference, hypothesis, *, beta=1.0):
    """Matches over the units of the hypothesis, over those of the reference, and F."""
    f = f_of_counts(matches, reference, hypothesis, beta=beta)
    return matches / hypothesis, matches / reference, f


def chosen_counts(counts, beta=1.0, reference_choice="best"):
    """Of several references, the counts of the one with the highest F (the first of equals), or the sum of all."""
    counts = [np.array(each, dtype=float) for each in counts]
    if reference_choice == "pooled":
        return sum(counts)

    def f_or_less(each):  # an undefined F is never the best
        return np.fmax(f_of_counts(*each, beta=beta), -1)

    return max(counts, key=f_or_less)


def score_of_counts(counts, beta=1.0, reference_choice="best"):
    """Precision, recall and F from the counts against each reference."""
    if reference_choice == "mean":
        scores = [score_of_counts([each], beta) for each in counts]
        return tuple(np.mean(scores, 0))
    chosen = chosen_counts(counts, beta, reference_choice)
    return precision_recall_f(*chosen, beta=beta)


def as_rouge(score: Any, *_: Any) -> Rouge:
    """Precision, recall and F as one number with parts."""
    precision, recall, f = map(float, score)
    return Rouge(f, precision=precision, recall=recall)


@computed_by(fast.shared_counts)
def shared_counts(reference, hypothesis):
    """Units that match, each at most as often as either side has it, and how many units each side has."""
    ours, theirs = Counter(reference), Counter(hypothesis)
    return (ours & theirs).total(), ours.total(), theirs.total()


@computed_by(fast.shared_ngrams)
def shared_ngrams(reference, hypothesis, n):
    """N-grams that match, n-grams of the reference and of the hypothesis."""
    return shared_counts(ngrams(reference, n), ngrams(hypothesis, n))


@of_samples(
    inputs=inputs.with_references,
    checks={"n": texts.length_of_ngrams, **CHECKS},
    result=as_rouge,
    many="corpus_rouge_n",
)
def rouge_n(references, hypothesis, n, *, beta=1.0, reference_choice="best"):
    """N-grams that reference and hypothesis share, over those of the reference (recall) and of the hypothesis.

    An n-gram that occurs a times in one text and b times in the other is shared min(a, b) times.

    >>> rouge_n([["the", "cat", "sat"]], ["the", "cat"], 1)
    Rouge(precision=1.0, recall=0.6666666666666666, f=0.8)
    """
    counts = [shared_ngrams(text, hypothesis, n) for text in references]
    return score_of_counts(counts, beta, reference_choice)


def lcs_table(a, b):
    """Entry (i, j): length of the longest common subsequence of the first i tokens of `a` and j of `b`."""
    table = [[0] * (len(b) + 1)]
    for x in a:
        above, row = table[-1], [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(above[j + 1], row[j]))
        table.append(row)
    return table


@computed_by(fast.lcs_counts)
def lcs_counts(reference, hypothesis):
    """Length of the longest common subsequence, and of both texts."""
    length = lcs_table(reference, hypothesis)[-1][-1]
    return length, len(reference), len(hypothesis)


@of_samples(inputs=inputs.with_references, checks=CHECKS, result=as_rouge, many="mean_rouge")
def rouge_l(references, hypothesis, *, beta=1.0, reference_choice="best"):
    """Length of the longest common subsequence, over the lengths of reference (recall) and hypothesis (precision).

    >>> print(rouge_l([["the", "cat", "sat", "down"]], ["the", "dog", "sat"]))
    Rouge(precision=0.6666666666666666, recall=0.5, f=0.5714285714285714)
    """
    counts = [lcs_counts(text, hypothesis) for text in references]
    return score_of_counts(counts, beta, reference_choice)


def lcs_positions(a, b):
    """Where the tokens of `longest_common_subsequence` stand in both texts: pairs of places, both increasing."""
    table, i, j = lcs_table(a, b), len(a), len(b)
    found = []
    while i and j:
        if a[i - 1] == b[j - 1]:
            i, j = i - 1, j - 1
            found.append((i, j))
        elif table[i - 1][j] >= table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return found[::-1]


@checked_by(inputs.two_texts)
def lcs_length(a, b):
    """Length of the longest common subsequence: tokens in the same order in both, not necessarily neighbours.

    -> int
        From 0 to the length of the shorter one.

    >>> lcs_length("a b c d".split(), "b x d".split())
    2
    """
    return lcs_counts(a, b)[0]


@checked_by(inputs.two_texts)
def longest_common_subsequence(a, b):
    """The tokens of a longest common subsequence.

    -> list of tokens
        Where there are several of the same length, the one that `rouge_lsum` uses: stepping back from the end, take
        a common token; else leave out the last of `a` if that costs nothing; else the last of `b`.

    >>> longest_common_subsequence("a b c d".split(), "b x d".split())
    ['b', 'd']
    """
    return [a[i] for i, _ in lcs_positions(a, b)]


@checked_by(inputs.sentence_and_text)
def union_lcs(sentence, others):
    """Tokens of a sentence that are on its longest common subsequence with at least one of the other sentences.

    -> list of tokens
        In the order of the reference sentence.

    Source: Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries, section 3.2.

    >>> union_lcs("w1 w2 w3 w4 w5".split(), ["w1 w2 w6 w7 w8".split(), "w1 w3 w8 w9 w5".split()])
    ['w1', 'w2', 'w3', 'w5']
    """
    found = [lcs_positions(sentence, other) for other in others]
    covered = {i for positions in found for i, _ in positions}
    return [sentence[i] for i in sorted(covered)]


@computed_by(fast.union_counts)
def union_counts(reference, hypothesis):
    """Tokens of the reference's sentences that the hypothesis covers, each at most as often as it has it; lengths."""
    words = [word for sentence in hypothesis for word in sentence]
    unions = [union_lcs(sentence, hypothesis) for sentence in reference]
    covered = [word for union in unions for word in union]
    matches, _, _ = shared_counts(covered, words)
    return matches, sum(map(len, reference)), len(words)


@of_samples(inputs=inputs.in_sentences, checks=CHECKS, result=as_rouge, many="mean_rouge")
def rouge_lsum(references, hypothesis, *, beta=1.0, reference_choice="best"):
    """ROUGE-L of texts in sentences: each reference sentence is covered by all hypothesis sentences together.

    The tokens that `union_lcs` finds in the reference's sentences are counted, each kind of token at most as often
    as the hypothesis has it. Clipped so, and of several longest subsequences chosen, as in ROUGE-1.5.5 and rouge-score.

    >>> rouge_lsum([[["a", "b"], ["c", "d"]]], [["c", "d"], ["a", "x"]])
    Rouge(precision=0.75, recall=0.75, f=0.75)
    """
    counts = [union_counts(text, hypothesis) for text in references]
    return score_of_counts(counts, beta, reference_choice)


def weighted_lcs(a, b, weight):
    """Lin's WLCS: a match that makes a run k long adds k ** weight - (k - 1) ** weight; its root, in tokens."""
    scores, runs = [0.0] * (len(b) + 1), [0] * (len(b) + 1)
    for x in a:
        above, runs_above, scores, runs = scores, runs, [0.0], [0]
        for j, y in enumerate(b):
            k = runs_above[j] + 1 if x == y else 0
            longer = above[j] + k**weight - (k - 1) ** weight if k else 0
            runs.append(k)
            scores.append(longer if k else max(above[j + 1], scores[j]))
    return min(scores[-1] ** (1 / weight), len(a), len(b))  # for rounding


def weighted_lcs_counts(reference, hypothesis, weight):
    """What runs of common tokens are worth, and the lengths of both texts."""
    worth = weighted_lcs(reference, hypothesis, weight)
    return worth, len(reference), len(hypothesis)


@of_samples(
    inputs=inputs.with_references,
    checks={"weight": inputs.weight_of_runs, **CHECKS},
    result=as_rouge,
    many="mean_rouge",
)
def rouge_w(
    references,
    hypothesis,
    *,
    weight=1.2,
    beta=1.0,
    reference_choice="best",
):
    """ROUGE-L that prefers runs: k neighbouring matches count k ** weight, and the root is taken at the end.

    "pooled" adds up matches after the root.

    >>> reference, together, scattered = "abcdefg", "abcdhik", "ahbkcid"
    >>> [round(rouge_w([list(reference)], list(h), weight=2).f, 3) for h in (together, scattered)]
    [0.571, 0.286]
    """
    counts = [weighted_lcs_counts(r, hypothesis, weight) for r in references]
    return score_of_counts(counts, beta, reference_choice)


def skip_bigrams(tokens, max_skip=None, unigrams=False):
    """Pairs of tokens in their order with at most so many in between; with unigrams, the single tokens as well."""
    reach = len(tokens) if max_skip is None else max_skip + 1
    numbered = enumerate(tokens, 1)
    pairs = [(a, b) for i, a in numbered for b in tokens[i : i + reach]]
    return pairs + [(token,) for token in tokens] if unigrams else pairs


@of_samples(
    inputs=inputs.with_references,
    checks={"max_skip": whole(0), "unigrams": OneOf(False, True), **CHECKS},
    result=as_rouge,
    many="mean_rouge",
)
def rouge_s(
    references,
    hypothesis,
    *,
    max_skip=None,
    unigrams=False,
    beta=1.0,
    reference_choice="best",
):
    """Skip-bigrams, pairs of tokens in their order, that reference and hypothesis share; with unigrams, ROUGE-SU.

    max_skip : int, optional
        At most how many tokens may stand between the two: 0 makes it ROUGE-2. By default any number.
    unigrams : bool, default False
        Count single tokens as well.

    >>> police, reverse = "police killed the gunman".split(), "gunman the killed police".split()
    >>> rouge_s([police], reverse).f, rouge_s([police], reverse, unigrams=True).f
    (0.0, 0.4)
    """
    theirs = skip_bigrams(hypothesis, max_skip, unigrams)
    ours = [skip_bigrams(text, max_skip, unigrams) for text in references]
    counts = [shared_counts(pairs, theirs) for pairs in ours]
    return score_of_counts(counts, beta, reference_choice)


def counts_of_text(
    references,
    hypothesis,
    *,
    n,
    beta=1.0,
    reference_choice="best",
):
    """N-grams that match, n-grams of the reference and of the hypothesis."""
    counts = [shared_ngrams(text, hypothesis, n) for text in references]
    return tuple(chosen_counts(counts, beta, reference_choice))


def rouge_of_sums(score: Any, counts: Any, data: Any, options: Any) -> Rouge:
    """F of sums with its precision and recall."""
    return as_rouge(precision_recall_f(*counts, beta=options["beta"]))


@of_sums(
    counts_of_text,
    inputs=inputs.all_with_references,
    at_once=fast.counts_of_texts,
    checks={**CHECKS, "n": texts.length_of_ngrams, "reference_choice": inputs.ReferenceChoice("best", "pooled")},
    result=rouge_of_sums,
)
def corpus_rouge_n(matches, reference, hypothesis, *, beta=1.0):
    """ROUGE-N of a corpus taken as one long text: add up all counts, then divide.

    Papers usually report the other average, `mean_rouge` of the texts' scores: divide, then average.

    Source: Lin (2005), documentation of ROUGE-1.5.5, option ``-t 1``.

    >>> corpus_rouge_n([[["the", "cat", "sat"]], [["so", "what"]]], [["the", "cat"], ["so", "so"]], 1)
    Rouge(precision=0.75, recall=0.6, f=0.6666666666666666)
    """
    return f_of_counts(matches, reference, hypothesis, beta=beta)


def listed_scores(scores: Any) -> list[Any]:
    """Scores of a corpus's texts: precision, recall and F in a row.

    scores : iterable of Rouge
        One per text, of any variant.
    """
    listed = list(scores)
    if not listed or not all(isinstance(score, Rouge) for score in listed):
        raise (TypeError if listed else ValueError)(f"scores must hold at least one Rouge, got {shown(scores)}")
    return [np.array([(score.precision, score.recall, score.f) for score in listed])]


def parts_of_score(score):
    """Precision, recall and F of a text; 1."""
    precision, recall, f = np.transpose(score)
    return precision, recall, f, 1


def rouge_of_means(score: Any, sums: Any, data: Any, options: Any) -> Rouge:
    """Mean F with mean precision and mean recall."""
    precisions, recalls, _, texts = sums
    return as_rouge((precisions / texts, recalls / texts, score))


@of_sums(parts_of_score, inputs=listed_scores, at_once=True, result=rouge_of_means)
def mean_rouge(precisions, recalls, fs, texts):
    """Mean precision, mean recall and mean F of a corpus's texts: divide, then average. What papers report.

    Undefined where any text's is.

    Source: Lin (2005), documentation of ROUGE-1.5.5, option ``-t 0``, its default.

    >>> texts = ["the cat sat".split(), "so what".split()], ["the cat".split(), "so so".split()]
    >>> mean_rouge(rouge_n([reference], hypothesis, 1) for reference, hypothesis in zip(*texts))
    Rouge(precision=0.75, recall=0.5833333333333333, f=0.65)
    """
    return fs / texts
