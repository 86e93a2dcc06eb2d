"""Exercise of the chapter on METEOR."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

from hypothesis import strategies as st

from evalmetrics import corpus_meteor, meteor

from ..building import at_most
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail
from ..wording import WORDS, texts_in

TITLE = "34_meteor"


def of_counts(matches: int, chunks: int, reference_length: int, hypothesis_length: int, **more: float) -> float:
    return float(corpus_meteor.score([matches, chunks, reference_length, hypothesis_length], **more))


def breaks(alignment: Sequence[Sequence[int]], *, either: bool = True) -> int:
    """How often two matches that follow each other are not neighbours in the reference (or in either text)."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(alignment)]
    return sum(step[0] != 1 or (either and step[1] != 1) for step in steps)


def chunks(alignment: Sequence[Sequence[int]]) -> int:
    """Runs of matches that are neighbours in both texts."""
    return breaks(alignment) + 1 if alignment else 0


def f_mean(matches: int, reference_length: int, hypothesis_length: int) -> float:
    """The mean that leans to recall nine to one."""
    return of_counts(matches, 0, reference_length, hypothesis_length)


FEW, MANY = st.integers(1, 8), st.integers(9, 80)
COUNTS: Inputs = (
    st.tuples(FEW, FEW, st.integers(0, 8), st.integers(0, 8)) | st.tuples(MANY, MANY, st.integers(0, 80), MANY)
).map(
    lambda drawn: {
        "matches": drawn[0],
        "chunks": min(drawn[0], drawn[1]),
        "reference_length": drawn[0] + drawn[2],
        "hypothesis_length": drawn[0] + drawn[3],
    }
)
NOTHING: Inputs = st.tuples(st.integers(1, 9), st.integers(1, 9)).map(
    lambda lengths: {"matches": 0, "chunks": 0, "reference_length": lengths[0], "hypothesis_length": lengths[1]}
)
NO_WORDS: tuple[Arguments, ...] = tuple(
    {"matches": 0, "chunks": 0, "reference_length": reference, "hypothesis_length": hypothesis}
    for reference, hypothesis in ((3, 0), (0, 3))
)
FEW_OF_MANY: tuple[Arguments, ...] = tuple(
    {"matches": matches, "chunks": chunks, "reference_length": reference, "hypothesis_length": hypothesis}
    for matches, chunks, reference, hypothesis in (
        (1, 1, 20, 30),
        (1, 1, 6, 11),
        (1, 1, 150, 200),
        (1, 1, 900, 2000),
        (610, 345, 1100, 1500),
        (40, 1, 50, 400),
        (2, 2, 900, 3),
    )
)
SCATTERED: Inputs = st.integers(1, 6).flatmap(
    lambda m: st.tuples(
        st.lists(st.integers(0, 8), min_size=m, max_size=m, unique=True),
        st.lists(st.integers(0, 8), min_size=m, max_size=m, unique=True).map(sorted),
    ).map(lambda sides: {"alignment": [list(pair) for pair in zip(*sides, strict=True)]})
)


def walk(steps: list[tuple[int, int]]) -> list[list[int]]:
    """An alignment by its steps in reference and hypothesis, the first match at the lowest places."""
    places = [
        list(place) for place in zip(*(accumulate(side, initial=0) for side in zip(*steps, strict=True)), strict=True)
    ]
    lowest = min(place[0] for place in places)
    return [[r - lowest, h] for r, h in places]


RUNS: Inputs = (
    st.lists(st.tuples(st.sampled_from([1, 1, 2, -1, -4, 6]), st.sampled_from([1, 1, 2])), min_size=1, max_size=14)
    .map(walk)
    .filter(lambda pairs: len({r for r, _ in pairs}) == len(pairs))
    .map(lambda pairs: {"alignment": pairs})
)
JUMPS: tuple[Arguments, ...] = (
    {"alignment": [[0, 0], [2, 2]]},
    {"alignment": [[1, 0], [0, 1]]},
    {"alignment": [[0, 0], [1, 2]]},
    {"alignment": [[0, 0], [2, 1]]},
    {"alignment": [[1, 0], [0, 3]]},
    {"alignment": [[0, 5]]},
    {"alignment": [[7, 0]]},
    {"alignment": [[0, 0], [5, 1], [2, 2]]},
    {"alignment": [[0, 0], [5, 1], [2, 2], [7, 3]]},
    {"alignment": [[i, i] for i in (*range(11), 12, 13, 15)]},
)


