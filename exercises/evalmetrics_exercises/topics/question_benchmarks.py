"""Exercise of the chapter on benchmarks of questions."""

import random
import string
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from math import hypot, isnan, nan, sqrt
from statistics import fmean, stdev, variance
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import (
    accuracy_above_chance,
    benchmark_average,
    choice_accuracy,
    normalize_answer,
    question_mean,
    squad_f1,
)

from ..building import at_least, at_most, each_in, entry, is_whole, nearly, numbers_in
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "73_question_benchmarks"
Numbers = list[float]
Texts = list[str]


def f1_of(answers: Texts, said: str) -> float:
    return squad_f1([answers], [said])


def words_of(text: str) -> Texts:
    """What is left of a text."""
    return normalize_answer(text).split()


def with_articles(text: str) -> Texts:
    """Lower case, no punctuation, and the articles still there."""
    return text.lower().translate(str.maketrans("", "", string.punctuation)).split()


def f1_by(answers: Texts, said: str, words: Any = words_of, best: Any = max, bag: Any = Counter) -> float:
    """F1 with another way to find words, to choose among answers, or to count."""
    kept = [own for answer in answers if (own := words(answer))] or [[]]
    return float(best([f1_of_bags(bag(own), bag(words(said))) for own in kept]))


def f1_of_bags(wanted: Counter[str], given: Counter[str]) -> float:
    """Of two bags."""
    if not (wanted and given):
        return float(wanted == given)
    return 2 * (wanted & given).total() / (wanted.total() + given.total())


def recalled(answers: Texts, said: str) -> float:
    kept = [own for answer in answers if (own := words_of(answer))]
    given = Counter(words_of(said))
    return max((Counter(own) & given).total() / len(own) for own in kept) if kept else float(not given)


def either_or(answers: Texts, said: str) -> float:
    return float(f1_of(answers, said) == 1 and words_of(said) in ([words_of(a) for a in answers] or [[]]))


def once_each(words: Texts) -> Counter[str]:
    return Counter(set(words))


WORDS = ["ten", "inches", "the", "a", "an", "cat", "cats", "The", "Ten", "and", "theatre", "10", "ten.", "cat,", "not"]
texts_of_words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)


def answered(texts: st.SearchStrategy[str], least: int, most: int) -> Inputs:
    """Right answers and what was said, often one of them with other words around it."""

    def about(answers: Texts) -> Inputs:
        near = st.tuples(st.sampled_from(answers or [""]), texts).map(" ".join) if answers else texts
        return st.one_of(texts, near).map(lambda said: {"answers": answers, "said": said})

    return st.lists(texts, min_size=least, max_size=most).flatmap(about)


def has_words(arguments: Arguments) -> bool:
    """Whether something was said, and every right answer has a word."""
    return all(map(words_of, [*arguments["answers"], arguments["said"]]))


NOTHING_TO_SAY = st.one_of(
    answered(texts_of_words, 0, 0),
    st.sampled_from([[], ["the"], ["a", "an"], ["ten", "the"], ["cat"]]).flatmap(
        lambda answers: st.sampled_from(["", "the", "An!", "cat", "ten cats"]).map(
            lambda said: {"answers": answers, "said": said}
        )
    ),
)


def ahead_by(first: Sequence[float], second: Sequence[float]) -> Numbers:
    """What the second system has more, question by question."""
    return [b - a for a, b in zip(first, second, strict=True)]


def error_of(first: Numbers, second: Numbers, groups: Sequence[str]) -> float:
    if len(set(groups)) < 2:
        return nan
    return float(question_mean(ahead_by(first, second), groups=list(groups)).standard_error)


def alone(first: Numbers, second: Numbers, groups: Sequence[str]) -> float:
    return stdev(ahead_by(first, second)) / sqrt(len(first)) if len(set(groups)) > 1 else nan


def by_sums(values: Numbers, groups: Sequence[str], correction: int = 1) -> float:
    """The standard error of a mean, deviations added within groups first."""
    mean, g = fmean(values), len(set(groups))
    squares = sum((sum(own) - len(own) * mean) ** 2 for own in by_group(values, groups))
    return sqrt(g / (g - correction) * squares) / len(values) if g > 1 else nan


def unpaired(first: Numbers, second: Numbers, groups: Sequence[str]) -> float:
    return hypot(by_sums(first, groups), by_sums(second, groups))


def not_corrected(first: Numbers, second: Numbers, groups: Sequence[str]) -> float:
    return by_sums(ahead_by(first, second), groups, correction=0)


def of_group_means(first: Numbers, second: Numbers, groups: Sequence[str]) -> float:
    means = [fmean(own) for own in by_group(ahead_by(first, second), groups)]
    return stdev(means) / sqrt(len(means)) if len(means) > 1 else nan


