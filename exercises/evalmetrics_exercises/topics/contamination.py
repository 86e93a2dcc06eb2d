"""Exercise of the chapter on contamination."""

import random
import re
from collections.abc import Iterator, Sequence
from functools import partial
from math import log, log2
from statistics import fmean
from typing import Any

from hypothesis import strategies as st

from evalmetrics import cutoff_gap, exposure, ngram_containment

from ..building import at_least, at_most, each_in, entry, numbers_in
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "74_contamination"
Words = list[str]
Numbers = list[float]

LETTERS = re.compile("[a-z]+(?: [a-z]+)*")


def containment_of(item: Words, read: list[Words], n: int) -> float:
    return ngram_containment([item], training=read, n=n)


def runs(words: Sequence[str], n: int) -> list[tuple[str, ...]]:
    return [tuple(words[i : i + n]) for i in range(len(words) - n + 1)]


def found_among(item: Words, n: int, seen: set[tuple[str, ...]]) -> float:
    """The share of an item's runs that are in a set."""
    own = runs(item, min(n, len(item)))
    return fmean(run in seen for run in own)


def across_documents(item: Words, read: list[Words], n: int) -> float:
    return found_among(item, n, set(runs([word for text in read for word in text], min(n, len(item)))))


def different_runs(item: Words, read: list[Words], n: int) -> float:
    k = min(n, len(item))
    own = set(runs(item, k))
    return len(own & {run for text in read for run in runs(text, k)}) / len(own)


def in_any_order(item: Words, read: list[Words], n: int) -> float:
    k = min(n, len(item))
    seen = {tuple(sorted(run)) for text in read for run in runs(text, k)}
    return fmean(tuple(sorted(run)) in seen for run in runs(item, k))


def word_by_word(item: Words, read: list[Words], n: int) -> float:
    return containment_of(item, read, 1)


def of_what_was_read(item: Words, read: list[Words], n: int) -> float:
    k = min(n, len(item))
    seen = [run for text in read for run in runs(text, k)]
    return fmean(run in runs(item, k) for run in seen) if seen else 0.0


def none_in_short_items(item: Words, read: list[Words], n: int) -> float:
    return containment_of(item, read, n) if len(item) >= n else 0.0


def searched(least: int, most: int) -> Inputs:
    """An item, often a piece of what was read with other words around it, and what was read."""
    word = st.sampled_from(["the", "cat", "sat", "on", "a", "mat", "cats"])
    text = st.lists(word, min_size=1, max_size=7)

    def items(read: list[Words]) -> Inputs:
        piece = st.sampled_from(read).flatmap(
            lambda text: st.tuples(st.integers(0, len(text) - 1), st.integers(1, len(text))).map(
                lambda cut: text[cut[0] : cut[0] + cut[1]]
            )
        )
        near = st.tuples(st.lists(word, max_size=2), piece, st.lists(word, max_size=2)).map(
            lambda parts: [word for part in parts for word in part]
        )
        return st.one_of(text, near, near).map(lambda item: {"item": item, "read": read})

    with_item = st.lists(text, min_size=1, max_size=3).flatmap(items)
    return with_item.flatmap(
        lambda drawn: st.integers(least, most).map(lambda more: drawn | {"n": max(1, len(drawn["item"]) + more)})
    )


def exposure_of(canary: float, others: Numbers) -> float:
    return exposure([canary], [others])


def bits_by(canary: float, others: Numbers, more: int = 1, tied: bool = True) -> float:
    """Exposure with other counts of candidates, or ties in favour of the canary."""
    ahead = sum(other > canary or (tied and other == canary) for other in others)
    return log2((len(others) + more) / (1 + ahead))


def from_below(canary: float, others: Numbers) -> float:
    return log2((len(others) + 1) / (1 + sum(other <= canary for other in others)))


score = st.integers(-12, -1).map(lambda n: n / 2) | st.integers(-4000, -1).map(lambda n: n / 100)
apart = st.lists(score, min_size=2, max_size=9, unique=True).map(
    lambda values: {"canary": values[0], "others": values[1:]}
)
tied = (
    st.lists(st.integers(-3, -1).map(float), min_size=2, max_size=9)
    .filter(lambda values: values[0] in values[1:])
    .map(lambda values: {"canary": values[0], "others": values[1:]})
)


def many_candidates(n: int) -> Arguments:
    """A canary among as many others as one draws."""
    source = random.Random(f"{n} candidates")
    return {"canary": -31.7, "others": [source.randint(-600, -200) / 10 for _ in range(n)]}


def draw(source: random.Random) -> Any:
    """Scores of a canary and of others, and what two models had right on old and new questions."""
    while True:
        others = [-source.randint(210, 399) / 10 for _ in range(source.randint(11, 19))]
        canary = -source.randint(210, 330) / 10
        n_old, n_new = source.sample(range(5, 9), 2)
        clean = [int(source.random() < 0.5) for _ in range(n_old + n_new)]
        suspect = [int(source.random() < (0.8 if i < n_old else 0.5)) for i in range(n_old + n_new)]
        data = {"canary": canary, "others": others, "clean": clean, "suspect": suspect, "old": n_old}
        distinct = canary not in others and 2 <= rank_of(data) <= len(others)
        gaps = {round(gap, 3) for gap in (gap_of(data, clean), gap_of(data, suspect), 0.0)}
        if distinct and len(gaps) == 3:
            return data


