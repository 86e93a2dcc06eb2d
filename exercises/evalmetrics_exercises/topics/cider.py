"""Exercise of the chapter on CIDEr."""

import random
from collections.abc import Iterator
from math import log, sqrt
from typing import Any

from hypothesis import strategies as st

from evalmetrics import cider

from ..building import at_least, at_most, entry
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, just_fail
from ..wording import TWINS, opposite, sentence, text_in

TITLE = "35_cider"


def weight(pictures: int, with_it: int) -> float:
    """How much an n-gram tells; one that no reference has counts as if one had it."""
    return log(pictures / max(1, with_it))


def dot(a: dict[str, float], b: dict[str, float]) -> float:
    return sum(value * b.get(key, 0.0) for key, value in a.items())


def cosine(a: dict[str, float], b: dict[str, float]) -> float:
    """Cosine of sparse vectors, undefined where one has no length."""
    lengths = sqrt(dot(a, a) * dot(b, b))
    return dot(a, b) / lengths if lengths else float("nan")


def dice(a: dict[str, float], b: dict[str, float]) -> float:
    """Twice the inner product over the sum of both squared lengths."""
    return 2 * dot(a, b) / (dot(a, a) + dot(b, b))


VECTORS = st.dictionaries(
    st.sampled_from(["a", "b", "c", "old dog", "A", "dog", "dogs", "dog old"]),
    st.integers(-2, 8).map(lambda n: n / 2),
    min_size=1,
    max_size=4,
)
LONG = VECTORS.filter(lambda vector: any(vector.values()))
SHORT = VECTORS.map(lambda vector: dict.fromkeys(vector, 0.0))
PAIRS: Inputs = st.fixed_dictionaries({"a": LONG, "b": LONG})
WITHOUT_LENGTH: Inputs = st.one_of(
    st.fixed_dictionaries({"a": SHORT, "b": VECTORS}), st.fixed_dictionaries({"a": VECTORS, "b": SHORT})
)
NOTHING: tuple[Arguments, ...] = (
    {"a": {"dog": 0.0}, "b": {"dog": 2.0}},
    {"a": {"dog": 2.0}, "b": {"dog": 0.0}},
    {"a": {}, "b": {"dog": 1.0}},
    {"a": {"dog": 1.0}, "b": {}},
    {"a": {"dog": 0.0}, "b": {"cat": 0.0}},
    {"a": {"dog": 0.0}, "b": {"dog": 0.0}},
    {"a": {}, "b": {}},
)
SHORT_ONES: tuple[Arguments, ...] = tuple(
    {"a": {"dog": 3 * unit, "runs": 4 * unit}, "b": {"dog": 2 * unit, "sits": unit}}
    for unit in (1e-3, 1e-5, 1e-7, 1e-12, 1e4)
)
SPELLED: tuple[Arguments, ...] = tuple(
    {"a": {one: 2.0, "sits": 1.0}, "b": {other: 1.0, "sits": 1.5}}
    for one, other in (
        ("dog", "Dog"),
        ("dog", "dogs"),
        ("dog", "dog."),
        ("it's", "its"),
        ("old dog", "dog old"),
        ("old dog", "olddog"),
        ("old dog", "dog"),
        *TWINS,
    )
)
UNEVEN: tuple[Arguments, ...] = (
    {"a": {"dog": 0.123, "runs": 4.56}, "b": {"dog": 0.789, "runs": 0.012}},
    {"a": {"dog": 0.004, "runs": 1.0}, "b": {"dog": 1.0}},
    {"a": {"dog": -3.0, "runs": -0.25}, "b": {"dog": 2.0, "runs": -8.0}},
)
CANCELLING: tuple[Arguments, ...] = (
    {"a": {"dog": 1.0, "runs": -1.0}, "b": {"dog": 2.0}},
    {"a": {"dog": 2.0}, "b": {"dog": 1.0, "runs": -1.0}},
)
PICTURES = st.integers(2, 50) | st.integers(51, 200_000)
SEEN: Inputs = PICTURES.flatmap(
    lambda n: st.fixed_dictionaries(
        {"pictures": st.just(n), "with_it": st.integers(1, n) | st.integers(n - min(n - 1, 20), n)}
    )
)
UNSEEN: Inputs = PICTURES.map(lambda n: {"pictures": n, "with_it": 0})


def many_ngrams() -> Arguments:
    """Vectors of more than a few n-grams, of one to four words, of which they share some."""
    source = random.Random("many n-grams")
    known = [" ".join(sentence(source, source.randint(1, 4))) for _ in range(24)]
    sizes = {"a": 18, "b": 21}
    return {k: {gram: source.randint(-50, 600) / 100 for gram in source.sample(known, n)} for k, n in sizes.items()}


MANY = many_ngrams()
TURNED: Arguments = {"a": MANY["b"], "b": MANY["a"]}


def draw(source: random.Random) -> Any:
    """A corpus in numbers: how many pictures have each word, and two captions that share two words of three."""
    words = source.sample(["dog", "runs", "red", "boat", "sleeps", "old"], 4)
    frequencies = source.sample([2, 3, 4, 5, 8, 10, 15, 20, 25, 30, 40, 60], 4)
    shared, mine, yours = words[:2], words[2], words[3]
    return {
        "pictures": 100,
        "pictures_with": dict(zip(words, frequencies, strict=True)),
        "reference": [*shared, yours],
        "caption": [*shared, mine],
    }


