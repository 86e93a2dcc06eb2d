"""Exercise of the chapter on ROUGE."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice, pairwise
from typing import Any

from evalmetrics import Rouge, lcs_length, rouge_l, rouge_n
from evalmetrics.inputs.texts import ngrams

from ..building import at_least, at_most
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Part, Refute, just_fail
from ..wording import NOUNS, SPELLED, WORDS, edited, long_texts, repeating_pairs, sentence, texts_in, two_texts

TITLE = "33_rouge"


def numbers(score: Rouge) -> list[float]:
    return [score.precision, score.recall, score.f]


def overlap(reference: list[str], hypothesis: list[str]) -> list[float]:
    return numbers(rouge_n([reference], hypothesis, 1))


def of_counts(shared: float, reference: float, hypothesis: float) -> list[float]:
    """[precision, recall, F] of a count and two totals."""
    p, r = shared / hypothesis, shared / reference
    return [p, r, 2 * p * r / (p + r) if p + r else 0.0]


def unclipped(reference: list[str], hypothesis: list[str]) -> list[float]:
    return of_counts(sum(word in reference for word in hypothesis), len(reference), len(hypothesis))


def distinct(reference: list[str], hypothesis: list[str]) -> list[float]:
    a, b = set(reference), set(hypothesis)
    return of_counts(len(a & b), len(a), len(b))


def longest_run(a: list[str], b: list[str]) -> int:
    return max((n for n in range(1, len(a) + 1) if set(ngrams(a, n)) & set(ngrams(b, n))), default=0)


def in_bags(a: list[str], b: list[str]) -> int:
    return (Counter(a) & Counter(b)).total()


def greedy(a: list[str], b: list[str]) -> int:
    rest, found = list(b), 0
    for word in a:
        if word in rest:
            rest, found = rest[rest.index(word) + 1 :], found + 1
    return found


MOVED: Arguments = {"a": list("abcdefghijklmnopqrst"), "b": list("ijklmnopqrstabcdefgh")}  # by more than a few places
CROSSED: tuple[Arguments, ...] = tuple(
    {"a": list(a), "b": list(b)}
    for a, b in (
        ("abbc", "cbba"),
        ("", "ab"),
        ("ab", ""),
        ("ababc", "aacbc"),
        ("abacac", "acbcba"),
        ("caacababbcc", "bacbcdaccab"),
        ("A", "a"),
        (["walk"], ["walked"]),
        ("abc", "b"),
        ("b", "abc"),
        ("abcd", "d"),
        ("d", "abcd"),
        ("ab", "ba"),
        ("abcdefghijklmnopqrst", "pqrstuvwxyzABCDEFGHI"),
        *SPELLED,
    )
)


def draw(source: random.Random) -> Any:
    """A reference and a hypothesis on which no short cut finds the longest common subsequence.

    How long the pieces are is drawn before what is rejected, and by how many bigrams a set, and a count without
    clipping, is wrong, and how many words are missed where the nearest are paired: no number is usual.
    """
    sizes = source.choice([(1, 3, 4), (2, 2, 4), (3, 2, 4), (3, 3, 4), (2, 3, 4)])
    missed, added = source.randint(0, 3), source.randint(0, 3)
    by_nearest = source.choice((1, 1, 2, 2, 3)), source.randint(1, 2)
    while True:
        reference, hypothesis = crossed(source, sizes, (missed + 1, added + 1, source.choice((1, 2, 3, 3, 4, 4))))
        known, found = (Counter(ngrams(text, 2)) for text in (reference, hypothesis))
        both = known & found
        wrong_by = both.total() - len(both), sum(found[pair] for pair in both) - both.total()
        if wrong_by == (missed, added) and tells_apart(reference, hypothesis, by_nearest):
            return {"reference": " ".join(reference), "hypothesis": " ".join(hypothesis)}


def crossed(source: random.Random, sizes: Sequence[int], again: Sequence[int]) -> tuple[list[str], list[str]]:
    """A reference, and a hypothesis of two of its pieces and its last word.

    A word between the pieces tempts who comes from either end to pass one of them over; a run that is longer than a
    piece comes first; the first word comes late. So many words of a run both say again, the hypothesis alone, and the
    reference alone. Either may begin and end with words of its own.
    """
    words = iter(sentence(source, 20))
    first, into, back, last = islice(words, 4)
    others = (source.randint(1, 2), source.randint(1, 2))
    one, other, run, between, behind = (list(islice(words, size)) for size in (*sizes, *others))
    reference = [first, *one, into, back, *other, *run, last]
    hypothesis = [*run, into, *between, *one, *other, *behind, back, first, last]
    runs = [run, [*one, *other], run]
    source.shuffle(runs)
    texts = ([reference, hypothesis], [hypothesis], [reference])
    for said_again, run, size in zip(texts, runs, again, strict=True):
        for text in said_again:
            at = source.randrange(len(text))
            text[at:at] = run[:size]
    hypothesis = edited(source, hypothesis, source.randint(0, min(3, len(set(NOUNS) - set(hypothesis)))))
    apart = sorted(pair for pair in {*pairwise(reference)} - {*pairwise(hypothesis)} if pair[1] in hypothesis)
    if apart:  # a pair that the hypothesis has the other way round
        before, after = source.choice(apart)
        hypothesis.insert(hypothesis.index(after) + 1, before)
    spare = source.sample([word for word in WORDS if word not in {*reference, *hypothesis}], 12)
    for text in (reference, hypothesis):
        for _ in range(source.randint(0, 6)):
            text.insert(source.choice([0, len(text)]), spare.pop())
    return reference, hypothesis


def tells_apart(reference: list[str], hypothesis: list[str], by_nearest: tuple[int, int]) -> bool:
    """Whether every way to count that comes to mind counts something else; to the nearest so many less, or more."""
    if len(hypothesis) == len(reference) or len(set(hypothesis)) == len(reference):
        return False
    common = lcs_length(reference, hypothesis)
    counts = {count(reference, hypothesis) for count in NAMED}
    if common in counts or len(counts) < len(NAMED):
        return False
    if any(count(reference, hypothesis) == common for count in SHORT_CUTS):
        return False
    forwards, backwards = by_nearest
    if common - nearest_first(reference, hypothesis) != forwards:
        return False
    if common - nearest_from_the_end(reference, hypothesis) < backwards:
        return False
    both = in_bags(reference, hypothesis)
    if both == len(set(reference) & set(hypothesis)) or both == min(len(reference), len(hypothesis)):
        return False
    pairs, turned = (set(map(kind, ngrams(reference, 2))) & set(map(kind, ngrams(hypothesis, 2))) for kind in KINDS)
    return 0 < len(pairs) < len(turned)


def scores(data: Any) -> dict[str, float]:
    reference, hypothesis = data["reference"].split(), data["hypothesis"].split()
    one, two, longest = (
        rouge_n([reference], hypothesis, 1),
        rouge_n([reference], hypothesis, 2),
        rouge_l([reference], hypothesis),
    )
    return {
        "rouge_1_precision": one.precision,
        "rouge_1_recall": one.recall,
        "rouge_2_recall": two.recall,
        "rouge_l_f": longest.f,
    }


def from_hypothesis(a: list[str], b: list[str]) -> int:
    """Greedy with the texts in each other's place."""
    return greedy(b, a)


