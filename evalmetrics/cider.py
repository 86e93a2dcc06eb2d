"""CIDEr: how much a caption has in common with what people wrote, words that few pictures call for counting most."""

from collections import Counter
from collections.abc import Callable, Hashable
from math import exp, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .inputs import arguments
from .inputs.old_matrices import ratio
from .inputs.texts import Tokenizer, Tokens, as_list, as_texts, each_item, ngram_counts, ngrams
from .inputs.totals import plain, several

Vector = dict[tuple[Hashable, ...], float]  # from n-grams to their weights
Stem = Callable[[Any], Any] | None


def cider(
    list_of_references: Any,
    hypotheses: Any,
    *,
    n: int = 4,
    corpus: Any = None,
    stem: Stem = None,
    zero_division: float = np.nan,
    tokenize: Tokenizer = None,
) -> float:
    """Ten times the mean cosine between the tf-idf vectors of a caption and of its references.

    An n-gram weighs (how often the caption has it) × log(pictures / pictures with it in a reference). The cosine is
    averaged over the references, over the lengths 1 to n of n-grams, and over the pictures.

    Parameters
    ----------
    list_of_references : list of m lists of texts
        For each picture what people wrote, at least one text; a text is a list of tokens.
    hypotheses : list of m texts
        A caption per picture.
    n : int, default 4
        Longest n-grams that count.
    corpus : list of lists of texts, optional
        References of the pictures among which n-grams are frequent or rare; by default `list_of_references`. An n-gram
        that none of them has weighs as if one had it.
    stem : function of a token, optional
        Applied to all tokens first, as the paper does and its authors' programs do not: ``stem=porter``.
    zero_division : float, default nan
        The cosine of two vectors that are both 0. The authors' programs have 0.0.
    tokenize : {"13a", "intl", "char", "whitespace", ...} or function, optional
        How to split strings.

    Returns
    -------
    float
        In [0, 10], higher is better. It is nan where a caption and one of its references both have nothing to compare
        in some length: n-grams that all pictures share (with a single picture, all of them), or none at all. If only
        one of the two is without, the cosine is 0.

    Raises
    ------
    TypeError
        Strings without `tokenize`; references of the wrong shape.
    ValueError
        Lists that do not pair up; `n` below 1.

    References
    ----------
    Vedantam, Zitnick and Parikh (2015), CIDEr: consensus-based image description evaluation, section 4. The factor
    of 10 is of the authors' programs.

    Examples
    --------
    >>> references = [["a dog runs fast".split()], ["a cat sits still".split()]]
    >>> round(cider(references, ["a dog runs fast".split(), "a dog sits still".split()]), 3)
    6.25
    """
    rows = cider_statistics(
        list_of_references,
        hypotheses,
        n=n,
        corpus=corpus,
        stem=stem,
        zero_division=zero_division,
        tokenize=tokenize,
    )
    return float(cider_from_statistics(rows.sum(axis=0)))


def cider_d(
    list_of_references: Any,
    hypotheses: Any,
    *,
    n: int = 4,
    sigma: float = 6.0,
    corpus: Any = None,
    stem: Stem = None,
    zero_division: float = np.nan,
    tokenize: Tokenizer = None,
) -> float:
    """CIDEr for captions that are written to please it: nothing for saying a thing twice, less for another length.

    In the product of the two vectors an n-gram weighs no more in the caption than in the reference, and the cosine is
    multiplied with exp(−d² / 2σ²), d being the difference of their lengths in tokens.

    Parameters
    ----------
    list_of_references, hypotheses, n, corpus, stem, zero_division, tokenize
        As in `cider`.
    sigma : float, default 6.0
        Above 0: the difference of lengths, in tokens, that costs a factor of exp(−1/2).

    Returns
    -------
    float
        In [0, 10], higher is better; undefined as `cider`.

    Raises
    ------
    TypeError, ValueError
        As `cider`; sigma not above 0.

    References
    ----------
    Vedantam, Zitnick and Parikh (2015), CIDEr: consensus-based image description evaluation, section on gaming. Counts
    of n-grams are clipped as in the authors' programs; the paper's formula has shares of n-grams.

    Examples
    --------
    >>> references = [["a dog runs fast".split()], ["a cat sits still".split()]]
    >>> stutter = ["a dog dog dog".split(), "a cat sits still".split()]
    >>> round(cider(references, stutter), 2), round(cider_d(references, stutter), 2)
    (6.04, 5.56)
    """
    rows = cider_d_statistics(
        list_of_references,
        hypotheses,
        n=n,
        sigma=sigma,
        corpus=corpus,
        stem=stem,
        zero_division=zero_division,
        tokenize=tokenize,
    )
    return float(cider_from_statistics(rows.sum(axis=0)))


