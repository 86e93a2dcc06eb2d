"""Exercise of the chapter on a model as judge."""

import random
from collections.abc import Callable, Iterator
from itertools import chain, combinations
from statistics import fmean
from typing import Any

from hypothesis import strategies as st

from evalmetrics import (
    agreement_gap,
    double_sampling,
    position_bias,
    position_consistency,
    ppi_mean,
    preference_bias,
    rogan_gladen,
)

from ..building import at_least, entry, labels_in, numbers_in
from ..drawing import told_apart
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Implement, Inputs, Part, just_fail
from ..wording import TWINS

TITLE = "71_model_as_judge"
Votes = list[list[str]]


def gap(votes: Votes, verdicts: list[str]) -> float:
    most = max(map(len, votes))
    number = {label: i for i, label in enumerate({*chain(*votes), *verdicts})}  # "us" and "US" are two labels here
    table = [[number[vote] for vote in own] + [None] * (most - len(own)) for own in votes]
    return float(agreement_gap(table, [number[said] for said in verdicts]))


def alike(own: list[str]) -> float:
    """The share of the pairs of votes that say the same."""
    return fmean(a == b for a, b in combinations(own, 2))


def as_judge(votes: Votes, verdicts: list[str]) -> float:
    return fmean(fmean(vote == said for vote in own) for own, said in zip(votes, verdicts, strict=True))


def pooled(votes: Votes, verdicts: list[str]) -> float:
    of_judge = [vote == said for own, said in zip(votes, verdicts, strict=True) for vote in own]
    return fmean(of_judge) - fmean(a == b for own in votes for a, b in combinations(own, 2))


def with_oneself(votes: Votes, verdicts: list[str]) -> float:
    return as_judge(votes, verdicts) - fmean(fmean(a == b for a in own for b in own) for own in votes)


def unanimous(votes: Votes, verdicts: list[str]) -> float:
    return as_judge(votes, verdicts) - fmean(len(set(own)) == 1 for own in votes)


def by_majority(votes: Votes, verdicts: list[str]) -> float:
    most = [
        own.count(said) == max(map(own.count, own)) and said in own for own, said in zip(votes, verdicts, strict=True)
    ]
    return fmean(most) - fmean(map(alike, votes))


def items(known: list[str], sizes: st.SearchStrategy[list[int]]) -> Inputs:
    """So many votes for each item, and a verdict."""
    one = st.sampled_from(known)
    return sizes.flatmap(
        lambda drawn: st.tuples(
            st.tuples(*[st.lists(one, min_size=n, max_size=n) for n in drawn]),
            st.lists(one, min_size=len(drawn), max_size=len(drawn)),
        )
    ).map(lambda drawn: {"votes": list(drawn[0]), "verdicts": drawn[1]})


EQUAL = st.tuples(st.integers(1, 6), st.integers(2, 4)).map(lambda drawn: [drawn[1]] * drawn[0])
UNEQUAL = st.lists(st.integers(2, 5), min_size=2, max_size=6).filter(lambda sizes: len(set(sizes)) > 1)
ALIKE = list(dict.fromkeys(label for pair in TWINS for label in pair))


def many(name: str, sizes: list[int]) -> tuple[Arguments, ...]:
    """As many items as real studies have, and more labels."""
    source, known = random.Random(name), ["A", "B", "tie", "both bad", "a", "A-"]
    found = []
    for n in (10, 13, 16, 20):
        votes = [source.choices(known, k=source.choice(sizes)) for _ in range(n)]
        found.append({"votes": votes, "verdicts": [source.choice([*own, "B"]) for own in votes]})
    return tuple(found)


def labelled(data: Any) -> tuple[list[float], list[float]]:
    """People's labels and the judge's, item by item."""
    (tp, fn), (fp, tn) = data["people yes"], data["people no"]
    yes, no = data["judge alone"]
    people = [1.0] * (tp + fn) + [0.0] * (fp + tn) + [float("nan")] * (yes + no)
    return people, [1.0] * tp + [0.0] * fn + [1.0] * fp + [0.0] * tn + [1.0] * yes + [0.0] * no


def scores(data: Any) -> dict[str, float]:
    people, judge = labelled(data)
    return {
        "judge": fmean(judge),
        "prediction_powered": float(ppi_mean(people, judge, power=1)),
        "double_sampling": float(double_sampling(people, judge)),
        "rogan_gladen": float(rogan_gladen(people, judge)),
    }


def judge_on_the_rest(data: Any) -> dict[str, float]:
    yes, no = data["judge alone"]
    return scores(data) | {"judge": yes / (yes + no)}