def longest_run_first(a: list[str], b: list[str]) -> int:
    """The longest common run, then the longest on either side of it, and so on."""
    return sum(block.size for block in SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks())


def nearest_first(a: list[str], b: list[str]) -> int:
    """Always the next common word for which the fewest words are passed over."""
    found = 0
    while True:
        steps = [(i + j, i, j) for i, word in enumerate(a) for j, other in enumerate(b) if word == other]
        if not steps:
            return found
        _, i, j = min(steps)
        a, b, found = a[i + 1 :], b[j + 1 :], found + 1


def nearest_from_the_end(a: list[str], b: list[str]) -> int:
    """The same, backwards."""
    return nearest_first(a[::-1], b[::-1])


def rises(a: list[str], b: list[str]) -> int:
    """Common words that stand after the one before them."""
    places = [a.index(word) for word in b if word in a]
    return 1 + sum(first < second for first, second in pairwise(places))


def of_pairs(data: Any) -> dict[str, float]:
    reference, hypothesis = (Counter(map(frozenset, ngrams(data[name].split(), 2))) for name in SIDES)
    return {"rouge_2_recall": (reference & hypothesis).total() / reference.total()}


def with_words(data: Any, count: Any) -> dict[str, float]:
    """ROUGE-1 with another way to count."""
    p, r, _ = count(*(data[name].split() for name in SIDES))
    return {"rouge_1_precision": p, "rouge_1_recall": r}


SIDES = ("reference", "hypothesis")
NAMED = (longest_run, in_bags, greedy, from_hypothesis)
SHORT_CUTS = (longest_run_first, nearest_first, nearest_from_the_end, rises)
KINDS: tuple[Any, Any] = (tuple, frozenset)


def with_common(data: Any, count: Any) -> dict[str, float]:
    """ROUGE-L with another count in place of the longest common subsequence."""
    reference, hypothesis = data["reference"].split(), data["hypothesis"].split()
    return {"rouge_l_f": of_counts(count(reference, hypothesis), len(reference), len(hypothesis))[2]}


