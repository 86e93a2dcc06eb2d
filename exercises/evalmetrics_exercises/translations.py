"""Real translations that several topics draw from: what professionals marked in them, and what metrics count."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalmetrics import corpus_bleu, example_counts, example_judgements

Array = NDArray[Any]
BLEU_OF_A_TEXT = corpus_bleu.given(smoothing="exponential")


@cache
def paragraphs() -> tuple[list[str], Array, Array, Array]:
    """Systems of 2023, what was marked in tenths of a point, BLEU, and the document of each paragraph.

    Marks are of (paragraph, rater, system), BLEU of (paragraph, system). People and GPT-4's second row are left out.
    """
    marks = example_judgements("wmt23")
    systems = [name for name in dict.fromkeys(marks["system"]) if name not in ("refA", "GPT4-5shot_with_refA")]
    held = marks[marks["system"].isin(systems)].sort_values("segment", kind="stable")
    tenths = held.pivot_table(index=["segment", "rater"], columns="system", values="score")[systems]
    counts = example_counts("wmt23", corpus_bleu).loc["refA"]
    bleu = np.array([BLEU_OF_A_TEXT.score(counts.loc[name].sort_index().to_numpy()) for name in systems]).T
    documents = marks.drop_duplicates("segment").sort_values("segment")["document"].to_numpy()
    return systems, np.rint(10 * tenths.to_numpy()).reshape(len(bleu), 3, -1), np.round(100 * bleu, 1), documents


@cache
def talks() -> tuple[list[str], Array, Array]:
    """Systems of 2021, what BLEU counts of (reference, system, segment), and the talk of each segment.

    The counts are four of matches, four of n-grams, and the tokens of the reference.
    """
    counts = example_counts("ted", corpus_bleu)
    columns = [*(f"{name}_{n}" for name in ("matches", "possible") for n in range(1, 5)), "r"]
    systems = [name for name in dict.fromkeys(counts.index.get_level_values("system")) if name not in ("ref", "refB")]
    table = np.array([[counts.loc[ref].loc[name][columns].to_numpy() for name in systems] for ref in ("ref", "refB")])
    marks = example_judgements("ted").drop_duplicates("segment").set_index("segment")["document"]
    return systems, table.astype(int), marks.loc[counts.loc["ref"].loc[systems[0]].index].to_numpy()