def vectors(data: Any, base: float = 1.0) -> tuple[dict[str, float], dict[str, float]]:
    """The tf-idf vectors of the two captions."""
    a, b = (
        {word: weight(data["pictures"], data["pictures_with"][word]) / base for word in data[name]}
        for name in ("caption", "reference")
    )
    return a, b


def scores(data: Any) -> dict[str, float]:
    caption, reference = vectors(data)
    first, second = data["caption"][0], data["caption"][2]
    return {"idf_first": caption[first], "idf_last": caption[second], "cosine": cosine(caption, reference)}


@just_fail(
    {"references": ["a dog runs fast", "a cat sits still"], "captions": ["a dog runs fast", "a cat sits still"]},
    {"references": ["a dog runs fast"] * 2, "captions": ["a dog runs slow"] * 2},
    {"references": ["a dog runs fast"], "captions": ["a dog runs fast"]},
)
def all_alike(answer: Any) -> Iterator[Condition]:
    """Every caption a copy of its reference, and nothing to be had for it."""
    references, captions = _corpus(answer)
    copies = references == captions
    yield Condition("every caption is its reference", "yes" if copies else "no", copies)
    value = cider([[text] for text in references], captions, zero_division=0.0)
    yield at_most("CIDEr, 0 where it is undefined", value, 0)


@just_fail(
    {"references": ["a dog runs fast", "a cat sits still"], "captions": ["a dog never runs fast", "a cat sits still"]},
    {"references": ["a dog runs fast", "a cat sits still"], "captions": ["a dog runs fast", "a cat sits still"]},
    {"references": ["a b c d", "e f g h"], "captions": ["a b c x", "e f g h"]},
)
def turned(answer: Any) -> Iterator[Condition]:
    """One caption turned into its opposite, for a score near the best."""
    references, captions = _corpus(answer)
    differ = [i for i, (r, c) in enumerate(zip(references, captions, strict=True)) if r != c]
    yield Condition("exactly one caption differs from its reference", f"{len(differ)} differ", len(differ) == 1)
    if len(differ) == 1:
        yield opposite(references[differ[0]], captions[differ[0]])
    yield at_least("CIDEr", cider([[text] for text in references], captions, zero_division=0.0), 8)


def _corpus(answer: Any) -> tuple[list[list[str]], list[list[str]]]:
    references, captions = entry(answer, "references", "captions")
    for name, texts in (("references", references), ("captions", captions)):
        if not isinstance(texts, list) or not 2 <= len(texts) <= 20:
            raise ValueError(f"{name} must be a list of 2 to 20 sentences")
    if len(references) != len(captions):
        raise ValueError("there must be one caption for each reference")
    return [text_in(t, "a reference", 4, 40) for t in references], [text_in(t, "a caption", 4, 40) for t in captions]


BY_HAND: Ideas = {
    "logarithms to base 2": lambda data: {key: scores(data)[key] / log(2) for key in ("idf_first", "idf_last")},
    "logarithms to base 10": lambda data: {key: scores(data)[key] / log(10) for key in ("idf_first", "idf_last")},
    "the inner product in place of the cosine": lambda data: {"cosine": dot(*vectors(data))},
    "Dice in place of the cosine: lengths are multiplied and not added": lambda data: {"cosine": dice(*vectors(data))},
}


TASKS = (
    Implement(
        name="idf_of",
        minutes=5,
        reference=weight,
        examples=({"pictures": 100, "with_it": 10},),
        parts={
            "an n-gram that references have": Part(
                SEEN,
                1,
                *(
                    {"pictures": pictures, "with_it": with_it}
                    for pictures, with_it in ((5000, 3), (1, 1), (10**9, 7), (1000, 369), (1000, 996), (82_783, 70_101))
                ),
            ),
            "an n-gram that no reference has": Part(
                UNSEEN, 1, {"pictures": 1, "with_it": 0}, {"pictures": 10**6, "with_it": 0}
            ),
        },
        wrong_ideas={
            "a share: how rare it is, not how common": lambda pictures, with_it: with_it / pictures,
            "the logarithm to base 2": lambda pictures, with_it: weight(pictures, with_it) / log(2),
            "the logarithm upside down": lambda pictures, with_it: -weight(pictures, with_it),
            "a smoothed weight: one is added to nothing here": lambda pictures, with_it: log(pictures / (1 + with_it)),
        },
    ),
    Implement(
        name="cosine_of",
        minutes=15,
        reference=cosine,
        examples=({"a": {"dog": 3.0, "runs": 4.0}, "b": {"dog": 3.0, "sits": 4.0}},),
        parts={
            "vectors with a length": Part(PAIRS, 2, *SHORT_ONES, *CANCELLING, *SPELLED, *UNEVEN, MANY, TURNED),
            "a vector of length 0": Part(WITHOUT_LENGTH, 1, *NOTHING),
        },
        wrong_ideas={
            "the inner product: divide by both lengths": dot,
            "a division by one length alone": lambda a, b: dot(a, b) / sqrt(dot(a, a)),
            "a division by squared lengths: take the root": lambda a, b: dot(a, b) / (dot(a, a) * dot(b, b)),
            "the share of common words: their weights count": lambda a, b: len(a.keys() & b.keys()) / len(a.keys() | b),
        },
    ),
    ByHand(name="cosine_by_hand", minutes=15, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="copies_for_nothing", minutes=10, points=3, conditions=all_alike),
    Build(name="caption_turned_round", minutes=15, points=4, conditions=turned),
    Argue(name="consensus_of_whom", minutes=20, points=4),
)