def cider_statistics(
    list_of_references: Any,
    hypotheses: Any,
    *,
    n: int = 4,
    corpus: Any = None,
    stem: Stem = None,
    zero_division: float = np.nan,
    tokenize: Tokenizer = None,
) -> NDArray[np.float64]:
    """What CIDEr makes of each caption, document frequencies being those of the whole corpus. Rows add up.

    Parameters
    ----------
    list_of_references, hypotheses, n, corpus, stem, zero_division, tokenize
        As in `cider`.

    Returns
    -------
    array of shape (m, 1 + n)
        Columns: 1 for the caption, then the cosine for n-grams of length 1 to n, averaged over the references.

    Raises
    ------
    TypeError, ValueError
        As `cider`.

    References
    ----------
    Vedantam, Zitnick and Parikh (2015), CIDEr: consensus-based image description evaluation, section 4.

    Examples
    --------
    >>> references = [["a dog runs fast".split()], ["a cat sits still".split()]]
    >>> cider_statistics(references, ["a dog runs fast".split(), "a dog sits still".split()], n=2).round(3)
    array([[1.   , 1.   , 1.   ],
           [1.   , 0.667, 0.333]])
    """
    options: dict[str, Any] = {"n": n, "corpus": corpus, "stem": stem, "tokenize": tokenize}
    return _rows(list_of_references, hypotheses, sigma=None, zero_division=zero_division, **options)


def cider_d_statistics(
    list_of_references: Any,
    hypotheses: Any,
    *,
    n: int = 4,
    sigma: float = 6.0,
    corpus: Any = None,
    stem: Stem = None,
    zero_division: float = np.nan,
    tokenize: Tokenizer = None,
) -> NDArray[np.float64]:
    """What CIDEr-D makes of each caption, document frequencies being those of the whole corpus. Rows add up.

    Parameters
    ----------
    list_of_references, hypotheses, n, sigma, corpus, stem, zero_division, tokenize
        As in `cider_d`.

    Returns
    -------
    array of shape (m, 1 + n)
        Columns: 1 for the caption, then the clipped and discounted cosine for n-grams of length 1 to n, averaged over
        the references. `cider_from_statistics` turns their sum into the score.

    Raises
    ------
    TypeError, ValueError
        As `cider_d`.

    References
    ----------
    Vedantam, Zitnick and Parikh (2015), CIDEr: consensus-based image description evaluation, section on gaming.

    Examples
    --------
    >>> references = [["a dog runs fast".split()], ["a cat sits still".split()]]
    >>> cider_d_statistics(references, ["a dog dog dog".split(), "a cat sits still".split()], n=2).round(3)
    array([[1.   , 0.192, 0.258],
           [1.   , 1.   , 1.   ]])
    """
    sigma = arguments.positive(sigma, "sigma")
    options: dict[str, Any] = {"n": n, "corpus": corpus, "stem": stem, "tokenize": tokenize}
    return _rows(list_of_references, hypotheses, sigma=sigma, zero_division=zero_division, **options)


def cider_from_statistics(totals: Any) -> Any:
    """CIDEr or CIDEr-D from rows of `cider_statistics` or `cider_d_statistics`: of single captions or of their sum.

    Parameters
    ----------
    totals : array of shape (..., 1 + n)
        Captions, then their added cosines for each length of n-grams.

    Returns
    -------
    float, or array of shape (...)
        In [0, 10], higher is better; nan where there is no caption.

    Raises
    ------
    ValueError
        Totals of another shape.

    References
    ----------
    Vedantam, Zitnick and Parikh (2015), CIDEr: consensus-based image description evaluation, section 4.

    Examples
    --------
    >>> cider_from_statistics([2, 1.0, 0.5, 0.5, 0.0])
    2.5
    """
    sums = several(totals, "captions, similarity in each order")
    return plain(10 * ratio(sums[..., 1:].mean(axis=-1), sums[..., 0]))