def long_alignment(n: int) -> Arguments:
    """An alignment of so many matches, most of them neighbours of the one before in one text at least."""
    source = random.Random(f"{n} matches")
    places, steps = [0], []
    while len(places) < n:
        step = source.choice([1, 1, 1, 2, -1, -2, 5, -7, max(places) + 1 - places[-1]])
        if places[-1] + step not in places:
            places.append(places[-1] + step)
            steps.append((step, source.choice([1, 1, 1, 2, 3])))
    return {"alignment": walk(steps)}


def draw(source: random.Random) -> Any:
    """Texts whose chunks every wrong cut counts differently: how many there are, and how many of them each cut misses.

    These are drawn first, and how many words are left out: none of these numbers follows from another, or is usual.
    Words that begin or end one text alone cut nothing.
    """
    missed = by_reference, by_turns = source.choice([(1, 2), (1, 3), (2, 1), (3, 1), (3, 2)])
    wanted = by_reference + 2 * by_turns + source.randint(2, 5)
    left_out = source.randint(1, 3)
    while True:
        data = shuffled(source, *missed, left_out)
        matched, pieces, *lengths = counts(data)
        if pieces == wanted < matched - 1 and len({matched, *lengths}) == 3 and lengths[0] - matched == left_out:
            less = [pieces - with_breaks(data, is_break) for is_break in BREAKS.values()]
            if (less[0], less[-1]) == missed and 0 not in less and less[-1] not in less[:-1]:
                break
    spare = [word for word in WORDS if word not in " ".join(data.values()).split()]
    for name, text in data.items():
        alone = [spare.pop(source.randrange(len(spare))) for _ in range(source.randint(0, 8))]
        at = source.randint(0, len(alone))
        data[name] = " ".join([*alone[:at], text, *alone[at:]])
    matched, _, *lengths = counts(data)
    return data if len({matched, *lengths}) == 3 else draw(source)


def shuffled(source: random.Random, put_in: int, exchanged: int, left_out: int) -> dict[str, str]:
    """A reference, and a hypothesis with about so many words put in, neighbours exchanged and words left out.

    Half of the time, two parts are exchanged, too, and one of the words is replaced.
    """
    n, instead = source.randint(11, 19), source.randint(0, 1)
    words = source.sample(WORDS, n + 4)
    reference, spare = words[:n], words[n:]
    hypothesis = list(reference)
    if source.random() < 0.5:
        first, second, third = sorted(source.sample(range(n + 1), 3))
        hypothesis[first:third] = reference[second:third] + reference[first:second]
    for _ in range(exchanged):
        at = source.randrange(len(hypothesis) - 1)
        hypothesis[at : at + 2] = hypothesis[at : at + 2][::-1]
    for _ in range(left_out - instead):
        del hypothesis[source.randrange(len(hypothesis))]
    for i, word in enumerate(spare[: put_in + instead]):
        at = source.randrange(len(hypothesis))
        hypothesis[at : at + (i == put_in)] = [word]
    return {"reference": " ".join(reference), "hypothesis": " ".join(hypothesis)}


def pairs_of(data: Any) -> list[tuple[int, int]]:
    """The alignment of texts that repeat no word."""
    reference, hypothesis = data["reference"].split(), data["hypothesis"].split()
    return [(reference.index(word), i) for i, word in enumerate(hypothesis) if word in reference]


def counts(data: Any) -> tuple[int, int, int, int]:
    pairs = pairs_of(data)
    return len(pairs), chunks(pairs), len(data["reference"].split()), len(data["hypothesis"].split())


BREAKS: dict[str, Callable[[int, int], bool]] = {
    "chunks by the reference alone: words put in between cut, too": lambda r, h: r != 1,
    "chunks by the hypothesis alone: words left out between cut, too": lambda r, h: h != 1,
    "a new chunk only where the order falls": lambda r, h: r < 0,
    "two neighbours that changed places in one chunk": lambda r, h: (abs(r), h) != (1, 1),
}


