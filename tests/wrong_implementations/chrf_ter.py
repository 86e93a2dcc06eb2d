"""Wrong functions, and right ones that compute otherwise: chrF and TER."""

from fractions import Fraction

from .registry import right, wrong


def means(matches, reference, hypothesis):
    rows = [row for row in zip(matches, reference, hypothesis, strict=True) if row[1] and row[2]]
    if not rows:
        return 0.0, 0.0
    return sum(m / h for m, _, h in rows) / len(rows), sum(m / r for m, r, _ in rows) / len(rows)


def f2(p, r):
    return 5 * p * r / (4 * p + r) if p + r else 0.0


@wrong("chrf_of_counts", "precision of orders that the reference has not")
def _(matches, reference, hypothesis):
    p = [m / h for m, h in zip(matches, hypothesis, strict=True) if h]
    r = [m / n for m, n in zip(matches, reference, strict=True) if n]
    return f2(sum(p) / len(p), sum(r) / len(r)) if p and r else 0.0


@wrong("chrf_of_counts", "orders without a match left out")
def _(matches, reference, hypothesis):
    kept = [row for row in zip(matches, reference, hypothesis, strict=True) if row[0]]
    return f2(*means(*zip(*kept, strict=True))) if kept else 0.0


@wrong("chrf_of_counts", "a division by nothing where the hypothesis is empty")
def _(matches, reference, hypothesis):
    rows = [row for row in zip(matches, reference, hypothesis, strict=True) if row[1] and row[2]]
    p, r = (sum(row[0] / row[i] for row in rows) / len(rows) for i in (2, 1))
    return f2(p, r)


@right("chrf_of_counts", "in fractions")
def _(matches, reference, hypothesis):
    both = [i for i in range(len(matches)) if reference[i] > 0 < hypothesis[i]]
    p = sum(Fraction(matches[i], hypothesis[i]) for i in both)
    r = sum(Fraction(matches[i], reference[i]) for i in both)
    return float(5 * p * r / (4 * p + r) / len(both)) if p else 0


@right("chrf_of_counts", "as one over a weighted mean")
def _(matches, reference, hypothesis):
    p, r = means(matches, reference, hypothesis)
    return 1 / (0.2 / p + 0.8 / r) if p else 0.0
