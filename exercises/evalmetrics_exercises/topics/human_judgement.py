"""Exercise of the chapter on human judgement."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from math import isnan, nan, sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np
from hypothesis import strategies as st
from scipy.special import stdtrit

from evalmetrics import benchmark_average, cohen_kappa, fleiss_kappa, krippendorff_alpha, mean_opinion_score, pearson

from ..building import at_least, at_most, each_in, entry, frame, nearly, numbers_in, square
from ..drawing import SIZES, random_table, rounds_alike, told_apart
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail
from ..translations import paragraphs
from ..wording import TWINS

TITLE = "51_human_judgement"
Labels = list[str]
Ratings = list[list[float]]


def agreement(ratings_1: Labels, ratings_2: Labels) -> float:
    return fmean(a == b for a, b in zip(ratings_1, ratings_2, strict=True))


def beyond(ratings_1: Labels, ratings_2: Labels, chance: float) -> float:
    """Agreement beyond some other chance."""
    return (agreement(ratings_1, ratings_2) - chance) / (1 - chance) if chance < 1 else nan


def scott(ratings_1: Labels, ratings_2: Labels) -> float:
    counts = Counter(ratings_1 + ratings_2)
    return beyond(ratings_1, ratings_2, sum((c / counts.total()) ** 2 for c in counts.values()))


def evenly(ratings_1: Labels, ratings_2: Labels) -> float:
    return beyond(ratings_1, ratings_2, 1 / len({*ratings_1, *ratings_2}))


def chance_of(ratings_1: Labels, ratings_2: Labels) -> float:
    """The share of agreement that lots would give."""
    first, second = Counter(ratings_1), Counter(ratings_2)
    return sum(first[label] * second[label] for label in first) / len(ratings_1) ** 2


def kappa_of(ratings_1: Labels, ratings_2: Labels) -> float:
    """Kappa of labels that differ if a blank does."""
    return float(cohen_kappa(ratings_1, ratings_2, labels=list(dict.fromkeys([*ratings_1, *ratings_2]))))


def kappa_or(ratings_1: Labels, ratings_2: Labels, otherwise: float) -> float:
    """Kappa, with a number where it is undefined."""
    return otherwise if isnan(kappa := kappa_of(ratings_1, ratings_2)) else kappa


def standard_error(ratings: Ratings) -> float:
    """Of the mean of all ratings, listeners taken as drawn: the package's interval over its quantile."""
    raters = [i for i, own in enumerate(ratings) for _ in own]
    found = mean_opinion_score([r for own in ratings for r in own], raters=raters, scale=(-1e6, 1e6))
    return float((found.high - float(found)) / stdtrit(len(ratings) - 1, 0.975)) if len(ratings) > 1 else nan


def of_ratings(ratings: Ratings) -> float:
    values = [r for own in ratings for r in own]
    return stdev(values) / sqrt(len(values)) if len(ratings) > 1 else nan


def of_means(ratings: Ratings) -> float:
    return stdev(map(fmean, ratings)) / sqrt(len(ratings)) if len(ratings) > 1 else nan


def without_correction(ratings: Ratings) -> float:
    g = len(ratings)
    return standard_error(ratings) * sqrt((g - 1) / g)


def over_listeners(ratings: Ratings) -> float:
    return stdev(map(fmean, ratings)) / sqrt(sum(map(len, ratings))) if len(ratings) > 1 else nan


def lists(least: int, most: int, lengths: st.SearchStrategy[list[int]]) -> Inputs:
    """Ratings of some listeners, of these numbers each: from 1 to 5, with halves, or on another scale."""
    grade = st.integers(1, 5) | st.integers(1, 11).map(lambda n: n / 2) | st.integers(-3, 100)
    return lengths.filter(lambda sizes: least <= len(sizes) <= most).flatmap(
        lambda sizes: st.tuples(*[st.lists(grade, min_size=n, max_size=n) for n in sizes]).map(
            lambda rows: {"ratings": [list(row) for row in rows]}
        )
    )


EQUAL = st.tuples(st.integers(2, 4), st.integers(1, 4)).map(lambda drawn: [drawn[1]] * drawn[0])
UNEQUAL = st.lists(st.integers(1, 4), min_size=2, max_size=4).filter(lambda sizes: len(set(sizes)) > 1)
SINGLE = st.integers(1, 4).map(lambda n: [n])