def by_group(values: Numbers, groups: Sequence[str]) -> list[Numbers]:
    return [[v for v, g in zip(values, groups, strict=True) if g == one] for one in dict.fromkeys(groups)]


def two_systems(score: st.SearchStrategy[float], names: st.SearchStrategy[str], most: int = 8) -> Inputs:
    """Scores of two systems on the same questions, and the groups of these."""
    return st.lists(st.tuples(score, score, names), min_size=2, max_size=most).map(
        lambda rows: dict(zip(("first", "second", "groups"), map(list, zip(*rows, strict=True)), strict=True))
    )


def several(arguments: Arguments) -> bool:
    """Whether there are two groups or more."""
    return len(set(arguments["groups"])) > 1


def many_questions(n: int) -> Arguments:
    """Scores of two systems on as many questions as a small benchmark has, in a few groups of several sizes."""
    source = random.Random(f"{n} questions")
    groups = [f"passage {source.randint(1, n // 4)}" for _ in range(n)]
    known = {group: source.random() for group in groups}
    first, second = ([float(source.random() < known[group]) for group in groups] for _ in range(2))
    return {"first": first, "second": second, "groups": groups}


def draw(source: random.Random) -> Any:
    """Some ten questions in four passages, with two to five options, and whether two systems were right."""
    while True:
        sizes = [source.randint(2, 4) for _ in "ABCD"]
        passages = [name for name, size in zip("ABCD", sizes, strict=True) for _ in range(size)]
        options = [source.choice([2, 3, 4, 5]) for _ in passages]
        first, second = ([int(source.random() < 0.55) for _ in passages] for _ in range(2))
        ahead = ahead_by(first, second)
        grouped = [sum(own) for own in by_group(ahead, passages)]
        telling = len(set(options)) > 2 and len(set(sizes)) > 1 and 9 <= len(ahead) <= 12
        if telling and 3 <= sum(first) <= 8 and sum(ahead) > 0 and variance(grouped) > 0.3:
            return {"options": options, "first": first, "second": second, "passages": passages}


def above(options: Sequence[int], right: Sequence[int]) -> float:
    """Accuracy above chance of answers that are right or wrong."""
    return accuracy_above_chance([1] * len(right), list(right), options=list(options))


def scores(data: Any) -> dict[str, float]:
    both = data["first"], data["second"]
    error_alone, error_in_passages = (error(*both, data["passages"]) for error in (alone, error_of))
    return {
        "above_chance": above(data["options"], data["first"]),
        "error_alone": error_alone,
        "error_in_passages": error_in_passages,
        "design_effect": (error_in_passages / error_alone) ** 2,
    }


def with_mean_chance(data: Any) -> float:
    """Chance as one over the mean number of options."""
    chance = 1 / fmean(data["options"])
    return (fmean(data["first"]) - chance) / (1 - chance)


def question_by_question(data: Any) -> float:
    """The mean of what each question has above its chance."""
    return fmean((r - 1 / k) / (1 - 1 / k) for r, k in zip(data["first"], data["options"], strict=True))


def mistaken(data: Any, idea: Any) -> dict[str, float]:
    """Another idea of the error in passages, and what follows from it."""
    right, error = scores(data), idea(data["first"], data["second"], data["passages"])
    return right | {"error_in_passages": error, "design_effect": (error / right["error_alone"]) ** 2}


def lists_in(value: Any, name: str, low: float, high: float, rows: tuple[int, int]) -> list[Numbers]:
    """A list of lists of numbers."""
    if not isinstance(value, list) or not rows[0] <= len(value) <= rows[1]:
        raise ValueError(f"{name} must be a list of {rows[0]} to {rows[1]} lists of numbers")
    return [numbers_in(own, f"{name}[{i}]", low, high, 2) for i, own in enumerate(value)]


