"""Figures of words: which were paired, and how much each weighs."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ...inputs import arguments
from ...inputs.texts import Tokenizer, as_tokens, pair, splitter
from ...meteor import WordMatch
from ._tokens import LOWER, UPPER, Facing, bare, boxed, widths_of
from .style import BLUE, GREEN, NO_GRID, VERMILION, axes_or_new, figure

STAGES = {"exact": (BLUE, "-"), "stem": (GREEN, "--"), "synonym": (VERMILION, ":")}  # colour and line of each stage
CHUNKS = -0.68  # height at which the numbers of chunks stand


@figure(pair, changes=NO_GRID)
def plot_word_matches(
    reference: Any, hypothesis: Any, matches: Sequence[WordMatch], *, tokenize: Tokenizer = None, ax: Axes | None = None
) -> Axes:
    """Draw an alignment of METEOR: the reference above, the hypothesis below, a line between matched words.

    Lines are solid for equal words, dashed for equal stems, dotted for synonyms. A number under each matched word of
    the hypothesis says which chunk it belongs to.

    Parameters
    ----------
    matches : list of WordMatch
        As `meteor_alignment` returns them.

    Examples
    --------
    >>> from evalmetrics import meteor_alignment
    >>> texts = "the dogs barked".split(), "a dog barked".split()
    >>> ax = plot_word_matches(*texts, meteor_alignment(*texts))
    >>> [line.get_linestyle() for line in ax.lines]
    ['--', '-']
    """
    texts = pair(reference, hypothesis, tokenize=tokenize)
    matched = {match.reference for match in matches}, {match.hypothesis for match in matches}
    drawn = Facing(ax, texts, matched, height=2.1)
    for match, chunk in zip(matches, _chunk_numbers(matches), strict=True):
        colour, style = STAGES[match.stage]
        drawn.join(match.reference, match.hypothesis, style, colour)
        middle = drawn.middles[1][match.hypothesis]
        drawn.ax.text(middle, CHUNKS, f"{chunk}", ha="center", va="center", fontsize=8)
    drawn.ax.set_ylim(bottom=-0.95)
    bare(drawn.ax, {UPPER: "reference", LOWER: "hypothesis", CHUNKS: "chunk"})
    return drawn.ax


@figure(splitter, changes=NO_GRID)
def plot_word_weights(
    texts: Mapping[str, Any],
    weights: Mapping[tuple[Hashable, ...], float],
    *,
    tokenize: Tokenizer = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw texts one below the other, each word as dark as it weighs, its weight in small figures underneath.

    Parameters
    ----------
    texts : mapping from names to lists of tokens
        Or to strings, with `tokenize`.
    weights : mapping from n-grams to numbers
        As `inverse_document_frequencies` returns it. A word that it lacks weighs as much as the rarest.

    Examples
    --------
    >>> ax = plot_word_weights({"one": ["a", "dog"]}, {("a",): 0.0, ("dog",): 0.7})
    >>> [text.get_text() for text in ax.texts]
    ['a', '0.0', 'dog', '0.7']
    """
    arguments.named(texts, "texts")
    rows = [as_tokens(text, f"texts[{name!r}]", tokenize) for name, text in texts.items()]
    heaviest = max(weights.values())
    widths = widths_of(rows)
    heights = 1.7 * np.arange(len(rows))[::-1]
    ax = axes_or_new(ax, 1.6 + 0.11 * max(map(sum, widths)), 0.5 + 0.5 * len(rows))
    for row, row_widths, height in zip(rows, widths, heights, strict=True):
        left = 0.0
        for token, width in zip(row, row_widths, strict=True):
            weight = weights.get((token,), heaviest)
            share = weight / heaviest if heaviest else 0.0
            boxed(ax, token, left, width, height, _shade(share))
            ax.text(left + width / 2, height - 0.72, f"{weight:.1f}", ha="center", va="center", fontsize=8)
            left += width
    ax.set(xlim=(-0.3, max(map(sum, widths)) + 0.3), ylim=(-1.1, heights[0] + 0.7))
    bare(ax, dict(zip(heights, texts, strict=True)))
    return ax


def _chunk_numbers(matches: Sequence[WordMatch]) -> list[int]:
    """The chunk of each match, counted from 1 along the hypothesis."""
    numbers: list[int] = []
    for k, match in enumerate(matches):
        before = matches[k - 1] if k else None
        follows = before and (match.reference - before.reference, match.hypothesis - before.hypothesis) == (1, 1)
        numbers.append((numbers[-1] if numbers else 0) + (not follows))
    return numbers


def _shade(share: float) -> str:
    """From light grey to orange."""
    light, dark = np.array([238, 238, 238]), np.array([230, 159, 0])
    return "#" + "".join(f"{round(value):02X}" for value in light + share * (dark - light))
