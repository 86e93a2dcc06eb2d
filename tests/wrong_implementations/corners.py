"""Right functions but for a corner, where they give one answer: undefined for a number, a number for undefined."""

import re
from math import inf, nan

import numpy as np

from .registry import wrong_where


def crossed(a, b):
    """Whether one box is wider than the other and the other one higher, so that no corner lies inside."""
    return any(p[0] < q[0] and q[2] < p[2] and q[1] < p[1] and p[3] < q[3] for p, q in ((a, b), (b, a)))


def wordless(text):
    return not set(re.findall(r"\w+", text.lower())) - {"a", "an", "the"}


for task, why, corner, instead in (
    ("accuracy_from_counts", "nan for a single wrong answer", lambda correct, n: n == 1 and not correct, nan),
    (
        "answer_f1",
        "right answers without words kept",
        lambda answers, said: wordless(said) and any(map(wordless, answers)),
        1.0,
    ),
    (
        "chrf_of_counts",
        "fails for an empty hypothesis",
        lambda matches, reference, hypothesis: not any(map(min, reference, hypothesis)),
        None,
    ),
    ("cosine_of", "1 for two empty vectors", lambda a, b: not a and not b, 1.0),
    ("default_accuracy_of", "0 without examples, but for two classes", lambda cm: len(cm) != 2 and not cm.any(), 0.0),
    ("default_accuracy_of", "nan for a single example", lambda cm: cm.sum() == 1, nan),
    ("f_beta", "undefined where both are close to 0", lambda precision, recall, **_: precision + recall < 1e-8, nan),
    ("inception_score_of", "nan where the first row has a 0 first", lambda probabilities: not probabilities[0][0], nan),
    ("iou_of", "nan where the second box has no area", lambda a, b: b[0] == b[2] or b[1] == b[3], nan),
    ("iou_of", "0 for a cross", crossed, 0.0),
    ("kappa_of", "nan for a single item", lambda ratings_1, **_: len(ratings_1) == 1, nan),
    ("log_loss_of", "0 where all are certain", lambda y_true, p: len(p) > 1 and set(p) <= {0, 1}, 0.0),
    ("macro_f1_of", "nan for a table without examples", lambda cm: not cm.any(), nan),
    (
        "macro_f1_of",
        "0 where three classes or more are called the first",
        lambda cm: len(cm) > 2 and not cm[:, 1:].any(),
        0.0,
    ),
    ("mcnemar_of", "fails without examples", lambda only_1, only_2: not only_1 + only_2, None),
    ("mcnemar_of", "1 where the first was never right alone", lambda only_1, only_2: not only_1, 1.0),
    ("meteor_of_counts", "fails for an empty hypothesis", lambda hypothesis_length, **_: not hypothesis_length, None),
    ("meteor_of_counts", "fails for an empty reference", lambda reference_length, **_: not reference_length, None),
    (
        "micro_f1_of",
        "nan for a single mistake and nothing else",
        lambda tp, fn, fp: (sum(tp), sum(fn) + sum(fp)) == (0, 1),
        nan,
    ),
    (
        "micro_f1_of",
        "two classes asked for mistakes where none is right",
        lambda tp, fn, fp: not any([*tp, *fn[:2], *fp[:2]]),
        nan,
    ),
    (
        "movers_distance",
        "0 where the first token of the one text costs nothing to move",
        lambda distances: len(distances) > 1 and not any(distances[0]),
        0.0,
    ),
    (
        "ndcg_of",
        "nan where the only relevant item was not served",
        lambda served, unserved, k: not any(served) and sum(unserved) == 1,
        nan,
    ),
    ("pairs_in_order", "0 where people tell nobody apart", lambda human, metric: len(set(human)) == 1, 0.0),
    ("pass_at_k_of", "as many attempts as were made taken for too few", lambda n, c, k: k == n, nan),
    ("pearson_of", "standard deviations that round to 0", lambda x, y: min(np.std(x), np.std(y)) < 5e-10, nan),
    (
        "percentile_rank_of",
        "nan where the last user watched nothing",
        lambda relevances: len(relevances) > 2 and not any(relevances[-1]),
        nan,
    ),
    ("percentile_rank_of", "nan where the first user watched nothing", lambda relevances: not any(relevances[0]), nan),
    (
        "precision_and_recall_at",
        "nan precision where no positive is accepted",
        lambda y_true, y_score, threshold: not any(y and s >= threshold for y, s in zip(y_true, y_score, strict=True)),
        [nan, 0.0],
    ),
    (
        "precision_at_hits_of",
        "nan where the only relevant item was not found",
        lambda relevance, n_relevant: n_relevant == 1 and not any(relevance),
        nan,
    ),
    ("r2_of", "an error where labels and predictions are 0", lambda y_true, y_pred: not any([*y_true, *y_pred]), -inf),
    (
        "v_measure_of",
        "1 for a single cluster",
        lambda table: sum(map(any, zip(*table, strict=True))) == 1 < sum(map(any, table)),
        [1.0, 1.0, 0.0],
    ),
):
    wrong_where(task, why, corner, instead)