def labels(known: Sequence[str], least: int = 2, most: int = 7) -> Inputs:
    """Two raters' labels of a few items; some agree on all of them, or one of them knows one label only."""
    one = st.sampled_from(known)
    rows = st.lists(st.tuples(one, one), min_size=least, max_size=most)
    agreed = st.lists(one, min_size=least, max_size=most).map(lambda own: [(a, a) for a in own])
    undecided = st.tuples(rows, one).map(lambda drawn: [(a, drawn[1]) for a, _ in drawn[0]])
    return st.one_of(rows, rows, agreed, undecided, undecided.map(lambda pairs: [(b, a) for a, b in pairs])).map(
        lambda rows: {"ratings_1": [a for a, _ in rows], "ratings_2": [b for _, b in rows]}
    )


def many_labels() -> tuple[Arguments, ...]:
    """Items and labels as many as real ones; the last pair agrees nearly as by chance."""
    source, found = random.Random("many labels"), list[Arguments]()
    known = ["poor", "fair", "good", "very good", "excellent", "not sure", "NA"]
    while len(found) < 5 or not 0 < abs(cohen_kappa(**found[-1])) < 0.01:
        first = source.choices(known, k=source.randint(10, 20))
        second = [label if source.random() < 0.4 else source.choice(known) for label in first]
        found.append({"ratings_1": first, "ratings_2": second})
    return (*found[:4], found[-1])


def many_listeners(sizes: list[int]) -> list[Ratings]:
    """Grades of as many listeners as real studies have, of these numbers each."""
    source = random.Random("many listeners")
    return [[source.choices(range(1, 6), k=source.choice(sizes)) for _ in range(n)] for n in SIZES]


def defined(arguments: Arguments) -> bool:
    """Whether the raters used more than one label between them."""
    return len({*arguments["ratings_1"], *arguments["ratings_2"]}) > 1


def draw(source: random.Random) -> Any:
    """A table of two raters with a favourite grade, and the ratings of five listeners, generous or strict."""
    while True:
        table = random_table(source, k=3, most=24)
        given = np.sum(table, axis=0) + np.sum(table, axis=1)
        if sum((given / given.sum()) ** 2) > 1 / 3 + 0.01:
            break
    while True:
        moods = [source.choice([-1, 0, 1]) for _ in range(5)]
        heard: Ratings = [[min(5, max(1, 3 + mood + source.choice([-1, 0, 0, 1]))) for _ in range(3)] for mood in moods]
        mean, error = fmean(r for own in heard for r in own), standard_error(heard)
        alike = rounds_alike(mean - 2.776 * error, mean - 2.776445 * error)  # as tables and as programs have it
        if alike and len({sum(own) for own in heard}) >= 3 and error > 0.2:
            return {"table": table, "listeners": heard}


def scores(data: Any) -> dict[str, float]:
    cm, heard = frame(data["table"]), data["listeners"]
    mean = fmean(r for own in heard for r in own)
    return {
        "kappa": cohen_kappa(cm),
        "linear_kappa": cohen_kappa(cm, weights="linear"),
        "low_over_ratings": mean - 1.96 * of_ratings(heard),
        "low_over_listeners": mean - 2.776 * standard_error(heard),
    }


def pi_of(data: Any) -> float:
    """Scott's pi of the drawn table."""
    pairs = [(i, j) for i, row in enumerate(data["table"]) for j, n in enumerate(row) for _ in range(n)]
    return fleiss_kappa([[pair.count(label) for label in range(3)] for pair in pairs])


def of_lots(data: Any) -> dict[str, float]:
    """Both kappas with all nine cells equally likely."""
    shares = np.array(data["table"]) / np.sum(data["table"])
    apart = np.abs(np.subtract.outer(range(3), range(3)))
    costs = {"kappa": apart > 0, "linear_kappa": apart}
    return {name: float(1 - (shares * cost).sum() / cost.mean()) for name, cost in costs.items()}


def mean_of(data: Any) -> float:
    return fmean(r for own in data["listeners"] for r in own)


