"""BLEU: how many of a translation's n-grams some reference has too, times a penalty for being short."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .fast import ngram_counts as _ngram_counts
from .inputs import arguments
from .inputs.old_matrices import ratio
from .inputs.texts import Tokenizer, Tokens, as_list, as_texts, as_tokens, each_item, ngram_counts
from .inputs.totals import numbers, plain

SMOOTHINGS: dict[str | None, float | None] = {
    None: None,
    "floor": 0.1,
    "add_k": 1.0,
    "exponential": None,
    "add_one_all": None,
}
REFERENCE_LENGTHS: dict[str, Callable[[Sequence[int], int], int]] = {
    "closest": lambda lengths, c: min(lengths, key=lambda r: (abs(r - c), r)),
    "shortest": lambda lengths, c: min(lengths),
}


@dataclass(frozen=True)
class Bleu:
    """A BLEU score in [0, 1], higher is better, with its parts; formatted or as a float it is the score.

    `precisions` are those that entered, smoothed if asked for; `signature` says what has to be known to repeat it.
    """

    score: float
    precisions: tuple[float, ...]
    brevity_penalty: float
    reference_length: int
    hypothesis_length: int
    signature: str

    def __float__(self) -> float:
        return self.score

    def __format__(self, spec: str) -> str:
        return format(self.score, spec) if spec else str(self)


def modified_precision(references: Any, hypothesis: Any, n: int, *, tokenize: Tokenizer = None) -> tuple[int, int]:
    """How many n-grams of the hypothesis are matched, each at most as often as some reference has it, and of how many.

    Parameters
    ----------
    references : list of texts
        At least one; a text is a list of tokens.
    hypothesis : text
        A list of tokens.
    n : int
        Length of the n-grams, at least 1.
    tokenize : {"13a", "intl", "char", "whitespace", ...} or function, optional
        How to split strings.

    Returns
    -------
    matches, total : int
        0 <= matches <= total = max(0, len(hypothesis) - n + 1). Their ratio is the precision, undefined for total 0.

    Raises
    ------
    TypeError
        A string without `tokenize`; a single text in place of the list of references.
    ValueError
        `n` below 1.

    References
    ----------
    Papineni, Roukos, Ward and Zhu (2002), BLEU: a method for automatic evaluation of machine translation, section 2.1.

    Examples
    --------
    >>> modified_precision(["the cat is on the mat".split()], "the the the the the the the".split(), 1)
    (2, 7)
    """
    references, hypothesis = as_texts(references, "references", tokenize), as_tokens(hypothesis, "hypothesis", tokenize)
    n = arguments.whole_number(n, "n", least=1)
    counts = ngram_counts(hypothesis, n)
    most: Counter[Any] = Counter()
    for reference in references:
        most |= ngram_counts(reference, n)  # | takes the larger count of each n-gram, & the smaller
    return (counts & most).total(), counts.total()


def brevity_penalty(reference_length: Any, hypothesis_length: Any) -> Any:
    """Factor for being short: 1 where the hypothesis is at least as long as the reference, else exp(1 - r/c).

    Parameters
    ----------
    reference_length, hypothesis_length : numbers or arrays
        r and c, in tokens, of a sentence or of a corpus: at least 0.

    Returns
    -------
    float or array
        In [0, 1]; 0 for an empty hypothesis, unless the reference is empty, too.

    Raises
    ------
    ValueError
        A length below 0, or nan.

    References
    ----------
    Papineni et al. (2002), section 2.2.2.

    Examples
    --------
    >>> round(brevity_penalty(10, 9), 4)
    0.8948
    """
    r, c = _counts(reference_length, "reference_length"), _counts(hypothesis_length, "hypothesis_length")
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        penalty = np.where(c >= r, 1.0, np.exp(1 - r / c))
    return plain(penalty)


def effective_reference_length(
    reference_lengths: Sequence[int], hypothesis_length: int, *, reference_length: str = "closest"
) -> int:
    """The length r that a hypothesis is held against: of several references, the one closest in length.

    Parameters
    ----------
    reference_lengths : list of int
        Of each reference, its number of tokens.
    hypothesis_length : int
        Number of tokens of the hypothesis.
    reference_length : {"closest", "shortest"}
        "closest", and of two equally close the shorter. "shortest" is what old NIST scripts and some code did.

    Returns
    -------
    int
        One of `reference_lengths`.

    Raises
    ------
    TypeError
        No list of at least one length; lengths that are not numbers.
    ValueError
        A length below 0, or nan; an unknown `reference_length`.

    References
    ----------
    Papineni et al. (2002), section 2.2.2 ("best match length").

    Examples
    --------
    >>> effective_reference_length([5, 12], 9)
    12
    """
    pick = REFERENCE_LENGTHS[arguments.one_of(reference_length, "reference_length", REFERENCE_LENGTHS)]
    lengths = as_list(reference_lengths, "reference_lengths", "lengths")
    _counts(lengths, "reference_lengths")
    _counts(hypothesis_length, "hypothesis_length")
    return pick(lengths, hypothesis_length)


def bleu_statistics(
    list_of_references: Any,
    hypotheses: Any,
    *,
    max_order: int = 4,
    reference_length: str = "closest",
    tokenize: Tokenizer = None,
) -> NDArray[np.int64]:
    """What BLEU has to know of each hypothesis. Rows of a corpus add up.

    Parameters
    ----------
    list_of_references : list of n lists of texts
        For each hypothesis its references, at least one; a text is a list of tokens.
    hypotheses : list of n texts
    max_order : int, default 4
        Longest n-grams to count, N >= 1.
    reference_length : {"closest", "shortest"}
        Which of several references lends its length, as in `effective_reference_length`.
    tokenize : {"13a", "intl", "char", "whitespace", ...} or function, optional
        How to split strings.

    Returns
    -------
    array of shape (n, 2 + 2 N), integers
        Columns: length of the hypothesis, length of its reference, clipped matches of order 1 to N, n-grams in the
        hypothesis of order 1 to N.

    Raises
    ------
    TypeError
        Strings without `tokenize`; references of the wrong shape.
    ValueError
        Lists that do not pair up; an unknown `reference_length`; `max_order` below 1.

    References
    ----------
    Papineni et al. (2002), section 2.

    Examples
    --------
    >>> bleu_statistics([["a b c d".split()]], ["a b x".split()], max_order=2)
    array([[3, 4, 2, 1, 3, 2]])
    """
    return _rows(list_of_references, hypotheses, max_order, reference_length, tokenize)[0]


def _rows(
    list_of_references: Any, hypotheses: Any, max_order: int, reference_length: str, tokenize: Tokenizer
) -> tuple[NDArray[np.int64], list[int]]:
    """`bleu_statistics`, and how many references each hypothesis has."""
    items = each_item(list_of_references, hypotheses, tokenize)
    max_order = arguments.whole_number(max_order, "max_order", least=1)
    pick = REFERENCE_LENGTHS[arguments.one_of(reference_length, "reference_length", REFERENCE_LENGTHS)]
    matches, lengths = _ngram_counts.clipped_matches(items, max_order)
    c = np.array([length for length, *_ in lengths])
    r = [pick(against, length) for length, *against in lengths]
    totals = np.maximum(0, c[:, None] - np.arange(max_order))
    return np.column_stack([c, r, matches, totals]), [len(several) - 1 for several in lengths]


def bleu_from_statistics(
    totals: Any,
    *,
    weights: Sequence[float] | None = None,
    smoothing: str | None = None,
    smoothing_value: float | None = None,
    effective_order: bool = False,
    zero_division: float = np.nan,
) -> Any:
    """BLEU from rows of `bleu_statistics` added up: brevity penalty times the geometric mean of the precisions.

    Parameters
    ----------
    totals : array of shape (..., 2 + 2 N)
        One total or many; all axes but the last are kept.
    weights, smoothing, smoothing_value, effective_order, zero_division
        As in `sentence_bleu`.

    Returns
    -------
    float, or array of shape (...)
        In [0, 1], higher is better.

    Raises
    ------
    ValueError
        Totals of another shape or below 0; and as in `sentence_bleu`.

    References
    ----------
    Papineni et al. (2002), section 2.3.

    Examples
    --------
    >>> round(bleu_from_statistics([9, 10, 7, 5, 3, 1, 9, 8, 7, 6]), 5)
    0.38628
    """
    c, r, matches, possible = _columns(totals)
    numerators, denominators = smoothed_counts(matches, possible, smoothing, smoothing_value)
    precisions = ratio(numerators, denominators, zero_division)
    shares = _weights(weights, precisions.shape[-1]) * (denominators > 0 if effective_order else 1)
    shares = ratio(shares, shares.sum(axis=-1, keepdims=True))
    penalty = brevity_penalty(r, c)
    score = penalty * np.prod(precisions**shares, axis=-1)
    nothing = (penalty == 0) | ((precisions == 0) & (shares > 0)).any(axis=-1)
    score = np.where(nothing, 0.0, score)  # whatever an undefined precision might stand for
    return plain(score)


def smoothed_counts(
    matches: NDArray[Any], possible: NDArray[Any], smoothing: str | None, value: float | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Numerators and denominators of the precisions, the last axis being the order, changed as `smoothing` asks.

    Parameters
    ----------
    matches, possible : arrays of shape (..., N)
        Clipped matches and n-grams of order 1 to N.
    smoothing, value
        `smoothing` and `smoothing_value` of `sentence_bleu`.

    Returns
    -------
    two arrays of shape (..., N)

    Raises
    ------
    ValueError
        Arrays of different shapes; an unknown smoothing, or a value that it does not take.

    References
    ----------
    Lin and Och (2004), ORANGE, section 4; Chen and Cherry (2014), A systematic comparison of smoothing techniques.

    Examples
    --------
    >>> smoothed_counts(np.array([3, 1, 0, 0]), np.array([5, 4, 3, 2]), "exponential", None)[0]
    array([3.  , 1.  , 0.5 , 0.25])
    """
    value = _smoothing_value(smoothing, value)
    if matches.shape != possible.shape:
        raise ValueError(f"matches and possible must have one shape: {matches.shape} and {possible.shape}")
    matches, possible = matches.astype(np.float64), possible.astype(np.float64)
    empty = (matches == 0) & (possible > 0) & (matches[..., :1] > 0)  # orders to fill; not where no word matches
    if smoothing == "floor":
        return np.where(empty, value, matches), possible
    if smoothing == "exponential":
        return np.where(empty, 0.5 ** empty.cumsum(axis=-1), matches), possible
    if smoothing == "add_k":
        more = value * (np.arange(matches.shape[-1]) > 0)
        return matches + more, possible + more
    return (matches + 1, possible + 1) if smoothing == "add_one_all" else (matches, possible)


