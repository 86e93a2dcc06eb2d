"""Rules that would save the work by hand if the data were all drawn alike: other counts plus a constant, one fixed way.

Each maps a student's data to some of the numbers, without what the definition of these asks for.
"""

from functools import partial
from itertools import chain, combinations, pairwise, permutations, product
from math import sqrt
from statistics import fmean, geometric_mean

from evalmetrics_exercises.topics.bleu import FOUR, of_talk
from evalmetrics_exercises.topics.chrf_ter import pairs_of
from evalmetrics_exercises.topics.clustering import mean_distance, nearest_member, own_and_rest, quotient, to_centre
from evalmetrics_exercises.topics.correlation import texts
from evalmetrics_exercises.topics.detection import over_union
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
from evalmetrics_exercises.topics.signals import CONSTANT, WAYS
from evalmetrics_exercises.topics.word_error_rate import as_bags, by_position, from_both_ends

from evalmetrics import edit_distance, pair_counts


def so_many_discordant(data, n):
    """Kendall's tau from a number of discordant pairs that was not counted."""
    pairs = pair_counts(data["people"], data["metric"])
    concordant = pairs.total - pairs.tied_in_x - n
    return {"tau_b": (concordant - n) / sqrt((pairs.total - pairs.tied_in_x) * pairs.total)}


def by_plan(data, plan):
    return {"distance": fmean(map(list.__getitem__, data["distances"], plan))}


def column_by_column(data, order):
    """The mover's distance if columns take the nearest row that is free, in this order."""
    table = data["distances"]
    free, total = {0, 1, 2}, 0.0
    for j in order:
        free.discard(nearest := min(free, key=lambda i: table[i][j]))
        total += table[nearest][j]
    return {"distance": total / 3}


SIDES = {
    "A's end and B's beginning": lambda a, b, i: a[i + 2] - b[i],
    "B's end and A's beginning": lambda a, b, i: b[i + 2] - a[i],
    "the smaller side": lambda a, b, i: min(a[i + 2] - a[i], b[i + 2] - b[i]),
}


def common_part(data, wide, high):
    """IoU with one way to read the width that boxes share, and one for the height."""
    a, b = data["box_a"], data["box_b"]
    return {"iou": over_union(a, b, SIDES[wide](a, b, 0) * SIDES[high](a, b, 1))}


def by_way(data, way):
    total = sum(abs(data["spoken"][i] - data["synthesised"][j]) for i, j in way)
    return {"mcd": total * CONSTANT / 4}


def by_group(data, order, places):
    """Both silhouettes, with the mean distance to one other group each: that which stands there in some order."""
    values = {}
    for name, which, place in zip(("silhouette", "other_silhouette"), ("point", "other"), places, strict=True):
        point = data[which]
        others, rest = own_and_rest(data, point)
        rest.sort(key=lambda members: order(data, point, members))
        values[name] = quotient(mean_distance(point, others), mean_distance(point, rest[place]))
    return values


def letter(data, _, members):
    return ord(data["found"][data["points"].index(members[0])])


ORDERS = {
    "letter": letter,
    "letters after its own": lambda data, point, members: (
        (letter(data, point, members) - letter(data, point, [point])) % 4
    ),
    "nearest centre": lambda _, point, members: to_centre(point, members),
    "nearest member": lambda _, point, members: nearest_member(point, [members]),
    "fewest members": lambda _, point, members: len(members),
}


def shifted(rule_of, *counts):
    """Rules that take a count plus a constant for another count: one for each of (name, count, constants)."""

    def plus(count, constant):
        return lambda reference, hypothesis: count(reference, hypothesis) + constant

    return {f"{name} {n:+}": rule_of(plus(count, n)) for name, count, constants in counts for n in constants}


def edits_of(pair, count):
    """The rate of one pair of the dictation, from another count in place of its edits."""

    def rule(data):
        said, heard = (data[name][pair].split() for name in ("said", "heard"))
        return {f"wer_{pair + 1}": count(said, heard) / len(said)}

    return rule


def shifted_edits(pair, count):
    """TER of one pair of texts, from another count in place of its edits."""

    def rule(data):
        reference, hypothesis = pairs_of(data)[pair]
        return {f"ter_{pair + 1}": count(reference, hypothesis) / len(reference)}

    return rule


def two_texts(data):
    return data["reference"].split(), data["hypothesis"].split()


def share(name, side, order, count):
    """A number from another count in place of the n-grams that match, over those of a text: the first or the second."""

    def rule(data):
        texts = two_texts(data)
        return {name: count(*texts) / (len(texts[side]) - order + 1)}

    return rule


def subsequence_of(count):
    def rule(data):
        reference, hypothesis = two_texts(data)
        return {"rouge_l_f": of_counts(count(reference, hypothesis), len(reference), len(hypothesis))[2]}

    return rule


def penalty(data, chunks):
    return {"penalty": 0.5 * (chunks / in_bags(*two_texts(data))) ** 3}


def chunks_of(count):
    return lambda data: penalty(data, count(*two_texts(data)))


def chunks_cut(data, name, more):
    """METEOR's penalty from chunks that are cut in another way."""
    return penalty(data, with_breaks(data, BREAKS[name]) + more)


def nothing(reference, hypothesis):
    return 0


def different(reference, hypothesis):
    return len({*reference} & {*hypothesis})


