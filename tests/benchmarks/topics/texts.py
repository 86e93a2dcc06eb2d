"""Texts: word error rate and ROUGE."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

import jiwer
import numpy as np
from rapidfuzz.distance import Levenshtein
from rouge_score import rouge_scorer, tokenizers

import evalmetrics

from ..row import Row
from .translations import sentences, vocabulary

PARTS = "checks and a result with parts take five sixths of our time"
WAY_BACK = "half of our time goes into the way back through the tables, in Python"
LOOKED_UP = "looking every word up in a dict takes about half of our time"
RAPIDFUZZ = "rapidfuzz in a loop"
SAME = "the same distances in C++, and a look at every word"


def transcripts(n: int, *, words: int) -> tuple[list[str], list[str]]:
    rng = np.random.default_rng(0)
    known, shares = vocabulary()
    said, other = known[rng.choice(len(known), size=(2, n, words), p=shares)]
    heard = np.where(rng.random(said.shape) < 0.88, said, other)
    kept = rng.random(said.shape) < 0.95
    return [" ".join(row) for row in said], [" ".join(row[k]) for row, k in zip(heard, kept, strict=True)]


def our_wer(references: Any, hypotheses: Any) -> float:
    return float(evalmetrics.corpus_wer(references, hypotheses, tokenize="whitespace"))


def error_rate_row(name: str, at_least: float, size: int, words: int, missed: str = "") -> Row:
    ours, peer = {"WER": (our_wer, jiwer.wer), "CER": (evalmetrics.corpus_cer, jiwer.cer)}[name]
    work = f"{name}, {size:,} transcripts of {words:,} words"
    return Row(work, "jiwer", at_least, size, partial(transcripts, words=words), ours, peer, missed=missed)


def looped_cer(references: Any, hypotheses: Any) -> float:
    return sum(map(Levenshtein.distance, references, hypotheses)) / sum(map(len, references))


def looped_wer(references: Any, hypotheses: Any) -> float:
    return looped_cer([text.split() for text in references], [text.split() for text in hypotheses])


def rapidfuzz_row(name: str, at_least: float, size: int, words: int, missed: str, excused: float = 0.5) -> Row:
    ours, peer = {"WER": (our_wer, looped_wer), "CER": (evalmetrics.corpus_cer, looped_cer)}[name]
    work, given = f"{name}, {size:,} transcripts of {words:,} words", partial(transcripts, words=words)
    return Row(work, RAPIDFUZZ, at_least, size, given, ours, peer, missed=missed, excused=excused)


def one_transcript(n: int) -> tuple[list[str], list[str]]:
    ((said,), (heard,)) = transcripts(1, words=n)
    return said.split(), heard.split()


def listed_edits(reference: Any, hypothesis: Any) -> Any:
    return Levenshtein.editops(reference, hypothesis).as_list()


def as_many_edits(ours: Any, peer: Any) -> bool:
    return sum(edit.operation != "match" for edit in ours) == len(peer)


def summaries(n: int) -> tuple[Any, ...]:
    """Reference summaries of five sentences of 20 words, and others with seven of ten words right, elsewhere."""
    references, hypotheses = sentences(5 * n)
    sides = [line[0] for line in references], hypotheses[2:] + hypotheses[:2]
    return tuple([[line.split()[:20] for line in side[i : i + 5]] for i in range(0, 5 * n, 5)] for side in sides)


def flat_summaries(n: int) -> tuple[Any, ...]:
    return tuple([list(chain.from_iterable(text)) for text in side] for side in summaries(n))


def our_rouge_n(references: Any, hypotheses: Any, *, n: int) -> Any:
    texts = [[reference] for reference in references]
    return evalmetrics.corpus_rouge_n.score(evalmetrics.corpus_rouge_n.statistics(texts, hypotheses, n))


def our_rouge_l(references: Any, hypotheses: Any) -> Any:
    return [evalmetrics.rouge_l([r], h).f for r, h in zip(references, hypotheses, strict=True)]


def our_rouge_lsum(references: Any, hypotheses: Any) -> Any:
    return [evalmetrics.rouge_lsum([r], h).f for r, h in zip(references, hypotheses, strict=True)]


class Ready(tokenizers.Tokenizer):
    """Tells rouge-score to take words as they come."""

    def tokenize(self, text: Any) -> Any:
        return text


def rouge_score_of(name: str) -> Callable[..., Any]:
    """A score of each text by rouge-score; its function for summaries in sentences is called without its splitting."""
    scorer = rouge_scorer.RougeScorer([name], tokenizer=Ready())

    def score(reference: Any, hypothesis: Any) -> float:
        if name == "rougeLsum":
            return rouge_scorer._summary_level_lcs(reference, hypothesis).fmeasure
        return scorer.score(reference, hypothesis)[name].fmeasure

    return lambda references, hypotheses: list(map(score, references, hypotheses))


def counted_rouge_n(references: Any, hypotheses: Any, *, n: int) -> Any:
    found = []
    for reference, hypothesis in zip(references, hypotheses, strict=True):
        texts = reference, hypothesis
        said, heard = (Counter(text if n == 1 else zip(*(text[i:] for i in range(n)), strict=False)) for text in texts)
        found.append(2 * (said & heard).total() / (said.total() + heard.total()))
    return found


def counter_row(n: int, at_least: float, size: int, missed: str) -> Row:
    ours, peer = partial(our_rouge_n, n=n), partial(counted_rouge_n, n=n)
    work = f"ROUGE-{n}, {size:,} summaries of 100 words"
    return Row(work, "`Counter` in a loop", at_least, size, flat_summaries, ours, peer, missed=missed, excused=0.7)


def rouge_row(name: str, at_least: float, size: int, given: Any, ours: Callable[..., Any], missed: str = "") -> Row:
    work = f"{name.replace('rouge', 'ROUGE-')}, {size:,} summaries of 100 words"
    return Row(work, "rouge-score", at_least, size, given, ours, rouge_score_of(name), missed=missed)


ROWS = [
    error_rate_row("WER", 6, 10_000, 25),
    error_rate_row("WER", 3, 50, 2000, "splitting strings, and distances in C++ that are the peer's, too"),
    error_rate_row("CER", 40, 10_000, 25),
    rapidfuzz_row("WER", 1, 10_000, 25, SAME),
    rapidfuzz_row("WER", 1, 50, 2000, SAME),
    rapidfuzz_row("CER", 1, 10_000, 25, "the same distances in C++, and a check of every text"),
    Row(
        *("edit operations, 3,000 words", "`rapidfuzz`, edits alone", 0.5, 3000),
        *(one_transcript, evalmetrics.edit_operations, listed_edits, as_many_edits),
        missed="ours names the tokens of each operation, and pairs of equal ones, too",
        excused=0.4,
    ),
    rouge_row("rouge1", 6, 1000, flat_summaries, partial(our_rouge_n, n=1), LOOKED_UP),
    rouge_row("rouge2", 6, 1000, flat_summaries, partial(our_rouge_n, n=2), LOOKED_UP),
    counter_row(1, 1.5, 1000, LOOKED_UP),
    counter_row(2, 1.5, 1000, LOOKED_UP),
    rouge_row("rougeL", 60, 100, flat_summaries, our_rouge_l, PARTS),
    rouge_row("rougeLsum", 15, 100, summaries, our_rouge_lsum, WAY_BACK),
]