def draw_marks(source: random.Random) -> Any:
    """What three raters marked in six real paragraphs by one system: one, two and three of three documents."""
    systems, marks, _, documents = paragraphs()
    names = list(dict.fromkeys(documents))
    while True:
        system = source.randrange(len(systems))
        places = [[int(i) for i in np.flatnonzero(documents == name)] for name in source.sample(names, 3)]
        if any(len(place) <= i for i, place in enumerate(places)):
            continue
        chosen = [place[: i + 1] for i, place in enumerate(places)]
        source.shuffle(chosen)
        given = [[[float(mark) / 10 for mark in marks[i, :, system]] for i in document] for document in chosen]
        data = {"system": systems[system], "documents": given}
        every = [mark for document in given for row in document for mark in row]
        if max(every) > 30 or len(set(every)) < 10:
            continue
        right = disagreements(data)
        exact = right["upper_end"] + (STUDENTS_T - 4.302653) * standard_error_of_documents(data)
        if not -0.4 < right["alpha"] < 0.95 or not rounds_alike(right["upper_end"], exact):
            continue
        if told_apart(data, right, MARKS_BY_HAND):
            return data


STUDENTS_T = 4.303  # of two degrees of freedom, as tables have it
Cost = Callable[[float, float], float]


def squared(a: float, b: float) -> float:
    """What a difference costs on an interval scale."""
    return (a - b) ** 2


def rows_of(data: Any) -> list[list[float]]:
    """The marks of each paragraph."""
    return [row for document in data["documents"] for row in document]


def within(data: Any, cost: Cost = squared) -> float:
    """The mean cost of two marks of one paragraph."""
    return fmean(cost(a, b) for row in rows_of(data) for a, b in combinations(row, 2))


def between(data: Any, cost: Cost = squared) -> float:
    """The mean cost of any two of the marks."""
    return fmean(cost(a, b) for a, b in combinations([mark for row in rows_of(data) for mark in row], 2))


def standard_error_of_documents(data: Any) -> float:
    """Of the mean of all marks, documents taken as drawn."""
    return standard_error([[mark for row in document for mark in row] for document in data["documents"]])


def mean_mark(data: Any) -> float:
    return fmean(mark for row in rows_of(data) for mark in row)


def disagreements(data: Any) -> dict[str, float]:
    observed, expected = within(data), between(data)
    return {
        "observed": observed,
        "expected": expected,
        "alpha": krippendorff_alpha(rows_of(data), level="interval", raters="columns"),
        "upper_end": mean_mark(data) + STUDENTS_T * standard_error_of_documents(data),
    }


def other_costs(data: Any, cost: Cost) -> dict[str, float]:
    """Another cost of a difference."""
    observed, expected = within(data, cost), between(data, cost)
    return {"observed": observed, "expected": expected, "alpha": 1 - observed / expected}


def other_chance(data: Any, expected: float) -> dict[str, float]:
    """Another disagreement by chance."""
    return {"expected": expected, "alpha": 1 - within(data) / expected}


def of_other_paragraphs(data: Any) -> float:
    """The mean cost of two marks of different paragraphs."""
    return fmean(squared(a, b) for one, other in combinations(rows_of(data), 2) for a in one for b in other)


def ends_at(data: Any, error: float, times: float = STUDENTS_T) -> dict[str, float]:
    """An upper end by another standard error."""
    return {"upper_end": mean_mark(data) + times * error}


def of_document_means(data: Any) -> float:
    """The standard error of the documents' means, each with the same weight."""
    return stdev(fmean(mark for row in document for mark in row) for document in data["documents"]) / sqrt(3)


MARKS_BY_HAND: Ideas = {
    "absolute differences: on an interval scale they are squared": lambda data: other_costs(
        data, lambda a, b: abs(a - b)
    ),
    "equal or not: that is the nominal scale": lambda data: other_costs(data, lambda a, b: float(a != b)),
    "every mark with itself as well: two different ones of the eighteen are compared": lambda data: other_chance(
        data, between(data) * 17 / 18
    ),
    "pairs of one paragraph left out of chance: it is any two marks": lambda data: other_chance(
        data, of_other_paragraphs(data)
    ),
    "observed over expected: alpha is 1 minus that": lambda data: {"alpha": within(data) / between(data)},
    "eighteen marks as drawn: documents are": lambda data: ends_at(
        data, stdev(mark for row in rows_of(data) for mark in row) / sqrt(18)
    ),
    "six paragraphs as drawn: documents are": lambda data: ends_at(data, stdev(map(fmean, rows_of(data))) / sqrt(6)),
    "the spread of the documents' means: large documents weigh more": lambda data: ends_at(
        data, of_document_means(data)
    ),
    "3 where 3 - 1 belongs, for documents": lambda data: ends_at(data, standard_error_of_documents(data) * sqrt(2 / 3)),
    "1.96 for three documents: t with two degrees of freedom is 4.303": lambda data: ends_at(
        data, standard_error_of_documents(data), 1.96
    ),
}


