"""One choice from each of several sets, all listed or a grid, so that sums of what they contribute come out right.

Folds choose matrices, classes what is predicted of them. Weights that keep all sums apart from what was printed are a
proof, whole numbers that SciPy finds a witness; OR-tools, where it is installed, finds either for what is left.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csr_array

from .time_limit import go_on, left

Floats = NDArray[np.float64]
LISTED = 20_000  # choices of a set that are listed, which linear programs of some sets still take well; of more, some
SAMPLE = 900  # how many: enough to begin with, since what a proof needs is added
BOXES = 100_000  # that are looked at together for the least of all choices, in some megabytes


@dataclass(frozen=True)
class Grid:
    """Choices of two whole numbers, each between two `ends`; every column of their values rises or falls with each.

    `cells` and `values` make rows of them; `linear` says which columns are linear.
    """

    ends: tuple[int, int, int, int]
    cells: Callable[[Any, Any], Any]
    values: Callable[[Any], Floats]
    linear: Any

    def __len__(self) -> int:
        a, a_last, b, b_last = self.ends
        return max(a_last - a + 1, 0) * max(b_last - b + 1, 0)

    def some(self, most: int) -> Any:
        a, a_last, b, b_last = self.ends
        if len(self) <= most:
            one, other = np.divmod(np.arange(len(self)), b_last - b + 1)
            return self.cells(a + one, b + other)
        rng = np.random.default_rng(0)
        one = np.r_[a, a, a_last, a_last, rng.integers(a, a_last + 1, SAMPLE)]
        return self.cells(one, np.r_[b, b_last, b, b_last, rng.integers(b, b_last + 1, SAMPLE)])

    def least(self, weights: Floats, slack: float) -> tuple[float, Any]:
        """What no weighted sum of values lies below, nearly attained, and the cell of the least that was met.

        Boxes of choices are halved as long as what their corners leave open matters.
        """
        boxes, best, cell = np.array([self.ends]), np.inf, None
        while len(boxes):
            go_on()
            corners = [self.cells(boxes[:, i], boxes[:, j]) for i in (0, 1) for j in (2, 3)]
            weighted = np.stack([self.values(each) for each in corners]) * weights
            straight = weighted[..., self.linear].sum(-1)
            below = straight.min(0) + weighted[..., ~self.linear].min(0).sum(-1)
            sums = weighted.sum(-1)
            if sums.min() < best:
                i, j = np.unravel_index(sums.argmin(), sums.shape)
                best, cell = float(sums[i, j]), corners[i][j]
            open_ = (below < best - slack) & ((boxes[:, 0] < boxes[:, 1]) | (boxes[:, 2] < boxes[:, 3]))
            if open_.sum() > BOXES:
                return float(below.min()), cell
            boxes = _halved(boxes[open_])
        return best - slack, cell


def _halved(boxes: Any) -> Any:
    longer = 2 * (boxes[:, 3] - boxes[:, 2] > boxes[:, 1] - boxes[:, 0])
    rows, lower, upper = np.arange(len(boxes)), boxes.copy(), boxes.copy()
    middle = (boxes[rows, longer] + boxes[rows, longer + 1]) // 2
    lower[rows, longer + 1], upper[rows, longer] = middle, middle + 1
    return np.concatenate([lower, upper])


@dataclass(frozen=True)
class Part:
    """Several sets (`times`) with equal choices: a row per listed choice, a column per sum, `grid` has them all.

    Of cells the first and the third number are those of the grid: TP and FP. Where not `every` choice is listed, the
    grid holds them all, and perhaps more. A proof from all choices needs no grid.
    """

    times: int
    cells: Any
    values: Floats
    grid: Any = None
    every: bool = True

    @classmethod
    def of(cls, times: int, grid: Grid, most: int | None = None) -> "Part":
        cells = grid.some(most or LISTED)
        return cls(times, cells, grid.values(cells), grid, len(grid) == len(cells))

    def between(self, axis: int, first: int, last: int) -> "Part":
        kept = (self.cells[:, 2 * axis] >= first) & (self.cells[:, 2 * axis] <= last)
        ends = list(self.grid.ends)
        ends[2 * axis], ends[2 * axis + 1] = max(first, ends[2 * axis]), min(last, ends[2 * axis + 1])
        grid = replace(self.grid, ends=(ends[0], ends[1], ends[2], ends[3]))
        corner = grid.cells(np.array(ends[:1]), np.array(ends[2:3]))
        cells = self.cells[kept] if kept.any() or self.every else corner
        return Part(self.times, cells, grid.values(cells), grid, self.every)

    def unlike(self) -> "Part":
        _, first = np.unique(self.values.round(13), axis=0, return_index=True)
        return replace(self, cells=self.cells[first], values=self.values[first])

    def with_cell(self, cell: Any) -> "Part":
        cells = np.vstack([self.cells, cell])
        return Part(self.times, cells, np.vstack([self.values, self.grid.values(cell[None])]), self.grid, False)


MARGIN = 1e-9  # in units of what sums can be; floats are wrong by less
FINE = 10**9  # parts of one, in which OR-tools counts: sums of thousands of them stay below 2**63
ROUNDS = 60  # of choices that are added to those listed: a proof needs few, or does not come
FEW = 600_000  # combinations of choices that are all looked at, in a second or two
WALKS = 3  # that are finished, however long they take, so that answers do not hang on a busy machine
STRIDES = 6  # of different lengths, from one to a quarter of the largest set: long ones get near, short ones end there
MOVES = 400  # that are tried in pairs: 160,000 pairs are looked at in some milliseconds
SHORT = 2.0  # seconds of walking, and of each search that explains a verdict; walks that find something do so by then
SOLVED = 60_000  # choices that OR-tools is given; it takes gigabytes for more
IN_FULL = 3_000  # choices among which whole numbers are looked for, if there are no more: of more SciPy is slow
WITNESS = "an exact check of the witness"
INWARDS = 2e-6  # of the scale: SciPy's solver takes what lies 1e-6 outside of bounds for inside


def _columns(parts: Sequence[Part]) -> tuple[Any, Any]:
    values = np.concatenate([part.values for part in parts])
    which = np.repeat(np.arange(len(parts)), [len(part.values) for part in parts])
    return values, which


def _one_of_each(which: Any, parts: int, columns: int) -> Any:
    cells: Any = (np.ones(len(which)), (which, np.arange(len(which))))
    return csr_array(cells, shape=(parts, columns))


def relaxed(parts: Sequence[Part], low: Floats, high: Floats) -> tuple[bool, Sequence[Part], Floats]:
    """Whether no mixture of choices has the sums, which is a proof; else a mixture that comes nearest.

    Of choices that are not listed, those are added that a proof would have to reckon with.
    """
    for _ in range(ROUNDS):
        go_on()
        weights, most, mixture, missing = _weights(parts, low, high)
        size = np.abs(weights * np.abs(_columns(parts)[0]).max(axis=0)).sum() * sum(part.times for part in parts)
        least, added, news = 0.0, list(parts), False
        for i, part in enumerate(parts):
            of_listed = (part.values @ weights).min()
            if part.every:
                least += part.times * of_listed
                continue
            below, cell = part.grid.least(weights, 1e-7 * size / len(parts))
            least += part.times * below
            if below < of_listed - 1e-6 * size / len(parts):
                added[i], news = part.with_cell(cell), True
        if least > most + MARGIN * max(size, 1e-300):
            return True, parts, mixture
        if not news or not missing:
            break
        parts = added
    return False, parts, mixture


def _weights(parts: Sequence[Part], low: Floats, high: Floats) -> tuple[Floats, float, Floats, bool]:
    values, which = _columns(parts)
    scale = np.maximum(np.abs(values).max(axis=0), 1e-12)
    ends = [(-1, j, end) for j, end in enumerate(low)] + [(1, j, end) for j, end in enumerate(high)]
    ends = [(sign, j, end / scale[j]) for sign, j, end in ends if np.isfinite(end)]
    signs, of, limits = (np.array(each) for each in zip(*ends, strict=True))
    above = np.hstack([signs[:, None] * (values / scale).T[of], -np.eye(len(ends))])
    each = _one_of_each(which, len(parts), above.shape[1])
    cost, times = np.r_[np.zeros(len(which)), np.ones(len(ends))], [part.times for part in parts]
    limit: Any = {"time_limit": max(left(), 1e-3)} if np.isfinite(left()) else {}
    found: Any = linprog(cost, above, signs * limits, each, times, method="highs", options=limit)
    if found.x is None:
        return np.zeros(len(low)), 0.0, np.zeros(len(which)), False
    duals = -found.ineqlin.marginals * signs
    weights = np.bincount(of, duals, minlength=len(low)) / scale
    return weights, float((duals * limits).sum()), found.x[: len(which)], found.fun > 1e-12


def walked(parts: Sequence[Part], low: Floats, high: Floats, mixture: Floats, fits: Any, seconds: float) -> Any:
    """Choices, from walks on which one or two numbers at a time move as far as that helps most."""
    rng, end, walks = np.random.default_rng(0), time.monotonic() + seconds, 0
    scale = np.maximum(np.max(np.abs(np.nan_to_num([low, high], posinf=0, neginf=0)), axis=0), 1e-9)
    shares = np.split(mixture, np.cumsum([len(part.cells) for part in parts])[:-1])
    splits = np.cumsum([part.times for part in parts])[:-1]
    ends = np.repeat([part.grid.ends for part in parts], [part.times for part in parts], axis=0)
    strides = np.unique(np.geomspace(1, max(ends.max() // 4, 4), STRIDES).astype(int))
    steps = np.concatenate([[[d, 0], [-d, 0], [0, d], [0, -d]] for d in strides])

    def values_of(places: Any) -> Any:
        pairs = zip(parts, np.split(places, splits), strict=True)
        each = [part.grid.values(part.grid.cells(*some.reshape(-1, 2).T)) for part, some in pairs]
        return np.concatenate(each).reshape(*places.shape[:-1], -1)

    def misses(sums: Any) -> Any:
        return (np.maximum(np.maximum(low - sums, sums - high), 0) / scale).sum(-1)

    while walks < WALKS or time.monotonic() < end:
        walks += 1
        at = _between(parts, shares, rng)
        while True:
            values = values_of(at[:, None])
            sums = values.sum((0, 1))
            near = at[:, None] + steps
            inside = ((near >= ends[:, None, ::2]) & (near <= ends[:, None, 1::2])).all(-1)
            of, which = np.nonzero(inside)
            if len(of) > MOVES:
                some = rng.choice(len(of), MOVES, replace=False)
                of, which = of[some], which[some]
            changes = (values_of(near) - values)[of, which]
            both = misses(sums + changes[:, None] + changes[None])
            both[of[:, None] == of] = np.inf
            both[np.arange(len(of)), np.arange(len(of))] = misses(sums + changes)
            away = misses(sums)
            if away == 0 or both.min(initial=np.inf) > away - 1e-12:
                break
            i, j = np.unravel_index(both.argmin(), both.shape)
            for move in {int(i), int(j)}:
                at[of[move]] += steps[which[move]]
        chosen = [part.grid.cells(*some.T) for part, some in zip(parts, np.split(at, splits), strict=True)]
        if away == 0 and fits(chosen):
            return chosen
    return None


def _between(parts: Sequence[Part], shares: Sequence[Any], rng: np.random.Generator) -> Any:
    """A place for each set: somewhere between the mean of a mixture and what is drawn from it."""
    places = []
    for part, share in zip(parts, shares, strict=True):
        share = np.maximum(share, 0) + 1e-12
        numbers, share = part.cells[:, ::2], share / share.sum()
        drawn = numbers[rng.choice(len(share), part.times, p=share)]
        places.append(share @ numbers * (1 - (part_way := rng.random())) + part_way * drawn)
    return np.round(np.concatenate(places)).astype(np.int64)


def branched(parts: Sequence[Part], low: Floats, high: Floats, fits: Any, seconds: float) -> tuple[str, Any]:
    """A proof by cases, in each of which one part has fewer choices; a mixture of few may be near a witness."""
    cases, end = [parts], time.monotonic() + seconds
    while cases:
        if time.monotonic() > end:
            return "undecided", None
        proved, case, mixture = relaxed(cases.pop(), low, high)
        if proved:
            continue
        shares = np.split(mixture, np.cumsum([len(part.cells) for part in case])[:-1])
        means = [share @ part.cells for share, part in zip(shares, case, strict=True)]
        at = [np.round(mean[::2]).astype(np.int64)[:, None] for mean in means]
        near = [part.grid.cells(*place) for part, place in zip(case, at, strict=True)]
        if fits(near):
            return "possible", near
        of_case = zip(shares, case, means, strict=True)
        widths = [share @ np.abs(part.cells[:, ::2] - mean[::2]) for share, part, mean in of_case]
        i, axis = (int(x) for x in np.unravel_index(np.argmax(widths), np.shape(widths)))
        if widths[i][axis] < 1e-6:  # one choice a part, and it does not fit: nothing is left to tell cases by
            return "undecided", None
        middle = int(np.floor(means[i][2 * axis]))
        for ends in ((0, middle), (middle + 1, np.inf)):
            half = case[i].between(axis, *ends)
            if len(half.cells):
                cases.append([*case[:i], half, *case[i + 1 :]])
    return "impossible", None


def whole(parts: Sequence[Part], low: Floats, high: Floats, mixture: Floats, seconds: float) -> list[Any] | None:
    """Whole numbers of choices with the sums, as SciPy finds them: first among some choices, then among all."""
    values, which = _columns(parts)
    rng = np.random.default_rng(0)
    few = np.unique(np.r_[np.flatnonzero(mixture > 1e-9), rng.choice(len(which), min(SAMPLE, len(which)), False)])
    every = [np.arange(len(which))] if len(few) < len(which) <= IN_FULL else []
    for chosen in [few, *every]:
        each = _one_of_each(which[chosen], len(parts), len(chosen))
        times = np.array([part.times for part in parts])
        scale = np.maximum(np.abs(values).max(axis=0), 1e-12)
        fractions = (values != np.round(values)).any(axis=0)
        inwards = np.where(fractions, np.minimum(INWARDS, (high - low) / scale / 4), 0)
        wanted = LinearConstraint((values[chosen] / scale).T, low / scale + inwards, high / scale - inwards)
        found = milp(
            np.zeros(len(chosen)),
            integrality=np.ones(len(chosen), dtype=np.int64),
            bounds=Bounds(0, times[which[chosen]]),
            constraints=[wanted, LinearConstraint(each, times, times)],
            options={"time_limit": min(seconds, left())},
        )
        if found.x is not None:
            counts = np.zeros(len(which), dtype=np.int64)
            counts[chosen] = np.round(found.x).astype(np.int64)
            return _taken(counts, parts)
    return None


def _taken(counts: Any, parts: Sequence[Part]) -> list[Any]:
    of_parts = np.split(counts, np.cumsum([len(part.values) for part in parts])[:-1])
    return [np.repeat(part.cells, count, axis=0) for part, count in zip(parts, of_parts, strict=True)]


def solved(parts: Sequence[Part], low: Floats, high: Floats, fits: Any, seconds: float) -> tuple[str, Any, str]:
    """OR-tools' answer, where it is installed: choices, or a proof that there are none.

    It counts in whole parts of one, in which each contribution is at most one away and the bounds are moved out by as
    much; so what it calls impossible is, and what it finds has still to be looked at.
    """
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        return "undecided", None, "bounds and SciPy's search; OR-tools (pip install evalmetrics[forensics]) may decide"
    values, which = _columns(parts)
    model = cp_model.CpModel()
    counts = [model.new_int_var(0, parts[i].times, "") for i in which]
    for i, part in enumerate(parts):
        model.add(sum(count for count, of in zip(counts, which, strict=True) if of == i) == part.times)
    slack = 2 * sum(part.times for part in parts)
    for column, bottom, top in zip(values.T, low, high, strict=True):
        unit = 1 if np.all(column == np.round(column)) else FINE
        total = cp_model.LinearExpr.weighted_sum(counts, [int(x) for x in np.floor(column * unit)])
        if np.isfinite(bottom):
            model.add(total >= int(np.floor(bottom * unit - 1e-9)) - slack * (unit > 1))
        if np.isfinite(top):
            model.add(total <= int(np.ceil(top * unit + 1e-9)) + slack * (unit > 1))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return "impossible", None, "CP-SAT, proved"
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        chosen = _taken(np.array([solver.value(count) for count in counts]), parts)
        if fits(chosen):
            return "possible", chosen, WITNESS
    return "undecided", None, "bounds, SciPy's search and CP-SAT"


def _all(parts: Sequence[Part], low: Floats, high: Floats, fits: Any) -> list[Any] | None:
    found: list[Any] = []
    sums = np.zeros((1, len(low)))
    for part in parts:
        go_on()
        found.append(np.array(list(combinations_with_replacement(range(len(part.values)), part.times))))
        sums = (sums[:, None] + part.values[found[-1]].sum(axis=1)[None]).reshape(-1, len(low))
    near = 1e-9 * np.maximum(1, np.abs(sums).max(axis=0))
    for i in np.flatnonzero(((sums >= low - near) & (sums <= high + near)).all(axis=1)):
        go_on()
        place = np.unravel_index(i, [len(taken) for taken in found])
        chosen = [part.cells[taken[j]] for part, taken, j in zip(parts, found, place, strict=True)]
        if fits(chosen):
            return chosen
    return None


def decide(
    parts: Sequence[Part],
    low: Floats,
    high: Floats,
    fits: Callable[[list[Any]], bool],
    seconds: float,
    *,
    proof: bool = False,
    walk: bool = False,
) -> tuple[str, Any, str]:
    """What it comes to, chosen cells of each part where it is possible, and how it was decided; `fits` looks exactly.

    Where a `proof` is all that is wanted, no witness is looked for; a `walk` is of use where all of a grid is a choice.
    """
    every = all(part.every for part in parts)
    if any(not len(part.values) for part in parts):
        return "impossible", None, "all choices of one part, in whole numbers"
    unlike = [part.unlike() for part in parts] if every else parts
    if every and prod(comb(len(part.values) + part.times - 1, part.times) for part in unlike) <= FEW:
        chosen = _all(unlike, low, high, fits)
        return "impossible" if chosen is None else "possible", chosen, "all choices, in whole numbers"
    proved, parts, mixture = relaxed(parts, low, high)
    if proved:
        return "impossible", None, "a weighted sum of the numbers that no choice attains"
    if proof:
        return "undecided", None, "a mixture of choices attains the numbers"
    chosen = walked(parts, low, high, mixture, fits, min(seconds, SHORT)) if walk else None
    if chosen is not None:
        return "possible", chosen, WITNESS
    seconds /= 3  # for each of three searches that may not end
    if all(part.times == 1 for part in parts):
        status, chosen = branched(parts, low, high, fits, seconds)
        if status != "undecided":
            return status, chosen, WITNESS if chosen else "weighted sums that no choice attains, case by case"
    chosen = whole(parts, low, high, mixture, seconds)
    if chosen is not None and fits(chosen):
        return "possible", chosen, WITNESS
    if not every or sum(len(part.values) for part in parts) > SOLVED:
        return "undecided", None, "bounds, and searches among very many choices"
    return solved(parts, low, high, fits, seconds)
