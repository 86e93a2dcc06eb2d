"""Perplexity: how many equally likely words a language model might as well be choosing from; and burstiness."""

from math import e
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .inputs import arguments
from .inputs.texts import as_list
from .inputs.totals import columns, numbers, plain

ROUNDING = 1e-9  # how far above 0 the logarithm of a probability of 1 may come out


def surprisal(p: Any, *, base: float = e) -> Any:
    """How surprising it is that something of probability `p` happened: the logarithm of 1/p.

    Parameters
    ----------
    p : number or array of numbers
        Probabilities, in [0, 1].
    base : float, default e
        The unit: 2 gives bits, e nats, 10 hartleys. Above 1.

    Returns
    -------
    float, or array of the shape of `p`
        In [0, inf]: 0 for what was certain, inf for what was impossible.

    Raises
    ------
    ValueError
        A probability outside [0, 1] or nan; a base of 1 or less.

    References
    ----------
    Shannon (1948), A mathematical theory of communication, Bell System Technical Journal 27.

    Examples
    --------
    >>> surprisal(0.125, base=2)
    3.0
    """
    p = numbers(p, "p")
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"p must hold probabilities, from 0 to 1, got values from {p.min()} to {p.max()}")
    with np.errstate(divide="ignore"):
        surprise = -np.log2(p) / np.log2(arguments.base(base)) + 0.0  # -0.0 + 0.0 is 0.0
    return plain(surprise)


def perplexity_statistics(list_of_log_probs: Any, *, base: float = e) -> NDArray[np.float64]:
    """What perplexity is computed from: one row per sequence.

    Parameters
    ----------
    list_of_log_probs : list of n sequences of numbers
        For each sequence the logarithms of its tokens' probabilities, each given the tokens before it.
    base : float, default e
        Of the logarithms; above 1.

    Returns
    -------
    array of shape (n, 2)
        Columns: surprisal in nats (in [0, inf]), tokens. Rows add up; `perplexity_from_statistics` takes the sum.

    Raises
    ------
    TypeError
        One sequence where a list of sequences is due.
    ValueError
        Logarithms above 0 or nan; a base of 1 or less.

    Examples
    --------
    >>> perplexity_statistics([np.log([0.5, 0.5]), np.log([0.125])]).round(4)
    array([[1.3863, 2.    ],
           [2.0794, 1.    ]])
    """
    sequences = as_list(list_of_log_probs, "list_of_log_probs", "sequences of logarithms")
    nats = np.log(arguments.base(base))
    rows = [_log_probs(sequence, f"list_of_log_probs[{i}]") for i, sequence in enumerate(sequences)]
    return np.array([(0.0 - row.sum() * nats, len(row)) for row in rows])


def perplexity_from_statistics(totals: Any) -> Any:
    """Exponential of the surprisal per token.

    Parameters
    ----------
    totals : array of shape (2,) or (..., 2)
        Surprisal in nats and number of tokens, added up over as many sequences as you like.

    Returns
    -------
    float, or array of shape (...)
        In [1, inf], lower is better; nan where there is no token.

    Raises
    ------
    ValueError
        A last axis that does not hold two numbers.

    Examples
    --------
    >>> round(perplexity_from_statistics([3 * np.log(8), 3]), 6)
    8.0
    """
    nats, tokens = columns(totals, "surprisal", "tokens")
    with np.errstate(over="ignore"):  # beyond 709 nats a token it is inf to a float
        return plain(np.exp(np.divide(nats, tokens, out=np.full(tokens.shape, np.nan), where=tokens > 0)))


def perplexity(log_probs: Any, *, base: float = e) -> float:
    """Perplexity of a model on one sequence: the inverse of the geometric mean of its tokens' probabilities.

    It is normalised by the number of tokens, once. The base of the logarithms does not change it.

    Parameters
    ----------
    log_probs : sequence of m numbers
        Logarithms of the probability that the model gave to each token, given the tokens before it.
    base : float, default e
        Of the logarithms; above 1.

    Returns
    -------
    float
        In [1, inf], lower is better: 1 where every token was certain, k where each was one of k equally likely ones,
        inf where one had probability 0; nan for an empty sequence.

    Raises
    ------
    ValueError
        Logarithms above 0 or nan; a base of 1 or less.

    References
    ----------
    Jelinek, Mercer, Bahl and Baker (1977), Perplexity: a measure of the difficulty of speech recognition tasks,
    Journal of the Acoustical Society of America 62.

    Examples
    --------
    >>> round(perplexity(np.log([0.5, 0.125])), 6)
    4.0
    """
    log_probs = _log_probs(log_probs, "log_probs")
    return float(perplexity_from_statistics(perplexity_statistics([log_probs], base=base)[0]))