def mistakes_added(data: Any) -> dict[str, float]:
    (tp, fn), (fp, tn), (yes, no) = data["people yes"], data["people no"], data["judge alone"]
    return scores(data) | {"prediction_powered": yes / (yes + no) + (fp - fn) / (tp + fn + fp + tn)}


def by_recall(data: Any) -> dict[str, float]:
    (tp, fn), (fp, tn), (yes, no) = data["people yes"], data["people no"], data["judge alone"]
    said = (tp + fp + yes) / (tp + fn + fp + tn + yes + no)
    return scores(data) | {"double_sampling": said * tp / (tp + fn) + (1 - said) * fp / (fp + tn)}


def without_denominator(data: Any) -> dict[str, float]:
    (_, _), (fp, tn), (yes, no) = data["people yes"], data["people no"], data["judge alone"]
    return scores(data) | {"rogan_gladen": yes / (yes + no) - fp / (fp + tn)}


BY_HAND = {
    "the judge's rate on the rest: it has judged all items": judge_on_the_rest,
    "mistakes added: where the judge says yes too often, its rate has to come down": mistakes_added,
    "sensitivity in place of how often people say yes where the judge does": by_recall,
    "false alarms taken away and nothing stretched: divide by sensitivity + specificity − 1": without_denominator,
}


def draw(source: random.Random) -> Any:
    """A judge who is right more often than not, people's labels of some items and verdicts on the rest."""
    while True:
        tp, fn, fp, tn = (source.randint(least, most) for least, most in ((12, 30), (2, 9), (3, 12), (12, 30)))
        data = {"people yes": [tp, fn], "people no": [fp, tn]}
        data["judge alone"] = [source.randint(60, 140), source.randint(60, 140)]
        right = scores(data)
        three = list(right.values())[1:]
        apart = min(abs(a - b) for a, b in combinations(three, 2)) > 0.004
        if apart and abs(fp - fn) > 1 and min(three) > 0 and told_apart(data, right, BY_HAND):
            return data


# Of LLMBar's pairs (Zeng et al. 2024, MIT License), Natural, Neighbor and GPTInst: how many a judge named the better
# answer of in both orders, the worse one, the first place, and the second place; unread verdicts left out.
SUBSETS = ("Natural", "Neighbor", "GPTInst")
ASKED = {
    ("GPT-4", "Vanilla_NoRules"): ([92, 5, 2, 1], [79, 41, 7, 7], [66, 17, 6, 3]),
    ("GPT-4", "Vanilla"): ([93, 2, 3, 2], [101, 24, 6, 3], [77, 10, 3, 2]),
    ("GPT-4", "CoT"): ([90, 1, 6, 3], [94, 27, 12, 1], [72, 11, 6, 3]),
    ("GPT-4", "Reference"): ([94, 3, 2, 1], [101, 19, 10, 4], [76, 7, 6, 3]),
    ("ChatGPT", "Vanilla_NoRules"): ([63, 5, 30, 2], [6, 92, 35, 1], [5, 43, 44, 0]),
    ("ChatGPT", "Vanilla"): ([67, 4, 25, 4], [7, 89, 35, 3], [7, 50, 33, 2]),
    ("ChatGPT", "CoT"): ([56, 8, 34, 1], [6, 78, 49, 0], [8, 46, 36, 1]),
    ("ChatGPT", "Reference"): ([66, 3, 28, 3], [13, 72, 46, 3], [8, 41, 43, 0]),
    ("ChatGPT-0301", "Vanilla_NoRules"): ([70, 5, 22, 3], [10, 72, 49, 3], [5, 25, 61, 1]),
    ("ChatGPT-0301", "Vanilla"): ([73, 5, 18, 4], [11, 68, 48, 7], [7, 30, 54, 1]),
    ("ChatGPT-0301", "CoT"): ([69, 5, 24, 2], [11, 73, 46, 4], [6, 31, 50, 4]),
    ("ChatGPT-0301", "Reference"): ([71, 4, 24, 1], [14, 49, 68, 3], [8, 22, 62, 0]),
    ("PaLM2", "Vanilla_NoRules"): ([74, 7, 11, 5], [49, 45, 30, 9], [50, 16, 11, 11]),
    ("PaLM2", "Vanilla"): ([73, 5, 15, 5], [62, 28, 31, 13], [53, 9, 16, 13]),
    ("PaLM2", "CoT"): ([55, 8, 35, 1], [35, 31, 64, 3], [17, 8, 66, 0]),
    ("PaLM2", "Reference"): ([77, 4, 5, 12], [70, 27, 16, 21], [54, 8, 7, 22]),
    ("LLaMA2", "Vanilla_NoRules"): ([64, 10, 19, 7], [17, 100, 13, 4], [11, 56, 20, 4]),
    ("LLaMA2", "Vanilla"): ([70, 9, 12, 9], [18, 86, 19, 11], [16, 51, 19, 5]),
    ("LLaMA2", "CoT"): ([59, 8, 26, 7], [28, 62, 41, 2], [12, 36, 38, 4]),
    ("LLaMA2", "Reference"): ([58, 5, 6, 31], [26, 67, 8, 33], [14, 46, 20, 12]),
    ("Falcon", "Vanilla_NoRules"): ([56, 4, 40, 0], [20, 35, 78, 1], [11, 20, 60, 1]),
    ("Falcon", "Vanilla"): ([50, 2, 48, 0], [29, 28, 75, 2], [14, 14, 63, 1]),
    ("Falcon", "CoT"): ([14, 0, 86, 0], [11, 10, 111, 0], [6, 2, 82, 1]),
    ("Falcon", "Reference"): ([38, 2, 60, 0], [17, 15, 100, 2], [15, 9, 66, 2]),
}


