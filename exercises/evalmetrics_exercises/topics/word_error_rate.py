"""Exercise of the chapter on word error rate."""

import random
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from operator import gt
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import corpus_wer, edit_distance, lcs_length, wer

from ..building import at_least, at_most
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Part, Refute, just_fail
from ..wording import NOUNS, SPELLED, WORDS, edited, is_negation, long_texts, opposite, sentence, texts_in, two_texts

TITLE = "31_word_error_rate"


def by_position(reference: list[str], hypothesis: list[str]) -> int:
    differ = sum(a != b for a, b in zip(reference, hypothesis, strict=False))
    return differ + abs(len(reference) - len(hypothesis))


def from_both_ends(reference: list[str], hypothesis: list[str]) -> int:
    """Differences place by place, from the first word up to the best place and from the last word back to it."""
    turned = list(zip(reference[::-1], hypothesis[::-1], strict=False))
    pairs = list(zip(reference, hypothesis, strict=False))
    ways = (pairs[:i] + turned[: len(pairs) - i] for i in range(len(pairs) + 1))
    return min(sum(a != b for a, b in way) for way in ways) + abs(len(reference) - len(hypothesis))


def without_substitutions(reference: list[str], hypothesis: list[str]) -> int:
    return len(reference) + len(hypothesis) - 2 * lcs_length(reference, hypothesis)


def as_bags(reference: list[str], hypothesis: list[str]) -> int:
    a, b = Counter(reference), Counter(hypothesis)
    return max((a - b).total(), (b - a).total())


def paired_with_the_rest(reference: list[str], hypothesis: list[str]) -> int:
    """The words that the longest common subsequence leaves over in the longer text."""
    return max(len(reference), len(hypothesis)) - lcs_length(reference, hypothesis)


def longest_piece_first(reference: list[str], hypothesis: list[str]) -> int:
    """Edits between the longest common pieces, as programs that show differences find them."""
    steps = SequenceMatcher(None, reference, hypothesis, autojunk=False).get_opcodes()
    return sum(max(i2 - i1, j2 - j1) for kind, i1, i2, j1, j2 in steps if kind != "equal")


def most_in_common(reference: list[str], hypothesis: list[str]) -> int:
    """Edits of the alignments that match the most words, as few as these allow."""
    row = [(0, j) for j in range(len(hypothesis) + 1)]
    for i, word in enumerate(reference, 1):
        above, row = row, [(0, i)]
        for j, other in enumerate(hypothesis, 1):
            (matched, edits), same = above[j - 1], word == other
            aside = min(above[j], row[-1])
            row.append(min((matched - same, edits + (not same)), (aside[0], aside[1] + 1)))
    return row[-1][1]


def with_exchanges(reference: list[str], hypothesis: list[str]) -> int:
    """Two neighbours that changed places counted as one edit."""
    rows = [list(range(len(hypothesis) + 1))]
    for i, word in enumerate(reference, 1):
        rows.append([i])
        for j, other in enumerate(hypothesis, 1):
            options = [rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (word != other)]
            if i > 1 < j and reference[i - 2 : i] == hypothesis[j - 2 : j][::-1]:
                options.append(rows[i - 2][j - 2] + 1)
            rows[i].append(min(options))
    return rows[-1][-1]


def edits(references: Any, hypotheses: Any) -> list[float]:
    return [edit_distance(r, h) for r, h in zip(references, hypotheses, strict=True)]