cider_d_from_statistics = cider_from_statistics  # where the bootstrap looks for it


def inverse_document_frequencies(
    corpus: Any, *, n: int = 4, stem: Stem = None, tokenize: Tokenizer = None
) -> dict[tuple[Hashable, ...], float]:
    """How much each n-gram of a corpus of references tells: log(pictures / pictures with it in a reference).

    Parameters
    ----------
    corpus : list of lists of texts
        Of each picture what people wrote; a text is a list of tokens.
    n : int, default 4
        Longest n-grams.
    stem, tokenize
        As in `cider`.

    Returns
    -------
    dict
        From n-grams, which are tuples of 1 to n tokens, to natural logarithms: 0 for those of all pictures.

    Raises
    ------
    TypeError
        Strings without `tokenize`; a corpus of another shape.
    ValueError
        `n` below 1.

    References
    ----------
    Sparck Jones (1972), A statistical interpretation of term specificity and its application in retrieval.

    Examples
    --------
    >>> weights = inverse_document_frequencies([["a dog".split()], ["a cat".split(), "the cat".split()]], n=1)
    >>> {word: round(weight, 3) for (word,), weight in weights.items()}
    {'a': 0.0, 'dog': 0.693, 'cat': 0.693, 'the': 0.693}
    """
    n = arguments.whole_number(n, "n", least=1)
    pictures = as_list(corpus, "corpus", "lists of references, one list per picture")
    frequencies: Counter[tuple[Hashable, ...]] = Counter()
    for i, references in enumerate(pictures):
        texts = [_stemmed(text, stem) for text in as_texts(references, f"corpus[{i}]", tokenize)]
        present = dict.fromkeys(ngram for text in texts for k in range(1, n + 1) for ngram in ngrams(text, k))
        frequencies.update(list(present))  # each once per picture
    return {ngram: log(len(pictures) / pictures_with_it) for ngram, pictures_with_it in frequencies.items()}


def _rows(
    list_of_references: Any,
    hypotheses: Any,
    *,
    n: int,
    sigma: float | None,
    corpus: Any,
    stem: Stem,
    zero_division: float,
    tokenize: Tokenizer,
) -> NDArray[np.float64]:
    """1 and, for each length of n-grams, the cosine averaged over the references; with `sigma` those of CIDEr-D."""
    items = list(each_item(list_of_references, hypotheses, tokenize))  # named so before they are the corpus
    corpus = list_of_references if corpus is None else corpus
    weights = inverse_document_frequencies(corpus, n=n, stem=stem, tokenize=tokenize)
    unseen, undefined = log(len(corpus)), arguments.real(zero_division, "zero_division")

    def vectors(tokens: Tokens) -> list[Vector]:
        counts = [ngram_counts(_stemmed(tokens, stem), k) for k in range(1, n + 1)]
        return [{ngram: count * weights.get(ngram, unseen) for ngram, count in of_k.items()} for of_k in counts]

    rows = []
    for hypothesis, references in items:
        caption, sums = vectors(hypothesis), np.zeros(n)
        for reference in references:
            discount = exp(-((len(hypothesis) - len(reference)) ** 2) / (2 * sigma**2)) if sigma else 1.0
            pairs = zip(caption, vectors(reference), strict=True)
            sums += [discount * _cosine(*pair, undefined, clip=sigma is not None) for pair in pairs]
        rows.append([1.0, *sums / len(references)])
    return np.array(rows)


def _cosine(caption: Vector, reference: Vector, undefined: float, *, clip: bool) -> float:
    """Cosine of two vectors; with `clip` no weight of the caption enters the product above that of the reference."""
    shared = caption.keys() & reference.keys()
    product = sum((min(caption[g], reference[g]) if clip else caption[g]) * reference[g] for g in shared)
    lengths = sum(w * w for w in caption.values()), sum(w * w for w in reference.values())
    if not any(lengths):
        return undefined
    return min(1.0, product / sqrt(lengths[0] * lengths[1])) if all(lengths) else 0.0


def _stemmed(tokens: Tokens, stem: Stem) -> Tokens:
    if stem is not None and not callable(stem):
        raise TypeError(f"stem must be a function of a token, or None, got {stem!r}")
    return list(map(stem, tokens)) if stem else tokens