def of_orders(data: Any) -> dict[str, float]:
    """What both orders say of a judge: how the better answer fared where it was shown first, and second."""
    right, wrong, first, second = data["pairs"].values()
    shown_first = [1] * right + [0] * wrong + [1] * first + [0] * second
    shown_second = [1] * right + [0] * wrong + [0] * first + [1] * second
    bias = float(position_bias(shown_first, shown_second))
    return {
        "accuracy": fmean(shown_first + shown_second),
        "consistency": float(position_consistency(shown_first, shown_second)),
        "bias": bias,
        "names_first": (1 + bias) / 2,
    }


def changed(data: Any, **numbers: Callable[[int, int, int, int], float]) -> dict[str, float]:
    """The right numbers, but for some that a mistake makes of the four counts."""
    counts = data["pairs"].values()
    return {name: number(*counts) for name, number in numbers.items()}


OF_ORDERS: dict[str, Callable[[Any], dict[str, float]]] = {
    "only pairs that are right in both orders: a pair right in one of them is half right": lambda data: changed(
        data, accuracy=lambda right, wrong, first, second: right / (right + wrong + first + second)
    ),
    "right in both orders in place of the same in both: a judge may be wrong twice": lambda data: changed(
        data, consistency=lambda right, wrong, first, second: right / (right + wrong + first + second)
    ),
    "of the pairs that changed: the bias is over all pairs": lambda data: changed(
        data, bias=lambda right, wrong, first, second: (first - second) / (first + second)
    ),
    "the second place less the first": lambda data: changed(
        data, bias=lambda right, wrong, first, second: (second - first) / (right + wrong + first + second)
    ),
    "pairs in place of verdicts: each pair has two, and one that did not change names the first place once": (
        lambda data: changed(
            data, names_first=lambda right, wrong, first, second: first / (right + wrong + first + second)
        )
    ),
}


def draw_orders(source: random.Random) -> Any:
    """A real judge under a real prompt, on a sample of pairs, who was wrong and swayed at least a little."""
    while True:
        asked, k = source.choice(list(ASKED)), source.randrange(3)
        kinds = [kind for kind, count in enumerate(ASKED[asked][k]) for _ in range(count)]
        sample = source.sample(kinds, len(kinds) - source.randint(5, 20))
        counts = [sample.count(kind) for kind in range(4)]
        if min(counts) > 0 and counts[2] != counts[3]:
            names = ("better answer twice", "worse answer twice", "first place twice", "second place twice")
            data = {
                "judge": asked[0],
                "prompt": asked[1],
                "subset": SUBSETS[k],
                "pairs": dict(zip(names, counts, strict=True)),
            }
            if told_apart(data, of_orders(data), OF_ORDERS):
                return data


