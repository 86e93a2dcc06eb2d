"""Figures of texts: how one is turned into another."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from .._texts import Tokenizer, as_tokens
from ..rouge import lcs_positions
from ..word_error_rate import edit_operations, edit_table
from .style import BLUE, ORANGE, SKY, VERMILION, axes_or_new, book_style

OPERATIONS = {  # colour and letter of each kind
    "match": ("#DDDDDD", ""),
    "substitution": (ORANGE, "S"),
    "deletion": (VERMILION, "D"),
    "insertion": (SKY, "I"),
}


def plot_edit_table(
    reference: Any, hypothesis: Any, *, tokenize: Tokenizer = None, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw the table of edit distances between all beginnings of two texts, and a cheapest path through it.

    Parameters
    ----------
    reference, hypothesis : lists of tokens
        Or strings, with `tokenize`. The reference runs down, the hypothesis to the right.
    tokenize : {"char", "whitespace", ...} or function, optional
        How to split strings.
    title : str, optional
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes
        Its first line is the path: of each table entry on it the column and the row.

    Examples
    --------
    >>> ax = plot_edit_table(["a", "b"], ["b"])
    >>> ax.lines[0].get_xydata().tolist()
    [[0.0, 0.0], [0.0, 1.0], [1.0, 2.0]]
    """
    reference, hypothesis = as_tokens(reference, "reference", tokenize), as_tokens(hypothesis, "hypothesis", tokenize)
    table = edit_table(reference, hypothesis)
    columns, rows = [0], [0]
    for edit in edit_operations(reference, hypothesis):
        columns.append(columns[-1] + (edit.operation != "deletion"))
        rows.append(rows[-1] + (edit.operation != "insertion"))
    with book_style({"axes.grid": False}):
        ax = axes_or_new(ax, 1.6 + 0.62 * len(hypothesis), 1.1 + 0.42 * len(reference))
        ax.imshow(table, cmap="Blues", vmin=0, vmax=2 * max(1, table.max()), aspect="auto")
        ax.plot(columns, rows, color=VERMILION, linewidth=14, alpha=0.35, solid_capstyle="round")
        for i in range(len(reference) + 1):
            for j in range(len(hypothesis) + 1):
                ax.text(j, i, f"{table[i, j]}", ha="center", va="center")
        ax.set_xticks(range(len(hypothesis) + 1), ["", *map(str, hypothesis)])
        ax.set_yticks(range(len(reference) + 1), ["", *map(str, reference)])
        ax.tick_params(length=0, labeltop=True, labelbottom=False)
        ax.set(xlabel="hypothesis", ylabel="reference", title=title)
        ax.xaxis.set_label_position("top")
    return ax


def plot_alignment(
    reference: Any, hypothesis: Any, *, tokenize: Tokenizer = None, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw one cheapest alignment of two texts: the reference above, the hypothesis below, S, D or I between.

    Parameters
    ----------
    reference, hypothesis : lists of tokens
        Or strings, with `tokenize`.
    tokenize : {"char", "whitespace", ...} or function, optional
        How to split strings.
    title : str, optional
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> ax = plot_alignment("a b c".split(), "a x c d".split())
    >>> [text.get_text() for text in ax.texts]
    ['a', '', 'a', 'b', 'S', 'x', 'c', '', 'c', 'I', 'd']
    """
    edits = edit_operations(reference, hypothesis, tokenize=tokenize)
    widths = [max(len(str(token)) for token in edit[1:] if token is not None) + 1.2 for edit in edits]
    with book_style({"axes.grid": False}):
        ax = axes_or_new(ax, 1.3 + 0.11 * sum(widths), 1.45)
        left = 0.0
        for edit, width in zip(edits, widths, strict=True):
            colour, letter = OPERATIONS[edit.operation]
            _boxed(ax, edit.reference, left, width, 2, colour)
            ax.text(left + width / 2, 1, letter, ha="center", va="center", weight="bold")
            _boxed(ax, edit.hypothesis, left, width, 0, colour)
            left += width
        ax.set(xlim=(-0.3, max(left, 1) + 0.3), ylim=(-0.6, 2.6), title=title)
        ax.set_yticks([2, 0], ["reference", "hypothesis"])
        ax.set_xticks([])
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
    return ax


def plot_common_subsequence(
    reference: Any, hypothesis: Any, *, tokenize: Tokenizer = None, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw what ROUGE-L counts: the reference above, the hypothesis below, a line between tokens that match in order.

    Tokens that both texts have, but not on that subsequence, are joined by dots.

    Parameters
    ----------
    reference, hypothesis : lists of tokens
        Or strings, with `tokenize`.
    tokenize : {"char", "whitespace", ...} or function, optional
        How to split strings.
    title : str, optional
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes
        Its solid lines are the matches of the longest common subsequence, from left to right.

    Examples
    --------
    >>> ax = plot_common_subsequence("the cat sat".split(), "sat the cat".split())
    >>> [line.get_linestyle() for line in ax.lines]
    ['-', '-', ':']
    """
    texts = as_tokens(reference, "reference", tokenize), as_tokens(hypothesis, "hypothesis", tokenize)
    matches = lcs_positions(*texts)
    off = [{*range(len(text))} - {pair[side] for pair in matches} for side, text in enumerate(texts)]
    others: list[tuple[int, int]] = []
    for i in sorted(off[0]):  # each token off the subsequence with the first free one like it
        free = [j for j in sorted(off[1] - {j for _, j in others}) if texts[1][j] == texts[0][i]]
        others += [(i, free[0])] if free else []
    widths = [[len(str(token)) + 2.0 for token in text] for text in texts]
    centres = [[sum(row[:i]) + row[i] / 2 for i in range(len(row))] for row in widths]
    with book_style({"axes.grid": False}):
        ax = axes_or_new(ax, 1.3 + 0.11 * max(map(sum, widths)), 1.9)
        for side, height in enumerate((2, 0)):
            for i, (token, width, centre) in enumerate(zip(texts[side], widths[side], centres[side], strict=True)):
                _boxed(ax, token, centre - width / 2, width, height, "#DDDDDD" if i in off[side] else SKY)
        for pairs, style, colour in ((matches, "-", BLUE), (others, ":", VERMILION)):
            for i, j in pairs:
                ax.plot([centres[0][i], centres[1][j]], [1.55, 0.45], linestyle=style, color=colour, linewidth=2)
        ax.set(xlim=(-0.3, max(1.0, *map(sum, widths)) + 0.3), ylim=(-0.6, 2.6), title=title)
        ax.set_yticks([2, 0], ["reference", "hypothesis"])
        ax.set_xticks([])
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
    return ax


def _boxed(ax: Axes, token: Any, left: float, width: float, height: float, colour: str) -> None:
    """A token in a coloured box; nothing where there is no token."""
    if token is None:
        return
    box = (left + 0.2, height - 0.42)
    ax.add_patch(FancyBboxPatch(box, width - 0.4, 0.84, "round,pad=0,rounding_size=0.2", color=colour, alpha=0.6))
    ax.text(left + width / 2, height, str(token), ha="center", va="center", fontsize=9)
