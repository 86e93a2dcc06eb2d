"""Figures of texts: which tokens match, how one text becomes another, what words weigh, what a model expected."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from html import escape
from itertools import accumulate
from math import isnan
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from evalmetrics.bleu import sentence_bleu
from evalmetrics.embedding_scores import cosine_similarities, transport
from evalmetrics.inputs import arguments
from evalmetrics.inputs.embedding_scores import Embedding, embedded, two_texts
from evalmetrics.inputs.perplexities import of_text
from evalmetrics.inputs.texts import (
    TOKENIZERS,
    Tokenizer,
    Tokens,
    as_tokens,
    ngram_counts,
    ngrams,
    pair,
    splitter,
    with_references,
)
from evalmetrics.kinds.help_pages import described_by
from evalmetrics.meteor_scores import WordMatch, meteor
from evalmetrics.perplexities import perplexity
from evalmetrics.plots.style import (
    BESIDE,
    BLUE,
    GREEN,
    NO_GRID,
    SKY,
    VERMILION,
    axes_or_new,
    draw_cells,
    figure,
)
from evalmetrics.plots.text import GREY, LOWER, UPPER, bare, boxed
from evalmetrics.rouge import lcs_positions, rouge_l, rouge_n
from evalmetrics.word_error_rate import edit_operations, edit_table, wer

from .moving import explorer


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


SHADES = ["#EEEEEE", "#CFE3F1", "#9CC7E3", "#5FA5D2", "#2B7FBC"]  # by the length of the longest matching n-gram


@figure(pair, changes=NO_GRID)
def plot_edit_table(reference: Any, hypothesis: Any, *, tokenize: Tokenizer = None, ax: Axes | None = None) -> Axes:
    """Draw the table of edit distances between all beginnings of two texts, and a cheapest path through it.

    The reference runs down, the hypothesis to the right. Each step of the path says in a corner what it is: S, D or I,
    or = for a token found in its place.

    >>> ax = plot_edit_table(["a", "b"], ["b"])
    >>> ax.lines[0].get_xydata().tolist()
    [[0.0, 0.0], [0.0, 1.0], [1.0, 2.0]]
    """
    reference, hypothesis = pair(reference, hypothesis, tokenize=tokenize)
    table = edit_table(reference, hypothesis)
    columns, rows = [0], [0]
    ax = axes_or_new(ax, 1.6 + 0.62 * len(hypothesis), 1.1 + 0.42 * len(reference))
    for edit in edit_operations(reference, hypothesis):
        columns.append(columns[-1] + (edit.operation != "deletion"))
        rows.append(rows[-1] + (edit.operation != "insertion"))
        step = "=" if edit.operation == "match" else edit.operation[0].upper()
        ax.text(columns[-1] + 0.3, rows[-1] - 0.2, step, ha="center", va="center", fontsize=10, weight="bold")
    named = pd.DataFrame(table, ["", *reference], ["", *hypothesis])
    draw_cells(ax, named, map(str, table.flat), cmap="Blues", vmin=0, vmax=2 * max(1, table.max()))
    ax.plot(columns, rows, color=VERMILION, linewidth=14, alpha=0.35, solid_capstyle="round")
    hypothesis_on_top(ax)
    return ax


@figure(pair, changes=NO_GRID)
def plot_common_subsequence(
    reference: Any, hypothesis: Any, *, tokenize: Tokenizer = None, ax: Axes | None = None
) -> Axes:
    """Draw what ROUGE-L counts: the reference above, the hypothesis below, a line between tokens that match in order.

    Tokens that both texts have, but not on that subsequence, are joined by dots.

    >>> ax = plot_common_subsequence("the cat sat".split(), "sat the cat".split())
    >>> [line.get_linestyle() for line in ax.lines]
    ['-', '-', ':']
    """
    texts = pair(reference, hypothesis, tokenize=tokenize)
    matches = lcs_positions(*texts)
    others = _left_over(texts[0], texts[1], matches)
    on = {i for i, _ in matches}, {j for _, j in matches}
    drawn = Facing(ax, texts, on, height=1.9)
    for pairs, style, colour in ((matches, "-", BLUE), (others, ":", VERMILION)):
        for i, j in pairs:
            drawn.join(i, j, style, colour)
    return drawn.ax


@figure(with_references, changes=NO_GRID)
def plot_ngram_matches(
    references: Any, hypothesis: Any, *, max_order: int = 4, tokenize: Tokenizer = None, title: str = "", ax: Any = None
) -> Axes:
    """Draw what BLEU counts: the references above, the hypothesis below them, its n-grams as bars underneath.

    A token is the darker, the longer the longest n-gram of it that matches; the small figure under it is that length.
    A bar is thick where its n-gram matches.

    max_order : int, default 4
        Longest n-grams to draw.

    >>> ax = plot_ngram_matches(["a b c".split()], "a b x".split(), max_order=2)
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['reference', 'hypothesis', '1-grams: 2 of 3', '2-grams: 1 of 2']
    """
    references, hypothesis = with_references(references, hypothesis, tokenize=tokenize)
    max_order = arguments.whole_number(max_order, "max_order", least=1)
    texts = [*references, hypothesis]
    heights = [1.5 * (len(texts) - row) for row in range(len(texts))]
    edges = [[0.0, *accumulate(len(str(token)) + 1.2 for token in text)] for text in texts]
    ax = axes_or_new(ax, 1.7 + 0.11 * max(map(max, edges)), 0.8 + 0.42 * len(texts) + 0.16 * max_order**1.6)
    for text, height, places in zip(texts, heights, edges, strict=True):
        others = references if text is hypothesis else [hypothesis]
        longest = _longest_matches(text, others, max_order)
        for token, order, left, right in zip(text, longest, places, places[1:], strict=False):
            boxed(ax, token, left, right - left, height, SHADES[min(order, 4)])
            ax.text((left + right) / 2, height - 0.66, f"{order}", ha="center", va="center", fontsize=6.5)
    labels = dict(zip(heights, [*_numbered("reference", len(references)), "hypothesis"], strict=True))
    top = 0.4
    for n in range(1, max_order + 1):
        matched = _matched(hypothesis, references, n)
        _bars(ax, matched, edges[-1], n, top)
        labels[top - 0.15 * (n - 1)] = f"{n}-grams: {sum(matched)} of {len(matched)}"
        top -= 0.3 * n + 0.35
    ax.set(xlim=(-0.3, max(1.0, *map(max, edges)) + 0.3), ylim=(top, heights[0] + 0.7), title=title)
    bare(ax, labels)
    return ax


def _left_over(reference: Tokens, hypothesis: Tokens, matches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Tokens that both texts have and no match uses: each of the reference with the first free one like it."""
    free = {*range(len(hypothesis))} - {j for _, j in matches}
    pairs = []
    for i in sorted({*range(len(reference))} - {i for i, _ in matches}):
        alike = [j for j in sorted(free) if hypothesis[j] == reference[i]][:1]
        free -= {*alike}
        pairs += [(i, j) for j in alike]
    return pairs


