"""Scores of texts by the vectors of their tokens: BERTScore, Word Mover's Distance, MoverScore.

What turns a text into vectors is given as ``embed=``: a function that takes a text and returns its tokens and an array
with a row of numbers for each of them. The scores are no better than that function, and scores by different functions
do not compare. Tokens named [CLS] and [SEP], which models put around a text, weigh nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .fast.transport import transport
from .inputs import arguments

Array = NDArray[np.float64]
Embedding = Callable[[Any], tuple[Sequence[str], Any]]
Weights = Mapping[str, float] | None
AROUND = {"[CLS]", "[SEP]"}


@dataclass(frozen=True)
class BertScore:
    """How far the tokens of two texts find partners of like direction, seen from either side."""

    precision: float
    recall: float
    f: float

    def __float__(self) -> float:
        return self.f


@dataclass(frozen=True)
class Embedded:
    """A text as the scores see it: its tokens, what each weighs, and a vector for each."""

    tokens: list[str]
    weights: Array
    vectors: Array

    def directions(self) -> Array:
        """The vectors at length 1, which is all that a cosine sees."""
        lengths = np.linalg.norm(self.vectors, axis=1, keepdims=True)
        if not lengths.all():
            raise ValueError(f"embed gave {self.tokens[int(np.argmin(lengths))]!r} a vector of zeros: no direction")
        return np.asarray(self.vectors / lengths)


def cosine_similarities(reference: Any, hypothesis: Any, *, embed: Embedding) -> Array:
    """The cosine of every token of one text with every token of another.

    Parameters
    ----------
    reference, hypothesis : texts
        Whatever `embed` takes.
    embed : callable
        From a text to its n tokens and an (n, d) array of numbers.

    Returns
    -------
    array of shape (n, m)
        In [-1, 1]; rows are the reference's tokens.

    Raises
    ------
    ValueError
        No tokens, vectors of another number or length, values that are not finite, a vector of zeros.

    References
    ----------
    Salton, G., Wong, A. & Yang, C. S. (1975). A vector space model for automatic indexing. Communications of the ACM.

    Examples
    --------
    >>> from evalmetrics import toy_embedding
    >>> cosine_similarities("film", "movie train", embed=toy_embedding).round(3)
    array([[0.995, 0.   ]])
    """
    return _cosines(embedded(reference, "reference", embed), embedded(hypothesis, "hypothesis", embed))


def bert_score(references: Any, hypothesis: Any, *, embed: Embedding, idf: Weights = None) -> BertScore:
    """BERTScore: each token is compared with its most similar partner in the other text, and partners may be shared.

    Parameters
    ----------
    references : list of texts
        The one with the highest F counts.
    hypothesis : text
    embed : callable
        From a text to its tokens and their vectors. [CLS] and [SEP] may be partners and weigh nothing, as in the
        package bert-score.
    idf : mapping from token to weight, optional
        How much each token counts, for example of `token_weights`; by default all the same.

    Returns
    -------
    BertScore
        precision and recall in [-1, 1], f in [0, 1]; higher is better, 1 for equal directions. f is nan where precision
        or recall is negative, or both are 0. How much of the range is used depends on the model: many put all cosines
        into a narrow band far above 0.

    Raises
    ------
    TypeError
        References that are a string.
    ValueError
        As in `cosine_similarities`; a token that `idf` lacks; weights that are negative or all 0; no references.

    References
    ----------
    Zhang, T., Kishore, V., Wu, F., Weinberger, K. Q. & Artzi, Y. (2020). BERTScore: evaluating text generation with
    BERT. ICLR.

    Examples
    --------
    >>> from evalmetrics import toy_embedding
    >>> score = bert_score(["the film was good"], "the movie was great", embed=toy_embedding)
    >>> round(score.f, 3)
    0.998
    """
    found = [bert_score_of_one(reference, hypothesis, embed, idf) for reference in _listed(references)]
    return max(found, key=lambda score: (score.f == score.f, score.f))


def bert_score_of_one(reference: Any, hypothesis: Any, embed: Embedding, idf: Weights) -> BertScore:
    """BERTScore against one reference."""
    r, h = embedded(reference, "reference", embed, idf), embedded(hypothesis, "hypothesis", embed, idf)
    return greedy_score(_cosines(r, h), r.weights, h.weights)


def greedy_score(cosines: Any, reference_weights: Any, hypothesis_weights: Any) -> BertScore:
    """BERTScore of a table of cosines, a row per token of the reference."""
    recall = float(np.average(np.max(cosines, axis=1), weights=reference_weights))
    precision = float(np.average(np.max(cosines, axis=0), weights=hypothesis_weights))
    defined = min(precision, recall) >= 0 and precision + recall > 0
    f = 2 * precision * recall / (precision + recall) if defined else nan
    return BertScore(precision, recall, f)


def word_movers_distance(reference: Any, hypothesis: Any, *, embed: Embedding) -> float:
    """How far the words of one text have to travel to become those of the other, each carrying an equal share.

    Parameters
    ----------
    reference, hypothesis : texts
    embed : callable
        From a text to its tokens and their vectors.

    Returns
    -------
    float
        At least 0, lower is better; in the unit of the vectors. 0 if both have the same vectors in the same shares.

    Raises
    ------
    ValueError
        As in `cosine_similarities`; vectors of zeros are fine.

    References
    ----------
    Kusner, M. J., Sun, Y., Kolkin, N. I. & Weinberger, K. Q. (2015). From word embeddings to document distances. ICML.

    Examples
    --------
    >>> from evalmetrics import toy_embedding
    >>> round(word_movers_distance("good film", "great movie", embed=toy_embedding), 3)
    0.162
    """
    r, h = embedded(reference, "reference", embed), embedded(hypothesis, "hypothesis", embed)
    return travel(r, h)[0]


def mover_score(references: Any, hypothesis: Any, *, embed: Embedding, idf: Weights = None, n: int = 1) -> float:
    """MoverScore: one minus the Word Mover's Distance between the directions of n-grams, which may differ in weight.

    Parameters
    ----------
    references : list of texts
        The nearest one counts.
    hypothesis : text
    embed : callable
        From a text to its tokens and their vectors.
    idf : mapping from token to weight, optional
        By default all the same.
    n : int, default 1
        An n-gram is the sum of its tokens' vectors by their weights, and weighs as much as they do together; a text
        that is shorter is one n-gram. [CLS] and [SEP] are left out.

    Returns
    -------
    float
        In [-1, 1], higher is better; 1 for the same n-grams. (Two directions are at most 2 apart.)

    Raises
    ------
    TypeError, ValueError
        As in `bert_score`; n below 1.

    References
    ----------
    Zhao, W., Peyrard, M., Liu, F., Gao, Y., Meyer, C. M. & Eger, S. (2019). MoverScore: text generation evaluating with
    contextualized embeddings and earth mover distance. EMNLP. The authors' programs leave out punctuation and continued
    word pieces, and differ from this and from each other in the distance and in what is done with it.

    Examples
    --------
    >>> from evalmetrics import toy_embedding
    >>> round(mover_score(["the film was good"], "the movie was great", embed=toy_embedding), 3)
    0.954
    """
    n = arguments.whole_number(n, "n", least=1)
    h = phrases(embedded(hypothesis, "hypothesis", embed, idf), n)
    texts = (phrases(embedded(reference, "reference", embed, idf), n) for reference in _listed(references))
    return max(1 - travel(r, h)[0] for r in texts)


def token_weights(texts: Iterable[Any], *, embed: Embedding) -> Mapping[str, float]:
    """What each token weighs: the logarithm of how many texts there are over how many have it, one added to both.

    Parameters
    ----------
    texts : iterable of texts
        Usually the references of a whole test set.
    embed : callable
        From a text to its tokens and their vectors.

    Returns
    -------
    mapping from token to weight
        At least 0; a token of no text has the largest, ``log(n + 1)``.

    Raises
    ------
    TypeError
        A string in place of a list.
    ValueError
        No texts.

    References
    ----------
    Spärck Jones, K. (1972). A statistical interpretation of term specificity and its application in retrieval. Journal
    of Documentation. Zhang and others (2020), as for `bert_score`: one is added to both counts.

    Examples
    --------
    >>> from evalmetrics import toy_embedding
    >>> weights = token_weights(["the film was good", "the train was late"], embed=toy_embedding)
    >>> weights["the"], round(weights["film"], 3), round(weights["movie"], 3)
    (0.0, 0.405, 1.099)
    """
    seen = [set(embed(text)[0]) for text in _listed(texts, "texts")]
    counts = Counter(token for tokens in seen for token in tokens)
    return _WeightsOfAll({token: log((len(seen) + 1) / (count + 1)) for token, count in counts.items()}, len(seen))


class _WeightsOfAll(dict[str, float]):
    """The weights of tokens that some of n texts have; a token of none gets the largest, and is not added."""

    def __init__(self, weights: Mapping[str, float], n: int) -> None:
        super().__init__(weights)
        self.n = n

    def __missing__(self, token: str) -> float:
        return log(self.n + 1)


def embedded(text: Any, name: str, embed: Embedding, idf: Weights = None) -> Embedded:
    """A text with its vectors and weights, checked; `name` is what errors call it."""
    tokens, vectors = embed(text)
    tokens, rows = list(tokens), np.asarray(vectors, dtype=float)
    if rows.ndim != 2 or len(rows) != len(tokens):
        came = f"{len(tokens)} tokens and an array of shape {rows.shape}"
        raise ValueError(f"embed must return as many vectors as tokens; of {name} it gave {came}")
    if not np.isfinite(rows).all():
        raise ValueError(f"embed gave {name} values that are not finite")
    weights = np.array([0.0 if token in AROUND else _weight(token, idf) for token in tokens])
    if not weights.any():
        raise ValueError(f"{name} has no tokens that count: it is empty, or idf gives all of them 0")
    return Embedded(tokens, weights, rows)


def travel(reference: Embedded, hypothesis: Embedded) -> tuple[float, Array]:
    """The Word Mover's Distance of two texts, and how much weight goes from which token to which."""
    _same_space(reference, hypothesis)
    cost = np.linalg.norm(reference.vectors[:, None] - hypothesis.vectors[None], axis=2)
    return transport(reference.weights, hypothesis.weights, cost)


