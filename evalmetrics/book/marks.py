"""What professional translators marked in ten translations of the same texts, and which of two had fewer points."""

import io

import numpy as np
import pandas as pd

from . import shipped


def example_marks() -> pd.DataFrame:
    """Points for errors that professional translators marked in ten English-to-German translations of 104 paragraphs.

    Marked in 2023 for the WMT by the MQM scheme: 5 points for a major error, 1 for a minor one, 0.1 for minor
    punctuation. Each paragraph was marked by three of ten raters, who all marked all ten translations of it; GPT-4 was
    marked twice, the same texts in two places. Only numbers are shipped.

    Returns
    -------
    DataFrame of shape (3120, 7)
        A row a translation and rater: paragraph, document, system, rater, points (0 or more, fewer are better), words
        (length of the translation), bleu (0 to 100, of this paragraph against the human reference refA).

    References
    ----------
    Freitag et al. (2021), Experts, errors, and context, Transactions of the ACL 9; the marks are from
    github.com/google/wmt-mqm-human-evaluation, commit 7fadea2, under the Apache Licence 2.0.

    Examples
    --------
    >>> example_marks().groupby("system")["points"].mean().nsmallest(3).round(2).to_dict()
    {'ONLINE-W': 3.25, 'GPT-4 (2)': 3.41, 'GPT-4 (1)': 3.6}
    """
    table = pd.read_csv(io.BytesIO(shipped.content("marks.csv")))
    long = pd.wide_to_long(table, ["rater", "points"], ["paragraph", "system"], "k", sep="_").reset_index()
    long = long.sort_values(["paragraph", "k", "system"], ignore_index=True)
    return long[["paragraph", "document", "system", "rater", "points", "words", "bleu"]]


def example_comparisons() -> pd.DataFrame:
    """Who of two translations of a paragraph had fewer points from the same rater, for all of `example_marks`.

    Returns
    -------
    DataFrame of shape (14040, 9)
        A row a paragraph, rater and pair of systems: paragraph, document, rater, first, second, outcome (1 if the
        first had fewer points, 0.5 if both had as many, 0 otherwise), longer (by how many words the first is longer),
        bleu (by how much its BLEU is higher), and points (by how many fewer points it has).

    Examples
    --------
    >>> example_comparisons()["outcome"].value_counts().to_dict()
    {0.0: 6135, 1.0: 4599, 0.5: 3306}
    """
    marks = example_marks()
    pairs = marks.merge(marks, on=["paragraph", "document", "rater"], suffixes=("_1", "_2"))
    pairs = pairs[pairs["system_1"] < pairs["system_2"]].reset_index(drop=True)
    fewer = (pairs["points_2"] - pairs["points_1"]).round(1)
    return pairs[["paragraph", "document", "rater"]].assign(
        first=pairs["system_1"],
        second=pairs["system_2"],
        outcome=(1 + np.sign(fewer)) / 2,
        longer=pairs["words_1"] - pairs["words_2"],
        bleu=(pairs["bleu_1"] - pairs["bleu_2"]).round(1),
        points=fewer,
    )
