"""Exercise of the chapter on a model as judge."""

import random
from collections.abc import Iterator
from itertools import combinations
from statistics import fmean
from typing import Any

from hypothesis import strategies as st

from evalmetrics import agreement_gap, double_sampling, ppi_mean, preference_bias, rogan_gladen

from ..building import at_least, entry, labels_in, numbers_in
from ..drawing import told_apart
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Implement, Part
from ..wording import TWINS

TITLE = "71_model_as_judge"
Votes = list[list[str]]


def gap(votes: Votes, verdicts: list[str]) -> float:
    """The package's gap, with None where an item has fewer votes than others."""
    most = max(map(len, votes))
    return float(agreement_gap([own + [None] * (most - len(own)) for own in votes], verdicts))


def alike(own: list[str]) -> float:
    """The share of the pairs of votes that say the same."""
    return fmean(a == b for a, b in combinations(own, 2))


def as_judge(votes: Votes, verdicts: list[str]) -> float:
    """Agreement of the judge with a person."""
    return fmean(fmean(vote == said for vote in own) for own, said in zip(votes, verdicts, strict=True))


def pooled(votes: Votes, verdicts: list[str]) -> float:
    """Every vote and every pair counts the same, wherever it is."""
    of_judge = [vote == said for own, said in zip(votes, verdicts, strict=True) for vote in own]
    return fmean(of_judge) - fmean(a == b for own in votes for a, b in combinations(own, 2))


def with_oneself(votes: Votes, verdicts: list[str]) -> float:
    """Pairs of a person with herself counted, who always agrees."""
    return as_judge(votes, verdicts) - fmean(fmean(a == b for a in own for b in own) for own in votes)


def unanimous(votes: Votes, verdicts: list[str]) -> float:
    """People agree only where all of them do."""
    return as_judge(votes, verdicts) - fmean(len(set(own)) == 1 for own in votes)


def by_majority(votes: Votes, verdicts: list[str]) -> float:
    """The judge agrees with people where it says what most of them do, or as many."""
    most = [
        own.count(said) == max(map(own.count, own)) and said in own for own, said in zip(votes, verdicts, strict=True)
    ]
    return fmean(most) - fmean(map(alike, votes))


def items(known: list[str], sizes: st.SearchStrategy[list[int]]) -> st.SearchStrategy[Arguments]:
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
    source, known = random.Random(name), ["A", "B", "tie", "both bad", "a", "A "]
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
    """What is asked by hand."""
    people, judge = labelled(data)
    return {
        "judge": fmean(judge),
        "prediction_powered": float(ppi_mean(people, judge, power=1)),
        "double_sampling": float(double_sampling(people, judge)),
        "rogan_gladen": float(rogan_gladen(people, judge)),
    }


def judge_on_the_rest(data: Any) -> dict[str, float]:
    """The judge's rate of those items only that nobody has looked at."""
    yes, no = data["judge alone"]
    return scores(data) | {"judge": yes / (yes + no)}


def mistakes_added(data: Any) -> dict[str, float]:
    """The mean mistake of the judge with the other sign."""
    (tp, fn), (fp, tn), (yes, no) = data["people yes"], data["people no"], data["judge alone"]
    return scores(data) | {"prediction_powered": yes / (yes + no) + (fp - fn) / (tp + fn + fp + tn)}


def by_recall(data: Any) -> dict[str, float]:
    """How often the judge says yes where people do, in place of the other way round."""
    (tp, fn), (fp, tn), (yes, no) = data["people yes"], data["people no"], data["judge alone"]
    said = (tp + fp + yes) / (tp + fn + fp + tn + yes + no)
    return scores(data) | {"double_sampling": said * tp / (tp + fn) + (1 - said) * fp / (fp + tn)}


def without_denominator(data: Any) -> dict[str, float]:
    """The judge's rate less its false alarms, not stretched."""
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
        if (
            apart
            and abs(fp - fn) > 1
            and min(three) > 0
            and told_apart(right, [idea(data) for idea in BY_HAND.values()])
        ):
            return data


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
                (
                    {"votes": [["A", "A"]], "verdicts": ["A"]},
                    {"votes": [["A", "B"]], "verdicts": ["A"]},
                    {"votes": [["A", "B", "tie"]], "verdicts": ["C"]},
                    {"votes": [["A", "A", "B", "B"], ["A", "A", "A", "B"]], "verdicts": ["B", "A"]},
                    {"votes": [["A", "A", "A", "A", "A"]] * 3, "verdicts": ["B", "B", "A"]},
                    *({"votes": [[one, other], [one, one]], "verdicts": [one, other]} for one, other in TWINS),
                    *many("many items", [3]),
                ),
            ),
            "more votes on some items than on others": Part(
                items(["A", "B", "tie"], UNEQUAL),
                1,
                (
                    {"votes": [["A", "A"], ["A", "B", "B", "B"]], "verdicts": ["A", "A"]},
                    {"votes": [["A", "B", "A", "B", "A"], ["B", "B"]], "verdicts": ["B", "B"]},
                    *many("many items, unequal", [2, 3, 5]),
                ),
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
    ByHand(name="rate_by_hand", minutes=25, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(
        name="never_looked",
        minutes=15,
        points=3,
        conditions=unseeing,
        near_misses=(
            {"votes": [["A", "A", "B"]] * 5, "verdicts": ["A"] * 5},
            {"votes": [["A", "A", "B"]] * 6, "verdicts": ["A"] * 5 + ["B"]},
            {"votes": [["A", "A", "A"]] * 6, "verdicts": ["A"] * 6},
            {"votes": [["A", "B"]] * 3 + [["A", "A", "B"]] * 3, "verdicts": ["B"] * 6},
            {"votes": [["A", "A", "A", "B"]] * 6, "verdicts": ["A"] * 6},
        ),
    ),
    Build(
        name="agrees_and_leans",
        minutes=10,
        points=3,
        conditions=leaning,
        near_misses=(
            {"both_yes": 95, "people_yes": 0, "judge_yes": 1, "both_no": 4},
            {"both_yes": 90, "people_yes": 0, "judge_yes": 10, "both_no": 0},
            {"both_yes": 100, "people_yes": 0, "judge_yes": 0, "both_no": 0},
            {"both_yes": 50, "people_yes": 0, "judge_yes": 2, "both_no": 0},
            {"both_yes": 99, "people_yes": 0, "judge_yes": 1, "both_no": 0},
        ),
    ),
    Argue(name="who_pays_for_labels", minutes=20, points=4),
)