def corpus_perplexity(list_of_log_probs: Any, *, base: float = e) -> float:
    """Perplexity of a model on a corpus: all the surprisal over all the tokens (add, then divide).

    Parameters
    ----------
    list_of_log_probs : list of n sequences of numbers
        For each sequence the logarithms of its tokens' probabilities, each given the tokens before it.
    base : float, default e
        Of the logarithms; above 1.

    Returns
    -------
    float
        In [1, inf], lower is better; nan where there is no token. Long sequences weigh more than short ones.

    Raises
    ------
    TypeError
        One sequence where a list of sequences is due.
    ValueError
        Logarithms above 0 or nan; a base of 1 or less.

    References
    ----------
    Jurafsky and Martin, Speech and Language Processing, chapter on n-gram language models.

    Examples
    --------
    >>> round(corpus_perplexity([np.log([0.1] * 4), np.log([0.5])]), 6)
    7.247797
    """
    return float(perplexity_from_statistics(perplexity_statistics(list_of_log_probs, base=base).sum(axis=0)))


def mean_perplexity(list_of_log_probs: Any, *, base: float = e) -> float:
    """Geometric mean of the sequences' perplexities: every sequence counts the same, however short.

    Parameters
    ----------
    list_of_log_probs : list of n sequences of numbers
        For each sequence the logarithms of its tokens' probabilities, each given the tokens before it.
    base : float, default e
        Of the logarithms; above 1.

    Returns
    -------
    float
        In [1, inf], lower is better; nan where a sequence is empty.

    Raises
    ------
    TypeError
        One sequence where a list of sequences is due.
    ValueError
        Logarithms above 0 or nan; a base of 1 or less.

    References
    ----------
    Potts (2020), Evaluation metrics in NLP, CS224u.

    Examples
    --------
    >>> round(mean_perplexity([np.log([0.1] * 4), np.log([0.5])]), 6)
    4.472136
    """
    each = perplexity_from_statistics(perplexity_statistics(list_of_log_probs, base=base))
    return float(np.exp(np.log(each).mean()))


def bits_per_character(log_probs: Any, n_characters: int, *, base: float = e) -> float:
    """Surprisal of a text in bits, per character of it: comparable between models that cut the text differently.

    Parameters
    ----------
    log_probs : sequence of numbers
        Logarithms of the tokens' probabilities, whatever the tokens are; together they must make up the whole text.
    n_characters : int
        Length of the text, at least 1.
    base : float, default e
        Of the logarithms; above 1.

    Returns
    -------
    float
        In [0, inf], lower is better.

    Raises
    ------
    ValueError
        Logarithms above 0 or nan; fewer than 1 character; a base of 1 or less.

    References
    ----------
    Shannon (1951), Prediction and entropy of printed English, Bell System Technical Journal 30.

    Examples
    --------
    >>> bits_per_character(np.log([0.5, 0.125]), 8)
    0.5
    """
    n_characters = arguments.whole_number(n_characters, "n_characters", least=1)
    nats, _ = perplexity_statistics([_log_probs(log_probs, "log_probs")], base=base)[0]
    return float(nats / np.log(2) / n_characters)


def burstiness(intervals: Any, *, corrected: bool = False) -> float:
    """How unevenly events are spaced: standard deviation minus mean over their sum.

    Parameters
    ----------
    intervals : sequence of n numbers
        Gaps between neighbouring events, at least 0; or any other lengths, such as those of sentences.
    corrected : bool, default False
        Stretch the scale so that its ends and middle mean the same for every n (Kim and Jo).

    Returns
    -------
    float
        In [-1, 1]: -1 for a clock, about 0 for pure chance, towards 1 for long silences between bursts. Of n intervals
        the plain value cannot exceed (sqrt(n - 1) - 1) / (sqrt(n - 1) + 1); the corrected one reaches 1. No end is
        better. nan where all intervals are 0, and for the corrected value of fewer than 2.

    Raises
    ------
    ValueError
        No intervals, negative, infinite or missing ones.

    References
    ----------
    Goh and Barabasi (2008), Burstiness and memory in complex systems, EPL 81; Kim and Jo (2016), Measuring burstiness
    for finite event sequences, Physical Review E 94.

    Examples
    --------
    >>> burstiness([5, 5, 5, 5]), round(burstiness([1, 1, 1, 17]), 4)
    (-1.0, 0.1617)
    """
    gaps = arguments.one_dimensional(intervals, "intervals", per="gap")
    if gaps.dtype.kind not in "iuf" or not np.isfinite(gaps).all() or (gaps < 0).any():
        raise ValueError(f"intervals must be finite numbers of at least 0, got {intervals!r}")
    gaps = gaps.astype(np.float64)
    n, mean = len(gaps), gaps.mean()
    if mean == 0 or (corrected and n < 2):
        return float("nan")
    r, few, many = gaps.std() / mean, np.sqrt(n - 1), np.sqrt(n + 1)
    score = (many * r - few) / ((many - 2) * r + few) if corrected else (r - 1) / (r + 1)
    return min(1.0, float(score))


def _log_probs(values: Any, name: str) -> NDArray[np.float64]:
    kind = "logarithms of probabilities"
    listed = values if hasattr(values, "__array__") else as_list(values, name, kind, least=0)
    array = arguments.read(listed, name, f"be one sequence of numbers, the {kind}")
    if array.ndim != 1 or array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be one sequence of numbers, the {kind}, got {values!r}")
    if not (array <= ROUNDING).all():
        raise ValueError(f"{name} must hold {kind}, at most 0, got {array.max()}; see np.log")
    return np.asarray(np.minimum(array, 0.0), dtype=np.float64)
