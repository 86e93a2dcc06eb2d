"""Texts of the book, what metrics count in them, and what people and models make of them, taken for all there is."""

import itertools
import random
import re
from functools import cache, partial
from typing import Any

import numpy as np
import pandas as pd

from evalmetrics.cider_scores import cider_d
from evalmetrics.meteor_scores import corpus_meteor
from evalmetrics.rouge import corpus_rouge_n, rouge_l, rouge_lsum, rouge_n
from evalmetrics.word_error_rate import corpus_wer

from .. import examples, judgements
from .coverage import Samples, World, population
from .populations import bare_words, corpus

SYSTEMS = ("good", "literal", "fluent", "short", "repetitive", "negated")
CAPTIONS = ("careful", "generic", "confused", "stutter")
GRADES = {"good": 4, "literal": 3, "repetitive": 2, "short": 1, "fluent": 0, "negated": 0}
CROWNS = {  # a winner and its runner-up
    "ROUGE-1 recall": ("repetitive", "good"),
    "ROUGE-1 precision": ("short", "good"),
    "ROUGE-1 F": ("good", "negated"),
    "ROUGE-2 F": ("repetitive", "good"),
    "ROUGE-L F": ("negated", "good"),
}
OTHERS = {"ROUGE-L F": ("good", "literal")}
COUNTED = {
    "METEOR": corpus_meteor.given(tokenize="rouge"),
    "ROUGE-1": corpus_rouge_n.given(n=1, tokenize="rouge"),
}


@cache
def counts(metric: str, system: str) -> Any:
    """What a metric counts in forty translations, a row each."""
    if metric == "WER":
        first = [bare_words(several[0]) for several in corpus()["references"]]
        return corpus_wer.statistics(first, [*map(bare_words, corpus()[system])])
    return COUNTED[metric].statistics(corpus()["references"].tolist(), corpus()[system].tolist())


def counted_of(metric: str, *systems: str) -> World:
    """The same as a world, of one system or two."""
    name = f"{metric} of translations, {' and '.join(systems)}"
    return population(name, lambda: tuple(counts(metric, s) for s in systems), "these 40", systems=len(systems))


@cache
def _parts(dialect: str, system: str) -> Any:
    name, _, part = dialect.partition(" ")
    metric = {"ROUGE-1": rouge_n.given(n=1), "ROUGE-2": rouge_n.given(n=2), "ROUGE-L": rouge_l}[name]
    texts = zip(corpus()["references"], corpus()[system], strict=True)
    return np.array([getattr(metric(several, text, tokenize="rouge"), part.lower()) for several, text in texts])


def ahead(dialect: str, first: str, second: str) -> Samples:
    """By how much one system is ahead of another, sentence by sentence."""
    return (_parts(dialect, first) - _parts(dialect, second),)


@cache
def stories() -> Samples:
    """ROUGE-Lsum of eight texts of five sentences."""
    told = [corpus()["good"].to_list(), [several[0] for several in corpus()["references"]]]
    good, true = ([texts[i : i + 5] for i in range(0, 40, 5)] for texts in told)
    return (np.array([rouge_lsum([t], s, tokenize="rouge").f for t, s in zip(true, good, strict=True)]),)


@cache
def captioned(*systems: str) -> Samples:
    """What CIDEr-D finds in captions of sixteen pictures, whose references say for good what words weigh."""
    table, metric = examples.example_captions(), cider_d.given(tokenize="whitespace")
    return tuple(metric.statistics(table["references"].tolist(), table[system].tolist()) for system in systems)


@cache
def graded_texts(*systems: str) -> Samples:
    """Per sentence the grades of some systems, and ROUGE-1 of their translations."""
    rouge, table = rouge_n.given(tokenize="13a"), corpus()
    scores = [[rouge(r, text, 1).f for r, text in zip(table["references"], table[s], strict=True)] for s in systems]
    return np.tile([float(GRADES[s]) for s in systems], (len(table), 1)), np.transpose(scores)


# People


@cache
def news() -> pd.DataFrame:
    """What people and chrF say of 936 translations, and of which document each is a part."""
    return judgements.judged_translations("wmt23", "refA", by="text")[["people", "chrF", "document"]]