@just_fail(
    {"right": [0, 1, 0, 1, 0], "log_probs": [[-5, -6]] * 5, "letters": [[5, 12]] * 5},
    {"right": [0] * 5, "log_probs": [[-5, -6]] * 5, "letters": [[5, 12]] * 5},
    {
        "right": [0, 1, 0, 1, 0],
        "log_probs": [[-5, -6], [-6, -5]] * 2 + [[-5, -6]],
        "letters": [[5, 6], [6, 5]] * 2 + [[5, 6]],
    },
)
def by_length(answer: Any) -> Iterator[Condition]:
    """Options that are all chosen right as they are, and all wrong per letter."""
    right, log_probs, letters = entry(answer, "right", "log_probs", "letters")
    places = numbers_in(right, "right", 0, 9, 5)
    found = lists_in(log_probs, "log_probs", -1000, -0.1, (5, 100))
    lengths = lists_in(letters, "letters", 1, 200, (5, 100))
    if not len(places) == len(found) == len(lengths) or any(
        len(a) != len(b) for a, b in zip(found, lengths, strict=True)
    ):
        raise ValueError("right, log_probs and letters must be about the same questions and options")
    if not all(map(is_whole, [*places, *(n for own in lengths for n in own)])):
        raise ValueError("right and letters must hold whole numbers")
    if any(place >= len(own) for place, own in zip(places, found, strict=True)):
        raise ValueError("right must hold the place of an option, from 0")
    key = [int(place) for place in places]
    per_letter = [np.divide(own, n) for own, n in zip(found, lengths, strict=True)]
    yield at_least("accuracy by log-probabilities as they are", choice_accuracy(key, found), 1)
    yield at_most("accuracy by log-probabilities per letter", choice_accuracy(key, per_letter), 0)
    share = max(key.count(place) for place in key) / len(key)
    yield at_most("share of questions whose right option has the most frequent place", share, 0.6)


@just_fail(
    {"chance": [0, 0, 0], "A": [90, 50, 50], "B": [50, 60, 49], "C": [51, 51, 51]},
    {"chance": [50, 0, 0], "A": [60, 90, 50], "B": [75, 55, 49], "C": [61, 56, 51]},
    {"chance": [50, 0, 0], "A": [50, 96, 50], "B": [90, 55, 49], "C": [90, 56, 51]},
)
def three_winners(answer: Any) -> Iterator[Condition]:
    """Three systems, and three rules to average benchmarks by, each with a winner of its own."""
    names = ("A", "B", "C")
    chance, *found = entry(answer, "chance", *names)
    floor = numbers_in(chance, "chance", 0, 90, 3)
    table = [numbers_in(own, name, 0, 100, 3) for own, name in zip(found, names, strict=True)]
    if any(len(own) != len(floor) for own in table) or len(floor) > 20:
        raise ValueError("chance, A, B and C must hold a number for each of the same 3 to 20 benchmarks")
    least = min(x - c for own in table for x, c in zip(own, floor, strict=True))
    yield at_least("the smallest score minus its chance", least, 0)
    above = [[(x - c) / (100 - c) for x, c in zip(own, floor, strict=True)] for own in table]
    places = [[1 + sum(other > x for other in column) for x in column] for column in zip(*table, strict=True)]
    tied = any(len(set(column)) < 3 for column in zip(*table, strict=True))
    yield Condition("no two systems score the same on a benchmark", "some do" if tied else "none do", not tied)
    means = [float(benchmark_average(dict(enumerate(own)))) for own in table]
    yield at_least("mean of A minus the best other", means[0] - max(means[1:]), 0.5)
    means = [100 * fmean(own) for own in above]
    yield at_least("mean above chance, in points, of B minus the best other", means[1] - max(means[0], means[2]), 0.5)
    means = [fmean(own) for own in zip(*places, strict=True)]
    yield at_most("mean place of C minus the best other", means[2] - min(means[:2]), -0.1)


def right_or_wrong(answer: Any) -> tuple[Numbers, Numbers]:
    """Two systems on the same questions."""
    first, second = each_in(answer, ("first", "second"), numbers_in, 0, 1, 20)
    if len(first) != len(second) or len(first) > 500 or not {*first, *second} <= {0.0, 1.0}:
        raise ValueError("first and second must hold 0 or 1 for each of the same 20 to 500 questions")
    return first, second


@just_fail(
    {"first": [0] * 40 + [1] * 60, "second": [0] * 39 + [1] * 61},
    {"first": [0] * 100, "second": [0] * 90 + [1] * 10},
    {"first": [0] * 50 + [1] * 50, "second": [1] * 50 + [0] * 45 + [1] * 5},
    {"first": [0] * 60 + [1] * 40, "second": [0] * 20 + [1] * 80},
)
def overlapping(answer: Any) -> Iterator[Condition]:
    """Two intervals that overlap, and a difference that is certain."""
    first, second = right_or_wrong(answer)
    a, b, ahead = (question_mean(own) for own in (first, second, ahead_by(first, second)))
    common = min(a.high, b.high) - max(a.low, b.low)
    yield at_least("the part that both 95 % intervals have in common", common, 0.1)
    yield Condition(
        "neither system is right or wrong throughout", f"{a.estimate:.3f} and {b.estimate:.3f}", 0 < a < 1 and 0 < b < 1
    )
    yield at_least("lower bound of second minus first, question by question", ahead.low, nearly(0.02))