def rank_of(data: Any) -> int:
    """The canary's place."""
    return 1 + sum(other > data["canary"] for other in data["others"])


def gap_of(data: Any, values: Sequence[float]) -> float:
    """Old questions less new ones, which come after them."""
    return cutoff_gap(list(values), [i < data["old"] for i in range(len(values))])


def lead(data: Any) -> Numbers:
    """What the suspect has more than the clean model."""
    return [a - b for a, b in zip(data["suspect"], data["clean"], strict=True)]


def scores(data: Any) -> dict[str, float]:
    bits = exposure_of(data["canary"], data["others"])
    return {
        "exposure": bits,
        "p_value": 2**-bits,
        "gap": gap_of(data, data["suspect"]),
        "gap_of_lead": gap_of(data, lead(data)),
    }


def of_others_only(data: Any) -> dict[str, float]:
    bits = bits_by(data["canary"], data["others"], more=0)
    return {"exposure": bits, "p_value": 2**-bits}


def of_all_questions(data: Any) -> dict[str, float]:
    n, old = len(data["clean"]), data["old"]
    return {
        name: (sum(values[:old]) - sum(values[old:])) / n
        for name, values in (("gap", data["suspect"]), ("gap_of_lead", lead(data)))
    }


def words_in(value: Any, name: str, least: int, most: int) -> Words:
    """The words of a text in small letters."""
    if not isinstance(value, str) or len(value) > 5000 or not LETTERS.fullmatch(value):
        raise ValueError(f"{name} must be a text in letters from a to z, with single blanks between words")
    words = value.split()
    if not least <= len(words) <= most:
        raise ValueError(f"{name} must have {least} to {most} words, it has {len(words)}")
    return words


COUNTING = "one two three four five six seven eight nine ten eleven twelve thirteen"
TEXT = (
    "the cat sat on my old mat and saw a small red bird near some box "
    "with two more birds in it while we were all away from home today"
)


@just_fail(
    {"original": TEXT, "changed": TEXT},
    {"original": TEXT, "changed": " ".join(TEXT.split()[::-1])},
    {"original": "a b c d e f " * 4 + "a b c d e f", "changed": "a b c d x f " * 4 + "a b c d x f"},
)
def hardly_changed(answer: Any) -> Iterator[Condition]:
    """A text in which few words are changed, and of which no run of five is left."""
    original, changed = each_in(answer, ("original", "changed"), words_in, 30, 300)
    yield Condition("as many words", f"{len(original)} and {len(changed)}", len(original) == len(changed))
    others = sum(a != b for a, b in zip(original, changed, strict=False))
    yield at_most("share of the words that are changed", others / len(original), 0.2)
    yield at_most("share of the runs of five that are found", containment_of(changed, [original], 5), 0)
    yield at_least("share of different words in the original", len(set(original)) / len(original), 0.5)


def flags_in(answer: Any) -> tuple[Numbers, Numbers, list[bool]]:
    """Two models on the same questions, and which of these are old."""
    suspect, clean, old = each_in(answer, ("suspect", "clean", "old"), numbers_in, 0, 1, 20)
    if not len(suspect) == len(clean) == len(old) <= 500 or not {*suspect, *clean, *old} <= {0.0, 1.0}:
        raise ValueError("suspect, clean and old must hold 0 or 1 for each of the same 20 to 500 questions")
    if not 5 <= sum(old) <= len(old) - 5:
        raise ValueError("old must mark at least five questions, and leave at least five")
    return suspect, clean, [bool(flag) for flag in old]


@just_fail(
    {"suspect": [1] * 10 + [0] * 10, "clean": [0] * 20, "old": [1] * 10 + [0] * 10},
    {"suspect": [1] * 20, "clean": [1] * 10 + [0] * 10, "old": [1] * 10 + [0] * 10},
    {"suspect": [1] * 10 + [0] * 10, "clean": [1] * 10 + [0] * 10, "old": [1] * 10 + [0] * 10},
)
def guilty_by_age(answer: Any) -> Iterator[Condition]:
    """A gap that accuses, and whose difference to a clean model acquits."""
    suspect, clean, old = flags_in(answer)
    yield at_least("gap of the suspect", cutoff_gap(suspect, old), 0.3)
    yield at_least("accuracy of the suspect minus that of the clean model", fmean(suspect) - fmean(clean), 0.1)
    ahead = [a - b for a, b in zip(suspect, clean, strict=True)]
    yield at_most("gap of what the suspect is ahead", cutoff_gap(ahead, old), -0.1)


