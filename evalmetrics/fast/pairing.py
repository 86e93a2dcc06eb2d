"""Pairs between two rows of things: as many as possible, then with as few crossings, then in as few runs as possible.

The hypothesis is walked from left to right. What a partial pairing has to remember is which places of the reference it
has used, as the bits of an integer, and the place that it used last.
"""

import warnings
from collections.abc import Iterator

Cost = tuple[int, int, int]  # hypothesis places left out, crossings, runs
Pairs = tuple[tuple[int, int], ...]
Followed = dict[tuple[int, int | None], tuple[Cost, Pairs]]  # used places and the last one: the best pairing so far

MOST = 2_000  # partial pairings that are followed; sentences have tens


def fewest_crossings(options: list[list[int]], fixed: dict[int, int], interchangeable: bool) -> Pairs:
    """Pairs (hypothesis place, reference place), the `fixed` ones among them, each place at most once.

    `options` lists the reference places for each hypothesis place, ascending. `interchangeable` says that two of these
    lists either are equal or have nothing in common.
    """
    taken = set(fixed.values())
    free = [[j for j in js if j not in taken] if i not in fixed else [] for i, js in enumerate(options)]
    followed: Followed = {(0, None): ((0, 0, 0), ())}
    for i, js in enumerate(free):
        step: Followed = {}
        later = free[i + 1 :].count(js)
        for (used, last), ((left_out, crossings, runs), pairs) in followed.items():
            if i in fixed:
                choices: Iterator[int | None] = iter([fixed[i]])
            else:
                choices = _in_order(js, used, later) if interchangeable else _any(js, used)
            for j in choices:
                state, cost, now = (used, j), (left_out + bool(js), crossings, runs), pairs
                if j is not None:
                    cost = (left_out, crossings + (used >> j).bit_count(), runs + (last is None or j != last + 1))
                    state, now = (used | 1 << j, j), (*pairs, (i, j))
                if state not in step or (cost, now) < step[state]:
                    step[state] = (cost, now)
        followed = _best(step)
    return min(followed.values())[1]


def _any(js: list[int], used: int) -> Iterator[int | None]:
    """Every place that is not used, or none."""
    yield from (j for j in js if not used >> j & 1)
    yield None


def _in_order(js: list[int], used: int, later: int) -> Iterator[int | None]:
    """Where one of several equal things may go: past the others before it, so that as many as can be find a place.

    Equal things whose pairs cross could exchange them and cross less. `later` counts those still to come.
    """
    first = max((k + 1 for k, j in enumerate(js) if used >> j & 1), default=0)
    most = min(len(js) - first, later + 1)  # of this and the later ones, at most so many can be placed
    yield from js[first : len(js) - most + 1] if most else ()
    if later >= most:
        yield None


def _best(followed: Followed) -> Followed:
    """All of them, or with a warning the most promising."""
    if len(followed) <= MOST:
        return followed
    warnings.warn(
        f"words are repeated so often that only {MOST} alignments at a time were followed: "
        "another may have fewer crossings; texts of one sentence have no such trouble",
        RuntimeWarning,
        stacklevel=2,
    )
    return dict(sorted(followed.items(), key=lambda entry: entry[1])[:MOST])
