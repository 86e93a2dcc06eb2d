"""Wrong functions, and right ones that compute otherwise: perplexity."""

from math import exp, inf, log

import numpy as np

from .registry import right, wrong


@wrong("corpus_perplexity_of", "impossible tokens left out")
def _(texts):
    kept = [value for text in texts for value in text if value > -inf]
    return exp(-sum(kept) / len(kept))


@right("perplexity_of", "bits")
def _(log_probs):
    return 2 ** (-np.mean(np.array(log_probs) / np.log(2)))


@right("perplexity_of", "the product of the roots")
def _(log_probs):
    root = np.prod(np.exp(np.array(log_probs) / len(log_probs)))
    return float(1 / root) if root else inf


@right("corpus_perplexity_of", "a weighted mean")
def _(texts):
    return exp(np.average([-np.mean(text) for text in texts], weights=[len(text) for text in texts]))


@wrong("corpus_perplexity_of", "a text of certain tokens is taken for an empty one, but in the middle")
def _(texts):
    kept = [text for i, text in enumerate(texts) if any(text) or 0 < i < len(texts) - 1] or texts
    return exp(-sum(map(sum, kept)) / sum(map(len, kept)))


@wrong("perplexity_of", "an impossible token after the tenth left out")
def _(log_probs):
    kept = [value for value in log_probs if value > -inf]
    return inf if -inf in log_probs[:10] else exp(-np.mean(kept))


@wrong("perplexity_of", "probabilities that no float holds taken for 0")
def _(log_probs):
    q = [exp(one) for one in log_probs]
    return inf if 0 in q else exp(-sum(map(log, q)) / len(q))