def with_breaks(data: Any, is_break: Callable[[int, int], bool]) -> int:
    """Chunks cut in another way, by the steps to the next match in reference and hypothesis."""
    return 1 + sum(is_break(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(pairs_of(data)))


def with_chunks(is_break: Callable[[int, int], bool]) -> Callable[[Any], dict[str, float]]:
    """A solver that cuts in another way."""

    def solve(data: Any) -> dict[str, float]:
        m, _, r, h = counts(data)
        pieces = with_breaks(data, is_break)
        return scores(data) | {"penalty": 0.5 * (pieces / m) ** 3, "meteor": of_counts(m, pieces, r, h)}

    return solve


def scores(data: Any) -> dict[str, float]:
    m, c, r, h = counts(data)
    score = meteor([data["reference"].split()], data["hypothesis"].split(), stem=None)
    return {"precision": m / h, "recall": m / r, "penalty": 0.5 * (c / m) ** 3, "meteor": score}


def arithmetic_mean(data: Any) -> float:
    return 0.9 * scores(data)["recall"] + 0.1 * scores(data)["precision"]


@just_fail(
    {"reference": "a b c d e f", "hypothesis": "a b c d e f"},
    {"reference": "a b c d e f", "hypothesis": "b a d c f g"},
    {"reference": "a b c d e f", "hypothesis": "e f c d a b"},
)
def salad(answer: Any) -> Iterator[Condition]:
    """Every word, and no two neighbours left together."""
    reference, hypothesis = texts_in(answer, "reference", "hypothesis", least=6, most=60)
    same = sorted(reference) == sorted(hypothesis)
    yield Condition("both have the same words, each as often", "yes" if same else "no", same)
    yield at_most("METEOR, exact matches", meteor([reference], hypothesis, stem=None), 0.5)


@just_fail(
    {"reference": "a b c", "hypothesis": "a b c"},
    {"reference": "a", "hypothesis": "b"},
    {"reference": "", "hypothesis": ""},
)
def perfect(answer: Any) -> Iterator[Condition]:
    """A perfect copy that falls short of 1."""
    reference, hypothesis = texts_in(answer, "reference", "hypothesis", most=60)
    same = reference == hypothesis
    yield Condition("the hypothesis is the reference", "yes" if same else "no", same)
    yield at_most("METEOR, exact matches", meteor([reference], hypothesis, stem=None), 0.95)


BY_HAND: Ideas = {
    "recall and precision in each other's place": lambda data: {
        "precision": scores(data)["recall"],
        "recall": scores(data)["precision"],
    },
    "a penalty without its cube": lambda data: {"penalty": 0.5 * counts(data)[1] / counts(data)[0]},
    **{name: with_chunks(is_break) for name, is_break in BREAKS.items()},
    "a weighted arithmetic mean: F is the harmonic one": lambda data: {
        "meteor": arithmetic_mean(data) * (1 - scores(data)["penalty"])
    },
    "no penalty in the score": lambda data: {"meteor": f_mean(counts(data)[0], counts(data)[2], counts(data)[3])},
}


TASKS = (
    Implement(
        name="meteor_of_counts",
        minutes=15,
        reference=of_counts,
        examples=({"matches": 6, "chunks": 2, "reference_length": 7, "hypothesis_length": 8},),
        parts={"some matches": Part(COUNTS, 2, *FEW_OF_MANY), "no match": Part(NOTHING, 1, *NO_WORDS)},
        wrong_ideas={
            "a mean that leans to precision: recall weighs nine times as much": (
                lambda matches, chunks, reference_length, hypothesis_length: of_counts(
                    matches, chunks, hypothesis_length, reference_length
                )
            ),
            "F1 in place of the mean that leans to recall": partial(of_counts, alpha=0.5),
            "no penalty for pieces": lambda matches, chunks, reference_length, hypothesis_length: f_mean(
                matches, reference_length, hypothesis_length
            ),
            "a penalty without its cube": partial(of_counts, beta=1.0),
        },
    ),
    Implement(
        name="chunks_of",
        minutes=15,
        reference=chunks,
        examples=({"alignment": [[0, 0], [1, 1], [3, 2], [4, 4]]},),
        parts={
            "any alignment": Part(st.one_of(RUNS, SCATTERED), 2, *JUMPS, *map(long_alignment, (14, 20, 30))),
            "no match": Part(st.just({"alignment": []}), 1),
        },
        wrong_ideas={
            "the breaks between chunks: there is one chunk more": lambda alignment: breaks(alignment),
            "the number of matches": lambda alignment: len(alignment),
            "neighbours in the reference alone: they have to be neighbours in both texts": lambda alignment: (
                breaks(alignment, either=False) + 1 if alignment else 0
            ),
            "one chunk where there is none": lambda alignment: breaks(alignment) + 1,
        },
    ),
    ByHand(name="meteor_by_hand", minutes=15, decimals=4, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="word_salad", minutes=10, points=4, conditions=salad),
    Refute(name="perfect_below_one", minutes=5, points=2, conditions=perfect),
    Argue(name="is_it_worth_the_synonyms", minutes=20, points=4),
)
