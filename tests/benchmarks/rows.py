"""What is timed: one row per piece of work that a user would otherwise give to another library.

`row.py` says what a row is. To add a topic, write its module in `topics/` and append its rows here.
"""

from .row import Row
from .topics import boxes, imports, labels, lists, numbers, rankings, reports, samples, texts, translations

TOPICS = [labels, rankings, numbers, lists, translations, texts, boxes, samples, reports, imports]
ROWS: list[Row] = [row for topic in TOPICS for row in topic.ROWS]
QUOTED_IN_README = [  # the work, and the strongest that there is for it
    ("confusion matrix, 1,000,000 integer labels", "scikit-learn"),
    ("bootstrap of Pearson correlation, 10,000 pairs, 1,000 resamples", numbers.SCIPY_BOOTSTRAP),
    ("NDCG without ties, 10,000 queries of 100 items", lists.RANX),
    ("bootstrap of corpus BLEU, 10,000 sentences of 25 words, 1,000 resamples", translations.SACREBLEU),
    ("COCO mAP, 1,000 images of 20 boxes", "faster-coco-eval"),
]