def found_in(reference, hypothesis):
    """The words of the reference that the hypothesis has, as often as the reference says them."""
    return sum(word in hypothesis for word in reference)


def different_bigrams(reference, hypothesis):
    return different(pairwise(reference), pairwise(hypothesis))


def bigrams_of_reference(reference, hypothesis):
    """The bigrams of the reference that the hypothesis has, unclipped."""
    return found_in(list(pairwise(reference)), set(pairwise(hypothesis)))


def bigrams_of_hypothesis(reference, hypothesis):
    return bigrams_of_reference(hypothesis, reference)


def from_the_end(reference, hypothesis):
    return by_position(reference[::-1], hypothesis[::-1])


def bags_and_lengths(reference, hypothesis):
    """The words that one of two texts lacks, of whichever lacks more."""
    return max(len(reference), len(hypothesis)) - in_bags(reference, hypothesis)


def concordant(data, n):
    tied = 12 - 12 * texts(data)["all_pairs"] / texts(data)["told_apart"]
    return {"told_apart": n / (12 - tied), "all_pairs": n / 12}


def from_within(data, across):
    """The share of all pairs, with so many right among the sixteen of two paragraphs."""
    untied = 28 - sum(a == b for a, b in combinations(chain(*data["marks"]), 2))
    return {"all_texts": (12 * texts(data)["all_pairs"] + across) / untied}


def by_spread(data, times):
    return {"observed": times * fmean((max(row) - min(row)) ** 2 for row in rows_of(data))}


def by_extremes(data, times):
    marks = list(chain(*rows_of(data)))
    return {"expected": times * (max(marks) - min(marks)) ** 2}


def with_alpha(data, alpha):
    """The disagreement by chance, from an alpha that is guessed."""
    return {"alpha": alpha, "expected": disagreements(data)["observed"] / (1 - alpha)}


def of_orders(data, orders):
    """BLEU of some of the four orders, by the geometric mean of their precisions."""
    return of_talk(data, mean=lambda precisions: geometric_mean([precisions[n - 1] for n in orders]))


PLANS = list(permutations(range(3)))
SHORT_CUTS = {
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
        **{
            f"stretch {at + 1} alone": lambda data, at=at: of_talk({name: [data[name][at]] for name in FOUR})
            for at in range(2)
        },
    },
    "ter_by_hand": {
        f"text {pair + 1}, {name}": rule
        for pair in range(2)
        for name, rule in shifted(
            partial(shifted_edits, pair),
            ("edit distance", edit_distance, range(-5, 1)),
            ("places", by_position, range(-10, 1)),
            ("bags", bags_and_lengths, range(6)),
            ("both ends", from_both_ends, range(-6, 1)),
            ("no count", nothing, range(2, 11)),
        ).items()
    },
    "scores_by_hand": {
        **{
            f"the plan {plan}": lambda data, plan=plan: {
                "distance": fmean(map(list.__getitem__, data["distances"], plan))
            }
            for plan in PLANS
        },
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
        f"pair {pair + 1}, {name}": rule
        for pair in range(2)
        for name, rule in shifted(
            partial(edits_of, pair),
            ("bags", as_bags, range(7)),
            ("places", by_position, range(-6, 1)),
            ("from the end", from_the_end, range(-6, 1)),
            ("both ends", from_both_ends, range(-6, 1)),
            ("no count", nothing, range(3, 9)),
        ).items()
    },
    "bleu_by_hand": {
        **shifted(
            partial(share, "p2", 1, 2),
            ("bigrams: the words that match", in_bags, range(-10, -1)),
            ("bigrams: no count", nothing, range(1, 9)),
            ("different bigrams", different_bigrams, range(5)),
            ("bigrams without clipping", bigrams_of_hypothesis, range(-4, 1)),
        ),
        **shifted(
            partial(share, "p1", 1, 1),
            ("different words", different, range(5)),
            ("words of the reference that are found", found_in, range(-4, 1)),
        ),
    },
    "rouge_by_hand": {
        **shifted(
            subsequence_of,
            ("subsequence: the words that match", in_bags, range(-10, -1)),
            ("subsequence: nearest first", nearest_first, range(4)),
            ("subsequence: nearest first from the end", nearest_from_the_end, range(4)),
            ("subsequence: the longest run first", longest_run_first, range(4)),
            ("subsequence: the first place in the reference", from_hypothesis, range(4)),
            ("subsequence: no count", nothing, range(4, 11)),
        ),
        **shifted(
            partial(share, "rouge_2_recall", 0, 2),
            ("bigrams: no count", nothing, range(1, 11)),
            ("different bigrams", different_bigrams, range(5)),
            ("bigrams of the reference", bigrams_of_reference, range(-4, 1)),
            ("bigrams of the hypothesis", bigrams_of_hypothesis, range(-4, 1)),
        ),
        **shifted(
            partial(share, "rouge_1_recall", 0, 1),
            ("different words", different, range(7)),
            ("words of the reference that are found", found_in, range(-4, 1)),
        ),
    },
    "meteor_by_hand": {
        **shifted(
            chunks_of,
            ("chunks: the words that match", in_bags, range(-8, 0)),
            ("chunks: no count", nothing, range(3, 12)),
        ),
        **{f"{name}, and {n} more": partial(chunks_cut, name=name, more=n) for name in BREAKS for n in range(6)},
    },
}
