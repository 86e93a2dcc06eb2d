"""Texts with references, cut into tokens in one way or another: BLEU, chrF, METEOR, ROUGE and WER of programs."""

import re
import string
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
from rapidfuzz.distance import Levenshtein

from ....bleu import corpus_bleu, smooth
from ....chrf_ter import chrf_counts, f_of_orders
from ....fast.bleu import bleu_counts
from ....inputs import arguments
from ....inputs.arguments import as_list
from ....inputs.stemming import stemmed
from ....inputs.texts import TOKENIZERS, ngrams
from ....meteor_scores import alignment, chunks_of, meteor_of_counts, pairs_of, porter, stages, wordnet_synonyms
from ....rouge import (
    f_of_counts,
    lcs_counts,
    lcs_length,
    longest_common_subsequence,
    shared_counts,
    skip_bigrams,
    union_counts,
    weighted_lcs_counts,
)
from ..settings import Family, NotAVariantError
from .labels import f_of

MARKS = re.compile(f"[{re.escape(string.punctuation)}]")
Texts = tuple[list[list[str]], list[str]]

CASE: dict[str, Callable[[str], str]] = {"kept": str, "lowered": str.lower}
PUNCTUATION: dict[str, Callable[[str], str]] = {
    "kept": str,
    "dropped": lambda text: MARKS.sub("", text),
    "made blank": lambda text: MARKS.sub(" ", text),
}


def with_references(references: Any, hypotheses: Any) -> Texts:
    if isinstance(references, str) and isinstance(hypotheses, str):
        references, hypotheses = [references], [hypotheses]
    listed = as_list(references, "references", "strings, or of lists of strings")
    texts = [_string(text, f"hypotheses[{i}]") for i, text in enumerate(as_list(hypotheses, "hypotheses", "strings"))]
    arguments.same_length(references=listed, hypotheses=texts)
    several = [
        [each] if isinstance(each, str) else as_list(each, f"references[{i}]", "strings")
        for i, each in enumerate(listed)
    ]
    return [[_string(text, f"references[{i}]") for text in each] for i, each in enumerate(several)], texts


def with_one_reference(references: Any, hypotheses: Any) -> tuple[list[str], list[str]]:
    several, texts = with_references(references, hypotheses)
    for i, each in enumerate(several):
        if len(each) != 1:
            raise ValueError(f"references must hold one string for each hypothesis, got {len(each)} at references[{i}]")
    return [each[0] for each in several], texts


