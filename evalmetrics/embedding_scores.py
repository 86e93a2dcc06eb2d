"""Scores of texts by the vectors of their tokens: BERTScore, Word Mover's Distance, MoverScore.

What turns a text into vectors is given as ``embed=``: a function that takes a text and returns its tokens and an array
with a row of numbers for each of them. The scores are no better than that function, and scores by different functions
do not compare. Tokens named [CLS] and [SEP], which models put around a text, weigh nothing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log
from typing import Any

import numpy as np

from .fast import computed_by
from .fast import embedding_scores as fast
from .inputs import embedding_scores as inputs
from .inputs.embedding_scores import Embedding
from .inputs.options import ORDER, whole
from .kinds.help_pages import described_by
from .kinds.results import Score
from .metric import checked_by, of_samples


class BertScore(Score):
    """How far the tokens of two texts find partners of like direction, seen from either side; F as a number."""

    precision: float
    recall: float
    f: float
    called = "f"


def as_bert_score(score: Any, *_: Any) -> BertScore:
    """Precision, recall and F by their names."""
    precision, recall, f = score
    return BertScore(f, precision=precision, recall=recall)


def directions(vectors):
    """Vectors at length 1, which is all that a cosine sees."""
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def cosines(x, y):
    """The cosine of each row of x with each row of y."""
    return np.clip(directions(x) @ directions(y).T, -1, 1)


def greedy_score(cosines, w, v):
    """Precision, recall and F of a table of cosines, rows for tokens of the reference, which weigh w; the others, v."""
    r = np.dot(w, np.max(cosines, axis=1)) / np.sum(w)
    p = np.dot(v, np.max(cosines, axis=0)) / np.sum(v)
    return p, r, 2 * p * r / (p + r) if min(p, r) >= 0 else np.nan


@of_samples(inputs=inputs.with_references, result=as_bert_score, many="")
def bert_score(references, hypothesis):
    """BERTScore: each token is compared with its most similar partner in the other text, and partners may be shared.

    Of several references the one with the highest F counts. [CLS] and [SEP] may be partners, as in the package
    bert-score.

    -> BertScore
        F, with ``precision`` and ``recall``, which lie in [-1, 1]: 1 for equal directions. How much of the range is
        used depends on the model: many put all cosines into a narrow band far above 0.

    >>> vectors = {"good": [0, 1], "great": [0.6, 0.8], "film": [1, 0], "movie": [0.8, 0.6]}
    >>> embed = lambda text: (text.split(), np.array([vectors[word] for word in text.split()]))
    >>> score = bert_score(["good film"], "great movie", embed=embed)
    >>> round(score.f, 3)
    0.8
    """
    y, v = hypothesis
    scores = [greedy_score(cosines(x, y), w, v) for x, w in references]
    return max(scores, key=lambda score: (not np.isnan(score[2]), score[2]))


@computed_by(fast.transport)
def transport(supply, demand, cost):
    """The cheapest way to move a supply to a demand, both shares of 1: its cost, and what goes from where to where."""
    from scipy.optimize import linprog

    n, m = cost.shape
    shares = np.concatenate([supply / supply.sum(), demand / demand.sum()])
    sums = np.vstack(
        [
            np.kron(np.eye(n), np.ones(m)),  # what leaves each place
            np.kron(np.ones(n), np.eye(m)),  # what arrives at each
        ]
    )
    cheapest = linprog(cost.ravel(), A_eq=sums, b_eq=shares)
    return cheapest["fun"], cheapest["x"].reshape(n, m)


def travel(reference, hypothesis):
    """The Word Mover's Distance of two texts, their vectors and weights, and how much goes from where to where."""
    (x, supply), (y, demand) = reference, hypothesis
    cost = np.linalg.norm(x[:, None] - y, axis=2)
    return transport(supply, demand, cost)


@of_samples(inputs=inputs.words_of_two_texts, many="")
def word_movers_distance(reference, hypothesis):
    """How far the words of one text have to travel to become those of the other, each carrying an equal share.

    In the unit of the vectors. 0 if both have the same vectors in the same shares.

    >>> vectors = {"good": [0, 1], "great": [0.6, 0.8], "film": [1, 0], "movie": [0.8, 0.6]}
    >>> embed = lambda text: (text.split(), np.array([vectors[word] for word in text.split()]))
    >>> round(word_movers_distance("good film", "great movie", embed=embed), 3)
    0.632
    """
    return travel(reference, hypothesis)[0]


