"""CIDEr: how much a caption has in common with what people wrote, words that few pictures call for counting most."""

from collections import Counter
from math import exp, log, sqrt
from operator import add
from typing import Any

import numpy as np

from .inputs import cider_scores as inputs
from .inputs.options import ORDER, positive, whole
from .inputs.texts import ngrams
from .kinds.help_pages import described_by
from .kinds.sums import FirstPass
from .metric import checked_by, of_sums


def all_ngrams(texts, n):
    """The n-grams of up to n tokens that some texts have, each once."""
    lengths = range(1, n + 1)
    found = (gram for t in texts for k in lengths for gram in ngrams(t, k))
    return dict.fromkeys(found)


def idf(pictures, n):
    """The logarithm of all pictures over those with an n-gram in a reference."""
    having = Counter(g for texts in pictures for g in all_ngrams(texts, n))
    return {g: log(len(pictures) / m) for g, m in having.items()}


def vector(tokens, n, corpus):
    """How often a text has n-grams of one length, times what they weigh in a corpus."""
    weights, unseen = corpus
    counts = Counter(ngrams(tokens, n))
    return {g: m * weights.get(g, unseen) for g, m in counts.items()}


def vectors(tokens, n, corpus):
    """A vector for each length of n-grams, from 1 to n."""
    return [vector(tokens, k, corpus) for k in range(1, n + 1)]


def product(c, r):
    """Scalar product of two vectors, of caption and reference."""
    return sum(w * r[g] for g, w in c.items() if g in r)


def clipped_product(c, r):
    """The same where nothing weighs more in the caption than in the reference."""
    return sum(min(w, r[g]) * r[g] for g, w in c.items() if g in r)


def cosine(c, r, zero_division, product=product):
    """Product over the lengths of both vectors; 0 where only one has a length."""
    lengths = [sqrt(sum(w * w for w in v.values())) for v in (c, r)]
    if not all(lengths):
        return 0.0 if any(lengths) else zero_division
    return product(c, r) / (lengths[0] * lengths[1])


def mean_cosines(references, caption, *, n=4, zero_division=np.nan, corpus):
    """1, for a caption, and its cosine for each length of n-grams, averaged over the references.

    n : int, default 4
        Longest n-grams that count.
    zero_division : float, default nan
        The cosine of two vectors that are both 0. The authors' programs have 0.0.
    """
    ours, cosines = vectors(caption, n, corpus), []
    for reference in references:
        both = zip(ours, vectors(reference, n, corpus), strict=True)
        cosines.append([cosine(c, r, zero_division) for c, r in both])
    return 1, np.mean(cosines, axis=0)


@described_by(mean_cosines)
def mean_guarded_cosines(
    references,
    caption,
    *,
    n=4,
    sigma=6.0,
    zero_division=np.nan,
    corpus,
):
    """The same with clipped products, and less for another length than the reference's.

    sigma : float, default 6.0
        Above 0: the difference of lengths, in tokens, that costs a factor of exp(−1/2).
    """
    ours, cosines = vectors(caption, n, corpus), []
    for reference in references:
        d = np.subtract(len(caption), len(reference)) / sigma
        both = zip(ours, vectors(reference, n, corpus), strict=True)
        own = [cosine(c, r, zero_division, clipped_product) for c, r in both]
        cosines.append(exp(-(d**2) / 2) * np.array(own))
    return 1, np.mean(cosines, axis=0)


def weights_of_corpus(
    list_of_references: Any, hypotheses: Any, *, n: int = 4, corpus: Any = None, stem: Any = None, tokenize: Any = None
) -> dict[str, Any]:
    """What n-grams weigh, and what one weighs that no reference has: as if one picture had it.

    corpus : list of lists of texts, optional
        References of the pictures among which n-grams are frequent or rare; by default `list_of_references`. An n-gram
        that none of them has weighs as if one had it. Totals that are to be added need the same.
    """
    pictures = list_of_references if corpus is None else inputs.pictures(corpus, stem=stem, tokenize=tokenize)[0]
    return {"corpus": (idf(pictures, n), log(len(pictures)))}


REFERENCES_OF_ALL = FirstPass("corpus", lambda references, captions: list(references), add, list)


@of_sums(
    mean_cosines,
    inputs=inputs.with_references,
    shared=weights_of_corpus,
    first_pass=REFERENCES_OF_ALL,
    several=["cosines"],
    checks={"n": whole(most=ORDER)},
)
def cider(captions, cosines):
    """Ten times the mean cosine between the tf-idf vectors of a caption and of its references.

    An n-gram weighs (how often the caption has it) × log(pictures / pictures with it in a reference). The cosine is
    averaged over the references, over the lengths 1 to n of n-grams, and over the pictures. The factor of 10 is of the
    authors' programs. Where only one of a caption and a reference has n-grams of some length, their cosine is 0.

    >>> references = [["a dog runs fast".split()], ["a cat sits still".split()]]
    >>> round(cider(references, ["a dog runs fast".split(), "a dog sits still".split()]), 3)
    6.25
    """
    return 10 * cosines.mean(0) / captions


@of_sums(
    mean_guarded_cosines,
    inputs=inputs.with_references,
    shared=weights_of_corpus,
    first_pass=REFERENCES_OF_ALL,
    several=["cosines"],
    checks={"n": whole(most=ORDER), "sigma": positive},
)
def cider_d(captions, cosines):
    """CIDEr for captions that are written to please it: nothing for saying a thing twice, less for another length.

    In the product of the two vectors an n-gram weighs no more in the caption than in the reference, and the cosine is
    multiplied with exp(−d² / 2σ²), d being the difference of their lengths in tokens. Counts of n-grams are clipped, as
    in the authors' programs; the paper's formula has shares of n-grams.

    >>> references = [["a dog runs fast".split()], ["a cat sits still".split()]]
    >>> stutter = ["a dog dog dog".split(), "a cat sits still".split()]
    >>> round(cider(references, stutter), 2), round(cider_d(references, stutter), 2)
    (6.04, 5.56)
    """
    return 10 * cosines.mean(0) / captions


@checked_by(inputs.pictures, checks={"n": whole(most=ORDER)})
@described_by(mean_cosines)
def inverse_document_frequencies(corpus, *, n=4):
    """How much each n-gram of a corpus of references tells: log(pictures / pictures with it in a reference).

    -> dict
        From n-grams, which are tuples of 1 to n tokens, to natural logarithms: 0 for those of all pictures.

    Source: Sparck Jones (1972), A statistical interpretation of term specificity and its application in retrieval.

    >>> weights = inverse_document_frequencies([["a dog".split()], ["a cat".split(), "the cat".split()]], n=1)
    >>> {word: round(weight, 3) for (word,), weight in weights.items()}
    {'a': 0.0, 'dog': 0.693, 'cat': 0.693, 'the': 0.693}
    """
    return idf(corpus, n)