def sentence_bleu(
    references: Any,
    hypothesis: Any,
    *,
    max_order: int = 4,
    weights: Sequence[float] | None = None,
    smoothing: str | None = None,
    smoothing_value: float | None = None,
    effective_order: bool = False,
    reference_length: str = "closest",
    zero_division: float = np.nan,
    tokenize: Tokenizer = None,
) -> Bleu:
    """BLEU of one sentence, which it was not made for: without smoothing it is mostly 0.

    Parameters
    ----------
    references : list of texts
        At least one; a text is a list of tokens.
    hypothesis : text
        A list of tokens.
    max_order : int, default 4
        Longest n-grams that count, N >= 1.
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
    reference_length : {"closest", "shortest"}
        Which of several references lends its length to the brevity penalty, as in `effective_reference_length`.
    zero_division : float, default nan
        Precision of an order longer than the hypothesis, which is 0/0. Sacrebleu's is 0.0.
    tokenize : {"13a", "intl", "char", "whitespace", ...} or function, optional
        How to split strings.

    Returns
    -------
    Bleu
        Score in [0, 1], higher is better. It is nan where it would hang on the value of 0/0: the hypothesis is shorter
        than `max_order` and all orders that it has are matched. An empty hypothesis scores 0.

    Raises
    ------
    TypeError
        A string without `tokenize`; a single text in place of the list of references.
    ValueError
        Unknown or unfitting options.

    References
    ----------
    Papineni, Roukos, Ward and Zhu (2002), BLEU: a method for automatic evaluation of machine translation.

    Examples
    --------
    >>> reference, hypothesis = "the dog sat on the mat".split(), "the cat sat on the mat".split()
    >>> f"{sentence_bleu([reference], hypothesis):.4f}"
    '0.5373'
    """
    references = as_texts(references, "references", tokenize)
    return corpus_bleu(
        [references],
        [as_tokens(hypothesis, "hypothesis", tokenize)],
        max_order=max_order,
        weights=weights,
        smoothing=smoothing,
        smoothing_value=smoothing_value,
        effective_order=effective_order,
        reference_length=reference_length,
        zero_division=zero_division,
        tokenize=tokenize,
    )