@just_fail(
    {"question": COUNTING, "read": COUNTING},
    {"question": COUNTING, "read": " ".join(COUNTING.split()[::-1])},
    {"question": COUNTING, "read": "four three two one nine eight seven six five ten eleven twelve thirteen"},
    {"question": COUNTING, "read": "three two one nine seven six five zero zero zero eleven twelve thirteen"},
)
def learned_unfound(answer: Any) -> Iterator[Condition]:
    """A question whose answer was read, and that a search for long runs does not find."""
    question, read = entry(answer, "question", "read")
    asked, learned = words_in(question, "question", 13, 60), words_in(read, "read", 13, 300)
    yield at_least("share of different words in the question", len(set(asked)) / len(asked), 0.8)
    yield at_most("share of the runs of four that are found", containment_of(asked, [learned], 4), 0)
    yield at_least("share of the words that were read", containment_of(asked, [learned], 1), 1)
    end = " ".join(asked[-3:])
    found = tuple(asked[-3:]) in runs(learned, 3)
    yield Condition("the last three words of the question were read in a row", f"“{end}”", found)


BY_HAND: Ideas = {
    "the canary not counted among the candidates": of_others_only,
    "the rank from below: the likeliest is first": lambda data: {
        "exposure": from_below(data["canary"], data["others"]),
        "p_value": 2 ** -from_below(data["canary"], data["others"]),
    },
    "sums over all questions: old and new ones have a mean each": of_all_questions,
    "new ones less old ones": lambda data: {"gap": -scores(data)["gap"], "gap_of_lead": -scores(data)["gap_of_lead"]},
    "the clean model's gap where that of the suspect is asked for": lambda data: {"gap": gap_of(data, data["clean"])},
}


TASKS = (
    Implement(
        name="containment_in",
        minutes=15,
        reference=containment_of,
        examples=({"item": ["the", "cat", "sat"], "read": [["on", "the", "cat"], ["sat", "down"]], "n": 2},),
        parts={
            "items of n words or more": Part(
                searched(-5, 0),
                2,
                {"item": list("abab"), "read": [list("ab")], "n": 2},
                {"item": list("ababa"), "read": [list("ab")], "n": 2},
                {"item": list("abcd"), "read": [list("ab"), list("cd")], "n": 3},
                {"item": list("ba"), "read": [list("ab")], "n": 2},
                {"item": ["a", "bc"], "read": [["ab", "c"]], "n": 2},
                {"item": ["The", "cat"], "read": [["the", "cat"]], "n": 1},
                {"item": COUNTING.split(), "read": [COUNTING.split()[:9], COUNTING.split()[4:]], "n": 8},
                {"item": (COUNTING + " " + COUNTING).split(), "read": [COUNTING.split()], "n": 13},
            ),
            "shorter items": Part(
                searched(1, 6),
                1,
                {"item": ["cat"], "read": [["cat"]], "n": 2},
                {"item": ["cat"], "read": [["cats"]], "n": 8},
                {"item": ["a", "cat"], "read": [["cat", "a"]], "n": 3},
                {"item": ["a", "cat"], "read": [["the", "a", "cat", "sat"]], "n": 13},
            ),
        },
        wrong_ideas={
            "runs that reach from one text into the next": across_documents,
            "each different run once: a run that occurs twice counts twice": different_runs,
            "runs in any order of their words": in_any_order,
            "single words: runs of n are asked for": word_by_word,
            "the share of what was read: the item is what is asked about": of_what_was_read,
            "0 for items shorter than n: they are looked for as a whole": none_in_short_items,
        },
    ),
    Implement(
        name="exposure_in_bits",
        minutes=10,
        reference=exposure_of,
        examples=({"canary": -5.0, "others": [-9.0, -8.0, -4.0]},),
        parts={
            "no ties": Part(
                apart,
                2,
                {"canary": -1.0, "others": [-2.0]},
                {"canary": -2.0, "others": [-1.0]},
                {"canary": -1.5, "others": [-2.0, -1.0, -3.5]},
                {"canary": -0.001, "others": [-0.002, -0.0005]},
                *map(many_candidates, (20, 50, 99)),
            ),
            "ties": Part(
                tied, 1, {"canary": -2.0, "others": [-2.0]}, {"canary": -2.0, "others": [-2.0, -2.0, -1.0, -3.0]}
            ),
        },
        wrong_ideas={
            "the others only: the canary is one of the candidates": partial(bits_by, more=0),
            "ties in favour of the canary": lambda canary, others: bits_by(canary, others, tied=False),
            "natural logarithms: bits are to the base of 2": lambda **given: log(2) * exposure_of(**given),
            "ranks from below: the likeliest is first": from_below,
            "the p-value": lambda canary, others: 2 ** -exposure_of(canary, others),
        },
    ),
    ByHand(name="evidence_by_hand", minutes=20, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="hardly_changed", minutes=10, points=3, conditions=hardly_changed),
    Build(name="guilty_by_age", minutes=15, points=4, conditions=guilty_by_age),
    Refute(name="clean_by_search", minutes=15, points=3, conditions=learned_unfound),
    Argue(name="what_to_ask_for", minutes=20, points=4),
)
