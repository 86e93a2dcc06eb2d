"""Rules that would save the work by hand if the data were all drawn alike: other counts plus a constant, one fixed way.

Each maps a student's data to some of the numbers, without what the definition of these asks for.
"""

from collections.abc import Callable
from functools import partial
from itertools import chain, combinations, pairwise, permutations, product
from math import sqrt
from statistics import fmean, geometric_mean
from typing import Any

from evalmetrics_exercises.topics._clustering import mean_distance, nearest_member, own_and_rest, quotient, to_centre
from evalmetrics_exercises.topics._detection import over_union
from evalmetrics_exercises.topics._signals import CONSTANT, WAYS
from evalmetrics_exercises.topics.bleu import FOUR, of_talk
from evalmetrics_exercises.topics.chrf_ter import pairs_of
from evalmetrics_exercises.topics.correlation import texts
from evalmetrics_exercises.topics.human_judgement import disagreements, rows_of
from evalmetrics_exercises.topics.meteor import BREAKS, with_breaks
from evalmetrics_exercises.topics.rouge import (
    from_hypothesis,
    in_bags,
    longest_run_first,
    nearest_first,
    nearest_from_the_end,
    of_counts,
)
from evalmetrics_exercises.topics.word_error_rate import as_bags, by_position, from_both_ends

from evalmetrics import edit_distance, pair_counts

Rule = Callable[[Any], dict[str, float]]
Count = Callable[[list[str], list[str]], float]


def so_many_discordant(data: Any, n: int) -> dict[str, float]:
    """Kendall's tau from a number of discordant pairs that was not counted."""
    pairs = pair_counts(data["people"], data["metric"])
    concordant = pairs.total - pairs.tied_in_x - n
    return {"tau_b": (concordant - n) / sqrt((pairs.total - pairs.tied_in_x) * pairs.total)}


def by_plan(data: Any, plan: tuple[int, ...]) -> dict[str, float]:
    """The mover's distance of one plan."""
    return {"distance": fmean(map(list.__getitem__, data["distances"], plan))}


def column_by_column(data: Any, order: tuple[int, ...]) -> dict[str, float]:
    """The mover's distance if columns take the nearest row that is free, in this order."""
    table = data["distances"]
    free, total = {0, 1, 2}, 0.0
    for j in order:
        free.discard(nearest := min(free, key=lambda i: table[i][j]))
        total += table[nearest][j]
    return {"distance": total / 3}


SIDES: dict[str, Callable[[list[int], list[int], int], int]] = {
    "A's end and B's beginning": lambda a, b, i: a[i + 2] - b[i],
    "B's end and A's beginning": lambda a, b, i: b[i + 2] - a[i],
    "the smaller side": lambda a, b, i: min(a[i + 2] - a[i], b[i + 2] - b[i]),
}


def common_part(data: Any, wide: str, high: str) -> dict[str, float]:
    """IoU with one way to read the width that boxes share, and one for the height."""
    a, b = data["box_a"], data["box_b"]
    common = SIDES[wide](a, b, 0) * SIDES[high](a, b, 1)
    return {"iou": over_union(a, b, common)}


def by_way(data: Any, way: list[tuple[int, int]]) -> dict[str, float]:
    """The distortion along one warping."""
    total = sum(abs(data["spoken"][i] - data["synthesised"][j]) for i, j in way)
    return {"mcd": total * CONSTANT / 4}


def by_group(data: Any, order: Callable[[Any, float, list[int]], float], places: tuple[int, int]) -> dict[str, float]:
    """Both silhouettes, with the mean distance to one other group each: that which stands there in some order."""
    values = {}
    for name, which, place in zip(("silhouette", "other_silhouette"), ("point", "other"), places, strict=True):
        point = data[which]
        others, rest = own_and_rest(data, point)
        rest.sort(key=lambda members: order(data, point, members))
        values[name] = quotient(mean_distance(point, others), mean_distance(point, rest[place]))
    return values


def letter(data: Any, _: float, members: list[int]) -> int:
    """A group's place in the alphabet."""
    return ord(data["found"][data["points"].index(members[0])])


