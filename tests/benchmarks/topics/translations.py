"""BLEU of a corpus, its interval, the comparison of two systems, chrF++ and TER: against sacrebleu's own ways."""

from typing import Any

import numpy as np
import sacrebleu
from sacrebleu.significance import PairedTest

import evalmetrics

from ..row import RESAMPLES, Row, equal, nearly_equal

BLEU = evalmetrics.corpus_bleu.given(tokenize="whitespace")
PERMUTATIONS = 10_000
SACREBLEU = "sacrebleu's own"


def vocabulary() -> tuple[Any, Any]:
    """Words, and their shares of a text: frequent and rare as in Zipf's law."""
    words = np.array([f"word{i}" for i in range(20_000)])
    shares = 1 / np.arange(1, len(words) + 1)
    return words, shares / shares.sum()


def sentences(n: int) -> tuple[list[list[str]], list[str]]:
    """Sentences of 25 words, and translations with seven of ten words right."""
    rng = np.random.default_rng(0)
    words, shares = vocabulary()
    said = words[rng.choice(len(words), size=(n, 25), p=shares)]
    heard = np.where(rng.random(said.shape) < 0.7, said, rng.permutation(said.ravel()).reshape(said.shape))
    return [[" ".join(row)] for row in said], [" ".join(row) for row in heard]


def two_systems(n: int) -> tuple[Any, ...]:
    """Sentences, and for each the translations of two systems: seven of ten words right, by chance not the same."""
    references, answers = sentences(n)
    rng = np.random.default_rng(1)
    said = np.array([line.split() for (line,) in references])
    heard = np.where(rng.random(said.shape) < 0.698, said, rng.permutation(said.ravel()).reshape(said.shape))
    return references, list(zip(answers, (" ".join(row) for row in heard), strict=True))


def our_bleu(references: Any, hypotheses: Any) -> float:
    return float(BLEU(references, hypotheses))


def sacrebleu_metric() -> sacrebleu.BLEU:
    return sacrebleu.BLEU(tokenize="none", smooth_method="none", force=True)


def transposed(references: Any) -> list[Any]:
    """References set by set, as sacrebleu wants them."""
    return list(zip(*references, strict=True))


def sacrebleu_bleu(references: Any, hypotheses: Any) -> float:
    return sacrebleu_metric().corpus_score(hypotheses, transposed(references)).score / 100


def our_bleu_interval(references: Any, hypotheses: Any) -> tuple[float, ...]:
    result = evalmetrics.bootstrap(BLEU, references, hypotheses, n_resamples=RESAMPLES, rng=0)
    return float(result), float(result.replicates.mean()), (result.high - result.low) / 2


def sacrebleu_interval(references: Any, hypotheses: Any) -> tuple[float, ...]:
    score = sacrebleu_metric().corpus_score(hypotheses, transposed(references), n_bootstrap=RESAMPLES)
    return score.score / 100, score._mean / 100, score._ci / 100


def same_interval(ours: Any, peer: Any) -> bool:
    """One score; means and widths that differ by chance."""
    close = abs(ours[1] - peer[1]) < 0.15 * ours[2] and abs(ours[2] / peer[2] - 1) < 0.2
    return equal(ours[0], peer[0]) and bool(close)


def our_paired_bootstrap(references: Any, answers: Any) -> tuple[float, float]:
    """How much better the second system is, and sacrebleu's p-value of that, from the resampled differences."""
    one, other = zip(*answers, strict=True)
    result = evalmetrics.paired_bootstrap(BLEU, references, list(other), list(one), n_resamples=RESAMPLES, rng=0)
    sizes = np.abs(result.replicates)
    beyond = np.count_nonzero(sizes - sizes.mean() > abs(float(result)))
    return float(result), (beyond + 1) / (RESAMPLES + 1)


def our_permutation_test(references: Any, answers: Any) -> float:
    one, other = zip(*answers, strict=True)
    return evalmetrics.permutation_test(BLEU, references, list(other), list(one), n_resamples=PERMUTATIONS, rng=0)


def sacrebleu_compares(references: Any, answers: Any, kind: str, n: int) -> tuple[float, float]:
    systems = list(zip(("one", "other"), zip(*answers, strict=True), strict=True))
    metrics = {"BLEU": sacrebleu_metric()}
    test = PairedTest(systems, metrics, transposed(references), test_type=kind, n_samples=n)
    one, other = test()[1]["BLEU"]
    return (other.score - one.score) / 100, other.p_value


def sacrebleu_paired_bootstrap(references: Any, answers: Any) -> tuple[float, float]:
    return sacrebleu_compares(references, answers, "bs", RESAMPLES)


def sacrebleu_randomisation(references: Any, answers: Any) -> float:
    return sacrebleu_compares(references, answers, "ar", PERMUTATIONS)[1]


def same_p_value(ours: Any, peer: Any) -> bool:
    return abs(ours - peer) < 0.1


def same_comparison(ours: Any, peer: Any) -> bool:
    return bool(np.isclose(ours[0], peer[0], rtol=1e-9, atol=0)) and same_p_value(ours[1], peer[1])


def our_chrf(references: Any, hypotheses: Any) -> float:
    return float(evalmetrics.corpus_chrf(references, hypotheses, word_order=2))


def sacrebleu_chrf(references: Any, hypotheses: Any) -> float:
    return sacrebleu.CHRF(word_order=2).corpus_score(hypotheses, transposed(references)).score / 100


def with_phrases_moved(n: int) -> tuple[list[list[str]], list[str]]:
    """The same, with the first five words of each translation brought to its middle: what TER is made for."""
    references, answers = sentences(n)
    words = [line.split() for line in answers]
    return references, [" ".join(line[5:15] + line[:5] + line[15:]) for line in words]


def our_ter(references: Any, hypotheses: Any) -> float:
    return float(evalmetrics.corpus_ter(references, hypotheses))


def sacrebleu_ter(references: Any, hypotheses: Any) -> float:
    return sacrebleu.TER().corpus_score(hypotheses, transposed(references)).score / 100


COUNTED = "counting n-grams before any resample takes three quarters of our time"
CORPUS = "10,000 sentences of 25 words"
SPLIT = "splitting strings and looking words up takes two thirds of our time"
ROWS = [
    Row(f"corpus BLEU, {CORPUS}", "sacrebleu", 5, 10_000, sentences, our_bleu, sacrebleu_bleu, missed=SPLIT),
    Row(
        *(f"bootstrap of corpus BLEU, {CORPUS}, 1,000 resamples", SACREBLEU, 6, 10_000),
        *(sentences, our_bleu_interval, sacrebleu_interval, same_interval),
        missed=COUNTED,
    ),
    Row(
        *(f"paired bootstrap of corpus BLEU, {CORPUS}, 1,000 resamples", SACREBLEU, 6, 10_000),
        *(two_systems, our_paired_bootstrap, sacrebleu_paired_bootstrap, same_comparison),
        missed=COUNTED,
    ),
    Row(
        *(f"approximate randomisation of corpus BLEU, {CORPUS}, 10,000 permutations", SACREBLEU, 3, 10_000),
        *(two_systems, our_permutation_test, sacrebleu_randomisation, same_p_value),
    ),
    Row(
        *("chrF++, 2,000 sentences of 25 words", "sacrebleu", 3, 2000),
        *(sentences, our_chrf, sacrebleu_chrf, nearly_equal),
    ),
    Row(
        *("TER, 300 sentences of 25 words, a phrase moved in each", "sacrebleu", 3, 300),
        *(with_phrases_moved, our_ter, sacrebleu_ter, nearly_equal),
    ),
]
