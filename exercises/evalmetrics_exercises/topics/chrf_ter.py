"""Exercise of the chapter on chrF and TER."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from evalmetrics import corpus_chrf, corpus_ter, edit_distance, sentence_chrf, sentence_ter
from evalmetrics.chrf_ter import shift_by_shift

from ..building import at_least, at_most
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Part, Refute, just_fail
from ..wording import NOUNS, WORDS, opposite, sentence, texts_in

TITLE = "39_chrf_ter"


def of_counts(matches: list[int], reference: list[int], hypothesis: list[int], beta: float = 2.0) -> float:
    return float(corpus_chrf.score([*matches, *reference, *hypothesis], beta=beta))


def there(matches: list[int], reference: list[int], hypothesis: list[int]) -> list[tuple[int, int, int]]:
    """The orders that both texts have."""
    return [row for row in zip(matches, reference, hypothesis, strict=True) if row[1] and row[2]]


def f2(p: float, r: float) -> float:
    return 5 * p * r / (4 * p + r) if p + r else 0.0


def all_together(matches: list[int], reference: list[int], hypothesis: list[int]) -> float:
    return f2(sum(matches) / sum(hypothesis), sum(matches) / sum(reference))


def f_of_each(matches: list[int], reference: list[int], hypothesis: list[int]) -> float:
    rows = there(matches, reference, hypothesis)
    return sum(f2(m / h, m / r) for m, r, h in rows) / len(rows)


def over_all_orders(matches: list[int], reference: list[int], hypothesis: list[int]) -> float:
    rows, n = there(matches, reference, hypothesis), len(matches)
    return f2(sum(m / h for m, _, h in rows) / n, sum(m / r for m, r, _ in rows) / n)


def as_counts(rows: list[tuple[int, int, int]]) -> Arguments:
    """Matches, and how many n-grams more either text has, order by order."""
    return {
        "matches": [m for m, _, _ in rows],
        "reference": [m + r for m, r, _ in rows],
        "hypothesis": [m + h for m, _, h in rows],
    }


def ended(rows: list[tuple[int, int]], places: tuple[int, int]) -> Arguments:
    """Counts where texts end: from some order on each has no n-grams, and nothing is matched."""
    reference = [r if i < places[0] else 0 for i, (r, _) in enumerate(rows)]
    hypothesis = [h if i < places[1] else 0 for i, (_, h) in enumerate(rows)]
    matches = [min(pair) // 2 for pair in zip(reference, hypothesis, strict=True)]
    return {"matches": matches, "reference": reference, "hypothesis": hypothesis}


SOME = st.integers(1, 9) | st.integers(10, 900)
ORDERS = st.lists(st.tuples(SOME, st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=6).map(as_counts)
ENDED = st.tuples(
    st.lists(st.tuples(SOME, SOME), min_size=2, max_size=6), st.tuples(st.integers(1, 5), st.integers(0, 5))
).map(lambda drawn: ended(*drawn))
KNOWN: tuple[Arguments, ...] = (
    {"matches": [30, 20, 8, 2, 1, 1], "reference": [40, 39, 38, 37, 36, 35], "hypothesis": [35, 34, 33, 32, 31, 30]},
    {"matches": [300, 1], "reference": [400, 2], "hypothesis": [900, 7]},
    {"matches": [1, 0, 0], "reference": [900, 899, 898], "hypothesis": [3, 2, 1]},
    {"matches": [5], "reference": [5], "hypothesis": [50]},
)
SHORT: tuple[Arguments, ...] = (
    {"matches": [3, 2, 1, 0], "reference": [4, 3, 2, 1], "hypothesis": [3, 2, 1, 0]},
    {"matches": [2, 1, 0], "reference": [2, 1, 0], "hypothesis": [4, 3, 2]},
    {"matches": [0, 0], "reference": [4, 3], "hypothesis": [0, 0]},
    {"matches": [0, 0], "reference": [2, 1], "hypothesis": [3, 2]},
    {"matches": [1, 0, 0, 0, 0, 0], "reference": [1, 0, 0, 0, 0, 0], "hypothesis": [1, 0, 0, 0, 0, 0]},
)


OTHERS = ("big", "blue", "tall", "six")


def moved_about(source: random.Random, least: int, both: int) -> tuple[list[str], list[str]]:
    """A text, and one in which a run of words was moved, and words left out, put in and replaced: of either some.

    Both begin and end with some words in common.
    """
    reference = sentence(source, source.randint(11, 15))
    hypothesis, length = list(reference), source.randint(least, 4)
    start = source.randrange(len(hypothesis) - length)
    run = hypothesis[start : start + length]
    del hypothesis[start : start + length]
    place = source.randrange(len(hypothesis) + 1)
    hypothesis[place:place] = run
    more = source.choice([(1, 0), (0, 1), (2, 0), (0, 2)])
    others = source.sample([*sorted(set(NOUNS) - set(reference)), *OTHERS], both + more[1] + 2)
    for _ in range(both + more[0]):
        del hypothesis[source.randrange(len(hypothesis))]
    for _ in range(source.randint(0, 2)):
        hypothesis[source.randrange(len(hypothesis))] = others.pop()
    for _ in range(both + more[1]):
        hypothesis.insert(source.randrange(len(hypothesis) + 1), others.pop())
    spare = [word for word in WORDS if word not in {*reference, *hypothesis}]
    alike = source.sample(spare, source.randint(0, 8))
    at = source.randint(0, len(alike))
    return [*alike[:at], *reference, *alike[at:]], [*alike[:at], *hypothesis, *alike[at:]]


def shifted(reference: list[str], hypothesis: list[str]) -> list[list[str]]:
    """The hypothesis after each shift of a run that the reference has, too."""
    found = []
    for start in range(len(hypothesis)):
        for end in range(start + 1, len(hypothesis) + 1):
            run, rest = hypothesis[start:end], hypothesis[:start] + hypothesis[end:]
            if any(reference[i : i + len(run)] == run for i in range(len(reference))):
                found += [rest[:place] + run + rest[place:] for place in range(len(rest) + 1)]
    return found


def has_one_answer(reference: list[str], hypothesis: list[str]) -> bool:
    """Whether whoever makes a shift that saves most gets the edits of the program, and can do no better after it."""
    left = [(edit_distance(reference, text), text) for text in shifted(reference, hypothesis)]
    fewest = min(left)[0]
    best = [text for distance, text in left if distance == fewest]
    again = (edit_distance(reference, text) for first in best for text in shifted(reference, first))
    return edits(reference, hypothesis) == 1 + fewest and min(again) >= fewest - 1


def edits(reference: list[str], hypothesis: list[str]) -> int:
    """Edits, shifts among them."""
    return int(sentence_ter([" ".join(reference)], " ".join(hypothesis)).edits)


def shifts(reference: list[str], hypothesis: list[str]) -> int:
    return len(shift_by_shift(reference, hypothesis)) - 1


def words_shifted(reference: list[str], hypothesis: list[str]) -> int:
    """How many words were shifted in all: of each shift, those of the shorter of the two runs that change places."""
    total = 0
    for before, after in pairwise(shift_by_shift(reference, hypothesis)):
        differ = [i for i, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
        size, first = differ[-1] - differ[0] + 1, after.index(before[differ[0]]) - differ[0]
        total += min(first, size - first)
    return total


def draw(source: random.Random) -> Any:
    """Two translations: how many edits the shifts save, and how many words without order tell, is drawn first."""
    wanted = [(source.choice((1, 2, 3, 5)), source.randint(0, 2)) for _ in range(2)]
    pairs: list[tuple[list[str], list[str]]] = []
    while len(pairs) < 2:
        pair = moved_about(source, 1 + max(len(pairs), wanted[len(pairs)][0] // 2), wanted[len(pairs)][1])
        if fits(*pair, *wanted[len(pairs)]) and (not pairs or tells(pairs[0], pair)) and has_one_answer(*pair):
            pairs.append(pair)
    return {
        "references": [" ".join(reference) for reference, _ in pairs],
        "hypotheses": [" ".join(hypothesis) for _, hypothesis in pairs],
    }


def fits(reference: list[str], hypothesis: list[str], saved: int, hidden: int) -> bool:
    """Whether shifts save so many edits, and there are so many that words without order hide, with a single shift."""
    common = sum((Counter(reference) & Counter(hypothesis)).values())
    wanted = 1 + max(len(reference), len(hypothesis)) - common + hidden
    if edit_distance(reference, hypothesis) != wanted + saved:  # which is known sooner
        return False
    return edits(reference, hypothesis) == wanted > shifts(reference, hypothesis) == 1


def tells(first: tuple[list[str], list[str]], second: tuple[list[str], list[str]]) -> bool:
    """Whether several words are shifted in the second text, and the mean of both rates is not the corpus rate."""
    both = rates([first, second])
    return words_shifted(*second) > shifts(*second) and abs(both["mean_ter"] - both["corpus_ter"]) > 0.002


def pairs_of(data: Any) -> list[tuple[list[str], list[str]]]:
    return [(r.split(), h.split()) for r, h in zip(data["references"], data["hypotheses"], strict=True)]


Count = Callable[[list[str], list[str]], float]


def rates(
    pairs: list[tuple[list[str], list[str]]], count: Count = edits, length: Count = lambda reference, _: len(reference)
) -> dict[str, float]:
    """The rates of some way to count edits, divided by some length."""
    counted, lengths = [count(*pair) for pair in pairs], [length(*pair) for pair in pairs]
    each = [e / n for e, n in zip(counted, lengths, strict=True)]
    return {"ter_1": each[0], "ter_2": each[1], "mean_ter": sum(each) / 2, "corpus_ter": sum(counted) / sum(lengths)}


def solve(data: Any) -> dict[str, float]:
    found = rates(pairs_of(data))
    assert abs(found["corpus_ter"] - corpus_ter([[r] for r in data["references"]], data["hypotheses"])) < 1e-12
    return found


@just_fail(
    {"reference": "we will pay you", "false": "we will not pay you", "true": "you we will pay"},
    {
        "reference": "we will pay you the whole sum today",
        "false": "we will keep you the whole sum today",
        "true": "today we will pay you the whole sum",
    },
    {
        "reference": "we will pay you the whole sum today",
        "false": "we will not pay you the whole sum today",
        "true": "today we will pay you the whole sum",
    },
)
def lie(answer: Any) -> Iterator[Condition]:
    """A negation that is nearly perfect for both metrics, and a true text with the same words that is not."""
    reference, false, true = texts_in(answer, "reference", "false", "true", least=5, most=60)
    yield opposite(reference, false)
    yield at_least("chrF of false", written(sentence_chrf, reference, false), 0.85)
    yield at_most("TER of false", written(sentence_ter, reference, false), 0.15)
    same_words = sorted(reference) == sorted(true)
    yield Condition("true has the words of the reference, in another order", "yes" if same_words else "no", same_words)
    yield at_least("TER of true", written(sentence_ter, reference, true), 0.4)


@just_fail(
    {"reference": "now here", "hypothesis": "now here"},
    {"reference": "now here", "hypothesis": "no where else"},
    {"reference": "now here", "hypothesis": "here now"},
)
def perfect(answer: Any) -> Iterator[Condition]:
    """Other words with a chrF of 1."""
    reference, hypothesis = texts_in(answer, "reference", "hypothesis", most=60)
    other = reference != hypothesis
    yield Condition("the two are not the same words", "yes" if other else "no", other)
    yield at_least("chrF", written(sentence_chrf, reference, hypothesis), 1)


def written(metric: Any, reference: list[str], hypothesis: list[str]) -> float:
    """A metric of two texts whose words are set apart by blanks."""
    return float(metric([" ".join(reference)], " ".join(hypothesis)))


BY_HAND: Ideas = {
    "word error rates: a run of words in another place is one edit": lambda data: rates(pairs_of(data), edit_distance),
    "shifts that cost nothing": lambda data: rates(pairs_of(data), lambda r, h: edits(r, h) - shifts(r, h)),
    "a shift that costs as much as it has words": lambda data: rates(
        pairs_of(data), lambda r, h: edits(r, h) - shifts(r, h) + words_shifted(r, h)
    ),
    "a division by the words of the translation": lambda data: rates(pairs_of(data), length=lambda _, h: len(h)),
    "the mean in place of the corpus rate": lambda data: {"corpus_ter": solve(data)["mean_ter"]},
    "the corpus rate in place of the mean": lambda data: {"mean_ter": solve(data)["corpus_ter"]},
}


TASKS = (
    Implement(
        name="chrf_of_counts",
        minutes=20,
        reference=of_counts,
        examples=({"matches": [3, 2, 1, 0], "reference": [4, 3, 2, 1], "hypothesis": [3, 2, 1, 0]},),
        parts={"texts that have all orders": Part(ORDERS, 2, *KNOWN), "texts that end early": Part(ENDED, 1, *SHORT)},
        wrong_ideas={
            "precision and recall counting the same: beta is 2": partial(of_counts, beta=1.0),
            "recall and precision in each other's place": lambda matches, reference, hypothesis: of_counts(
                matches, hypothesis, reference
            ),
            "the counts of all orders added up: average over the orders": all_together,
            "the mean of the orders' F: first average precision and recall": f_of_each,
            "an order that a text is too short for as 0: it is left out": over_all_orders,
        },
    ),
    ByHand(name="ter_by_hand", minutes=20, draw=draw, solve=solve, wrong_ideas=BY_HAND),
    Build(name="nearly_perfect_lie", minutes=15, points=4, conditions=lie),
    Refute(name="one_and_not_the_same", minutes=5, points=2, conditions=perfect),
    Argue(name="which_reference", minutes=20, points=4),
)
