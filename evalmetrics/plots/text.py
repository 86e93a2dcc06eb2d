"""How one text is turned into another."""

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from ..inputs.texts import Tokenizer, pair
from ..word_error_rate import edit_operations
from .style import NO_GRID, ORANGE, SKY, VERMILION, axes_or_new, figure

GREY = "#DDDDDD"
UPPER, LOWER = 2, 0  # where two texts that face each other stand


def boxed(ax: Axes, token: Any, left: float, width: float, height: float, colour: str) -> None:
    """A token in a coloured box; nothing where there is no token."""
    if token is None:
        return
    box = (left + 0.2, height - 0.42)
    ax.add_patch(FancyBboxPatch(box, width - 0.4, 0.84, "round,pad=0,rounding_size=0.2", color=colour, alpha=0.6))
    ax.text(left + width / 2, height, str(token), ha="center", va="center", fontsize=9)


def bare(ax: Axes, names: Mapping[float, str]) -> None:
    """No frame and no scale: only the names of the rows, by their heights."""
    ax.set_yticks(list(names), list(names.values()))
    ax.set_xticks([])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)


OPERATIONS = {  # colour and letter of each kind
    "match": (GREY, ""),
    "substitution": (ORANGE, "S"),
    "deletion": (VERMILION, "D"),
    "insertion": (SKY, "I"),
}


@figure(pair, changes=NO_GRID)
def plot_alignment(reference: Any, hypothesis: Any, *, tokenize: Tokenizer = None, ax: Axes | None = None) -> Axes:
    """Draw one cheapest alignment of two texts: the reference above, the hypothesis below, S, D or I between.

    >>> ax = plot_alignment("a b c".split(), "a x c d".split())
    >>> [text.get_text() for text in ax.texts]
    ['a', '', 'a', 'b', 'S', 'x', 'c', '', 'c', 'I', 'd']
    """
    edits = edit_operations(reference, hypothesis, tokenize=tokenize)
    widths = [max(len(str(token)) for token in edit[1:] if token is not None) + 1.2 for edit in edits]
    ax = axes_or_new(ax, 1.3 + 0.11 * sum(widths), 1.45)
    left = 0.0
    for edit, width in zip(edits, widths, strict=True):
        colour, letter = OPERATIONS[edit.operation]
        boxed(ax, edit.reference, left, width, UPPER, colour)
        ax.text(left + width / 2, 1, letter, ha="center", va="center", weight="bold")
        boxed(ax, edit.hypothesis, left, width, LOWER, colour)
        left += width
    ax.set(xlim=(-0.3, max(left, 1) + 0.3), ylim=(-0.6, 2.6))
    bare(ax, {UPPER: "reference", LOWER: "hypothesis"})
    return ax
