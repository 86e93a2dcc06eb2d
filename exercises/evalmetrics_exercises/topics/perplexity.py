"""Exercise of the chapter on perplexity."""

import random
from collections.abc import Iterator
from math import exp, fsum, inf, log
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import corpus_perplexity, mean_perplexity, perplexity

from ..building import at_least, at_most, each_in, numbers_in
from ..tasks import Argue, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "36_perplexity"
LARGEST = 700.0  # the exponential of which is still a float

ONE = st.integers(0, 40).map(lambda n: 0.0 - n / 4)  # the first is a certain token
LOGS = st.lists(ONE, min_size=1, max_size=8) | st.lists(ONE, min_size=9, max_size=24)


def tokens(n: int) -> list[float]:
    """A text of so many tokens, no two stretches of which are alike."""
    source = random.Random(f"{n} tokens")
    return [-source.randint(1, 900) / 100 for _ in range(n)]


LONG = tokens(1000)  # whose probability no float holds
TEXT: Inputs = st.fixed_dictionaries({"log_probs": LOGS})
IMPOSSIBLE: Inputs = st.tuples(LOGS, st.integers(0, 24)).map(
    lambda drawn: {"log_probs": [*drawn[0][: drawn[1]], -inf, *drawn[0][drawn[1] :]]}
)
TEXTS: Inputs = st.fixed_dictionaries({"texts": st.lists(LOGS, min_size=1, max_size=9)})
UNLIKELY = (-24.5, -19.0, -35.0, -50.0, -120.0, -200.0, -700.0, -800.0)  # and possible


def draw(source: random.Random) -> Any:
    """Two texts of different lengths, with the probability of each token."""
    return [
        [source.choice([0.9, 0.8, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05]) for _ in range(n)] for n in (3, 5)
    ]


def by_mean_of_perplexities(texts: Any) -> dict[str, float]:
    right = scores(texts)
    both = [right["perplexity_1"], right["perplexity_2"]]
    return right | {"corpus_perplexity": float(np.average(both, weights=list(map(len, texts))))}


def scores(texts: Any) -> dict[str, float]:
    logs = [np.log(text).tolist() for text in texts]
    return {
        "perplexity_1": perplexity(logs[0]),
        "perplexity_2": perplexity(logs[1]),
        "corpus_perplexity": corpus_perplexity(logs),
        "bits_per_token": log(corpus_perplexity(logs)) / log(2),
    }


def by_mean_of_inverses(texts: Any) -> dict[str, float]:
    means = [float(np.mean(1 / np.array(text))) for text in texts]
    return scores(texts) | {"perplexity_1": means[0], "perplexity_2": means[1]}


@just_fail(
    {"words": [-2.0, -2.0], "pieces": [-1.0] * 3},
    {"words": [-2.0, -2.0], "pieces": [-2.0, -2.0]},
    {"words": [-1.0, -1.0], "pieces": [-0.9, -1.1]},
)
def other_tokens(answer: Any) -> Iterator[Condition]:
    """One text with one probability, cut in two ways."""
    words, pieces = each_in(answer, ("words", "pieces"), numbers_in, -1000, 0)
    sums = fsum(words), fsum(pieces)
    whole = abs(sums[0] - sums[1]) <= 1e-6  # the logarithm of how many times as likely, and so no share of the sum
    yield Condition("both give the text the same probability", f"{sums[0]:.4f} and {sums[1]:.4f}", whole)
    ratio = sums[1] / len(pieces) - sums[0] / len(words)  # of logarithms: perplexities may be too large for a float
    yield at_least("perplexity per word over perplexity per piece", exp(min(ratio, LARGEST)), 2)


@just_fail([-1.0], [-2.0] * 10, [-1.0] * 12, [-1.0] * 20)
def inverse_probability(answer: Any) -> Iterator[Condition]:
    """A perplexity far from 1/P."""
    logs = numbers_in(answer, "the answer", -100, 0)
    yield Condition("at most 12 tokens", f"{len(logs)}", len(logs) <= 12)
    yield at_most("perplexity", perplexity(logs), 4)
    yield at_least("1 over the probability of the text", exp(min(-sum(logs), LARGEST)), 1_000_000)


