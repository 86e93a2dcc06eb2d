"""Rules that would save the work by hand if the data were all drawn alike: other counts plus a constant, one fixed way.

Each maps a student's data to some of the numbers, without what the definition of these asks for.
"""

from collections.abc import Callable
from typing import Any

from coursework.topics.rouge import in_bags
from coursework.topics.word_error_rate import as_bags, by_position

Rule = Callable[[Any], dict[str, float]]
Count = Callable[[list[str], list[str]], float]


def two_texts(data: Any) -> tuple[list[str], list[str]]:
    """Reference and hypothesis as words."""
    return data["reference"].split(), data["hypothesis"].split()


def edits_of(*counts: Count) -> Rule:
    """The rates of the two pairs of the dictation, from other counts in place of their edits."""

    def rule(data: Any) -> dict[str, float]:
        pairs = [(s.split(), h.split()) for s, h in zip(data["said"], data["heard"], strict=True)]
        counted = zip(pairs, counts, strict=True)
        return {f"wer_{i}": count(said, heard) / len(said) for i, ((said, heard), count) in enumerate(counted, 1)}

    return rule


def bigrams_of(count: Count) -> Rule:
    """BLEU's second precision from another count in place of the bigrams that match."""

    def rule(data: Any) -> dict[str, float]:
        reference, hypothesis = two_texts(data)
        return {"p2": count(reference, hypothesis) / (len(hypothesis) - 1)}

    return rule


def chunks_of(count: Count) -> Rule:
    """METEOR's penalty from another count in place of the chunks."""

    def rule(data: Any) -> dict[str, float]:
        reference, hypothesis = two_texts(data)
        return {"penalty": 0.5 * (count(reference, hypothesis) / in_bags(reference, hypothesis)) ** 3}

    return rule


def plus(count: Count, constant: int) -> Count:
    """A count and a constant."""
    return lambda reference, hypothesis: count(reference, hypothesis) + constant


def always(constant: int) -> Count:
    """No count at all."""
    return lambda reference, hypothesis: constant


TEXT_SHORT_CUTS: dict[str, dict[str, Rule]] = {
    "dictation_by_hand": {
        "bags: 2 and 3 more": edits_of(plus(as_bags, 2), plus(as_bags, 3)),
        "bags: 3 more": edits_of(plus(as_bags, 3), plus(as_bags, 3)),
        "places: 2 and 6 less": edits_of(plus(by_position, -2), plus(by_position, -6)),
        "6 edits": edits_of(always(6), always(6)),
    },
    "bleu_by_hand": {
        "bigrams: the words that match less 4": bigrams_of(plus(in_bags, -4)),
        "bigrams: the words that match less 5": bigrams_of(plus(in_bags, -5)),
        "3 bigrams": bigrams_of(always(3)),
    },
    "meteor_by_hand": {
        "chunks: the words that match less 3": chunks_of(plus(in_bags, -3)),
        "6 chunks": chunks_of(always(6)),
        "7 chunks": chunks_of(always(7)),
    },
}

SHORT_CUTS: dict[str, dict[str, Rule]] = {**TEXT_SHORT_CUTS}
