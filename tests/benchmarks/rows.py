"""What is timed: one row per piece of work that a user would otherwise give to another library.

`row.py` says what a row is. To add a topic, write its module in `topics/` and append its rows here.
"""

from .row import Row
from .topics import (
    boxes,
    files,
    imports,
    labels,
    lists,
    masks,
    numbers,
    rankings,
    reports,
    samples,
    texts,
    translations,
)

TOPICS = [labels, rankings, numbers, lists, translations, texts, boxes, masks, samples, reports, files, imports]
ROWS: list[Row] = [row for topic in TOPICS for row in topic.ROWS]
QUOTED_IN_README = [  # typical ones: their middle is no better than that of all
    ("precision, recall, F1 per class, 100 integer labels", "scikit-learn"),
    ("bootstrap of AUC, 10,000 scores, 1,000 resamples", rankings.NUMBA),
    ("Spearman correlation, 100,000 pairs", "scipy"),
    ("corpus BLEU, 10,000 sentences of 25 words", "sacrebleu"),
    ("WER, 10,000 transcripts of 25 words", texts.RAPIDFUZZ),
]