def corpus_bleu(
    list_of_references: Any,
    hypotheses: Any,
    *,
    max_order: int = 4,
    weights: Sequence[float] | None = None,
    smoothing: str | None = None,
    smoothing_value: float | None = None,
    effective_order: bool = False,
    reference_length: str = "closest",
    zero_division: float = np.nan,
    tokenize: Tokenizer = None,
) -> Bleu:
    """BLEU of a corpus: matches, n-grams and lengths of all sentences are added up, then divided.

    Parameters
    ----------
    list_of_references : list of n lists of texts
        For each hypothesis its references, at least one; a text is a list of tokens. (Sacrebleu wants the
        transpose: for each set of references, its n texts.)
    hypotheses : list of n texts
    max_order, weights, smoothing, smoothing_value, effective_order, reference_length, zero_division, tokenize
        As in `sentence_bleu`.

    Returns
    -------
    Bleu
        Score in [0, 1], higher is better. Not the mean of the sentences' scores.

    Raises
    ------
    TypeError
        Strings without `tokenize`; references of the wrong shape.
    ValueError
        Lists that do not pair up; unknown or unfitting options.

    References
    ----------
    Papineni, Roukos, Ward and Zhu (2002), BLEU: a method for automatic evaluation of machine translation; Post
    (2018), A call for clarity in reporting BLEU scores, for the signature.

    Examples
    --------
    >>> references = [["There are more sheep than people.", "More sheep than people live here."]]
    >>> score = corpus_bleu(references, ["More sheep than people live there."], tokenize="13a")
    >>> f"{score:.3f}", score.signature
    ('0.643', 'BLEU-4|n:1|refs:2|tok:13a|smooth:none|eff:no|r:closest')
    """
    rows, n_references = _rows(list_of_references, hypotheses, max_order, reference_length, tokenize)
    totals = rows.sum(axis=0)
    options: dict[str, Any] = {"weights": weights, "smoothing": smoothing, "smoothing_value": smoothing_value}
    score = bleu_from_statistics(totals, **options, effective_order=effective_order, zero_division=zero_division)
    c, r, matches, possible = _columns(totals)
    precisions = ratio(*smoothed_counts(matches, possible, smoothing, smoothing_value), zero_division)
    signature = _signature(n_references, tokenize, max_order, reference_length, effective_order, **options)
    return Bleu(score, tuple(precisions.tolist()), brevity_penalty(r, c), int(r), int(c), signature)