def _matched(text: Tokens, others: list[Tokens], n: int) -> list[bool]:
    """Of each n-gram of `text` in order, whether it matches: as many from the left as some other text has."""
    most: Counter[Any] = Counter()
    for other in others:
        most |= ngram_counts(other, n)
    seen: Counter[Any] = Counter()
    matched = []
    for ngram in ngrams(text, n):
        seen[ngram] += 1
        matched.append(seen[ngram] <= most[ngram])
    return matched


def _bars(ax: Axes, matched: list[bool], edges: list[float], n: int, top: float) -> None:
    """N-grams as bars over their tokens, those that overlap one below the other; thick where they match."""
    for i, match in enumerate(matched):
        ends, height = [edges[i] + 0.4, edges[i + n] - 0.4], top - 0.3 * (i % n)
        ax.plot(ends, [height, height], color=BLUE if match else "#BBBBBB", linewidth=4 if match else 1)


def _longest_matches(text: Tokens, others: list[Tokens], max_order: int) -> list[int]:
    """Of each token, the order of the longest matching n-gram that it is part of; 0 if there is none."""
    longest = [0] * len(text)
    for n in range(1, max_order + 1):
        for i, match in enumerate(_matched(text, others, n)):
            longest[i : i + n] = [n] * n if match else longest[i : i + n]
    return longest


def _numbered(name: str, many: int) -> list[str]:
    return [name] if many == 1 else [f"{name} {i + 1}" for i in range(many)]


STAGES = {"exact": (BLUE, "-"), "stem": (GREEN, "--"), "synonym": (VERMILION, ":")}  # colour and line of each stage
CHUNKS = -0.68  # height at which the numbers of chunks stand