def letters_on(data: Any, point: float, members: list[int]) -> int:
    """How many letters a group comes after a point's own, from the last to the first again."""
    return (letter(data, point, members) - ord(data["found"][data["points"].index(point)])) % 4


ORDERS: dict[str, Callable[[Any, float, list[int]], float]] = {
    "letter": letter,
    "next letter": letters_on,
    "nearest centre": lambda _, point, members: to_centre(point, members),
    "nearest member": lambda _, point, members: nearest_member(point, [members]),
    "fewest members": lambda _, point, members: len(members),
}


def two_texts(data: Any) -> tuple[list[str], list[str]]:
    """Reference and hypothesis as words."""
    return data["reference"].split(), data["hypothesis"].split()


def edits_of(pair: int, count: Count) -> Rule:
    """The rate of one pair of the dictation, from another count in place of its edits."""

    def rule(data: Any) -> dict[str, float]:
        said, heard = (data[name][pair].split() for name in ("said", "heard"))
        return {f"wer_{pair + 1}": count(said, heard) / len(said)}

    return rule


def share(name: str, side: int, order: int, count: Count) -> Rule:
    """A number from another count in place of the n-grams that match, over those of a text: the first or the second."""

    def rule(data: Any) -> dict[str, float]:
        texts = two_texts(data)
        return {name: count(*texts) / (len(texts[side]) - order + 1)}

    return rule


words_of, bigrams_of = partial(share, "p1", 1, 1), partial(share, "p2", 1, 2)
recalled_words_of, recalled_bigrams_of = partial(share, "rouge_1_recall", 0, 1), partial(share, "rouge_2_recall", 0, 2)


def different(reference: list[str], hypothesis: list[str]) -> int:
    """The words that both have, each once."""
    return len({*reference} & {*hypothesis})


def found_in(reference: list[str], hypothesis: list[str]) -> int:
    """The words of the reference that the hypothesis has, as often as the reference says them."""
    return sum(word in hypothesis for word in reference)


def bigrams_in(text: list[str], others: list[str]) -> int:
    """The bigrams of one text that the other has, as often as the one says them."""
    known = set(pairwise(others))
    return sum(pair in known for pair in pairwise(text))


def bigrams_of_reference(reference: list[str], hypothesis: list[str]) -> int:
    """The bigrams of the reference that the hypothesis has."""
    return bigrams_in(reference, hypothesis)


def bigrams_of_hypothesis(reference: list[str], hypothesis: list[str]) -> int:
    """The bigrams of the hypothesis that the reference has, unclipped."""
    return bigrams_in(hypothesis, reference)


def different_bigrams(reference: list[str], hypothesis: list[str]) -> int:
    """The bigrams that both have, each once."""
    return len({*pairwise(reference)} & {*pairwise(hypothesis)})


def from_the_end(reference: list[str], hypothesis: list[str]) -> int:
    """Differences place by place, backwards."""
    return by_position(reference[::-1], hypothesis[::-1])


def subsequence_of(count: Count) -> Rule:
    """ROUGE-L from another count in place of the longest common subsequence."""

    def rule(data: Any) -> dict[str, float]:
        reference, hypothesis = two_texts(data)
        return {"rouge_l_f": of_counts(count(reference, hypothesis), len(reference), len(hypothesis))[2]}

    return rule


def chunks_of(count: Count) -> Rule:
    """METEOR's penalty from another count in place of the chunks."""

    def rule(data: Any) -> dict[str, float]:
        reference, hypothesis = two_texts(data)
        return {"penalty": 0.5 * (count(reference, hypothesis) / in_bags(reference, hypothesis)) ** 3}

    return rule


def chunks_cut(data: Any, name: str, more: int) -> dict[str, float]:
    """METEOR's penalty from chunks that are cut in another way."""
    matched = in_bags(*two_texts(data))
    return {"penalty": 0.5 * ((with_breaks(data, BREAKS[name]) + more) / matched) ** 3}


def plus(count: Count, constant: int) -> Count:
    """A count and a constant."""
    return lambda reference, hypothesis: count(reference, hypothesis) + constant