def _string(text: Any, name: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a string, since variants differ in how it is cut; got {arguments.shown(text)}")
    return text


def _by_nltk(text: str) -> list[str]:
    from nltk.tokenize import NLTKWordTokenizer

    return NLTKWordTokenizer().tokenize(text)


SPLITTERS: dict[str, Callable[[str], list[str]]] = {
    **TOKENIZERS,
    "nltk": _by_nltk,
    r"\w+": re.compile(r"\w+").findall,
    "[a-z0-9]+": re.compile("[a-zA-Z0-9]+").findall,
}


def tokens_by(tokenize: Any, case: str, punctuation: str = "kept") -> Callable[[str], list[str]]:
    split = tokenize if callable(tokenize) else SPLITTERS[tokenize]
    lowered, stripped = CASE[case], PUNCTUATION[punctuation]
    return lambda text: list(split(stripped(lowered(text))))


NLTK_ORDERS = 5  # nltk's fifth method looks one order further


def bleu_statistics(data, *, tokenize, case, punctuation):
    references, hypotheses = data
    cut = tokens_by(tokenize, case, punctuation)
    cut_references = [[cut(text) for text in each] for each in references]
    cut_hypotheses = [cut(text) for text in hypotheses]
    c, closest, matches, possible = bleu_counts(cut_references, cut_hypotheses, NLTK_ORDERS, "closest")
    shortest = [min(map(len, each)) for each in cut_references]
    return c, closest, shortest, matches.T, possible.T


def halving_with_length(matches, possible, c):
    """Chen and Cherry's fourth smoothing, as nltk has it: the k-th order without a match gets ln(c) / (5 · 2^k)."""
    unmatched = (matches == 0) & (possible > 0) & (matches[0] > 0) & (c > 1)
    filled = np.log(c) / (5 * 2.0 ** unmatched.cumsum(0))
    return np.where(unmatched, filled, matches), possible


def averaged_with_neighbours(matches, possible):
    """Chen and Cherry's fifth: each precision is averaged with the one before, averaged already, and the one after.

    The last row is what nltk takes to come after the others: the fifth order, whatever the others are.
    """
    p = np.divide(matches, np.maximum(possible, 1))
    before, averaged = p[0] + 1, []
    for i in range(len(p) - 1):
        before = (before + p[i] + p[i + 1]) / 3
        averaged.append(np.where(matches[0] > 0, before, 0))
    return np.array(averaged), np.ones_like(possible[:-1])


SMOOTHINGS = {
    "none": (None, None),
    "exponential": ("exponential", None),
    "floor 0.1": ("floor", 0.1),
    "floor 0.01": ("floor", 0.01),
    "add 1 above words": ("add_k", 1.0),
    "add 1 to all": ("add_one_all", None),
}


def smoothed(matches, possible, c, smoothing, n):
    if smoothing in SMOOTHINGS:
        return smooth(matches[:n], possible[:n], *SMOOTHINGS[smoothing])
    first = matches[:n], possible[:n]
    if smoothing != "nltk method 5":
        first = halving_with_length(*first, c)
    if smoothing == "nltk method 4":
        return first
    fifth = matches[NLTK_ORDERS - 1 :], possible[NLTK_ORDERS - 1 :]
    return averaged_with_neighbours(*(np.concatenate(parts) for parts in zip(first, fifth, strict=True)))


def bleu(counts, *, order, smoothing, aggregate, effective_order, brevity, reference_length):
    c, closest, shortest, matches, possible = counts
    r = closest if reference_length == "closest" else shortest
    if aggregate == "corpus":
        c, r, matches, possible = c.sum(0), r.sum(0), matches.sum(1), possible.sum(1)
    matches, possible = smoothed(matches, possible, c, smoothing, order)
    if brevity == "left out":
        r = c
    scores = corpus_bleu.definition(
        c, r, matches, possible, effective_order=effective_order == "yes", zero_division=0.0
    )
    scores = np.where(c > 0, scores, 0.0)
    return scores if aggregate == "corpus" else scores.mean(0)


def each_reference(data, count):
    """What `count` makes of each text and each of its references; the first stands in for those that others have more.

    An array of shape (texts, references, …).
    """
    most = max(map(len, data[0]))
    rows = [[count(r, h) for r in references] for references, h in zip(*data, strict=True)]
    return np.array([row + row[:1] * (most - len(row)) for row in rows], dtype=float)


def of_best(score, parts, aggregate):
    """A score of the sums over texts, each with its best reference, or the mean of the texts' best scores."""
    scores = np.nan_to_num(score(*parts), nan=-1.0)  # texts, references
    if aggregate.startswith("mean"):
        return scores.max(1).mean()
    chosen = scores.argmax(1).reshape(*[1] * (parts.ndim - 2), -1, 1)
    return score(*np.take_along_axis(parts, chosen, -1)[..., 0].sum(-1))


def chrf_statistics(data, *, case, punctuation, blanks):
    def count(*texts):
        reference, hypothesis = (PUNCTUATION[punctuation](CASE[case](text)) for text in texts)
        return chrf_counts([reference], hypothesis, word_order=2, whitespace=blanks == "kept")

    return each_reference(data, count)


def chrf(counts, *, word_order, char_order, beta, smoothing, aggregate):
    orders = [*range(char_order), *range(6, 6 + word_order)]
    score = partial(f_of_orders, beta=beta, eps_smoothing=smoothing == "every order")
    return of_best(score, np.moveaxis(counts[..., orders], [2, 3], [0, 1]), aggregate)


def meteor_statistics(data, *, tokenize, case, punctuation, stem, synonyms):
    cut = tokens_by(tokenize, case, punctuation)
    of_word = {"none": None, "WordNet": wordnet_synonyms}[synonyms]

    def count(reference, hypothesis):
        r, h = cut(reference), cut(hypothesis)
        pairs = pairs_of(alignment(stages(r, h, porter if stem == "Porter" else None, of_word)))
        return len(pairs), chunks_of(pairs), len(r), len(h)

    return each_reference(data, count)


SHAPES = {"0.9, 3, 0.5": (0.9, 3.0, 0.5), "0.81, 0.83, 0.28": (0.81, 0.83, 0.28), "0.5, 3, 0.5": (0.5, 3.0, 0.5)}


def meteor(counts, *, shape, penalty, aggregate):
    """METEOR of the sums over the texts, or the mean of theirs."""
    alpha, beta, gamma = SHAPES[shape]
    weights = alpha, beta, 0.0 if penalty == "left out" else gamma

    def score(*parts):
        return meteor_of_counts(*(*parts, *weights))

    return of_best(score, np.moveaxis(counts, 2, 0), aggregate)


BETAS = {"F": 1.0, "F with beta 1.2": 1.2, "F with beta 2": 2.0}
SKIPS = {"S": (None, False), "S4": (4, False), "SU": (None, True), "SU4": (4, True)}
SENTENCES = {"Lsum": re.compile("\n"), "Lsum by points": re.compile(r"(?<=[.!?])\s+")}


def remembered(references: Any, hypotheses: Any) -> tuple[Any, Any, dict[Any, Any]]:
    """References, texts, and room for their words: kinds of ROUGE share what they are cut into."""
    return (*with_references(references, hypotheses), {})


def words_by(tokenize: Any, case: str, stem: str, stops: str) -> Any:
    cut = tokens_by(tokenize, case)

    @cache
    def words(text: str) -> list[Any]:
        tokens: list[Any] = cut(text)
        if stops == "dropped":
            from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

            tokens = [token for token in tokens if token.lower() not in ENGLISH_STOP_WORDS]
        return stemmed(tokens, True) if stem == "Porter" else tokens

    return words


def matches_and_lengths(kind, reference, hypothesis, words, repeats):
    once = repeats != "counted"
    if once and kind in (*SENTENCES, "W"):
        raise NotAVariantError
    if kind in SENTENCES:
        cut = [[words(part) for part in SENTENCES[kind].split(text)] for text in (reference, hypothesis)]
        return union_counts(*cut)
    texts = words(reference), words(hypothesis)
    if kind == "L" and once:
        return [len(set(each)) for each in (longest_common_subsequence(*texts), *texts)]
    if kind in ("L", "W"):
        return lcs_counts(*texts) if kind == "L" else weighted_lcs_counts(*texts, 1.2)
    units = [skip_bigrams(text, *SKIPS[kind]) if kind in SKIPS else ngrams(text, int(kind)) for text in texts]
    return shared_counts(*([*dict.fromkeys(each)] if once else each for each in units))


def rouge_statistics(data, *, kind, tokenize, case, stem, stop_words, repeats):
    list_of_references, hypotheses, known = data
    how = (tokenize, case, stem, stop_words)
    if how not in known:
        known[how] = words_by(*how)
    counts = np.full((len(hypotheses), max(map(len, list_of_references)), 3), np.nan)
    for i, (references, hypothesis) in enumerate(zip(list_of_references, hypotheses, strict=True)):
        for j, reference in enumerate(references):
            counts[i, j] = matches_and_lengths(kind, reference, hypothesis, known[how], repeats)
    return (counts,)


def shares(counts, part):
    matches, reference, hypothesis = counts
    whole = {"precision": hypothesis, "recall": reference}.get(part)
    value = f_of_counts(matches, reference, hypothesis, beta=BETAS[part]) if whole is None else matches / whole
    return np.where(matches == 0, 0.0, value)


def best_of(counts):
    f = np.nan_to_num(shares(np.moveaxis(counts, 2, 0), "F"), nan=-1.0)
    chosen = f.argmax(1)[:, None, None]
    return np.take_along_axis(counts, chosen, 1)[:, 0]


def rouge(counts, *, part, references, aggregate):
    """A part of ROUGE from counts of shape (texts, references, 3, settings)."""
    (counts,) = counts
    n = counts.shape[1]

    def parts_of(one, name=part):
        return shares(np.moveaxis(one, 1, 0), name)

    if references in ("best", "pooled"):
        chosen = best_of(counts) if references == "best" else np.nansum(counts, 1)
        return parts_of(chosen.sum(0, keepdims=True) if aggregate == "sums of counts" else chosen).mean(0)
    if aggregate == "sums of counts" or (references == "jackknife" and n == 1):
        raise NotAVariantError
    if references == "mean":
        values = np.nanmean([parts_of(counts[:, j]) for j in range(n)], 0)
    elif references == "jackknife":
        without = [best_of(np.delete(counts, j, axis=1)) for j in range(n)]
        values = np.mean([parts_of(one) for one in without], 0)
    else:
        p, r = (np.nanmax([parts_of(counts[:, j], name) for j in range(n)], 0) for name in ("precision", "recall"))
        values = {"precision": p, "recall": r}.get(part)
        values = f_of(p, r, BETAS[part]) if values is None else values
    return values.mean(0)


MANY = 10**6  # more than a text has words
UNITS = {"words": "whitespace", "words and marks": "13a", "characters": list, "characters without blanks": "char"}


def aligned(reference, hypothesis, alignment):
    if alignment == "fewest edits":
        tags = [edit.tag for edit in Levenshtein.editops(reference, hypothesis)]
        s, d, i = (tags.count(tag) for tag in ("replace", "delete", "insert"))
    elif alignment == "no substitutions":
        common = lcs_length(reference, hypothesis)
        s, d, i = 0, len(reference) - common, len(hypothesis) - common
    else:
        one_side = 3 * MANY + 1  # of alignments that cost the same, the one with the fewest deletions and insertions
        cost = Levenshtein.distance(reference, hypothesis, weights=(one_side, one_side, 4 * MANY))
        cost, d_and_i = divmod(cost, MANY)
        s, i = (cost - 3 * d_and_i) // 4, (d_and_i + len(hypothesis) - len(reference)) // 2
        d = d_and_i - i
    return s, d, i, len(reference) - s - d


def edits(data, *, unit, case, punctuation, alignment, arguments):
    cut = tokens_by(UNITS.get(unit, unit), case, punctuation)
    pairs = data if arguments == "reference first" else data[::-1]
    return np.transpose([aligned(cut(r), cut(h), alignment) for r, h in zip(*pairs, strict=True)])


def error_rate(counts, *, rate, aggregate):
    s, d, i, hits = (part.sum(0, keepdims=True) if aggregate == "corpus" else part for part in counts)
    reference, hypothesis = s + d + hits, s + i + hits
    if rate == "word information lost":
        values = 1 - hits**2 / (reference * hypothesis)
    else:
        longer = np.maximum(reference, hypothesis)
        wholes = {"edits / reference": reference, "edits / hypothesis": hypothesis, "edits / longer text": longer}
        values = (s + d + i) / wholes.get(rate, s + d + i + hits)
    return values.mean(0)


FAMILIES = {
    "bleu": Family("bleu", with_references, bleu_statistics, bleu, stacked=True),
    "chrf": Family("chrf", with_references, chrf_statistics, chrf),
    "meteor": Family("meteor", with_references, meteor_statistics, meteor),
    "rouge": Family("rouge", remembered, rouge_statistics, rouge, stacked=True),
    "wer": Family("wer", with_one_reference, edits, error_rate, stacked=True),
}
