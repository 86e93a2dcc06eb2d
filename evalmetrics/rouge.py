"""ROUGE: how much of a reference text comes back in a hypothesis, by n-grams, subsequences or pairs of words."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .fast import common_subsequences, shared_ngrams
from .inputs import arguments, texts
from .inputs.old_matrices import ratio
from .inputs.stemming import porter_stemmer
from .inputs.texts import Tokenizer, Tokens
from .inputs.totals import columns, plain

Stem = bool | Callable[[Any], Any]
Counts = tuple[float, float, float]  # units that match, units of the reference, units of the hypothesis


@dataclass(frozen=True)
class Rouge:
    """A ROUGE score: precision, recall and F in [0, 1], higher is better; formatted or as a float it is its F."""

    precision: float
    recall: float
    f: float

    def __float__(self) -> float:
        return self.f

    def __format__(self, spec: str) -> str:
        return format(self.f, spec) if spec else str(self)


def rouge_n(
    references: Any,
    hypothesis: Any,
    n: int,
    *,
    beta: float = 1.0,
    reference_choice: str = "best",
    stem: Stem = False,
    tokenize: Tokenizer = None,
) -> Rouge:
    """N-grams that reference and hypothesis share, over those of the reference (recall) and of the hypothesis.

    An n-gram that occurs a times in one text and b times in the other is shared min(a, b) times.

    Parameters
    ----------
    references : list of texts
        At least one; a text is a list of tokens.
    hypothesis : text
        A list of tokens.
    n : int
        Length of the n-grams, at least 1.
    beta : float, default 1.0
        Above 0: how many times as much recall counts as precision in F. ``math.inf`` is recall alone.
    reference_choice : {"best", "pooled", "mean"}
        With several references: the score of the one with the highest F (the first of equals); the counts of all
        added up before dividing; or the mean of each number over the references.
    stem : bool or function, default False
        True: Porter's stemmer on tokens of more than three characters (needs nltk). Or a function of a token.
    tokenize : str or function, optional
        How to split strings into tokens: "whitespace", "char", "rouge" (runs of a to z and 0 to 9, lower-cased)
        or a function.

    Returns
    -------
    Rouge
        precision is nan where the hypothesis has no n-gram, recall where the reference has none, F where neither has.

    Raises
    ------
    TypeError
        A string without `tokenize`, or a text in place of the list of references.
    ValueError
        n below 1, beta not above 0, an unknown `reference_choice`.

    References
    ----------
    Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries, section 2: recall, pooled over references.

    Examples
    --------
    >>> rouge_n([["the", "cat", "sat"]], ["the", "cat"], 1)
    Rouge(precision=1.0, recall=0.6666666666666666, f=0.8)
    """
    n = arguments.whole_number(n, "n", least=1)
    found = [
        shared_counts(_ngrams(reference, n), _ngrams(candidate, n))
        for reference, candidate in _pairs(references, hypothesis, stem, tokenize)
    ]
    return score_of_counts(found, beta, reference_choice)


def rouge_l(
    references: Any,
    hypothesis: Any,
    *,
    beta: float = 1.0,
    reference_choice: str = "best",
    stem: Stem = False,
    tokenize: Tokenizer = None,
) -> Rouge:
    """Length of the longest common subsequence, over the lengths of reference (recall) and hypothesis (precision).

    Parameters
    ----------
    references, hypothesis, beta, reference_choice, stem, tokenize
        As in `rouge_n`.

    Returns
    -------
    Rouge
        precision is nan for an empty hypothesis, recall for an empty reference, F where both are empty.

    Raises
    ------
    TypeError, ValueError
        As `rouge_n`.

    References
    ----------
    Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries, section 3.1.

    Examples
    --------
    >>> print(rouge_l([["the", "cat", "sat", "down"]], ["the", "dog", "sat"]))
    Rouge(precision=0.6666666666666666, recall=0.5, f=0.5714285714285714)
    """
    found = [
        (common_subsequences.length(reference, candidate), len(reference), len(candidate))
        for reference, candidate in _pairs(references, hypothesis, stem, tokenize)
    ]
    return score_of_counts(found, beta, reference_choice)


def rouge_lsum(
    references: Any,
    hypothesis: Any,
    *,
    beta: float = 1.0,
    reference_choice: str = "best",
    stem: Stem = False,
    tokenize: Tokenizer = None,
) -> Rouge:
    """ROUGE-L of texts in sentences: each reference sentence is covered by all hypothesis sentences together.

    The tokens that `union_lcs` finds in the reference's sentences are counted, each kind of token at most as often
    as the hypothesis has it.

    Parameters
    ----------
    references : list of texts
        At least one; here a text is a list of sentences and a sentence a list of tokens.
    hypothesis : text
        A list of sentences.
    beta, reference_choice, stem
        As in `rouge_n`.
    tokenize : str or function, optional
        How to split sentences that are strings into tokens. Splitting into sentences is up to you, and it matters.

    Returns
    -------
    Rouge
        precision is nan for an empty hypothesis, recall for an empty reference, F where both are empty.

    Raises
    ------
    TypeError
        A flat list of tokens where a list of sentences is due; otherwise as `rouge_n`.
    ValueError
        As `rouge_n`.

    References
    ----------
    Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries, section 3.2; clipped and, among several
    longest subsequences, chosen as ROUGE-1.5.5 and the package rouge-score do.

    Examples
    --------
    >>> rouge_lsum([[["a", "b"], ["c", "d"]]], [["c", "d"], ["a", "x"]])
    Rouge(precision=0.75, recall=0.75, f=0.75)
    """
    candidate = [_stemmed(sentence, stem) for sentence in _sentences(hypothesis, "hypothesis", tokenize)]
    words = list(chain.from_iterable(candidate))
    found = []
    for i, text in enumerate(texts.as_list(references, "references", "texts, each a list of sentences")):
        reference = [_stemmed(sentence, stem) for sentence in _sentences(text, f"references[{i}]", tokenize)]
        covered = chain.from_iterable(common_subsequences.union(sentence, candidate) for sentence in reference)
        matches, _, _ = shared_counts(covered, words)
        found.append((matches, sum(map(len, reference)), len(words)))
    return score_of_counts(found, beta, reference_choice)


def rouge_w(
    references: Any,
    hypothesis: Any,
    *,
    weight: float = 1.2,
    beta: float = 1.0,
    reference_choice: str = "best",
    stem: Stem = False,
    tokenize: Tokenizer = None,
) -> Rouge:
    """ROUGE-L that prefers runs: k neighbouring matches count k ** weight, and the root is taken at the end.

    Parameters
    ----------
    references, hypothesis, beta, reference_choice, stem, tokenize
        As in `rouge_n`. "pooled" adds up matches after the root.
    weight : float, default 1.2
        At least 1; with 1 it is `rouge_l`.

    Returns
    -------
    Rouge
        precision is nan for an empty hypothesis, recall for an empty reference, F where both are empty.

    Raises
    ------
    TypeError, ValueError
        As `rouge_n`; a weight below 1.

    References
    ----------
    Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries, section 4, with f(k) = k ** weight.

    Examples
    --------
    >>> reference, together, scattered = "abcdefg", "abcdhik", "ahbkcid"
    >>> [round(rouge_w([list(reference)], list(h), weight=2).f, 3) for h in (together, scattered)]
    [0.571, 0.286]
    """
    if not 1 <= arguments.real(weight, "weight") < np.inf:
        raise ValueError(f"weight must be a finite number of at least 1, got {weight!r}")
    found = [
        (_weighted_lcs(reference, candidate, weight), len(reference), len(candidate))
        for reference, candidate in _pairs(references, hypothesis, stem, tokenize)
    ]
    return score_of_counts(found, beta, reference_choice)


def rouge_s(
    references: Any,
    hypothesis: Any,
    *,
    max_skip: int | None = None,
    unigrams: bool = False,
    beta: float = 1.0,
    reference_choice: str = "best",
    stem: Stem = False,
    tokenize: Tokenizer = None,
) -> Rouge:
    """Skip-bigrams, pairs of tokens in their order, that reference and hypothesis share; with unigrams, ROUGE-SU.

    Parameters
    ----------
    references, hypothesis, beta, reference_choice, stem, tokenize
        As in `rouge_n`.
    max_skip : int, optional
        At most how many tokens may stand between the two: 0 makes it ROUGE-2. By default any number.
    unigrams : bool, default False
        Count single tokens as well.

    Returns
    -------
    Rouge
        precision is nan where the hypothesis has no pair, recall where the reference has none, F where neither has.

    Raises
    ------
    TypeError, ValueError
        As `rouge_n`; a negative `max_skip`.

    References
    ----------
    Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries, section 5.

    Examples
    --------
    >>> police = "police killed the gunman".split()
    >>> rouge_s([police], "police kill the gunman".split()).f
    0.5
    >>> reverse = "gunman the killed police".split()
    >>> rouge_s([police], reverse).f, rouge_s([police], reverse, unigrams=True).f
    (0.0, 0.4)
    """
    reach = None if max_skip is None else arguments.whole_number(max_skip, "max_skip", least=0) + 1

    def units(tokens: Tokens) -> list[Any]:
        pairs = [(a, b) for i, a in enumerate(tokens, 1) for b in tokens[i : None if reach is None else i + reach]]
        return pairs + [(token,) for token in tokens] if unigrams else pairs

    found = [
        shared_counts(units(reference), units(candidate))
        for reference, candidate in _pairs(references, hypothesis, stem, tokenize)
    ]
    return score_of_counts(found, beta, reference_choice)


def lcs_length(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """Length of the longest common subsequence: tokens in the same order in both, not necessarily neighbours.

    Parameters
    ----------
    a, b : lists of tokens

    Returns
    -------
    int
        From 0 to the length of the shorter one.

    Raises
    ------
    TypeError
        A string, or anything else that is no list of tokens.

    References
    ----------
    Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms, on dynamic programming.

    Examples
    --------
    >>> lcs_length("a b c d".split(), "b x d".split())
    2
    """
    return common_subsequences.length(texts.as_tokens(a, "a"), texts.as_tokens(b, "b"))


def longest_common_subsequence(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[Hashable]:
    """The tokens of a longest common subsequence.

    Parameters
    ----------
    a, b : lists of tokens

    Returns
    -------
    list of tokens
        Where there are several of the same length, the one that `rouge_lsum` uses: stepping back from the end, take
        a common token; else leave out the last of `a` if that costs nothing; else the last of `b`.

    Raises
    ------
    TypeError
        A string, or anything else that is no list of tokens.

    References
    ----------
    Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms, on dynamic programming.

    Examples
    --------
    >>> longest_common_subsequence("a b c d".split(), "b x d".split())
    ['b', 'd']
    """
    tokens = texts.as_tokens(a, "a")
    return [tokens[i] for i, _ in lcs_positions(tokens, b)]


def union_lcs(reference_sentence: Sequence[Hashable], hypothesis_sentences: Iterable[Sequence[Hashable]]) -> Tokens:
    """Tokens of a sentence that are on its longest common subsequence with at least one of the other sentences.

    Parameters
    ----------
    reference_sentence : list of tokens
    hypothesis_sentences : list of lists of tokens

    Returns
    -------
    list of tokens
        In the order of the reference sentence.

    Raises
    ------
    TypeError
        A string in place of a sentence.

    References
    ----------
    Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries, section 3.2.

    Examples
    --------
    >>> union_lcs("w1 w2 w3 w4 w5".split(), ["w1 w2 w6 w7 w8".split(), "w1 w3 w8 w9 w5".split()])
    ['w1', 'w2', 'w3', 'w5']
    """
    reference = texts.as_tokens(reference_sentence, "reference_sentence")
    sentences = _sentences(hypothesis_sentences, "hypothesis_sentences", None)
    covered = {i for sentence in sentences for i, _ in lcs_positions(reference, sentence)}
    return [reference[i] for i in sorted(covered)]


def lcs_positions(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Where the tokens of `longest_common_subsequence` stand in both texts.

    Parameters
    ----------
    a, b : lists of tokens

    Returns
    -------
    list of pairs
        Position in `a` and position in `b`, both increasing.

    Raises
    ------
    TypeError
        A string, or anything else that is no list of tokens.

    References
    ----------
    Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms, on dynamic programming.

    Examples
    --------
    >>> lcs_positions("a b c d".split(), "b x d".split())
    [(1, 0), (3, 2)]
    """
    a, b = texts.as_tokens(a, "a"), texts.as_tokens(b, "b")
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