def orange(
    metric: Callable[[list[Tokens], Tokens], Any],
    list_of_references: Any,
    list_of_candidates: Any,
    *,
    tokenize: Tokenizer = None,
) -> float:
    """How far down a metric ranks human translations among those of machines: a metric of metrics.

    Each reference in turn joins the candidates, and the others are what the metric compares with. Its rank over the
    length of the list is averaged over the references of a source, then over the sources.

    Parameters
    ----------
    metric : function of (references, hypothesis)
        Its value, or the float() of it, is higher for what it thinks better.
    list_of_references : list of n lists of texts
        For each source at least two human translations; a text is a list of tokens.
    list_of_candidates : list of n lists of texts
        For each source at least one translation by machine (an n-best list, or several systems).
    tokenize : {"13a", "intl", "char", "whitespace", ...} or function, optional
        How to split strings.

    Returns
    -------
    float
        In (0, 1], lower is better: 1/(m + 1) if each reference beats all m candidates. Ties share their ranks, so
        that a constant scores (1 + 1/(m + 1)) / 2. nan if any value of the metric is.

    Raises
    ------
    TypeError
        Strings without `tokenize`; texts of the wrong shape.
    ValueError
        Lists that do not pair up; a source with a single reference.

    References
    ----------
    Lin and Och (2004), ORANGE: a method for evaluating automatic evaluation metrics for machine translation.

    Examples
    --------
    >>> references, machine = [["a b c d".split(), "a b c e".split()]], [["a x c y".split()]]
    >>> orange(lambda references, text: sentence_bleu(references, text, max_order=2), references, machine)
    0.5
    """
    several = as_list(list_of_references, "list_of_references", "lists of references, one list per source")
    outputs = as_list(list_of_candidates, "list_of_candidates", "lists of candidates, one list per source")
    arguments.same_length(list_of_references=several, list_of_candidates=outputs)
    shares = []
    for i, (humans, machines) in enumerate(zip(several, outputs, strict=True)):
        humans = as_texts(humans, f"list_of_references[{i}]", tokenize)
        machines = as_texts(machines, f"list_of_candidates[{i}]", tokenize)
        if len(humans) < 2:
            raise ValueError(f"list_of_references[{i}] must hold at least two references, one to hold out, got one")
        held_out = [(human, humans[:j] + humans[j + 1 :]) for j, human in enumerate(humans)]
        ranks = [
            _rank(metric(rest, human), [metric(rest, machine) for machine in machines]) for human, rest in held_out
        ]
        shares.append(np.mean(ranks) / (len(machines) + 1))
    return float(np.mean(shares))