def documents(n: int, rng: np.random.Generator) -> Samples:
    """All translations of n documents."""
    parts = [part for _, part in news().groupby("document")]
    drawn = [parts[i] for i in rng.integers(len(parts), size=n)]
    table = pd.concat(drawn)
    return table["people"].to_numpy(), table["chrF"].to_numpy(), np.repeat(np.arange(n), [len(d) for d in drawn])


def all_documents() -> Samples:
    """Those of all documents."""
    return tuple(news()[name].to_numpy() for name in ("people", "chrF", "document"))


# Language models


def _sentences(text: str) -> list[list[str]]:
    parts = re.split(r"(?<=[.!?])[’”)]*\s+", text.lower())
    return [words for part in parts if (words := re.findall(r"[a-z]+(?:[’-][a-z]+)*", part))]


@cache
def chapters() -> list[list[list[str]]]:
    """Sentences of the first chapter and of the beginning of the second."""
    return [_sentences(text) for text in examples.example_story()["text"]]


@cache
def trained(words: int, cutoff: int, kind: str = "Lidstone") -> Any:
    """A model that looks at so many words, the one to come among them, and calls rarer ones unknown."""
    import nltk.lm

    texts, _ = chapters()
    known = nltk.lm.Vocabulary([*itertools.chain(*texts), *["<s>", "</s>"] * cutoff], unk_cutoff=cutoff)
    model = getattr(nltk.lm, kind)(*([0.1] if kind == "Lidstone" else []), words, vocabulary=known)
    begun = ["<s>"] if words > 1 else []
    model.fit(nltk.everygrams([*begun, *text, "</s>"], max_len=words) for text in texts)
    return model


@cache
def surprises(words: int, cutoff: int) -> Any:
    """Per sentence of the second chapter, its surprise in nats, and how many tokens it has."""
    model = trained(words, cutoff)
    pairs = [[*itertools.pairwise(["<s>", *text, "</s>"])] for text in chapters()[1]]
    logs = [[np.log(model.score(word, [last] if words > 1 else None)) for last, word in each] for each in pairs]
    return np.array([[-sum(each), len(each)] for each in logs])


def predicted(cutoff: int, *words: int) -> Samples:
    """The same of one model or two."""
    return tuple(surprises(each, cutoff) for each in words)


@cache
def lengths(author: str) -> Samples:
    """How many words sentences have, Carroll's or those of a model that has learned from him."""
    texts, _ = chapters()
    if author == "Carroll":
        return ([len(text) for text in texts],)
    model, dice = trained(2, 1, "MLE"), random.Random(0)

    def written() -> int:
        words = ["<s>"]
        while words[-1] != "</s>":
            words.append(model.generate(text_seed=words[-1:], random_seed=dice))
        return len(words) - 2

    return ([written() for _ in texts],)


TEXTS = [
    *(counted_of(metric, system) for metric in ("WER", "METEOR") for system in SYSTEMS),
    counted_of("METEOR", "repetitive", "good"),
    counted_of("METEOR", "good", "negated"),
    counted_of("ROUGE-1", "good", "negated"),
    *(
        population(f"{dialect} of translations, {one} − {other}", partial(ahead, dialect, one, other), "these 40")
        for dialect, (one, other) in [*CROWNS.items(), *OTHERS.items()]
    ),
    population("ROUGE-Lsum of stories, good", stories, "these 8"),
    *(
        population(f"captions weighed by all, {' and '.join(s)}", partial(captioned, *s), "these 16", systems=len(s))
        for s in [*((system,) for system in CAPTIONS), ("careful", "confused"), ("generic", "stutter")]
    ),
    population("grades and ROUGE-1, all six", partial(graded_texts, *GRADES), "these 40"),
    population("grades and ROUGE-1, without negated", partial(graded_texts, *list(GRADES)[:-1]), "these 40"),
    World("news", documents, all_documents, "these 30", groups=True),
    *(population(f"chapter 2, cutoff {k}", partial(predicted, k, 2), "these 33") for k in (1, 2)),
    *(
        population(f"chapter 2, bigrams and unigrams, cutoff {k}", partial(predicted, k, 2, 1), "these 33")
        for k in (1, 3)
    ),
    *(population(f"sentences, {author}", partial(lengths, author), "these 83") for author in ("Carroll", "machine")),
]