@just_fail(
    {"votes": [["A", "A", "B"]] * 5, "verdicts": ["A"] * 5},
    {"votes": [["A", "A", "B"]] * 6, "verdicts": ["A"] * 5 + ["B"]},
    {"votes": [["A", "A", "A"]] * 6, "verdicts": ["A"] * 6},
    {"votes": [["A", "B"]] * 3 + [["A", "A", "B"]] * 3, "verdicts": ["B"] * 6},
    {"votes": [["A", "A", "A", "B"]] * 6, "verdicts": ["A"] * 6},
)
def unseeing(answer: Any) -> Iterator[Condition]:
    """A judge who says the same of everything and is ahead of people."""
    table, verdicts = entry(answer, "votes", "verdicts")
    if not isinstance(table, list) or not 6 <= len(table) <= 200:
        raise ValueError("votes must be a list of 6 to 200 items, each a list of votes")
    votes = [labels_in(own, f"votes[{i}]") for i, own in enumerate(table)]
    said = labels_in(verdicts, "verdicts")
    if any(not 2 <= len(own) <= 20 for own in votes) or len(said) != len(votes):
        raise ValueError("there must be 2 to 20 votes and one verdict for each item")
    different = len(set(said))
    yield Condition("the judge says the same of every item", f"{different} different verdicts", different == 1)
    favourites = len({own[0] for own in votes if len(set(own)) == 1})
    yield Condition("no item on which all people say the same", f"{favourites} such labels", favourites == 0)
    yield at_least("gap", gap(votes, said), 0.3)


@just_fail(
    {"both_yes": 95, "people_yes": 0, "judge_yes": 1, "both_no": 4},
    {"both_yes": 90, "people_yes": 0, "judge_yes": 10, "both_no": 0},
    {"both_yes": 100, "people_yes": 0, "judge_yes": 0, "both_no": 0},
    {"both_yes": 50, "people_yes": 0, "judge_yes": 2, "both_no": 0},
    {"both_yes": 99, "people_yes": 0, "judge_yes": 1, "both_no": 0},
)
def leaning(answer: Any) -> Iterator[Condition]:
    """High agreement, and a judge who follows a trait."""
    names = ("both_yes", "people_yes", "judge_yes", "both_no")
    tp, fn, fp, tn = (
        int(numbers_in([value], name, 0, 100_000)[0]) for name, value in zip(names, entry(answer, *names), strict=True)
    )
    n = tp + fn + fp + tn
    yield Condition("100 to 100,000 pairs", str(n), 100 <= n <= 100_000)
    people = [1] * (tp + fn) + [0] * (fp + tn)
    judge = [1] * tp + [0] * fn + [1] * fp + [0] * tn
    yield at_least("agreement of the judge with people", (tp + tn) / n if n else float("nan"), 0.95)
    against = fp + tn
    yield Condition("people prefer the shorter answer at least twice", str(against), against >= 2)
    bias = float(preference_bias(people, judge, pos_label=1)) if tp + fn and against else float("nan")
    yield at_least("preference bias", bias, 0.9)


TASKS = (
    Implement(
        name="gap_of",
        minutes=20,
        reference=gap,
        examples=({"votes": [["A", "A"], ["B", "A"], ["B", "B"]], "verdicts": ["A", "A", "A"]},),
        parts={
            "as many votes on every item": Part(
                items(["A", "B", "tie"], EQUAL) | items(ALIKE, EQUAL),
                2,
                {"votes": [["A", "A"]], "verdicts": ["A"]},
                {"votes": [["A", "B"]], "verdicts": ["A"]},
                {"votes": [["A", "B", "tie"]], "verdicts": ["C"]},
                {"votes": [["A", "A", "B", "B"], ["A", "A", "A", "B"]], "verdicts": ["B", "A"]},
                {"votes": [["A", "A", "A", "A", "A"]] * 3, "verdicts": ["B", "B", "A"]},
                *({"votes": [[one, other], [one, one]], "verdicts": [one, other]} for one, other in TWINS),
                *many("many items", [3]),
            ),
            "more votes on some items than on others": Part(
                items(["A", "B", "tie"], UNEQUAL),
                1,
                {"votes": [["A", "A"], ["A", "B", "B", "B"]], "verdicts": ["A", "A"]},
                {"votes": [["A", "B", "A", "B", "A"], ["B", "B"]], "verdicts": ["B", "B"]},
                *many("many items, unequal", [2, 3, 5]),
            ),
        },
        wrong_ideas={
            "agreement of the judge alone: take from it how often people agree": as_judge,
            "pairs of a person with herself: two different people make a pair": with_oneself,
            "items on which all agree, in place of pairs that do": unanimous,
            "the majority in place of single votes": by_majority,
            "all votes in one pot: every item counts the same": pooled,
        },
    ),
    ByHand(name="orders_by_hand", minutes=15, draw=draw_orders, solve=of_orders, wrong_ideas=OF_ORDERS),
    ByHand(name="rate_by_hand", minutes=25, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="never_looked", minutes=15, points=3, conditions=unseeing),
    Build(name="agrees_and_leans", minutes=10, points=3, conditions=leaning),
    Argue(name="who_pays_for_labels", minutes=20, points=4),
)