@figure(pair, changes=NO_GRID)
def plot_word_matches(
    reference: Any, hypothesis: Any, matches: Sequence[WordMatch], *, tokenize: Tokenizer = None, ax: Axes | None = None
) -> Axes:
    """Draw an alignment of METEOR: the reference above, the hypothesis below, a line between matched words.

    Lines are solid for equal words, dashed for equal stems, dotted for synonyms. A number under each matched word of
    the hypothesis says which chunk it belongs to.

    matches : list of WordMatch
        As `meteor_alignment` returns them.

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
    texts: Mapping[str, Any], weights: Mapping[Any, float], *, tokenize: Tokenizer = None, ax: Axes | None = None
) -> Axes:
    """Draw texts one below the other, each word as dark as it weighs, its weight in small figures underneath.

    texts : mapping from names to lists of tokens
        Or to strings, with `tokenize`.
    weights : mapping from n-grams to numbers
        As `inverse_document_frequencies` returns it. A word that it lacks weighs as much as the rarest.

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


@figure(of_text, changes={"axes.grid.axis": "y"})
def plot_surprisal(tokens: Any, log_probs: Any, *, ax: Axes | None = None) -> Axes:
    """Draw each token's surprisal as a bar, with their mean, the logarithm of the perplexity, as a line.

    tokens : list of m tokens

    >>> ax = plot_surprisal(["do", "cats"], np.log([0.5, 0.125]))
    >>> [float(bar.get_height()) for bar in ax.patches], ax.get_ylabel()
    ([1.0, 3.0], 'surprisal (bits)')
    """
    tokens = as_tokens(tokens, "tokens")
    arguments.same_length(tokens=tokens, log_probs=log_probs)
    nats = perplexity.statistics(log_probs)[:, 0]
    ax = axes_or_new(ax, 1.5 + 0.5 * len(tokens), 3.0)
    ax.bar(range(len(tokens)), nats / np.log(2), color=BLUE, zorder=2)
    ax.axhline(nats.mean() / np.log(2), color=VERMILION, linestyle="--", label="mean", zorder=3)
    ax.set_xticks(range(len(tokens)), map(str, tokens), rotation=45, ha="right")
    ax.set(ylabel="surprisal (bits)")
    ax.legend(**BESIDE)
    return ax


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


def translation_scores(references: Any, hypothesis: Any, *, tokenize: Tokenizer = None) -> dict[str, float]:
    """One translation under the metrics of the chapters on text; WER is that to the reference that makes it lowest."""
    references, hypothesis = with_references(references, hypothesis, tokenize=tokenize)
    scores: dict[str, Any] = {
        "WER": min((wer(reference, hypothesis) for reference in references), key=lambda rate: (isnan(rate), rate)),
        "BLEU": sentence_bleu(references, hypothesis),
        "BLEU, smoothed": sentence_bleu(references, hypothesis, smoothing="add_k"),
        "ROUGE-1": rouge_n(references, hypothesis, 1),
        "ROUGE-2": rouge_n(references, hypothesis, 2),
        "ROUGE-L": rouge_l(references, hypothesis),
        "METEOR": meteor(references, hypothesis),
    }
    return {name: float(score) for name, score in scores.items()}


@described_by(explorer)
def explore_translation(references: Any, hypothesis: str, *, tokenize: str = "13a") -> Any:
    """A translation, its references (a line each) and a tokeniser to edit; matches and scores move along.

    references : list of strings
        At least one.
    hypothesis : string
    tokenize : {"13a", "intl", "char", "whitespace", ...}
        How to split them at first.

    >>> box = explore_translation(["The cat sat down."], "The cat sat.")
    >>> box.children[0].value = "The dog sat."
    >>> box.children[3].value[:10]
    'WER 0.400,'
    """
    import ipywidgets as widgets

    wide = {"continuous_update": False, "layout": widgets.Layout(width="95%")}
    edited = {
        "hypothesis": widgets.Text(hypothesis, description="translation", **wide),
        "references": widgets.Textarea("\n".join(references), description="references", **wide),
        "tokenize": widgets.Dropdown(options=sorted(TOKENIZERS), value=tokenize, description="tokeniser"),
    }

    def shown(hypothesis: str, references: str, tokenize: str) -> tuple[str, Any]:
        texts = [line for line in references.splitlines() if line.strip()]
        if not texts:
            return "Write at least one reference, one per line.", None
        scores = translation_scores(texts, hypothesis, tokenize=tokenize)
        numbers = escape(", ".join(f"{name} {score:.3f}" for name, score in scores.items()))
        return numbers, plot_ngram_matches(texts, hypothesis, tokenize=tokenize)

    return explorer(edited, shown)