def always(constant: int) -> Count:
    """No count at all."""
    return lambda reference, hypothesis: constant


def shifted_edits(pair: int, count: Count) -> Rule:
    """TER of one pair of texts, from another count in place of its edits."""

    def rule(data: Any) -> dict[str, float]:
        reference, hypothesis = pairs_of(data)[pair]
        return {f"ter_{pair + 1}": count(reference, hypothesis) / len(reference)}

    return rule


def bags_and_lengths(reference: list[str], hypothesis: list[str]) -> int:
    """The words that one of two texts lacks, of whichever lacks more."""
    return max(len(reference), len(hypothesis)) - in_bags(reference, hypothesis)


def concordant(data: Any, n: int) -> dict[str, float]:
    """Shares of so many pairs of one paragraph, uncounted."""
    tied = 12 - 12 * texts(data)["all_pairs"] / texts(data)["told_apart"]
    return {"told_apart": n / (12 - tied), "all_pairs": n / 12}


def from_within(data: Any, across: int) -> dict[str, float]:
    """The share of all pairs, with so many right among the sixteen of two paragraphs."""
    untied = 28 - sum(a == b for a, b in combinations(chain(*data["marks"]), 2))
    return {"all_texts": (12 * texts(data)["all_pairs"] + across) / untied}


def by_spread(data: Any, times: float) -> dict[str, float]:
    """The disagreement on a paragraph from its highest and lowest mark alone."""
    return {"observed": times * fmean((max(row) - min(row)) ** 2 for row in rows_of(data))}


def by_extremes(data: Any, times: float) -> dict[str, float]:
    """The disagreement by chance from the highest and the lowest mark alone."""
    marks = list(chain(*rows_of(data)))
    return {"expected": times * (max(marks) - min(marks)) ** 2}


def with_alpha(data: Any, alpha: float) -> dict[str, float]:
    """The disagreement by chance, from an alpha that is guessed."""
    return {"alpha": alpha, "expected": disagreements(data)["observed"] / (1 - alpha)}


def of_orders(data: Any, orders: tuple[int, ...]) -> dict[str, float]:
    """BLEU of some of the four orders, by the geometric mean of their precisions."""

    def mean(precisions: list[float]) -> float:
        return geometric_mean([precisions[n - 1] for n in orders])

    return of_talk(data, mean=mean)


def of_stretch(data: Any, at: int) -> dict[str, float]:
    """BLEU of one stretch alone."""
    return of_talk({name: [data[name][at]] for name in FOUR})