@just_fail(
    {"first": [[40, 9], [6, 45]], "second": [[80, 10], [5, 5]]},
    {"first": [[45, 5], [5, 45]], "second": [[45, 5], [5, 45]]},
    {"first": [[45, 5], [5, 45]], "second": [[99, 1], [0, 0]]},
    {"first": [[45, 5], [5, 45]], "second": [[88, 6], [5, 1]]},
    {"first": [[9, 1], [1, 9]], "second": [[90, 4], [5, 1]]},
)
def paradoxical(answer: Any) -> Iterator[Condition]:
    """More agreement and far less kappa."""
    first, second = (square(part, classes=2) for part in entry(answer, "first", "second"))
    for name, cm in (("first", first), ("second", second)):
        cells = cm.to_numpy()
        shown = f"{int(cells.sum())} items, smallest cell {int(cells.min())}"
        yield Condition(
            f"{name}: 50 to 1,000 items, no empty cell", shown, bool(50 <= cells.sum() <= 1000 and cells.min() > 0)
        )
    shares = [float(np.trace(cm.to_numpy()) / cm.to_numpy().sum()) for cm in (first, second)]
    found = f"{shares[0]:.4f} and {shares[1]:.4f}"
    yield Condition("the raters of second agree more often than those of first", found, shares[1] > shares[0])
    yield at_least("kappa of first", cohen_kappa(first), 0.6)
    yield at_most("kappa of second", cohen_kappa(second), 0.2)


def columns_of(answer: Any) -> tuple[Ratings, Ratings]:
    """What people and the metric gave to every segment of every system."""
    names = ("people", "metric")
    both = []
    for name, part in zip(names, entry(answer, *names), strict=True):
        if not isinstance(part, list) or not 3 <= len(part) <= 20:
            raise ValueError(f"{name} must be a list of 3 to 20 systems, each a list of scores")
        both.append([numbers_in(own, f"{name}[{i}]", 0, 100, 5) for i, own in enumerate(part)])
    if len({len(own) for part in both for own in part}) > 1 or len(both[0]) != len(both[1]) or len(both[0][0]) > 200:
        raise ValueError("people and metric must have as many systems, all of 5 to 200 segments")
    return both[0], both[1]


@just_fail(
    {"people": [[0, 20, 40, 60, 80]] * 3, "metric": [[0, 20, 40, 60, 80]] * 3},
    {
        "people": [[v + 3 * k for v in (0, 20, 40, 60, 80)] for k in range(3)],
        "metric": [[0, 20, 40, 60, 80 - k * 1e-9] for k in range(3)],
    },
    {"people": [[1, 2, 3, 4, 5], [2, 3, 4, 5, 6], [3, 4, 5, 6, 7]], "metric": [[5] * 5, [4] * 5, [3] * 5]},
    {"people": [[0, 40, 80], [5, 45, 85], [9, 49, 89]], "metric": [[9, 49, 89], [5, 45, 85], [0, 40, 80]]},
    {
        "people": [[0, 20, 40, 60, 80], [1, 21, 41, 61, 81], [2, 22, 42, 62, 82]],
        "metric": [[2, 22, 42, 62, 82], [1, 21, 41, 61, 81], [0, 20, 40, 60, 80]],
    },
    {"people": [[0, 20, 40, 60, 80], [5, 25, 45, 65, 85]], "metric": [[5, 25, 45, 65, 85], [0, 20, 40, 60, 80]]},
)
def backwards(answer: Any) -> Iterator[Condition]:
    """A metric that follows people over segments and runs against them over systems."""
    people, metric = columns_of(answer)
    pooled = pearson([s for own in people for s in own], [s for own in metric for s in own])
    yield at_least("Pearson over all segments", float(pooled), 0.6)
    merits = [fmean(own) for own in people]
    yield at_least("people's means: the best system's minus the worst's,", max(merits) - min(merits), 5)
    scores = [fmean(own) for own in metric]
    yield at_least("the metric's means: the highest minus the lowest,", max(scores) - min(scores), 1)
    systems = pearson(merits, scores)
    yield at_most("Pearson over the systems' means", float(systems), -0.8)


