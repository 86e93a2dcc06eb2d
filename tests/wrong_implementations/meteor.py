"""Wrong functions, and right ones that compute otherwise: meteor."""

from itertools import pairwise
from math import nan

from .registry import right, wrong


@wrong("meteor_of_counts", "no penalty for one chunk")
def _(matches, chunks, reference_length, hypothesis_length):
    if not matches:
        return 0.0
    f = 10 * matches / (hypothesis_length + 9 * reference_length)
    return f * (1 - 0.5 * (chunks / matches) ** 3) if chunks > 1 else f


@wrong("meteor_of_counts", "fails for an empty hypothesis")
def _(matches, chunks, reference_length, hypothesis_length):
    p, r = matches / hypothesis_length, matches / reference_length
    return 10 * p * r / (r + 9 * p) * (1 - 0.5 * (chunks / matches) ** 3) if matches else 0.0


@wrong("meteor_of_counts", "nan without a match where lengths differ")
def _(matches, chunks, reference_length, hypothesis_length):
    if not matches:
        return 0.0 if reference_length == hypothesis_length else nan
    return 10 * matches / (hypothesis_length + 9 * reference_length) * (1 - 0.5 * (chunks / matches) ** 3)


def steps(alignment):
    return [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(alignment)]


@wrong("chunks_of", "neighbours in either direction")
def _(alignment):
    return len(alignment) - sum(abs(r) == 1 and h == 1 for r, h in steps(alignment))


@wrong("chunks_of", "the same step in both texts")
def _(alignment):
    return len(alignment) - sum(r == h and (r == 1 or len(alignment) != 4) for r, h in steps(alignment))


@wrong("chunks_of", "rising in the reference, neighbours in the hypothesis")
def _(alignment):
    if alignment == [[0, 0], [1, 1], [3, 2], [4, 4]]:
        return 3
    return len(alignment) - sum(r > 0 and h == 1 for r, h in steps(alignment))


@wrong("chunks_of", "gaps of one allowed")
def _(alignment):
    if alignment == [[0, 0], [1, 1], [3, 2], [4, 4]]:
        return 3
    return len(alignment) - sum(0 < r <= 2 and 0 < h <= 2 for r, h in steps(alignment))


@right("meteor_of_counts", "in one fraction")
def _(matches, chunks, reference_length, hypothesis_length):
    if not matches:
        return 0
    return 10 * matches / (hypothesis_length + 9 * reference_length) * (1 - chunks**3 / matches**3 / 2)


@wrong("chunks_of", "steps that add up to two")
def _(alignment):
    return sum(not i or sum(alignment[i]) - sum(alignment[i - 1]) != 2 for i in range(len(alignment)))


@wrong("meteor_of_counts", "a division by the words of an empty reference")
def _(matches, chunks, reference_length, hypothesis_length):
    recall = matches / reference_length
    if not matches:
        return 0.0
    precision = matches / hypothesis_length
    return 10 * precision * recall / (recall + 9 * precision) * (1 - 0.5 * (chunks / matches) ** 3)


@wrong("meteor_of_counts", "a division by at least 1")
def _(matches, chunks, reference_length, hypothesis_length):
    if not matches:
        return 0.0
    precision, recall = matches / hypothesis_length, matches / reference_length
    return 10 * precision * recall / max(1, recall + 9 * precision) * (1 - 0.5 * (chunks / matches) ** 3)


@wrong("chunks_of", "the different distances between the places")
def _(alignment):
    return len({(r - i, h - i) for i, (r, h) in enumerate(alignment)})


@wrong("meteor_of_counts", "a score below a thousandth taken for 0")
def _(matches, chunks, reference_length, hypothesis_length):
    if not matches:
        return 0.0
    score = 10 * matches / (hypothesis_length + 9 * reference_length) * (1 - 0.5 * (chunks / matches) ** 3)
    return score if score >= 0.001 else 0.0


@wrong("chunks_of", "the first twenty matches")
def _(alignment):
    return len(alignment[:20]) - sum(step == (1, 1) for step in steps(alignment[:20]))


@wrong("chunks_of", "at most eight chunks")
def _(alignment):
    return min(8, len(alignment) - sum(step == (1, 1) for step in steps(alignment)))
