"""Wrong functions, and right ones that compute otherwise: meteor."""

from itertools import pairwise

from .registry import right, wrong


@wrong("meteor_of_counts", "fails for an empty hypothesis")
def _(matches, chunks, reference_length, hypothesis_length):
    p, r = matches / hypothesis_length, matches / reference_length
    return 10 * p * r / (r + 9 * p) * (1 - 0.5 * (chunks / matches) ** 3) if matches else 0.0


def steps(alignment):
    return [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(alignment)]


@wrong("chunks_of", "neighbours in either direction")
def _(alignment):
    return len(alignment) - sum(abs(r) == 1 and h == 1 for r, h in steps(alignment))


@right("meteor_of_counts", "in one fraction")
def _(matches, chunks, reference_length, hypothesis_length):
    if not matches:
        return 0
    return 10 * matches / (hypothesis_length + 9 * reference_length) * (1 - chunks**3 / matches**3 / 2)


@wrong("meteor_of_counts", "a division by the words of an empty reference")
def _(matches, chunks, reference_length, hypothesis_length):
    recall = matches / reference_length
    if not matches:
        return 0.0
    precision = matches / hypothesis_length
    return 10 * precision * recall / (recall + 9 * precision) * (1 - 0.5 * (chunks / matches) ** 3)


@wrong("chunks_of", "the different distances between the places")
def _(alignment):
    return len({(r - i, h - i) for i, (r, h) in enumerate(alignment)})
