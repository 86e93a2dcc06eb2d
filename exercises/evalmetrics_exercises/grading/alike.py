"""What is equal to what in a class, and how often that happens by chance. It accuses nobody.

Chance is measured in the class itself. Texts and programs are compared by the short runs of words that they share,
each worth the more the fewer have it; the bulk of all pairs, which nobody planned, says how fast such worth becomes
rare, and from that follows how many pairs of a class would be as alike. Built answers are worth what a chain of their
entries, learnt from everybody else's, says of them: two zeros after one another are no news, 4711 is.
"""

import io
import keyword
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from math import exp, log, log2
from typing import Any

import numpy as np

Run = tuple[str, ...]
RARE = 0.05  # pairs expected by chance in the whole class: what is rarer is shown
FEWEST = 8  # students, for their bulk to say anything
RUN = 4  # words or signs that a run has
WORTH = 7.0  # bits of a run that two of a hundred share: no spread is taken for narrower


@dataclass(frozen=True)
class Pair:
    """Two whose answers are more alike than chance makes any two of the class: by their places in it.

    `expected` is how many pairs of the class would be as alike by chance, `as_alike` how many are.
    """

    first: int
    second: int
    expected: float
    as_alike: int
    share: float


def runs_of_text(text: str) -> list[Run]:
    """The runs of words in an essay."""
    return _runs(re.findall(r"\w+(?:['’]\w+)*", text.lower()), RUN)


def runs_of_code(code: str) -> list[Run]:
    """The runs of signs in a program, with its names and remarks."""
    return _runs(list(_signs(code, names=True)), RUN)


def runs_of_shape(code: str) -> list[Run]:
    """The runs of signs in a program, longer ones, with a v for each name and without remarks."""
    return _runs(list(_signs(code, names=False)), 2 * RUN)


def _runs(signs: list[str], length: int) -> list[Run]:
    return [tuple(signs[i : i + length]) for i in range(len(signs) - length + 1)]


def _signs(code: str, *, names: bool) -> Iterator[str]:
    try:
        found = [(t.type, t.string) for t in tokenize.generate_tokens(io.StringIO(code).readline)]
    except (tokenize.TokenError, SyntaxError, ValueError):
        found = [(tokenize.NAME, sign) for sign in re.findall(r"\w+|[^\w\s]", code)]
    before = ""
    for kind, string in found:
        if kind == tokenize.COMMENT:
            yield from string.lower().split() if names else ()
        elif kind == tokenize.NAME and not names and not keyword.iskeyword(string) and before != ".":
            yield "v"
        elif string.strip():
            yield string
        before = string


def alike(
    answers: Sequence[Iterable[Run]],
    given: Iterable[Run],
    models: int = 0,
    *,
    few: bool = False,
    more: Callable[[Run], float] | None = None,
) -> list[Pair]:
    """Pairs that share more runs than chance makes any two share; the last `models` of the answers are no students'.

    `given` are runs that stand in what everybody got. Where there are `few` ways to answer, only runs count that fewer
    than one in twenty have. `more` says what a run that just two have is worth besides. Pairs of models are nobody's.
    """
    common = set(given)
    kept = [set(each) - common for each in answers]
    students = len(kept) - models
    known = sorted({run for each in kept for run in each})
    if students < FEWEST or not known:
        return []
    column = {run: i for i, run in enumerate(known)}
    has = np.zeros((len(kept), len(known)), dtype=np.float32)
    for i, each in enumerate(kept):
        has[i, [column[run] for run in each]] = 1
    worth = np.log2(len(kept) / np.maximum(has.sum(axis=0) - 1, 1))
    narrowest = WORTH
    if more:
        worth += np.array([more(run) if n == 2 else 0.0 for run, n in zip(known, has.sum(axis=0), strict=True)])
        narrowest = WORTH / 4  # of answers that are hardly a run
    if few:
        worth = np.maximum(worth - log2(len(kept) / max(3, 0.05 * len(kept))), 0)
    scores = (has * worth) @ has.T
    between = scores[np.triu_indices(students, 1)]
    # Where many have the obvious answer, their pairs hide how alike others are: these are measured alone, too.
    apart = [i for i in range(students) if kept[i] not in kept[:i]]
    bulks = [between, scores[np.ix_(apart, apart)][np.triu_indices(len(apart), 1)]]
    slopes = [_slopes(bulk, narrowest) for bulk in bulks[: 1 + (len(apart) >= FEWEST)]]
    own = np.maximum(has @ worth, 1e-9)
    found = []
    for i, j in combinations(range(len(kept)), 2):
        if i >= students:
            continue
        pairs = len(between) if j < students else students
        expected = max(
            min(share * pairs * exp(-(scores[i, j] - start) / spread) for share, start, spread in both)
            for both in slopes
        )
        if expected < RARE and kept[i] and kept[j]:
            as_alike = int((between >= scores[i, j]).sum())
            found.append(Pair(i, j, expected, as_alike, float(scores[i, j] / min(own[i], own[j]))))
    return found


def _slopes(between: Any, narrowest: float) -> tuple[tuple[float, float, float], ...]:
    """How fast a score becomes rare in the bulk of all pairs, from two places on: their share, where, how steep."""
    low, high, top = np.quantile(between, [0.75, 0.95, 0.99])
    return (
        (0.25, low, max(high - low, narrowest * log(5)) / log(5)),
        (0.05, high, max(top - high, narrowest * log(5)) / log(5)),
    )


def runs_of_value(value: Any) -> list[Run]:
    """The numbers, lists and pairs of words of a built answer, wherever they stand."""
    if isinstance(value, Mapping):
        return [run for key in sorted(value) for run in runs_of_value(value[key])]
    if isinstance(value, list | tuple):
        flat = [part for part in value if isinstance(part, int | float | str)]
        changes = " ".join(f"{part}×{len(list(each))}" for part, each in groupby(flat))
        return [run for part in value for run in runs_of_value(part)] + ([(changes,)] if len(flat) > 2 else [])
    if isinstance(value, str):
        return _runs(value.lower().split(), 2)
    return [(f"{value:.6g}" if isinstance(value, float) else repr(value),)]


def digits(run: Run) -> float:
    """What a number, or a list, that only two have says by itself: bits for its digits, or for its changes."""
    return 1.6 * (len(run[0].strip("-").replace(".", "").strip("0")) - 1) if "×" not in run[0] else run[0].count("×")


def groups(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Everybody who is tied to somebody by pairs, group by group."""
    found: list[set[int]] = []
    for pair in pairs:
        tied = [group for group in found if not group.isdisjoint(pair)]
        found = [group for group in found if group not in tied] + [set(pair).union(*tied)]
    return sorted(map(sorted, found))
