"""What was measured once, and is told as that: times and memory of scores over parts."""

import io

import pandas as pd

from . import shipped


def measured_parts() -> pd.DataFrame:
    """What programs took that scored rows of Parquet files by macro-F1, R² and the area under a ROC curve.

    Measured once, on one machine; ``make bench`` measures anew, and its page, ``tests/benchmarks/parts.md``, says what
    each program does.

    Returns
    -------
    DataFrame
        A row for each program and size: rows, parts (how many files), program, cpu (seconds of processors, all
        together), MB (the peak of memory beyond imports), off (the largest difference from the first program's scores).

    Examples
    --------
    >>> measured_parts().columns.tolist()
    ['rows', 'parts', 'program', 'cpu', 'MB', 'off']
    """
    return pd.read_csv(io.BytesIO(shipped.content("parts_measured.csv")))
