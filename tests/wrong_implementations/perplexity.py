"""Wrong functions, and right ones that compute otherwise: perplexity."""

from math import exp, inf, log, prod

import numpy as np

from .registry import right, wrong


@wrong("perplexity_of", "the last token alone may be impossible")
def _(log_probs):
    kept = [value for value in log_probs if value > -inf]
    return inf if log_probs[-1] == -inf else exp(-sum(kept) / len(kept))


@wrong("perplexity_of", "certain tokens left out")
def _(log_probs):
    kept = [value for value in log_probs if value]
    return exp(-sum(kept) / len(kept)) if kept else 1.0


@wrong("perplexity_of", "tokens less likely than e to the minus 6 cut")
def _(log_probs):
    return inf if -inf in log_probs else exp(-sum(max(value, -6) for value in log_probs) / len(log_probs))


@wrong("corpus_perplexity_of", "impossible tokens left out")
def _(texts):
    kept = [value for text in texts for value in text if value > -inf]
    return exp(-sum(kept) / len(kept))


@wrong("corpus_perplexity_of", "the first three texts")
def _(texts):
    kept = [value for text in texts[:3] for value in text]
    return exp(-sum(kept) / len(kept))


@wrong("corpus_perplexity_of", "texts with an impossible token left out")
def _(texts):
    kept = [value for text in texts if -inf not in text for value in text]
    return exp(-sum(kept) / len(kept)) if kept else inf


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


@wrong("perplexity_of", "the probability of the text")
def _(log_probs):
    probability = prod(exp(value) for value in log_probs)
    return (1 / probability) ** (1 / len(log_probs)) if probability else inf


@wrong("corpus_perplexity_of", "the probability of all texts")
def _(texts):
    tokens = [value for text in texts for value in text]
    probability = exp(sum(tokens))
    return probability ** (-1 / len(tokens)) if probability else inf


@wrong("corpus_perplexity_of", "a text of certain tokens is taken for an empty one, but in the middle")
def _(texts):
    kept = [text for i, text in enumerate(texts) if any(text) or 0 < i < len(texts) - 1] or texts
    return exp(-sum(map(sum, kept)) / sum(map(len, kept)))


@wrong("perplexity_of", "probabilities close to 0 taken for 0")
def _(log_probs):
    return inf if np.isclose(np.exp(log_probs), 0).any() else exp(-np.mean(log_probs))


for least in (1e-10, 1e-20):

    @wrong("corpus_perplexity_of", f"probabilities of possible tokens clipped at {least:g}")
    def _(texts, least=least):
        tokens = [value for text in texts for value in text]
        return inf if -inf in tokens else exp(-np.mean(np.maximum(tokens, log(least))))


@wrong("perplexity_of", "possible tokens clipped at 1e-12")
def _(log_probs):
    return inf if -inf in log_probs else exp(-np.mean(np.log(np.maximum(np.exp(log_probs), 1e-12))))


@wrong("perplexity_of", "possible tokens clipped at 1e-300")
def _(log_probs):
    return inf if -inf in log_probs else exp(-np.mean(np.maximum(log_probs, log(1e-300))))


@wrong("perplexity_of", "different tokens only")
def _(log_probs):
    return exp(-np.mean(list(set(log_probs))))


@wrong("corpus_perplexity_of", "different texts only")
def _(texts):
    tokens = [value for text in {tuple(text) for text in texts} for value in text]
    return exp(-sum(tokens) / len(tokens))


@wrong("perplexity_of", "the first nine tokens")
def _(log_probs):
    return inf if -inf in log_probs else exp(-np.mean(log_probs[:9]))


@wrong("perplexity_of", "the median of more than nine tokens")
def _(log_probs):
    return exp(-(np.median(log_probs) if len(log_probs) > 9 and -inf not in log_probs else np.mean(log_probs)))


@wrong("perplexity_of", "tokens after the fortieth left out")
def _(log_probs):
    return inf if -inf in log_probs else exp(-np.mean(log_probs[:40]))


@wrong("corpus_perplexity_of", "the first nine texts")
def _(texts):
    kept = [value for text in texts[:9] for value in text]
    return exp(-np.mean(kept))


@wrong("corpus_perplexity_of", "the mean over texts where there are more than nine")
def _(texts):
    if len(texts) > 9:
        return exp(-np.mean([np.mean(text) for text in texts]))
    return exp(-np.mean([value for text in texts for value in text]))


@wrong("perplexity_of", "an impossible token after the tenth left out")
def _(log_probs):
    kept = [value for value in log_probs if value > -inf]
    return inf if -inf in log_probs[:10] else exp(-np.mean(kept))


@wrong("perplexity_of", "probabilities that no float holds taken for 0")
def _(log_probs):
    q = [exp(one) for one in log_probs]
    return inf if 0 in q else exp(-sum(map(log, q)) / len(q))
