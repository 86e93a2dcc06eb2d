"""All confusion matrices of two classes that have some scores, as runs of FP for each P and TP."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ...printed import Printed
from .scores import SCORES, Score, counted_up
from .time_limit import Unfinished, go_on

BLOCK = 2**15  # rows, a pair of P and TP each, that are looked at together: few enough for the processor's cache
MOST = 10**8  # rows that are looked at before the question is left undecided: more take longer than a minute
LIKE = 20_000  # matrices that are tried for another meaning of a number


class Question:
    """Class sizes (one pair, or all of n examples) and the scores that were printed of them."""

    def __init__(self, positives: int | None, n: int, scores: Mapping[str, Score]) -> None:
        self.n, self.only, self.scores = n, positives, dict(scores)
        if positives is None and n > MOST // 50:  # with each P there is more than one TP
            raise Unfinished(f"there are far more than {n:,} pairs of P and TP: give the class sizes")
        self.positives = np.arange(n + 1) if positives is None else np.array([positives])

    def having(self, numbers: Mapping[str, Printed]) -> "Question":
        return Question(self.only, self.n, {name: score.of(numbers[name]) for name, score in self.scores.items()})

    def filled(self, fill: float) -> "Question":
        """A question with another number for 0/0."""
        return Question(self.only, self.n, {name: score.filled(fill) for name, score in self.scores.items()})

    def rows(self, names: Sequence[str]) -> Iterator[tuple[Any, Any]]:
        least, most = np.zeros(len(self.positives), dtype=np.int64), self.positives.copy()
        of_recall = [self.scores[name].number for name in names if self.scores[name].ratio is SCORES["recall"]]
        for number in (number for number in of_recall[:1] if number.unit):
            with_some = self.positives > 0
            ends = np.floor(self.positives * float(number.low)), np.ceil(self.positives * float(number.high))
            least = np.where(with_some, np.clip(ends[0] - 1, 0, self.positives + 1), least).astype(np.int64)
            most = np.where(with_some, np.clip(ends[1] + 1, -1, self.positives), most).astype(np.int64)
        lengths = np.maximum(most - least + 1, 0)
        if lengths.sum() > MOST:
            raise Unfinished(f"there are {lengths.sum():,} pairs of P and TP: give the class sizes")
        block = np.cumsum(lengths) // BLOCK
        for which in np.unique(block):
            go_on()
            chosen = block == which
            of, sizes = np.repeat(self.positives[chosen], lengths[chosen]), lengths[chosen]
            yield of, counted_up(least[chosen], sizes)

    def runs(self, names: Sequence[str], among: Sequence[tuple[Any, ...]] = ()) -> Iterator[tuple[Any, ...]]:
        """Of all matrices with these scores, or of those `among` runs of wider numbers: P, TP, first and last FP."""
        scores = sorted((self.scores[name] for name in names), key=lambda score: score.curved)
        for of, tp, first, last in among[:-1] or self._all_runs(names):
            for score in scores:  # each leaves fewer rows to the next
                low, high = score.run(tp, of, self.n, first, last)
                first, last = np.maximum(first, low), np.minimum(last, high)
                kept = first <= last
                of, tp, first, last = of[kept], tp[kept], first[kept], last[kept]
            kept = first <= last
            yield of[kept], tp[kept], first[kept], last[kept]
        yield self._corners(scores)

    def _all_runs(self, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        for of, tp in self.rows(names):
            yield of, tp, (tp == 0).astype(np.int64), self.n - of - (tp == of)

    def _corners(self, scores: Sequence[Score]) -> tuple[Any, ...]:
        """Where nothing is predicted positive, and where everything is, some scores are undefined."""
        of, negatives, none = (x.astype(object) for x in (self.positives, self.n - self.positives, 0 * self.positives))
        tp, fp = np.concatenate([none, of]), np.concatenate([none, negatives])
        of, negatives = np.tile(of, 2), np.tile(negatives, 2)
        kept = np.ones(len(of), dtype=bool)
        for score in scores:
            kept &= np.asarray(score.holds(tp, of - tp, fp, negatives - fp), dtype=bool)
        of, tp, fp = (x[kept].astype(np.int64) for x in (of, tp, fp))
        return of, tp, fp, fp

    def others(self, name: str) -> list[str]:
        return [each for each in self.scores if each != name]

    def any(self, names: Sequence[str] | None = None) -> bool:
        return any(len(of) for of, *_ in self.runs([*self.scores] if names is None else names))

    def cells(self, names: Sequence[str], limit: int, among: Sequence[tuple[Any, ...]] = ()) -> tuple[int, Any]:
        count, found = 0, [np.zeros((0, 4), dtype=np.int64)]
        for of, tp, first, last in self.runs(names, among):
            lengths = last - first + 1
            count += int(lengths.sum())
            few = slice(0, limit)
            lengths = np.minimum(lengths[few], limit)
            fp = counted_up(first[few], lengths)
            of, tp = np.repeat(of[few], lengths), np.repeat(tp[few], lengths)
            found.append(np.stack([tp, of - tp, fp, self.n - of - fp], axis=1)[:limit])
        return count, np.concatenate(found)[:limit]

    def values(self, name: str, names: Sequence[str]) -> list[Any]:
        score, found = self.scores[name], []
        for of, tp, first, last in self.runs(names):
            low, high = score.run(tp, of, self.n, first, last)
            for fp in (first, last, np.clip(low, first, last), np.clip(high, first, last)):
                found.append(score.value(tp, of - tp, fp, self.n - of - fp))
        values = np.concatenate(found)
        return [x for x in values if x == x]
