"""Exercise of the lessons on BLEU."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import exp, prod, sqrt
from statistics import fmean, geometric_mean
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import brevity_penalty, modified_precision, sentence_bleu
from evalmetrics.inputs.texts import ngram_counts, ngrams

from ..building import at_least
from ..drawing import told_apart
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail
from ..translations import talks
from ..wording import SPELLED, WORDS, like, opposite, repeating, sentence, texts_in, words

TITLE = "32_bleu"


def matches(references: list[list[str]], hypothesis: list[str], n: int) -> list[int]:
    return list(modified_precision(references, hypothesis, n))


def unclipped(references: list[list[str]], hypothesis: list[str], n: int) -> list[int]:
    known = {gram for reference in references for gram in ngrams(reference, n)}
    found = ngrams(hypothesis, n)
    return [sum(gram in known for gram in found), len(found)]


def distinct(references: list[list[str]], hypothesis: list[str], n: int) -> list[int]:
    known = {gram for reference in references for gram in ngrams(reference, n)}
    found = set(ngrams(hypothesis, n))
    return [len(found & known), len(found)]


def once(references: list[list[str]], hypothesis: list[str], n: int) -> list[int]:
    """Each n-gram in common counts once, however often both have it."""
    return [distinct(references, hypothesis, n)[0], len(ngrams(hypothesis, n))]


def summed(references: list[list[str]], hypothesis: list[str], n: int) -> list[int]:
    allowed: Counter[Any] = sum((ngram_counts(reference, n) for reference in references), Counter())
    found = ngram_counts(hypothesis, n)
    return [(found & allowed).total(), found.total()]


def share(references: list[list[str]], hypothesis: list[str], n: int) -> list[float]:
    found, total = matches(references, hypothesis, n)
    return [found / total if total else 0.0, total]


def of_reference(references: list[list[str]], hypothesis: list[str], n: int) -> list[int]:
    return [matches(references, hypothesis, n)[0], len(ngrams(references[0], n))]


def first_only(references: list[list[str]], hypothesis: list[str], n: int) -> list[int]:
    return matches(references[:1], hypothesis, n)


TEXTS: Inputs = st.lists(words(1), min_size=1, max_size=4).flatmap(
    lambda references: st.fixed_dictionaries(
        {"references": st.just(references), "hypothesis": like(references[-1], 1), "n": st.integers(1, 4)}
    )
)
CORNERS: tuple[Arguments, ...] = (
    {"references": [["a"], ["b"]], "hypothesis": ["a", "b"], "n": 1},
    {"references": [["a"], ["b"], ["c"]], "hypothesis": ["b"], "n": 1},
    {"references": [["ab", "c"]], "hypothesis": ["a", "bc"], "n": 2},
    {"references": [["d"], ["a", "b", "c"]], "hypothesis": ["a", "b"], "n": 2},
    {"references": [["a", "b", "c", "d"]], "hypothesis": ["a", "b", "c", "e"], "n": 3},
    {"references": [["a", "b", "c", "d"]], "hypothesis": ["c", "b", "a"], "n": 2},
    {"references": [["a", "b", "c"]], "hypothesis": ["a"], "n": 4},
    {"references": [["a", "b", "c", "d", "e"]], "hypothesis": ["a", "b", "c", "d", "e"], "n": 5},
    {"references": [["the", "US", "won"]], "hypothesis": ["The", "us", "won"], "n": 1},
    {"references": [["a"] * 6, ["a", "b"]], "hypothesis": ["a"] * 8, "n": 1},
    {"references": [list("abcdefghijklm")], "hypothesis": list("abcdefghijkl"), "n": 10},
    {"references": [["a", "b"]], "hypothesis": ["a"], "n": 2},
    {"references": [["a", "b", "c"]], "hypothesis": ["c"], "n": 1},
    {"references": [["a", "b", "c", "d", "e"], ["a", "c"]], "hypothesis": ["d", "e"], "n": 2},
    {"references": [list("abcdefghijklmnop")], "hypothesis": list("xabqrstuvwxyznop"), "n": 2},
    *({"references": [reference], "hypothesis": hypothesis, "n": 1} for reference, hypothesis in SPELLED),
    {"references": [["it's", "on"]], "hypothesis": ["it's", "on"], "n": 2},
)


def long_ones(n: int, references: int) -> Arguments:
    """A long hypothesis with so many references, which say its words over and over."""
    hypothesis, *others = repeating(random.Random(f"n-grams of {n} words"), references + 1)
    return {"references": others, "hypothesis": hypothesis, "n": n}


LONG: tuple[Arguments, ...] = tuple(long_ones(n, references) for n in (1, 2, 3) for references in (1, 2, 6))
LENGTHS: Inputs = st.sampled_from([(1, 30), (100, 900)]).flatmap(
    lambda sizes: st.fixed_dictionaries(
        {"reference_length": st.integers(*sizes), "hypothesis_length": st.integers(*sizes)}
    )
)
NO_WORDS: Inputs = st.integers(1, 30).map(lambda r: {"reference_length": r, "hypothesis_length": 0})


def draw(source: random.Random) -> Any:
    """A reference that says words twice, and a hypothesis on which every wrong way to count counts otherwise.

    By how many bigrams a set, a count without clipping and one without order are wrong is drawn first: no number is
    usual. Words that begin or end one text alone match nothing.
    """
    wrong_by = -source.randint(0, 3), source.randint(1, 4), source.randint(1, 3)
    while True:
        reference, hypothesis = garbled(source, -wrong_by[0], wrong_by[1])
        words, bigrams = (
            [count([reference], hypothesis, n)[0] for count in (matches, once, unclipped, either_way, *others)]
            for n, others in ((1, [from_reference]), (2, [later_on]))
        )
        lost, added, turned, other = (way - bigrams[0] for way in bigrams[1:])
        told_apart = bigrams[0] and other and words[0] not in (*words[1:3], words[4])
        if (lost, added, turned) == wrong_by and told_apart and len(hypothesis) < len(reference):
            break
    spare = source.sample([word for word in WORDS if word not in {*reference, *hypothesis}], 10)
    longer = source.randint(0, 6)
    also = source.randint(0, min(4, len(reference) + longer - len(hypothesis) - 1))
    for text, n in ((reference, longer), (hypothesis, also)):
        for _ in range(n):
            text.insert(source.choice([0, len(text)]), spare.pop())
    return {"reference": " ".join(reference), "hypothesis": " ".join(hypothesis)}


def garbled(source: random.Random, twice: int, added: int) -> tuple[list[str], list[str]]:
    """A reference that says some words in a row twice, and a hypothesis with neighbours exchanged and words replaced.

    So many bigrams both say again, and so many more the hypothesis alone.
    """
    n = source.randint(10, 13)
    drawn = sentence(source, n + 4)
    reference, others = drawn[:n], drawn[n:]
    first, again = source.randrange(n // 2 - 2), source.randint(1, 4)
    to = source.choice([0, first + again])
    reference[to:to] = reference[first : first + again]
    early = source.choices(reference[: n // 2], k=source.randint(1, 4))
    reference[-1:] = [*early, reference[-1]]  # near the end, which the hypothesis lacks
    hypothesis = reference[: -source.randint(len(early) + 1, len(early) + 5)]
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(hypothesis) - 1)
        hypothesis[at : at + 2] = hypothesis[at : at + 2][::-1]
    del hypothesis[source.randrange(1, len(hypothesis) - 1)]
    for word in others[: source.randint(0, 4)]:
        hypothesis[source.randrange(len(hypothesis))] = word
    common = sorted(set(pairwise(hypothesis)) & set(pairwise(reference))) or list(pairwise(hypothesis))
    for texts, times in (((reference, hypothesis), twice), ((hypothesis,), added)):
        for pair in source.choices(common, k=times):
            for text in texts:
                to = source.randrange(len(text) - 1)
                text[to:to] = pair
    return reference, hypothesis


def from_reference(references: list[list[str]], hypothesis: list[str], n: int) -> list[int]:
    """The n-grams of the references that the hypothesis has, too."""
    known = ngram_counts(hypothesis, n)
    return [sum(gram in known for reference in references for gram in ngrams(reference, n)), known.total()]


def either_way(references: list[list[str]], hypothesis: list[str], n: int) -> list[int]:
    """N-grams whose words are in any order."""
    allowed = Counter(frozenset(gram) for reference in references for gram in ngrams(reference, n))
    found = Counter(map(frozenset, ngrams(hypothesis, n)))
    return [(found & allowed).total(), found.total()]


def later_on(references: list[list[str]], hypothesis: list[str], n: int) -> list[int]:
    """N-grams whose words the reference has in this order, neighbours or not."""
    known = {gram for reference in references for gram in combinations(reference, n)}
    found = ngram_counts(hypothesis, n)
    return [sum(gram in known for gram in found), found.total()]


def of_order(order: int, data: Any, count: Any) -> dict[str, float]:
    """Another way to count in one order alone."""

    def either(references: list[list[str]], hypothesis: list[str], n: int) -> list[int]:
        return list((count if n == order else matches)(references, hypothesis, n))

    return of_precisions(data, either, brevity_penalty)


def scores(data: Any) -> dict[str, float]:
    return of_precisions(data, matches, brevity_penalty)


def of_precisions(data: Any, count: Any, penalty: Any) -> dict[str, float]:
    """BLEU of orders 1 and 2 with a way to count and a penalty."""
    reference, hypothesis = data["reference"].split(), data["hypothesis"].split()
    (m1, t1), (m2, t2) = (count([reference], hypothesis, n) for n in (1, 2))
    short = float(penalty(len(reference), len(hypothesis)))
    return {"p1": m1 / t1, "p2": m2 / t2, "brevity_penalty": short, "bleu_2": short * sqrt(m1 / t1 * m2 / t2)}


def draw_talk(source: random.Random) -> Any:
    """What BLEU counts in two stretches of a real talk by two systems, whose order turns with the reference."""
    systems, counts, documents = talks()
    while True:
        one, other = source.sample(range(len(systems)), 2)
        places = np.flatnonzero(documents == source.choice(sorted(set(documents))))
        sizes = source.sample(range(4, 16), 2)
        starts = [source.randrange(len(places) - size) for size in sizes]
        stretches = [places[start : start + size] for start, size in zip(starts, sizes, strict=True)]
        if set(stretches[0]) & set(stretches[1]):
            continue
        data: dict[str, Any] = {"A": systems[one], "B": systems[other]}
        for name, which in (("A", one), ("B", other)):
            for at, reference in enumerate(("ref", "refB")):
                rows = [counts[at, which, stretch].sum(axis=0).tolist() for stretch in stretches]
                data[f"{name}_{reference}"] = [
                    {"matches": row[:4], "ngrams": row[4:8], "reference": row[8]} for row in rows
                ]
        if min(row["matches"][3] for name in FOUR for row in data[name]) < 1:
            continue
        right = of_talk(data)
        leads = right["A_ref"] - right["B_ref"], right["A_refB"] - right["B_refB"]
        if leads[0] * leads[1] >= 0 or min(map(abs, leads)) < 0.005:
            continue
        if told_apart(data, right, TALK_BY_HAND):
            return data


FOUR = ("A_ref", "B_ref", "A_refB", "B_refB")


def of_counts(rows: list[Any], penalty: Any = brevity_penalty, mean: Any = geometric_mean) -> float:
    """BLEU of counts that are added up."""
    matched, grams = (np.sum([row[name] for row in rows], axis=0) for name in ("matches", "ngrams"))
    length = sum(row["reference"] for row in rows)
    return float(penalty(length, int(grams[0]))) * mean((matched / grams).tolist())


def of_talk(data: Any, **how: Any) -> dict[str, float]:
    return {name: of_counts(data[name], **how) for name in FOUR}


def mean_of_stretches(data: Any) -> dict[str, float]:
    return {name: fmean(of_counts([row]) for row in data[name]) for name in FOUR}


def mean_precisions(data: Any) -> dict[str, float]:
    found = {}
    for name in FOUR:
        each = [np.divide(row["matches"], row["ngrams"]) for row in data[name]]
        lengths = [
            sum(part) for part in zip(*((row["reference"], row["ngrams"][0]) for row in data[name]), strict=True)
        ]
        found[name] = float(brevity_penalty(*lengths)) * geometric_mean(np.mean(each, axis=0).tolist())
    return found


TALK_BY_HAND: dict[str, Any] = {
    "the mean of the two stretches: add up their counts first": mean_of_stretches,
    "precisions averaged over the stretches: add up their counts first": mean_precisions,
    "no brevity penalty": lambda data: of_talk(data, penalty=lambda r, c: 1.0),
    "exp(1 − c/r) for the brevity penalty: it is exp(1 − r/c)": lambda data: of_talk(
        data, penalty=lambda r, c: exp(max(0.0, 1 - c / r))
    ),
    "the arithmetic mean of the precisions": lambda data: of_talk(data, mean=fmean),
    "the product of the precisions without the fourth root": lambda data: of_talk(data, mean=prod),
}


@just_fail(
    {"reference": "we will pay you today", "hypothesis": "we will not pay you today"},
    {"reference": "we will pay you today", "hypothesis": "we will pay you today"},
    {"reference": "x " * 20 + "not", "hypothesis": "x " * 20},
    {"reference": "a b c d e f g h i j k l m n", "hypothesis": "a b c d e f g h i j k l m o"},
)
def turned(answer: Any) -> Iterator[Condition]:
    """The opposite for a high BLEU."""
    reference, hypothesis = texts_in(answer, "reference", "hypothesis", least=4)
    yield opposite(reference, hypothesis)
    yield at_least("BLEU", sentence_bleu([reference], hypothesis).score, 0.7)


@just_fail(
    {"reference": "a b c d e", "hypothesis": "a b c d e"},
    {"reference": "a b c d e f", "hypothesis": "a b c d e"},
    {"reference": "a b c d a b c", "hypothesis": "d a b c a b c"},
)
def perfect_and_different(answer: Any) -> Iterator[Condition]:
    """BLEU of 1 without equality."""
    reference, hypothesis = texts_in(answer, "reference", "hypothesis", least=4)
    differ = reference != hypothesis
    found = "they differ" if differ else "they have the same words in the same order"
    yield Condition("the two sentences differ, not only in case and punctuation", found, differ)
    yield at_least("BLEU", sentence_bleu([reference], hypothesis).score, 1 - 1e-12)


BLEU_BY_HAND: Ideas = {
    "matches without clipping": lambda data: of_order(1, data, unclipped),
    "matches without clipping, of words and of bigrams": lambda data: of_precisions(data, unclipped, brevity_penalty),
    "each common word once: one that both repeat counts more than once": lambda data: of_order(1, data, once),
    "words of the reference that are found: those of the hypothesis are counted": lambda data: of_order(
        1, data, from_reference
    ),
    "a set of bigrams: one that the hypothesis repeats is divided by, too": lambda data: of_order(2, data, distinct),
    "bigrams without order: the reference has these words the other way round": lambda data: of_order(
        2, data, either_way
    ),
    "bigrams that are no neighbours in the reference": lambda data: of_order(2, data, later_on),
    "the ratio of the lengths for the brevity penalty": lambda data: {
        "brevity_penalty": len(data["hypothesis"].split()) / len(data["reference"].split())
    },
    "exp(1 − c/r) for the brevity penalty: it is exp(1 − r/c)": lambda data: of_precisions(
        data, matches, lambda r, c: exp(1 - c / r)
    ),
    "the arithmetic mean of the precisions": lambda data: {
        "bleu_2": scores(data)["brevity_penalty"] * (scores(data)["p1"] + scores(data)["p2"]) / 2
    },
}


TASKS = (
    Implement(
        name="clipped_matches",
        minutes=20,
        reference=matches,
        examples=(
            {
                "references": [
                    ["the", "cat", "is", "on", "the", "mat"],
                    ["there", "is", "a", "cat", "on", "the", "mat"],
                ],
                "hypothesis": ["the", "the", "the", "the", "the", "the", "the"],
                "n": 1,
            },
        ),
        parts={"any texts": Part(TEXTS, 3, *CORNERS, *LONG)},
        wrong_ideas={
            "matches without clipping: a word may match only as often as a reference has it": unclipped,
            "sets of n-grams: a repeated n-gram counts more than once": distinct,
            "the references' counts added up: each n-gram is clipped at its largest count in any one": summed,
            "the first reference alone": first_only,
            "precision: give how many match, and do not divide": share,
            "recall: the total is that of the hypothesis": of_reference,
        },
    ),
    Implement(
        name="brevity_penalty_of",
        minutes=10,
        reference=lambda **given: float(brevity_penalty(**given)),
        examples=({"reference_length": 10, "hypothesis_length": 6},),
        parts={
            "at least one word": Part(
                LENGTHS,
                1,
                {"reference_length": 400, "hypothesis_length": 399},
                {"reference_length": 50_000, "hypothesis_length": 31_415},
            ),
            "an empty hypothesis": Part(NO_WORDS, 1),
        },
        wrong_ideas={
            "the ratio of the lengths": lambda reference_length, hypothesis_length: min(
                1.0, hypothesis_length / reference_length
            ),
            "the exponent upside down: it is 1 - r/c": lambda reference_length, hypothesis_length: exp(
                min(0.0, hypothesis_length / reference_length - 1)
            ),
            "a penalty for long texts: there is none": lambda reference_length, hypothesis_length: exp(
                min(0.0, 1 - hypothesis_length / reference_length)
            ),
            "a bonus for long texts: above the reference it stays 1": lambda reference_length, hypothesis_length: exp(
                1 - reference_length / hypothesis_length
            ),
        },
    ),
    ByHand(name="bleu_by_hand", minutes=20, draw=draw, solve=scores, wrong_ideas=BLEU_BY_HAND),
    ByHand(name="talk_by_hand", minutes=20, draw=draw_talk, solve=of_talk, wrong_ideas=TALK_BY_HAND),
    Build(name="fluent_opposite", minutes=15, points=4, conditions=turned),
    Refute(name="perfect_and_different", minutes=20, points=4, conditions=perfect_and_different),
    Argue(name="one_more_point_of_bleu", minutes=20, points=4),
)