PLANS = list(permutations(range(3)))
SHORT_CUTS: dict[str, dict[str, Rule]] = {
    "correlation_by_hand": {f"{n} discordant pairs": partial(so_many_discordant, n=n) for n in range(3, 12)},
    "texts_by_hand": {
        **{f"{n} pairs of one paragraph": partial(concordant, n=n) for n in range(1, 11)},
        **{f"{n} pairs of two paragraphs": partial(from_within, across=n) for n in range(17)},
    },
    "marks_by_hand": {
        **{f"{n} thirds of the squared spread": partial(by_spread, times=n / 3) for n in (1, 1.5, 2)},
        **{f"one {n}th of the squared range": partial(by_extremes, times=1 / n) for n in range(2, 13)},
        **{f"an alpha of {n} tenths": partial(with_alpha, alpha=n / 10) for n in range(10)},
    },
    "talk_by_hand": {
        **{f"orders {orders}": partial(of_orders, orders=orders) for orders in ((2,), (3,), (2, 3), (1, 4), (1, 3, 4))},
        **{f"stretch {at + 1} alone": partial(of_stretch, at=at) for at in range(2)},
    },
    "ter_by_hand": {
        f"text {pair + 1}, {name}": shifted_edits(pair, count)
        for pair in range(2)
        for name, count in {
            **{f"edit distance less {n}": plus(edit_distance, -n) for n in range(6)},
            **{f"places less {n}": plus(by_position, -n) for n in range(11)},
            **{f"bags and {n}": plus(bags_and_lengths, n) for n in range(6)},
            **{f"both ends less {n}": plus(from_both_ends, -n) for n in range(7)},
            **{f"{n} edits": always(n) for n in range(2, 11)},
        }.items()
    },
    "scores_by_hand": {
        **{f"the plan {plan}": partial(by_plan, plan=plan) for plan in PLANS},
        **{f"columns in the order {order}": partial(column_by_column, order=order) for order in PLANS},
    },
    "boxes_by_hand": {
        f"{wide} across, {high} down": partial(common_part, wide=wide, high=high)
        for wide, high in product(SIDES, repeat=2)
    },
    "signals_by_hand": {f"the way {way}": partial(by_way, way=way) for way in WAYS},
    "clusters_by_hand": {
        f"the groups {places} by {name}": partial(by_group, order=order, places=places)
        for name, order in ORDERS.items()
        for places in product(range(3), repeat=2)
    },
    "dictation_by_hand": {
        **{f"pair {i + 1}, bags: {n} more": edits_of(i, plus(as_bags, n)) for i in range(2) for n in range(7)},
        **{f"pair {i + 1}, places: {n} less": edits_of(i, plus(by_position, -n)) for i in range(2) for n in range(7)},
        **{
            f"pair {i + 1}, from the end: {n} less": edits_of(i, plus(from_the_end, -n))
            for i in range(2)
            for n in range(7)
        },
        **{
            f"pair {i + 1}, both ends: {n} less": edits_of(i, plus(from_both_ends, -n))
            for i in range(2)
            for n in range(7)
        },
        **{f"pair {i + 1}, {n} edits": edits_of(i, always(n)) for i in range(2) for n in range(3, 9)},
    },
    "bleu_by_hand": {
        **{f"bigrams: the words that match less {n}": bigrams_of(plus(in_bags, -n)) for n in range(2, 11)},
        **{f"{n} bigrams": bigrams_of(always(n)) for n in range(1, 9)},
        **{f"different bigrams and {n} more": bigrams_of(plus(different_bigrams, n)) for n in range(5)},
        **{f"bigrams without clipping, less {n}": bigrams_of(plus(bigrams_of_hypothesis, -n)) for n in range(5)},
        **{f"words: the different ones and {n} more": words_of(plus(different, n)) for n in range(5)},
        **{f"words of the reference that are found, less {n}": words_of(plus(found_in, -n)) for n in range(5)},
    },
    "rouge_by_hand": {
        **{f"subsequence: the words that match less {n}": subsequence_of(plus(in_bags, -n)) for n in range(2, 11)},
        **{
            f"subsequence: {name}, and {n} more": subsequence_of(plus(count, n))
            for name, count in (
                ("nearest first", nearest_first),
                ("nearest first from the end", nearest_from_the_end),
                ("the longest run first", longest_run_first),
                ("the first place in the reference", from_hypothesis),
            )
            for n in range(4)
        },
        **{f"a subsequence of {n}": subsequence_of(always(n)) for n in range(4, 11)},
        **{f"{n} bigrams": recalled_bigrams_of(always(n)) for n in range(1, 11)},
        **{f"words: the different ones and {n} more": recalled_words_of(plus(different, n)) for n in range(7)},
        **{f"words of the reference that are found, less {n}": recalled_words_of(plus(found_in, -n)) for n in range(5)},
        **{f"different bigrams and {n} more": recalled_bigrams_of(plus(different_bigrams, n)) for n in range(5)},
        **{
            f"bigrams of the {name}, less {n}": recalled_bigrams_of(plus(count, -n))
            for name, count in (("reference", bigrams_of_reference), ("hypothesis", bigrams_of_hypothesis))
            for n in range(5)
        },
    },
    "meteor_by_hand": {
        **{f"chunks: the words that match less {n}": chunks_of(plus(in_bags, -n)) for n in range(1, 9)},
        **{f"{n} chunks": chunks_of(always(n)) for n in range(3, 12)},
        **{f"{name}, and {n} more": partial(chunks_cut, name=name, more=n) for name in BREAKS for n in range(6)},
    },
}
