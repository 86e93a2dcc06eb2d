"""Sets to choose from: all choices listed, or a grid of two whole numbers of which some are."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .time_limit import go_on

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