@just_fail(
    {"A": [90, 50, 50, 50, 50], "B": [50, 51, 51, 51, 51]},
    {"A": [60, 50, 50, 50, 50], "B": [58, 51, 51, 51, 51]},
    {"A": [50, 50, 50, 50, 90], "B": [50, 51, 51, 51, 80]},
    {"A": [90, 5, 5, 5], "B": [50, 9, 9, 9]},
)
def one_task(answer: Any) -> Iterator[Condition]:
    """An average that one task decides."""
    a, b = each_in(answer, "AB", numbers_in, 0, 100, 5)
    if not len(a) == len(b) <= 20:
        raise ValueError("A and B must hold the scores of the same 5 to 20 tasks")
    won = sum(y > x for x, y in zip(a, b, strict=True))
    yield Condition("B is better on all tasks but one", f"on {won} of {len(a)}", won == len(a) - 1)
    means, geometric = (
        [benchmark_average(dict(enumerate(scores)), method=method) for scores in (a, b)]
        for method in ("mean", "geometric_mean")
    )
    yield at_least("average of A, minus that of B,", means[0] - means[1], 1)
    shown = f"{geometric[0]:.4f} and {geometric[1]:.4f}"
    yield Condition("B has the higher geometric mean", shown, geometric[1] > nearly(geometric[0]))


# Labels that are taken for one another where case, blanks, marks, endings or zeros are forgotten.
PAIRS = (
    *TWINS,
    ("not sure", "notsure"),
    ("a", "a "),
    ("1", "01"),
    ("01", "001"),
    ("1", "1.0"),
    ("NA", "N/A"),
    ("talking", "walking"),
    ("disagree", "agree"),
)
ALIKE = list(dict.fromkeys(label for pair in PAIRS for label in pair))
PEOPLE_BY_HAND: Ideas = {
    "chance from both raters together: that is Scott's pi": lambda data: {"kappa": pi_of(data)},
    "chance as one third: it comes from the raters' own frequencies": lambda data: {"kappa": of_lots(data)["kappa"]},
    "all costs equally likely: chance comes from the raters' own frequencies": lambda data: {
        "linear_kappa": of_lots(data)["linear_kappa"]
    },
    "quadratic weights where linear ones are asked for": lambda data: {
        "linear_kappa": cohen_kappa(frame(data["table"]), weights="quadratic")
    },
    "1.96 for five listeners: t with four degrees of freedom is 2.776": lambda data: {
        "low_over_listeners": mean_of(data) - 1.96 * standard_error(data["listeners"])
    },
    "the spread of the listeners' means with n in place of n - 1": lambda data: {
        "low_over_listeners": mean_of(data) - 2.776 * without_correction(data["listeners"])
    },
}