@just_fail(
    {"reference": "the cat sat", "hypothesis": "the cat sat"},
    {"reference": "the cat sat", "hypothesis": "the cat sat " + "dog " * 20},
    {"reference": "the cat sat", "hypothesis": "sat cat the a b c d e f g h i j k l m n"},
)
def all_recall(answer: Any) -> Iterator[Condition]:
    """Everything recalled by saying everything."""
    reference, hypothesis = texts_in(answer, "reference", "hypothesis", least=2)
    score = rouge_n([reference], hypothesis, 2)
    yield at_least("ROUGE-2 recall", score.recall, 1)
    yield at_most("ROUGE-2 precision", score.precision, 0.2)
    found = len(hypothesis) / len(set(hypothesis))
    yield at_most("times that a word of the hypothesis occurs, on average", found, 1.5)


@just_fail(
    {"reference": "a b", "hypothesis": "b a"},
    {"reference": "a b c d", "hypothesis": "a b c d"},
    {"reference": "a b c d", "hypothesis": "e f g h"},
)
def same_words(answer: Any) -> Iterator[Condition]:
    """All words right, and hardly any in order."""
    reference, hypothesis = texts_in(answer, "reference", "hypothesis", least=2)
    yield at_least("ROUGE-1 F", rouge_n([reference], hypothesis, 1).f, 1)
    yield at_most("ROUGE-L F", rouge_l([reference], hypothesis).f, 0.25)


BY_HAND: Ideas = {
    "recall and precision in each other's place": lambda data: {
        "rouge_1_precision": scores(data)["rouge_1_recall"],
        "rouge_1_recall": scores(data)["rouge_1_precision"],
    },
    "matches without clipping: a word may match only as often as the reference has it": lambda data: with_words(
        data, unclipped
    ),
    "sets of words: a repeated word counts more than once": lambda data: with_words(data, distinct),
    "bigrams without order: a pair that is turned over is another": of_pairs,
    "a greedy match of the reference's words in ROUGE-L: the first place is not always the best": lambda data: (
        with_common(data, greedy)
    ),
    "a greedy match of the hypothesis' words in ROUGE-L: the first place is not always the best": lambda data: (
        with_common(data, from_hypothesis)
    ),
    "the longest common run in ROUGE-L": lambda data: with_common(data, longest_run),
    "the words in common in ROUGE-L, in any order": lambda data: with_common(data, in_bags),
}


TASKS = (
    Implement(
        name="rouge_1_of",
        minutes=15,
        reference=overlap,
        examples=({"reference": ["the", "cat", "sat"], "hypothesis": ["the", "cat", "the", "dog"]},),
        parts={
            "any two texts": Part(
                two_texts("reference", "hypothesis", 1),
                3,
                {"reference": ["a"], "hypothesis": ["b"]},
                {"reference": ["walk"], "hypothesis": ["walked"]},
                {"reference": ["a", "bc"], "hypothesis": ["ab", "c"]},
                {"reference": ["the", "US", "won"], "hypothesis": ["The", "us", "won"]},
                {"reference": list("aaabbbccdddeef"), "hypothesis": list("aaghbciddhijkf")},
                *({"reference": reference, "hypothesis": hypothesis} for reference, hypothesis in SPELLED),
                *repeating_pairs("reference", "hypothesis"),
            )
        },
        wrong_ideas={
            "matches without clipping: a word may match only as often as the reference has it": unclipped,
            "sets of words: a repeated word counts more than once": distinct,
            "recall and precision in each other's place": lambda reference, hypothesis: overlap(hypothesis, reference),
            "ROUGE-L: here the order does not count": lambda reference, hypothesis: numbers(
                rouge_l([reference], hypothesis)
            ),
        },
    ),
    Implement(
        name="lcs_of",
        minutes=25,
        reference=lcs_length,
        examples=({"a": ["police", "killed", "the", "gunman"], "b": ["police", "kill", "the", "gunman"]},),
        parts={
            "any two texts": Part(two_texts("a", "b"), 2, *CROSSED, MOVED),
            "texts of up to twenty words": long_texts("a", "b"),
        },
        wrong_ideas={
            "the longest common run: the words need not be neighbours": longest_run,
            "the words in common: they must stand in the same order": in_bags,
            "a greedy match: the first place is not always the best": greedy,
        },
    ),
    ByHand(name="rouge_by_hand", minutes=25, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="says_everything", minutes=15, points=4, conditions=all_recall),
    Refute(name="right_words_wrong_order", minutes=10, points=3, conditions=same_words),
    Argue(name="which_rouge", minutes=20, points=4),
)