BY_HAND: Ideas = {
    "chance as one over the mean number of options: add up the chances": lambda data: {
        "above_chance": with_mean_chance(data)
    },
    "each question above its own chance, then the mean: add up first": lambda data: {
        "above_chance": question_by_question(data)
    },
    "the systems taken for unpaired": lambda data: mistaken(data, unpaired),
    "G in place of G - 1": lambda data: mistaken(data, not_corrected),
    "the spread of the passages' means: passages with more questions weigh more": lambda data: mistaken(
        data, of_group_means
    ),
}


TASKS = (
    Implement(
        name="answer_f1",
        minutes=20,
        reference=f1_of,
        examples=({"answers": ["ten inches", "10 inches"], "said": "About ten inches!"},),
        parts={
            "answers with words": Part(
                answered(texts_of_words, 1, 3).filter(has_words),
                2,
                {"answers": ["ten inches"], "said": "The ten inches."},
                {"answers": ["a cat and a cat"], "said": "cat"},
                {"answers": ["cat"], "said": "cat cat cat"},
                {"answers": ["Theatre"], "said": "theatre and another"},
                {"answers": ["theatre"], "said": "atre"},
                {"answers": ["cats"], "said": "the cat's"},
                {"answers": ["well-known"], "said": "well known"},
                {"answers": ["35"], "said": "3.5"},
                {"answers": ["ten", "ten inches high"], "said": "ten inches"},
                {"answers": ["ten inches high", "ten"], "said": "inches high"},
                {"answers": ["the white rabbit with pink eyes"], "said": "A rabbit, white, with eyes: pink"},
                {"answers": ["one two three four five six seven"], "said": "seven six five four three two one"},
                {"answers": ["not ten"], "said": "ten"},
            ),
            "nothing to say": Part(
                NOTHING_TO_SAY,
                1,
                {"answers": [], "said": ""},
                {"answers": [], "said": "cat"},
                {"answers": [], "said": "The..."},
                {"answers": ["the"], "said": "a"},
                {"answers": ["cat", "the"], "said": "the"},
                {"answers": ["cat"], "said": ""},
            ),
        },
        wrong_ideas={
            "articles that still count as words": lambda answers, said: f1_by(answers, said, words=with_articles),
            "the mean over right answers: the nearest one counts": partial(f1_by, best=fmean),
            "sets of words: a word that is said twice counts twice": partial(f1_by, bag=once_each),
            "recall: words too many cost as well": recalled,
            "exact match: some of the words are worth something": either_or,
            "words as they are written": lambda answers, said: f1_by(answers, said, words=str.split),
        },
    ),
    Implement(
        name="error_of_lead",
        minutes=20,
        reference=error_of,
        examples=({"first": [1, 0, 0, 1], "second": [1, 1, 1, 0], "groups": ["a", "a", "b", "c"]},),
        parts={
            "several groups": Part(
                two_systems(
                    st.sampled_from([0.0, 1.0, 0.5, 0.25, 3.0]), st.sampled_from(["a", "b", "c", "ab", "A"])
                ).filter(several),
                2,
                {"first": [0, 0, 0, 0], "second": [1, 1, 0, 0], "groups": ["a", "a", "b", "b"]},
                {"first": [0, 0, 0, 0], "second": [1, 1, 0, 0], "groups": ["a", "b", "a", "b"]},
                {"first": [1, 0, 1], "second": [0, 1, 1], "groups": ["x", "y", "z"]},
                {"first": [1, 0, 1, 1, 0], "second": [0, 1, 1, 0, 0], "groups": ["x", "y", "x", "x", "x"]},
                {"first": [0.001, 0.002, 0.004], "second": [0.0, 0.003, 0.004], "groups": ["x", "y", "y"]},
                *map(many_questions, (20, 40, 60)),
            ),
            "a single group": Part(
                two_systems(st.sampled_from([0.0, 1.0, 0.5]), st.just("a")),
                1,
                {"first": [1, 0], "second": [0, 0], "groups": ["b", "b"]},
                {"first": [1], "second": [0], "groups": ["a"]},
            ),
        },
        wrong_ideas={
            "every question on its own: those of a group rise and fall together": alone,
            "unpaired: the systems answered the same questions": unpaired,
            "G groups where G - 1 belongs": not_corrected,
            "the error of the mean of the groups' means: every question counts the same": of_group_means,
            "0 for a single group: it says nothing about others, nan": lambda first, second, groups: (
                0.0 if isnan(found := by_sums(ahead_by(first, second), groups)) else found
            ),
        },
    ),
    ByHand(name="quiz_by_hand", minutes=30, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="short_or_long", minutes=10, points=3, conditions=by_length),
    Build(name="three_rules_three_winners", minutes=20, points=4, conditions=three_winners),
    Refute(name="bars_that_overlap", minutes=10, points=3, conditions=overlapping),
    Argue(name="whose_lead", minutes=20, points=4),
)
