"""Can an area under the ROC curve be true? It counts pairs, and half pairs where scores are tied."""

from fractions import Fraction
from math import ceil, floor

import numpy as np
import pandas as pd

from ...inputs import arguments
from ...roc_curves import roc_auc
from ..printed import Printed, whole_numbers
from .search.readings import Reading, Repairs, answered, mean_of_runs, nearest_size, read_otherwise, readings, units_of
from .verdict import Verdict, beyond, impossible, limited

SHOWN = 10**6  # examples of a witness that a machine holds


@limited
def possible_area(auc: str, *, positives: int, negatives: int, ties: bool = True, rounding: str = "nearest") -> Verdict:
    """Whether an area under the ROC curve can be true of so many positives and negatives.

    The area is the share of pairs of a positive and a negative in which the positive scores higher, a tie counting
    half: 2 P N times the area is a whole number, and without ties P N times the area is one.

    auc : str
        As printed, with all digits.
    positives, negatives : int
        How many examples of each.
    ties : bool, default True
        Whether a positive and a negative can have the same score.

    -> Verdict
        The witness is a table of examples with scores that have the area; the count is of different areas.

    Source: Hanley and McNeil (1982), The meaning and use of the area under a ROC curve, Radiology 143.

    >>> possible_area("0.915", positives=12, negatives=10).verdict
    'impossible'
    >>> possible_area("0.917", positives=12, negatives=10).count
    1
    """
    arguments.one_of(ties, "ties", (True, False))
    p = arguments.whole_number(positives, "positives", least=1)
    n = arguments.whole_number(negatives, "negatives", least=1)
    known = f"{p} positives and {n} negatives" + ("" if ties else " without ties")
    checked = f"{known}; the area is a multiple of 1/{p * n * (1 + ties)}"

    def ask(reading: Reading) -> Verdict | None:
        number = reading.numbers["auc"]
        if found := _areas(number, p, n, ties):
            middle = found[len(found) // 2] * (2 - ties)
            examples = _with_area(middle, p, n) if p + n <= SHOWN else None
            area = middle / (2 * p * n) if examples is None else roc_auc(examples["truth"], examples["score"])
            reason = f"{known} can have AUC {number}, such as {area:.{number.places + 2}f}"
            return Verdict("possible", reason, checked, examples, len(found))
        mends, why = _mends(reading, p, n, ties, rounding), beyond({"AUC": number}, ["AUC"])
        return impossible("set of scores", f"AUC {number}", known, checked, ("auc",), mends, why)

    return answered(readings(units_of({"auc": auc}, rounding, low=False)), rounding, ask, runs="one")


def _areas(number: Printed, positives: int, negatives: int, ties: bool) -> range:
    most = positives * negatives * (1 + ties)
    return whole_numbers(number, Fraction(1, most), 0, most)


def _with_area(halves: int, positives: int, negatives: int) -> pd.DataFrame:
    """Examples in which positives win so many half pairs: these score 1, 2, …; all but one win all or none."""
    winners, rest = divmod(halves, 2 * negatives)
    scores = np.where(np.arange(positives) < winners, negatives, 0) + 0.5
    if winners < positives:
        scores[winners] = rest / 2 + 0.5  # an odd half is a tie with a negative
    truth = [1] * positives + [0] * negatives
    return pd.DataFrame({"truth": truth, "score": [*scores.tolist(), *range(1, negatives + 1)]})


def _mends(reading: Reading, p: int, n: int, ties: bool, rounding: str) -> Repairs:
    number, most = reading.numbers["auc"], p * n * (1 + ties)
    around = floor(number.value * most), ceil(number.value * most)
    if 0 <= number.value <= 1:
        yield "auc", number, " or ".join(dict.fromkeys(number.like(k / most) for k in around))
    if not ties and _areas(number, p, n, True):
        yield "ties", "none", "some"
    yield from read_otherwise(reading, rounding, lambda again: bool(_areas(again["auc"], p, n, ties)))
    yield from nearest_size("positives", p, lambda other: other > 0 and bool(_areas(number, other, n, ties)))
    yield from nearest_size("negatives", n, lambda other: other > 0 and bool(_areas(number, p, other, ties)))
    yield from mean_of_runs(lambda runs: bool(_areas(number, runs * p, n, ties)))
