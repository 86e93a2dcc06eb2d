"""Figures of embedding scores: which tokens are partners, what travels where, right answers among wrong ones."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from evalmetrics.embedding_scores import cosine_similarities, transport
from evalmetrics.inputs import arguments
from evalmetrics.inputs.embedding_scores import Embedding, embedded, two_texts
from evalmetrics.plots.style import BESIDE, BLUE, NO_GRID, VERMILION, axes_or_new, draw_cells, figure

from .text import Facing, hypothesis_on_top

THICKEST = 6.0  # points, of the largest amount that travels
LEAST = 1e-9  # amounts below are rounding
WHITE: dict[str, Any] = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}


@figure(two_texts, changes=NO_GRID)
def plot_cosines(reference: Any, hypothesis: Any, *, embed: Embedding, ax: Axes | None = None) -> Axes:
    """Draw the cosine of every token of one text with every token of another, and who is whose best partner.

    A blue square stands around the best partner of each token of the reference, in its row: their mean is recall. An
    orange circle stands around the best partner of each token of the hypothesis, in its column: precision. [CLS] and
    [SEP] may be partners and have no mark of their own.

    >>> from evalmetrics_book import toy_embedding
    >>> ax = plot_cosines("good film", "great great movie", embed=toy_embedding)
    >>> [line.get_xydata().astype(int).tolist() for line in ax.lines]
    [[[0, 0], [2, 1]], [[0, 0], [1, 0], [2, 1]]]
    """
    cosines = cosine_similarities(reference, hypothesis, embed=embed)
    r, h = embedded(reference, "reference", embed), embedded(hypothesis, "hypothesis", embed)
    rows, columns = np.flatnonzero(r.weights), np.flatnonzero(h.weights)
    ax = axes_or_new(ax, max(4.6, 1.5 + 0.6 * len(h.tokens)), 1.2 + 0.42 * len(r.tokens))
    texts = (f"{cosine:.2f}".replace("-", "−") for cosine in cosines.flat)
    draw_cells(ax, pd.DataFrame(cosines, r.tokens, h.tokens), texts, size=8.5, cmap="Greys", vmin=-0.2, vmax=2.2)
    marks: dict[str, Any] = {"linestyle": "", "fillstyle": "none", "markeredgewidth": 2}
    ax.plot(cosines.argmax(axis=1)[rows], rows, "s", color=BLUE, markersize=28, label="best of the row", **marks)
    best = cosines.argmax(axis=0)[columns]
    ax.plot(columns, best, "o", color=VERMILION, markersize=24, label="best of the column", **marks)
    hypothesis_on_top(ax)
    ax.legend(loc="upper left", bbox_to_anchor=(0.0, -0.02), ncols=2, markerscale=0.4)
    return ax


@figure()
def plot_right_and_wrong(scores: pd.DataFrame, right: Any, *, ax: Axes | None = None) -> Axes:
    """Draw the scores of right and of wrong answers, a line for each metric, the right ones a little above it.

    scores : DataFrame
        A row per answer, a column per metric.
    right : sequence of bool
        Which answers are right, in the order of the rows.

    >>> table = pd.DataFrame({"BLEU": [0.2, 0.6], "METEOR": [0.7, 0.5]})
    >>> ax = plot_right_and_wrong(table, [True, False])
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['BLEU', 'METEOR']
    """
    is_right = np.asarray(right, dtype=bool)
    arguments.same_length(scores=scores, right=is_right)
    ax = axes_or_new(ax, 6.0, 0.9 + 0.45 * scores.shape[1])
    rows = np.arange(scores.shape[1])
    styles: list[dict[str, Any]] = [
        {"label": "right", "marker": "o", "color": BLUE, "markersize": 7},
        {"label": "wrong", "marker": "x", "color": VERMILION, "markersize": 7, "markeredgewidth": 2},
    ]
    for style, chosen, above in zip(styles, (is_right, ~is_right), (0.15, -0.15), strict=True):
        values = scores[chosen].to_numpy(dtype=float)
        ax.plot(values.T.ravel(), rows.repeat(len(values)) - above, linestyle="", **style)
    ax.set_yticks(rows, [str(name) for name in scores])
    ax.set(xlabel="score", ylim=(len(rows) - 0.5, -0.5))
    ax.legend(**BESIDE)
    return ax


@figure(two_texts, changes=NO_GRID)
def plot_word_flow(reference: Any, hypothesis: Any, *, embed: Embedding, ax: Axes | None = None) -> Axes:
    """Draw the Word Mover's Distance: the reference above, the hypothesis below, and what travels from word to word.

    A line is as thick as the share that travels on it, and carries its length. [CLS] and [SEP] carry nothing.

    >>> from evalmetrics_book import toy_embedding
    >>> ax = plot_word_flow("good film", "film great movie", embed=toy_embedding)
    >>> [text.get_text() for text in ax.texts][5:]
    ['0.22', '1.35', '0.00', '0.10']
    """
    r, h = embedded(reference, "reference", embed), embedded(hypothesis, "hypothesis", embed)
    lengths = np.linalg.norm(r.vectors[:, None] - h.vectors[None], axis=2)
    amounts = transport(r.weights, h.weights, lengths)[1]
    counted = {*np.flatnonzero(r.weights).tolist()}, {*np.flatnonzero(h.weights).tolist()}
    drawn = Facing(ax, ([*r.tokens], [*h.tokens]), counted, height=2.6)
    for k, (i, j) in enumerate(np.argwhere(amounts > LEAST)):
        drawn.join(i, j, "-", BLUE, width=THICKEST * amounts[i, j] / amounts.max())
        below = (0.25, 0.5, 0.75)[k % 3]  # neighbours at different heights, so that they do not cover each other
        across = (1 - below) * drawn.middles[0][i] + below * drawn.middles[1][j]
        place, said = (across, 1.55 - 1.1 * below), f"{lengths[i, j]:.2f}"
        drawn.ax.text(*place, said, fontsize=8, bbox=WHITE, ha="center", va="center")
    return drawn.ax