BY_HAND: Ideas = {
    "the arithmetic mean of 1/p: perplexity is a geometric mean": by_mean_of_inverses,
    "the mean over texts in place of the mean over tokens": lambda texts: (
        scores(texts) | {"corpus_perplexity": mean_perplexity([np.log(t).tolist() for t in texts])}
    ),
    "the mean of the perplexities, each by its tokens: logarithms are averaged": by_mean_of_perplexities,
    "nats in place of bits": lambda texts: scores(texts) | {"bits_per_token": scores(texts)["bits_per_token"] * log(2)},
}


TASKS = (
    Implement(
        name="perplexity_of",
        minutes=10,
        reference=perplexity,
        examples=({"log_probs": [log(0.5), log(0.25), log(0.1)]},),
        parts={
            "possible tokens": Part(
                TEXT,
                2,
                *(
                    {"log_probs": logs}
                    for logs in (
                        *([least, -0.5, -1.0] for least in UNLIKELY),
                        [-1.0, -1.0, -3.0],
                        [-0.005, -0.001],
                        *map(tokens, (12, 23, 50)),
                    )
                ),
            ),
            "an impossible token, and a long text": Part(
                IMPOSSIBLE,
                1,
                *({"log_probs": logs} for logs in ([-inf, -1.0], [-1.0, -inf, -2.0], [-inf])),
                {"log_probs": LONG},
                {"log_probs": [*tokens(30), -inf]},
                {"log_probs": [*tokens(14), -inf, *tokens(19)]},
            ),
        },
        wrong_ideas={
            "one over the probability of the text: take the root of its length": lambda log_probs: exp(-sum(log_probs)),
            "two normalisations: the mean already divides by the length": lambda log_probs: (
                perplexity(log_probs) ** (1 / len(log_probs))
            ),
            "the cross-entropy: perplexity is its exponential": lambda log_probs: -float(np.mean(log_probs)),
            "a power of 2: these logarithms are natural": lambda log_probs: 2.0 ** -float(np.mean(log_probs)),
            "the arithmetic mean of 1/p": lambda log_probs: float(np.mean(np.exp(-np.array(log_probs)))),
        },
    ),
    Implement(
        name="corpus_perplexity_of",
        minutes=10,
        reference=lambda texts: corpus_perplexity(texts),
        examples=({"texts": [[log(0.1)] * 4, [log(0.5)]]},),
        parts={
            "any texts": Part(
                TEXTS,
                2,
                *(
                    {"texts": texts}
                    for texts in (
                        [[-1.0], [-inf]],
                        *([[logs, -0.5], [-1.0]] for logs in UNLIKELY),
                        [[-inf, -1.0], [-2.0]],
                        [LONG, [-1.0]],
                        [[0.0], [0.0]],
                        [[0.0], [-1.0, -2.0]],
                        [[-1.0], [0.0, 0.0], [-2.0]],
                        [[-1.0, -2.0], [0.0]],
                        [[-1.0], [-1.0], [-3.0]],
                        [[-0.005, -0.001], [-0.002]],
                        [tokens(3), tokens(12), tokens(1), [*tokens(15), -inf], tokens(2)],
                        [tokens(n) for n in (3, 14, 1, 9, 20, 6, 2, 17, 4, 11)],
                        [tokens(n) for n in (8, 1, 30, 5, 2, 10, 1, 7, 13, 3, 25, 16, 6, 4, 40)],
                    )
                ),
            )
        },
        wrong_ideas={
            "the geometric mean over texts: every token counts the same": lambda texts: mean_perplexity(texts),
            "the arithmetic mean of the texts' perplexities": lambda texts: float(
                np.mean([perplexity(t) for t in texts])
            ),
            "a division by the number of texts": lambda texts: exp(-sum(map(sum, texts)) / len(texts)),
        },
    ),
    ByHand(name="perplexity_by_hand", minutes=15, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="other_tokens", minutes=15, points=4, conditions=other_tokens),
    Refute(name="inverse_probability", minutes=10, points=3, conditions=inverse_probability),
    Argue(name="lower_is_better", minutes=20, points=4),
)