def phrases(text: Embedded, n: int) -> Embedded:
    """The n-grams of the tokens that count, as vectors of length 1."""
    keep = np.array([token not in AROUND for token in text.tokens])
    tokens, weights, vectors = [t for t in text.tokens if t not in AROUND], text.weights[keep], text.vectors[keep]
    spans = [slice(i, i + n) for i in range(max(len(tokens) - n + 1, 1))]
    joined = Embedded(
        [" ".join(tokens[span]) for span in spans],
        np.array([weights[span].sum() for span in spans]),
        np.array([weights[span] @ vectors[span] if weights[span].any() else vectors[span].sum(0) for span in spans]),
    )
    return Embedded(joined.tokens, joined.weights, joined.directions())


def _weight(token: str, idf: Weights) -> float:
    try:
        weight = 1.0 if idf is None else float(idf[token])
    except KeyError:
        raise ValueError(f"idf has no weight for {token!r}: token_weights() makes one for every token") from None
    if not 0 <= weight < np.inf:
        raise ValueError(f"idf must give finite weights of at least 0, got {weight} for {token!r}")
    return weight


def _cosines(reference: Embedded, hypothesis: Embedded) -> Array:
    _same_space(reference, hypothesis)
    return np.clip(reference.directions() @ hypothesis.directions().T, -1, 1)


def _same_space(reference: Embedded, hypothesis: Embedded) -> None:
    if reference.vectors.shape[1] != hypothesis.vectors.shape[1]:
        widths = reference.vectors.shape[1], hypothesis.vectors.shape[1]
        raise ValueError(f"embed must give vectors of one length, got {widths[0]} numbers and {widths[1]}")


def _listed(texts: Any, name: str = "references") -> list[Any]:
    if isinstance(texts, str) or not isinstance(texts, Iterable):
        raise TypeError(f"{name} must be a list of texts, also when there is one; got {texts!r}")
    if not (found := list(texts)):
        raise ValueError(f"{name} is empty: at least one is needed")
    return found