def lcs_table(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[list[int]]:
    """Entry (i, j): length of the longest common subsequence of the first i tokens of `a` and j of `b`."""
    table = [[0] * (len(b) + 1)]
    for x in a:
        above, row = table[-1], [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(above[j + 1], row[j]))
        table.append(row)
    return table


def _weighted_lcs(a: Tokens, b: Tokens, weight: float) -> float:
    """Lin's WLCS: a match that makes a run k long adds k ** weight - (k - 1) ** weight; its root, in tokens."""
    scores, runs = [0.0] * (len(b) + 1), [0] * (len(b) + 1)
    for x in a:
        above, runs_above, scores, runs = scores, runs, [0.0], [0]
        for j, y in enumerate(b):
            k = runs_above[j] + 1 if x == y else 0
            runs.append(k)
            scores.append(above[j] + k**weight - (k - 1) ** weight if k else max(above[j + 1], scores[j]))
    return min(float(scores[-1] ** (1 / weight)), len(a), len(b))  # past which only rounding could take it


def rouge_n_statistics(
    list_of_references: Any,
    hypotheses: Any,
    n: int,
    *,
    beta: float = 1.0,
    reference_choice: str = "best",
    stem: Stem = False,
    tokenize: Tokenizer = None,
) -> NDArray[np.int64]:
    """What ROUGE-N counts in each text of a corpus; rows add up.

    Parameters
    ----------
    list_of_references : list of m lists of texts
        The references of each hypothesis.
    hypotheses : list of m texts
    n, stem, tokenize
        As in `rouge_n`.
    reference_choice : {"best", "pooled"}
        With several references of a text: the counts of the one with the highest F, or the sum over all of them.
    beta : float, default 1.0
        Of the F that finds the best reference.

    Returns
    -------
    integers of shape (m, 3)
        N-grams that match, n-grams of the reference, n-grams of the hypothesis.

    Raises
    ------
    TypeError, ValueError
        As `rouge_n`; lists that do not pair up; ``reference_choice="mean"``, which is no matter of counts.

    References
    ----------
    Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries, section 2.

    Examples
    --------
    >>> rouge_n_statistics([[["the", "cat", "sat"]], [["so", "what"]]], [["the", "cat"], ["so", "so"]], 1)
    array([[2, 3, 2],
           [1, 2, 2]])
    """
    n = arguments.whole_number(n, "n", least=1)
    choice = arguments.one_of(reference_choice, "reference_choice", ["best", "pooled"])
    candidates = texts.as_texts(hypotheses, "hypotheses", tokenize)
    listed = texts.as_list(list_of_references, "list_of_references", "lists of texts, one list per hypothesis")
    arguments.same_length(list_of_references=listed, hypotheses=candidates)
    pairs: tuple[list[Tokens], list[Tokens]] = [], []  # every reference, and beside it its hypothesis
    first = []  # where each hypothesis begins
    for i, (references, candidate) in enumerate(zip(listed, candidates, strict=True)):
        first.append(len(pairs[0]))
        candidate = _stemmed(candidate, stem)
        for text in texts.each_text(references, f"list_of_references[{i}]", tokenize):
            pairs[0].append(_stemmed(text, stem))
            pairs[1].append(candidate)
    rows: NDArray[np.int64] = shared_ngrams.of_pairs(*pairs, n)
    if choice == "pooled":
        return np.asarray(np.add.reduceat(rows, first))
    if len(rows) == len(first):
        return rows
    rank = np.nan_to_num(rouge_n_from_statistics(rows, beta=beta), nan=-1.0)
    owner = np.repeat(np.arange(len(first)), np.diff(first, append=len(rows)))
    best: NDArray[np.int64] = rows[np.lexsort((-rank, owner))[first]]
    return best


def rouge_n_from_statistics(totals: Any, *, beta: float = 1.0) -> Any:
    """F from counts of `rouge_n_statistics`: of single texts (rows) or of their sum.

    Parameters
    ----------
    totals : array of shape (..., 3)
        Units that match, units of the reference, units of the hypothesis.
    beta : float, default 1.0
        As in `rouge_n`; ``math.inf`` gives recall.

    Returns
    -------
    float, or array of shape (...)
        In [0, 1], higher is better; nan where neither text has a unit.

    Raises
    ------
    ValueError
        beta not above 0; totals of another shape.

    References
    ----------
    Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries, section 2; van Rijsbergen (1979), chapter 7.

    Examples
    --------
    >>> rows = rouge_n_statistics([[["the", "cat", "sat"]], [["so", "what"]]], [["the", "cat"], ["so", "so"]], 1)
    >>> rouge_n_from_statistics(rows), rouge_n_from_statistics(rows.sum(axis=0))
    (array([0.8, 0.5]), 0.6666666666666666)
    """
    matches, reference, hypothesis = columns(totals, "matches", "units of the reference", "units of the hypothesis")
    share = _share_of_recall(beta)
    return plain(ratio(matches, share * reference + (1 - share) * hypothesis))


def corpus_rouge_n(
    list_of_references: Any,
    hypotheses: Any,
    n: int,
    *,
    beta: float = 1.0,
    reference_choice: str = "best",
    stem: Stem = False,
    tokenize: Tokenizer = None,
) -> Rouge:
    """ROUGE-N of a corpus taken as one long text: add up all counts, then divide.

    Papers usually report the other average, `mean_rouge` of the texts' scores: divide, then average.

    Parameters
    ----------
    list_of_references, hypotheses, n, beta, reference_choice, stem, tokenize
        As in `rouge_n_statistics`.

    Returns
    -------
    Rouge
        Undefined as in `rouge_n`, for the sums.

    Raises
    ------
    TypeError, ValueError
        As `rouge_n_statistics`.

    References
    ----------
    Lin (2005), documentation of ROUGE-1.5.5, option ``-t 1``.

    Examples
    --------
    >>> corpus_rouge_n([[["the", "cat", "sat"]], [["so", "what"]]], [["the", "cat"], ["so", "so"]], 1)
    Rouge(precision=0.75, recall=0.6, f=0.6666666666666666)
    """
    rows = rouge_n_statistics(
        list_of_references,
        hypotheses,
        n,
        beta=beta,
        reference_choice=reference_choice,
        stem=stem,
        tokenize=tokenize,
    )
    matches, reference, hypothesis = rows.sum(axis=0).tolist()
    return score_of_counts([(matches, reference, hypothesis)], beta, "pooled")


def mean_rouge(scores: Iterable[Rouge]) -> Rouge:
    """Mean precision, mean recall and mean F of a corpus's texts: divide, then average. What papers report.

    Parameters
    ----------
    scores : iterable of Rouge
        One per text, of any variant.

    Returns
    -------
    Rouge
        Its F is the mean of the texts' F, which is not the F of the other two. Undefined where any text's is.

    Raises
    ------
    TypeError
        Anything else than scores.
    ValueError
        No scores.

    References
    ----------
    Lin (2005), documentation of ROUGE-1.5.5, option ``-t 0``, its default.

    Examples
    --------
    >>> texts = ["the cat sat".split(), "so what".split()], ["the cat".split(), "so so".split()]
    >>> mean_rouge(rouge_n([reference], hypothesis, 1) for reference, hypothesis in zip(*texts))
    Rouge(precision=0.75, recall=0.5833333333333333, f=0.65)
    """
    listed = list(scores)
    if not listed or not all(isinstance(score, Rouge) for score in listed):
        raise (TypeError if listed else ValueError)(f"scores must hold at least one Rouge, got {scores!r}")
    return Rouge(*(float(np.mean([getattr(s, part) for s in listed])) for part in ("precision", "recall", "f")))


def _ngrams(tokens: Tokens, n: int) -> list[Any]:
    """All n-grams of a text, in order."""
    return tokens if n == 1 else list(zip(*(tokens[i:] for i in range(n)), strict=False))


def shared_counts(reference: Iterable[Hashable], hypothesis: Iterable[Hashable]) -> Counts:
    """Units that match, each at most as often as either side has it, and how many units each side has."""
    ours, theirs = Counter(reference), Counter(hypothesis)
    clipped = [a if a < b else b for a, b in zip(ours.values(), map(theirs.get, ours), strict=True) if b]
    return sum(clipped), ours.total(), theirs.total()


def score_of_counts(found: Sequence[Counts], beta: float, reference_choice: str) -> Rouge:
    """Precision, recall and F from the counts against each reference: F is matches over a weighted mean of lengths."""
    choice = arguments.one_of(reference_choice, "reference_choice", ["best", "pooled", "mean"])
    share = _share_of_recall(beta)
    if choice == "pooled":
        a, b, c = zip(*found, strict=True)
        found = [(sum(a), sum(b), sum(c))]
    scores = [
        Rouge(
            _ratio(matches, hypothesis),
            _ratio(matches, reference),
            _ratio(matches, share * reference + (1 - share) * hypothesis),
        )
        for matches, reference, hypothesis in found
    ]
    if choice == "mean":
        return mean_rouge(scores)
    return max(scores, key=lambda score: -1.0 if isnan(score.f) else score.f)


def _share_of_recall(beta: float) -> float:
    """beta² / (1 + beta²), also for an infinite beta."""
    b = arguments.real(beta, "beta")
    if not b > 0:
        raise ValueError(f"beta must be a number above 0 (math.inf for recall alone), got {beta!r}")
    return 1 / (1 + 1 / b / b)


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else float("nan")


def _pairs(references: Any, hypothesis: Any, stem: Stem, tokenize: Tokenizer) -> list[tuple[Tokens, Tokens]]:
    """Each reference with the hypothesis, checked and stemmed."""
    candidate = _stemmed(texts.as_tokens(hypothesis, "hypothesis", tokenize), stem)
    return [(_stemmed(text, stem), candidate) for text in texts.as_texts(references, "references", tokenize)]


def _sentences(text: Any, name: str, tokenize: Tokenizer) -> list[Tokens]:
    """A text in sentences; one without any is an empty text."""
    sentences = texts.as_list(text, name, "sentences, each a list of tokens", least=0)
    return texts.as_texts(sentences, name, tokenize) if sentences else []


def _stemmed(tokens: Tokens, stem: Stem) -> Tokens:
    if stem is False:
        return tokens
    if stem is not True and not callable(stem):
        raise TypeError(f"stem must be True, False or a function of a token, got {stem!r}")
    return list(map(_porter if stem is True else stem, tokens))


def _porter(token: Any) -> str:
    """Porter's stem as the implementations of ROUGE use it: words of up to three letters stay as they are."""
    if not isinstance(token, str):
        raise TypeError(f"stem=True needs tokens that are strings, got {token!r}")
    return porter_stemmer()(token) if len(token) > 3 else token