def phrases(vectors, weights, n):
    """The n-grams of a text: the directions of the sums of their weighted vectors, and the sums of their weights."""
    spans = [slice(i, i + n) for i in range(max(len(vectors) - n + 1, 1))]
    together = np.array([weights[span].sum() for span in spans])
    sums = np.array([weights[span] @ vectors[span] for span in spans])
    return directions(sums[together > 0]), together[together > 0]


@of_samples(inputs=inputs.words_with_references, checks={"n": whole(most=ORDER)}, many="")
def mover_score(references, hypothesis, *, n=1):
    """MoverScore: one minus the Word Mover's Distance between the directions of n-grams, which may differ in weight.

    Of several references the nearest counts. The authors' programs leave out punctuation and continued word pieces, and
    differ from this and from each other in the distance and in what is done with it. 1 for the same n-grams. (Two
    directions are at most 2 apart.)

    n : int, default 1
        An n-gram is the sum of its tokens' vectors by their weights, and weighs as much as they do together; a text
        that is shorter is one n-gram. [CLS] and [SEP] are left out.

    >>> vectors = {"good": [0, 1], "great": [0.6, 0.8], "film": [1, 0], "movie": [0.8, 0.6]}
    >>> embed = lambda text: (text.split(), np.array([vectors[word] for word in text.split()]))
    >>> round(mover_score(["good film"], "great movie", embed=embed), 3)
    0.368
    """
    y, v = hypothesis
    text = phrases(y, v, n)
    others = [phrases(x, w, n) for x, w in references]
    return max(1 - travel(other, text)[0] for other in others)


@checked_by(inputs.two_texts)
def cosine_similarities(reference, hypothesis):
    """The cosine of every token of one text with every token of another.

    -> array of shape (n, m)
        In [-1, 1]; rows are the reference's tokens.

    Source: Salton, G., Wong, A. & Yang, C. S. (1975). A vector space model for automatic indexing. CACM 18.

    >>> vectors = {"good": [0, 1], "great": [0.6, 0.8], "film": [1, 0], "movie": [0.8, 0.6]}
    >>> embed = lambda text: (text.split(), np.array([vectors[word] for word in text.split()]))
    >>> cosine_similarities("film", "movie good", embed=embed).round(3)
    array([[0.8, 0. ]])
    """
    return cosines(reference[0], hypothesis[0])


@described_by()
def token_weights(texts: Iterable[Any], *, embed: Embedding) -> Mapping[str, float]:
    """What each token weighs: the logarithm of how many texts there are over how many have it, one added to both.

    texts : iterable of texts
        Usually the references of a whole test set.
    embed : callable
        From a text to its tokens and their vectors.

    -> mapping from token to weight
        At least 0; a token of no text has the largest, ``log(n + 1)``.

    Source: Spärck Jones, K. (1972). A statistical interpretation of term specificity and its application in retrieval.
    Journal of Documentation. Zhang and others (2020), as for `bert_score`: one is added to both counts.

    >>> vectors = {"good": [0, 1], "great": [0.6, 0.8], "film": [1, 0], "movie": [0.8, 0.6]}
    >>> embed = lambda text: (text.split(), np.array([vectors[word] for word in text.split()]))
    >>> weights = token_weights(["good film", "good movie"], embed=embed)
    >>> weights["good"], round(weights["film"], 3), round(weights["great"], 3)
    (0.0, 0.405, 1.099)
    """
    found = inputs.listed(texts, "texts")
    seen = [set(inputs.answer_of(embed, text, f"texts[{i}]")[0]) for i, text in enumerate(found)]
    counts = Counter(token for tokens in seen for token in tokens)
    return _WeightsOfAll({token: log((len(seen) + 1) / (count + 1)) for token, count in counts.items()}, len(seen))


class _WeightsOfAll(dict[str, float]):
    """The weights of tokens that some of n texts have; a token of none gets the largest, and is not added."""

    def __init__(self, weights: Mapping[str, float], n: int) -> None:
        super().__init__(weights)
        self.n = n

    def __missing__(self, token: str) -> float:
        return log(self.n + 1)