def _rank(score: Any, others: list[Any]) -> float:
    """Place of `score` among `others` from the top, ties sharing theirs; nan if any of them is."""
    own, rest = float(score), np.array([float(other) for other in others])
    return float(1 + (rest > own).sum() + (rest == own).sum() / 2) if not np.isnan([own, *rest]).any() else np.nan


def _counts(values: Any, name: str) -> NDArray[np.float64]:
    """`values` as floats, all of them finite and at least 0."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must hold numbers, got {values!r}") from None
    except OverflowError:
        raise ValueError(f"{name} must hold numbers that floats hold") from None
    if not (np.isfinite(array).all() and (array >= 0).all()):
        raise ValueError(f"{name} must be finite and at least 0, got {values!r}")
    return array + 0.0  # -0.0 + 0.0 is 0.0


def _columns(totals: Any) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Lengths c and r, matches and n-grams of each order."""
    totals = _counts(numbers(totals), "totals")
    if totals.ndim == 0 or totals.shape[-1] < 4 or totals.shape[-1] % 2:
        raise ValueError(f"totals must have 2 + 2 N columns, as bleu_statistics makes them, got shape {totals.shape}")
    matches, possible = np.split(totals[..., 2:], 2, axis=-1)
    if (matches > possible).any():
        raise ValueError("totals must not hold more matches than n-grams of an order: are the columns in their order?")
    return totals[..., 0], totals[..., 1], matches, possible


def _weights(weights: Sequence[float] | None, orders: int) -> NDArray[np.float64]:
    if weights is None:
        return np.full(orders, 1 / orders)
    array = _counts(weights, "weights")
    if array.shape != (orders,) or abs(array.sum() - 1) > 1e-9:
        raise ValueError(f"weights must be {orders} numbers, one per order, that add up to 1, got {weights!r}")
    return array


def _smoothing_value(smoothing: str | None, value: float | None) -> float:
    """The checked value that `smoothing` adds, 0 where it takes none."""
    if smoothing not in SMOOTHINGS:
        raise ValueError(f"smoothing must be one of {', '.join(map(repr, SMOOTHINGS))}, got {smoothing!r}")
    default = SMOOTHINGS[smoothing]
    if default is None:
        if value is not None:
            raise ValueError(f"smoothing_value is for 'floor' and 'add_k' only, got {value!r} with {smoothing!r}")
        return 0.0
    value = default if value is None else arguments.positive(value, "smoothing_value")
    if smoothing == "floor" and value > 1:
        raise ValueError(f"smoothing_value of 'floor' must be at most 1, got {value!r}")
    return value


def _signature(
    n_references: list[int],
    tokenize: Tokenizer,
    max_order: int,
    reference_length: str,
    effective_order: bool,
    *,
    weights: Sequence[float] | None,
    smoothing: str | None,
    smoothing_value: float | None,
) -> str:
    """What has to be known to compute the score again, in one line."""
    fewest, most = min(n_references), max(n_references)
    value = _smoothing_value(smoothing, smoothing_value)
    name = "tokens given" if tokenize is None else getattr(tokenize, "__name__", tokenize)
    parts = {
        "n": len(n_references),
        "refs": fewest if fewest == most else f"{fewest}-{most}",
        "tok": name,
        "smooth": (smoothing or "none") + (f"[{value:g}]" if value else ""),
        "eff": "yes" if effective_order else "no",
        "r": reference_length,
    }
    if weights is not None:
        parts["weights"] = ",".join(f"{weight:g}" for weight in weights)
    return "|".join([f"BLEU-{max_order}", *(f"{key}:{part}" for key, part in parts.items())])
