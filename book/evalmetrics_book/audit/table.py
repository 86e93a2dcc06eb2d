"""The table of coverage, which ships."""

from pathlib import Path

import pandas as pd

from evalmetrics.kinds.help_pages import described_by

TABLE = Path(__file__).with_name("coverage.csv")


@described_by()
def coverage_table() -> pd.DataFrame:
    """How often 95 % intervals of many methods held the truth, in a few dozen worlds where it is known.

    -> DataFrame
        A row per world, metric, size and method. Of the intervals that have bounds, coverage in [0, 1] is the share
        that held the truth, best at 0.95, and error its Monte Carlo standard error; below and above are the shares that
        lay wholly on one side of the truth. Column without_bounds is a share of all, width the median. Of two systems,
        rejects is the share that spoke against equality: power, or where truth is 0 the share of false alarms. Then
        follow the bias of the score, the bounds of the first repetition, and how many repetitions there were.

    Source: Morris, White and Crowther (2019), Using simulation studies to evaluate statistical methods, Statistics in
    Medicine 38.

    >>> table = coverage_table()
    >>> bool(table[table["method"] == "jackknife"]["coverage"].median() > 0.9)
    True
    """
    return pd.read_csv(TABLE)