TASKS = (
    Implement(
        name="kappa_of",
        minutes=15,
        reference=kappa_of,
        examples=({"ratings_1": ["a", "a", "b", "b", "c"], "ratings_2": ["a", "a", "b", "c", "c"]},),
        parts={
            "any two raters": Part(
                st.one_of(labels("abcd"), labels(ALIKE)).filter(defined),
                2,
                {"ratings_1": ["a", "a", "a"], "ratings_2": ["b", "b", "b"]},
                {"ratings_1": ["a", "b"], "ratings_2": ["a", "b"]},
                {"ratings_1": ["a", "b"], "ratings_2": ["ab", "b"]},
                {"ratings_1": ["a"] * 5000 + ["b"], "ratings_2": ["a"] * 5000 + ["b"]},
                {"ratings_1": ["a", "a", "a", "a"], "ratings_2": ["a", "a", "a", "b"]},
                {"ratings_1": ["yes", "no", "yes", "no"], "ratings_2": ["yes", "no", "no", "no"]},
                {"ratings_1": ["d", "b", "c", "a", "e"], "ratings_2": ["d", "b", "a", "a", "e"]},
                {"ratings_1": list("abcdefga"), "ratings_2": list("abcdegfb")},
                {"ratings_1": ["a"], "ratings_2": ["b"]},
                {"ratings_1": ["a", "b"], "ratings_2": ["b", "a"]},
                {"ratings_1": ["yes", "no"] * 6, "ratings_2": ["no", "yes"] * 5 + ["yes", "no"]},
                *many_labels(),
                *({"ratings_1": [one, one, "b"], "ratings_2": [one, other, "b"]} for one, other in PAIRS),
            ),
            "one label for everything": Part(
                st.sampled_from(["a", *ALIKE]).flatmap(lambda label: labels([label], least=1, most=9)),
                1,
                {"ratings_1": ["b"], "ratings_2": ["b"]},
                {"ratings_1": ["c", "c"], "ratings_2": ["c", "c"]},
            ),
        },
        wrong_ideas={
            "agreement: chance has to be taken out": agreement,
            "Scott's pi: each rater has frequencies of her own": scott,
            "chance as one over the number of labels: it comes from the raters' own frequencies": evenly,
            "agreement minus chance: divide by what chance leaves": lambda **given: (
                agreement(**given) - chance_of(**given)
            ),
            "1 where both gave one label only: that is 0/0, nan": partial(kappa_or, otherwise=1.0),
            "0 where both gave one label only: that is 0/0, nan": partial(kappa_or, otherwise=0.0),
        },
    ),
    Implement(
        name="standard_error_of",
        minutes=20,
        reference=standard_error,
        examples=({"ratings": [[5, 4, 4], [3, 3], [4, 2]]},),
        parts={
            "as many ratings from everybody": Part(
                lists(2, 4, EQUAL),
                1,
                {"ratings": [[1], [5]]},
                {"ratings": [[5, 4], [3, 3], [4, 2], [1, 2], [5, 5], [2, 4]]},
                {"ratings": [[4.5, 3], [2.5, 5]]},
                {"ratings": [[i] for i in (1, 5, 2, 2, 4, 3, 5, 1, 1, 3, 2, 5, 4)]},
                {"ratings": [[4], [4.01]]},
                *({"ratings": heard} for heard in many_listeners([5])),
            ),
            "different numbers of ratings": Part(
                lists(2, 4, UNEQUAL),
                1,
                {"ratings": [[5, 5, 5], [1]]},
                {"ratings": [[2], [4, 4], [1, 5, 3]]},
                {"ratings": [[5, 4, 4, 3, 5, 2], [3], [4, 2], [1], [2, 2, 2]]},
                {"ratings": [[4.5, 3.5], [2.5]]},
                {"ratings": [[85, 90.5], [-10, 40], [100]]},
                {"ratings": [[0.01], [0.02, 0.04], [-0.03]]},
                {"ratings": [[0.01], [0.01, 0.02]]},
                *({"ratings": heard} for heard in many_listeners([1, 2, 5, 8])),
            ),
            "a single listener": Part(
                lists(1, 1, SINGLE), 1, {"ratings": [[3]]}, {"ratings": [[1, 5]]}, {"ratings": [[1, 2, 3, 4, 5, 5]]}
            ),
        },
        wrong_ideas={
            "the error of as many independent ratings: those of one listener are not": of_ratings,
            "the error of the mean of the listeners' means: listeners with more ratings weigh more": of_means,
            "G listeners where G - 1 belongs": without_correction,
            "the spread of the listeners' means over the root of the number of ratings": over_listeners,
            "0 for a single listener: one person says nothing about others, nan": lambda ratings: (
                standard_error(ratings) if len(ratings) > 1 else 0.0
            ),
        },
    ),
    ByHand(name="people_by_hand", minutes=30, draw=draw, solve=scores, wrong_ideas=PEOPLE_BY_HAND),
    ByHand(name="marks_by_hand", minutes=25, draw=draw_marks, solve=disagreements, wrong_ideas=MARKS_BY_HAND),
    Build(name="more_agreement_less_kappa", minutes=15, points=4, conditions=paradoxical),
    Refute(name="reliable_since_correlated", minutes=20, points=4, conditions=backwards),
    Build(name="one_task_decides", minutes=10, points=3, conditions=one_task),
    Argue(name="is_the_new_voice_better", minutes=20, points=4),
)
