"""Texts as rows of boxed tokens: what the figures of texts and of words have in common."""

from collections.abc import Iterable, Mapping, Set
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from ...inputs.texts import Tokens
from .style import SKY, axes_or_new

GREY = "#DDDDDD"
UPPER, LOWER = 2, 0  # where two texts that face each other stand


def boxed(ax: Axes, token: Any, left: float, width: float, height: float, colour: str) -> None:
    """A token in a coloured box; nothing where there is no token."""
    if token is None:
        return
    box = (left + 0.2, height - 0.42)
    ax.add_patch(FancyBboxPatch(box, width - 0.4, 0.84, "round,pad=0,rounding_size=0.2", color=colour, alpha=0.6))
    ax.text(left + width / 2, height, str(token), ha="center", va="center", fontsize=9)


def widths_of(texts: Iterable[Tokens]) -> list[list[float]]:
    """How wide each token's box is."""
    return [[len(str(token)) + 2.0 for token in text] for text in texts]


class Facing:
    """Two texts, one above the other, and lines between their tokens.

    `marked` holds for each text the positions of the tokens that stand out.
    """

    def __init__(
        self, ax: Axes | None, texts: tuple[Tokens, Tokens], marked: tuple[Set[int], Set[int]], *, height: float
    ) -> None:
        widths = widths_of(texts)
        self.middles = [[sum(row[:i]) + row[i] / 2 for i in range(len(row))] for row in widths]
        self.ax = axes_or_new(ax, 1.4 + 0.11 * max(map(sum, widths)), height)
        for side, place in enumerate((UPPER, LOWER)):
            for i, (token, width, middle) in enumerate(zip(texts[side], widths[side], self.middles[side], strict=True)):
                boxed(self.ax, token, middle - width / 2, width, place, SKY if i in marked[side] else GREY)
        self.ax.set(xlim=(-0.3, max(1.0, *map(sum, widths)) + 0.3), ylim=(-0.6, 2.6))
        bare(self.ax, {UPPER: "reference", LOWER: "hypothesis"})

    def join(self, i: int, j: int, style: str, colour: str, *, width: float = 2) -> None:
        """A line from a token of the upper text to one of the lower."""
        ends = [self.middles[0][i], self.middles[1][j]]
        self.ax.plot(ends, [1.55, 0.45], linestyle=style, color=colour, linewidth=width)


def hypothesis_on_top(ax: Axes) -> None:
    """Columns are tokens of the hypothesis and stand above the table, rows are tokens of the reference."""
    ax.tick_params(length=0, labeltop=True, labelbottom=False)
    ax.set(xlabel="hypothesis", ylabel="reference")
    ax.xaxis.set_label_position("top")


def bare(ax: Axes, names: Mapping[float, str]) -> None:
    """No frame and no scale: only the names of the rows, by their heights."""
    ax.set_yticks(list(names), list(names.values()))
    ax.set_xticks([])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