def misheard(source: random.Random, shortest: int, longest: int, gap: int) -> tuple[list[str], list[str]]:
    """A text, and what was heard after edits of which a comparison of bags misses so many.

    One place by place, from both ends, finds up to three too many, drawn before: it is seldom right. Both begin and end
    with some words in common.
    """
    more = source.choice((0, 1, 1, 2, 2, *[3, 3] * (gap < 5)))  # 0 is refused less often, and 3 are rare after many
    while True:
        said = sentence(source, source.randint(shortest, longest))
        cross = gap > source.randint(0, 4)
        heard = crossed(source, said) if cross else list(said)
        for at in source.sample(range(0, len(heard) - 1, 2), (gap + 1) // 2 - cross):
            heard[at : at + 2] = heard[at : at + 2][::-1]
        heard = edited(source, heard, source.randint(0, 6))
        least = edit_distance(said, heard)
        if least - as_bags(said, heard) == gap and from_both_ends(said, heard) - least == more:
            free = [word for word in WORDS if word not in {*said, *heard}]
            both = source.sample(free, source.randint(0, 8))
            at = source.randint(0, len(both))
            return [*both[:at], *said, *both[at:]], [*both[:at], *heard, *both[at:]]


def crossed(source: random.Random, text: list[str]) -> list[str]:
    """A word put in or left out, and later two words exchanged and the one between replaced.

    To match one of the two costs more than to match none.
    """
    at, others = source.randrange(2, len(text) - 2), sorted(set(NOUNS) - set(text))
    turned = [text[at + 2], source.choice(others), text[at]]
    start = source.choice([text[1:at], [source.choice(others), *text[:at]]])
    return [*start, *turned, *text[at + 3 :]]


def draw(source: random.Random) -> Any:
    """Two sentences as said and as heard, of different lengths, one of them longer when heard.

    How many edits a comparison of bags misses is drawn first: it is no constant. To match as many words as can be, or
    the longest pieces first, costs more than it must.
    """
    gaps = source.sample((0, 1, 1, 2, 2, 3, 3, 4, 5, 6), 2)  # small ones are refused more often
    while True:
        said, heard = zip(misheard(source, 8, 11, gaps[0]), misheard(source, 10, 15, gaps[1]), strict=True)
        rates = [wer(s, h) for s, h in zip(said, heard, strict=True)]
        least, others = edits(said, heard), (longest_piece_first, most_in_common)
        if (
            all(any(map(gt, map(way, said, heard), least)) for way in others)
            and min(rates) > 0
            and abs(rates[0] - rates[1]) > 0.05
            and any(len(s) < len(h) for s, h in zip(said, heard, strict=True))
        ):
            return {"said": [" ".join(s) for s in said], "heard": [" ".join(h) for h in heard]}


def scores(data: Any) -> dict[str, float]:
    said, heard = texts(data)
    rates = [wer(s, h) for s, h in zip(said, heard, strict=True)]
    return {
        "wer_1": rates[0],
        "wer_2": rates[1],
        "mean_wer": float(np.mean(rates)),
        "corpus_wer": corpus_wer(said, heard),
    }


def texts(data: Any) -> list[list[list[str]]]:
    """What was said and what was heard, as words."""
    return [[text.split() for text in data[name]] for name in ("said", "heard")]


def with_distance(data: Any, distance: Any) -> dict[str, float]:
    said, heard = texts(data)
    count = [distance(s, h) for s, h in zip(said, heard, strict=True)]
    rates = [e / len(s) for e, s in zip(count, said, strict=True)]
    corpus = sum(count) / sum(map(len, said))
    return {"wer_1": rates[0], "wer_2": rates[1], "mean_wer": float(np.mean(rates)), "corpus_wer": corpus}


def per_heard_word(data: Any) -> dict[str, float]:
    said, heard = texts(data)
    count = edits(said, heard)
    rates = [e / len(h) for e, h in zip(count, heard, strict=True)]
    corpus = sum(count) / sum(map(len, heard))
    return {"wer_1": rates[0], "wer_2": rates[1], "mean_wer": float(np.mean(rates)), "corpus_wer": corpus}


@just_fail(
    {"said": "a b c d e", "turned": "a not b c d e", "kept": "a b c d e"},
    {"said": "we will pay you today", "turned": "we will pay nobody else", "kept": "today we will pay you"},
    {"said": "we will pay you", "turned": "we will not pay you", "kept": "pay you we will"},
    {"said": "we will not pay you today", "turned": "we will pay you today", "kept": "pay you today we will not"},
)
def cheap_and_dear(answer: Any) -> Iterator[Condition]:
    """The meaning turned round for little, and kept for much."""
    said, turned, kept = texts_in(answer, "said", "turned", "kept", least=5)
    negations = [word for word in said if is_negation(word)]
    yield Condition("no negation in said", ", ".join(negations) or "none", not negations)
    yield opposite(said, turned)
    yield at_most("WER of turned", wer(said, turned), 0.2)
    same_words = sorted(said) == sorted(kept)
    yield Condition("kept has the words of said, in another order", "yes" if same_words else "no", same_words)
    yield at_least("WER of kept", wer(said, kept), 0.6)


@just_fail(
    {"said": "yes", "heard": "no"}, {"said": "yes please", "heard": "no thank you"}, {"said": "", "heard": "no no"}
)
def above_one(answer: Any) -> Iterator[Condition]:
    """More errors than words."""
    said, heard = texts_in(answer, "said", "heard")
    yield at_least("WER", wer(said, heard), 2)


def sentences(n: int, least: int) -> Arguments:
    """Edits and words of so many sentences, each of at least so many words."""
    source = random.Random(f"{n} sentences of {least} words or more")
    return {"edits": source.choices(range(20), k=n), "words": source.choices(range(least, 10), k=n)}


BY_HAND: Ideas = {
    "a comparison place by place": lambda data: with_distance(data, by_position),
    "a substitution that costs two edits": lambda data: with_distance(data, without_substitutions),
    "word accuracies": lambda data: {name: 1 - value for name, value in scores(data).items()},
    "two neighbours that changed places as one edit: they cost two": lambda data: with_distance(data, with_exchanges),
    "the mean in place of the corpus rate": lambda data: {"corpus_wer": scores(data)["mean_wer"]},
    "the corpus rate in place of the mean": lambda data: {"mean_wer": scores(data)["corpus_wer"]},
    "a division by the words that were heard: divide by those that were said": per_heard_word,
    "the words left over in the longer text: one put in may not pay for one left out elsewhere": (
        lambda data: with_distance(data, paired_with_the_rest)
    ),
    "a comparison of two bags: the order counts": lambda data: with_distance(data, as_bags),
}


TASKS = (
    Implement(
        name="edit_distance_of",
        minutes=25,
        reference=edit_distance,
        examples=({"reference": ["kim", "won", "the", "race"], "hypothesis": ["kim", "never", "won", "a", "race"]},),
        parts={
            "any two texts": Part(
                two_texts("reference", "hypothesis"),
                2,
                *(
                    {"reference": list(reference), "hypothesis": list(hypothesis)}
                    for reference, hypothesis in (
                        ("ab", "ba"),
                        ("", "ab"),
                        ("ab", ""),
                        ("abc", "b"),
                        ("abcd", "d"),
                        ("abc", "d"),
                        ("b", "abc"),
                        ("d", "abc"),
                        ("abcd", "bd"),
                        ("abcde", "deabc"),
                        ("abcdefghi", "efghiabcd"),
                        ("abcdefghijklmnopqrst", "ijklmnopqrstabcdefgh"),
                        ("abcdefghijklmnopqrst", "jklmnopqrstabcdefghi"),
                        ("abcdefghijklmnopqrst", "hijxlmnopqrstabcdfg"),  # moved, and then some
                        ("bacbcdaccab", "caacababbcc"),
                        ("A", "a"),
                        (["walk"], ["walked"]),
                        (["a", "bc"], ["ab", "c"]),
                        *SPELLED,
                    )
                ),
            ),
            "texts of up to twenty words": long_texts("reference", "hypothesis"),
        },
        wrong_ideas={
            "a comparison place by place: after an insertion, everything has moved": by_position,
            "a substitution that costs two edits": without_substitutions,
            "a comparison of two bags: the order counts": as_bags,
            "the difference of the lengths": lambda reference, hypothesis: abs(len(reference) - len(hypothesis)),
        },
    ),
    Implement(
        name="corpus_wer_of",
        minutes=10,
        reference=lambda edits, words: sum(edits) / sum(words) if sum(words) else float("nan"),
        examples=({"edits": [1, 0], "words": [2, 8]},),
        parts={
            "at least one word": Part(
                st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=1, max_size=6).map(
                    lambda rows: {"edits": [e for e, _ in rows], "words": [w for _, w in rows]}
                ),
                2,
                {"edits": [200, 90], "words": [200, 100]},
                {"edits": [40_000, 1], "words": [70_000, 9]},
                {"edits": [0] * 11 + [3], "words": [1] * 11 + [9]},
                {"edits": [1, 0], "words": [150, 100]},
                {"edits": [299, 100], "words": [300, 100]},
                *(sentences(n, 1) for n in (11, 15, 24)),
            ),
            "silent sentences": Part(
                st.lists(st.tuples(st.integers(0, 9), st.integers(0, 2)), min_size=1, max_size=6).map(
                    lambda rows: {"edits": [e for e, _ in rows], "words": [w for _, w in rows]}
                ),
                1,
                {"edits": [1, 0], "words": [0, 4]},
                {"edits": [0, 3], "words": [0, 5]},
                {"edits": [1, 2], "words": [4, 0]},
                {"edits": [0, 0], "words": [0, 0]},
                {"edits": [2], "words": [0]},
                {"edits": [0], "words": [0]},
                *(sentences(n, 0) for n in (12, 20)),
            ),
        },
        wrong_ideas={
            "the mean of the sentences' rates: add first, then divide": lambda edits, words: float(
                np.mean([e / w for e, w in zip(edits, words, strict=True)])
            ),
            "a rate cut off at 1: there may be more edits than words": lambda edits, words: min(
                1.0, sum(edits) / sum(words)
            ),
            "word accuracy, 1 minus the rate": lambda edits, words: 1 - sum(edits) / sum(words),
            "edits per sentence": lambda edits, words: sum(edits) / len(words),
        },
    ),
    ByHand(name="dictation_by_hand", minutes=15, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="cheap_lie_dear_truth", minutes=15, points=4, conditions=cheap_and_dear),
    Refute(name="above_one", minutes=5, points=2, conditions=above_one),
    Argue(name="whose_words", minutes=20, points=4),
)
