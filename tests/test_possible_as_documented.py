"""Every example of mlscorecheck's documentation, asked here; what it allows a score to be off by is "any" rounding.

Three kinds cannot be asked: bounds of the scores of single folds or data sets, means of means over different numbers of
folds, and benchmarks by their names (DRIVE, ISIC, ...), whose sizes have to be given. Of macro averages over folds of
several classes only what is impossible can be told.
"""

from functools import partial

import pytest

from evalmetrics import possible_folds, possible_matrices, possible_regression, possible_report

MONK, SAHEART, GLASS, WINE = (204, 228), (160, 302), (17, 175), (20, 880)  # sizes that mlscorecheck knows by name
SEVERAL = [  # four stratified folds of classes of 149, 118, 83 and 154, twice
    [38, 29, 21, 38],
    [37, 30, 21, 38],
    [37, 30, 20, 39],
    [37, 29, 21, 39],
] * 2
AGAINST_REST = [(size, sum(fold) - size) for fold in SEVERAL for size in fold]
MICRO = [(198, 396), (197, 394)]  # 198 and 197 examples of three classes: each is once of its class, twice not of one

folds = partial(possible_folds, rounding="any")
report = partial(possible_report, rounding="any")
errors = partial(possible_regression, rounding="any", variance=0.0831619, n=100)


def matrices(p, n):
    return partial(possible_matrices, positives=p, negatives=n, rounding="any")


def cut(k, p, n, **options):
    return partial(folds, k, positives=p, negatives=n, **options)


def averages(way, **scores):
    return {f"{way}_{name}": text for name, text in scores.items()}


PAIRS = [  # numbers that can be true, and one that makes them impossible
    # one test set; several test sets; sums of repeated folds; means over folds, and over data sets of scores of sums
    (
        matrices(530, 902),
        {"accuracy": "0.62", "recall": "0.22", "specificity": "0.86", "f1": "0.30", "fowlkes_mallows": "0.32"},
        {"accuracy": "0.92"},
    ),
    (matrices(517, 1049), {"accuracy": "0.4719", "npv": "0.6253", "f1": "0.3091"}, {"npv": "0.6263"}),
    (
        matrices(2 * (389 + SAHEART[0]), 2 * (630 + SAHEART[1])),
        {"accuracy": "0.631", "recall": "0.341", "specificity": "0.802", "f1": "0.406", "fowlkes_mallows": "0.414"},
        {"accuracy": "0.731"},
    ),
    (
        partial(folds, [(39 * 3, 822 * 3), (WINE[0] * 3, WINE[1] * 3)]),
        {"accuracy": "0.312", "recall": "0.450", "specificity": "0.312", "balanced_accuracy": "0.381"},
        {"accuracy": "0.412"},
    ),
    (
        partial(folds, [(349, 50), (478, 323), (324, 83), (123, 145)]),
        {"accuracy": "0.6441", "recall": "0.6706", "specificity": "0.3796", "balanced_accuracy": "0.5251"},
        {"recall": "0.6756"},
    ),
    (
        partial(folds, [(22, 23), (96, 72), (300, 200), (481, 223)]),
        {"accuracy": "0.610", "recall": "0.709", "specificity": "0.461", "balanced_accuracy": "0.585"},
        {"accuracy": "0.710"},
    ),
    # several classes: one test set, sums of folds, means over folds; numbers that are predicted
    (
        partial(report, [10, 100, 80]),
        averages("macro", accuracy="0.6000", recall="0.3417", specificity="0.6928", f1="0.3308"),
        {"macro_accuracy": "0.6020"},
    ),
    (
        partial(report, [10, 100, 80]),
        averages("micro", accuracy="0.5158", recall="0.2737", specificity="0.6368", balanced_accuracy="0.4553")
        | averages("micro", precision="0.2737", npv="0.6368"),
        {"micro_accuracy": "0.5258"},
    ),
    (
        partial(report, [size * 2 for size in (129, 81, 135)]),
        averages("macro", accuracy="0.5662", recall="0.3577", specificity="0.6767", f1="0.3481"),
        {"macro_accuracy": "0.6762"},
    ),
    (
        partial(report, [86, 96, 59, 105]),
        averages("micro", accuracy="0.6272", recall="0.2543", specificity="0.7514", f1="0.2543"),
        {"micro_recall": "0.2553"},
    ),
    (
        partial(folds, MICRO),
        {"accuracy": "0.5646", "recall": "0.3469", "specificity": "0.6734", "f1": "0.3469"},
        {"accuracy": "0.5746"},
    ),
    (
        partial(folds, AGAINST_REST),
        {"accuracy": "0.6260", "recall": "0.2483", "specificity": "0.7509"},
        {"accuracy": "0.6560"},
    ),
    (errors, {"mae": "0.0254", "r2": "0.9897"}, {"mae": "0.0300"}),
]


@pytest.mark.parametrize(("ask", "scores", "wrong"), PAIRS)
def test_an_example_and_what_makes_it_impossible(ask, scores, wrong):
    assert ask(**scores).verdict == "possible"
    assert ask(**scores | wrong).verdict == "impossible"


POSSIBLE = [  # scores of sums, means over folds, and benchmarks: ISIC 2016 and 2017 (melanoma), STARE and CHASE DB1
    (
        matrices(MONK[0] * 3, MONK[1] * 3),
        {"specificity": "0.668", "npv": "0.744", "precision": "0.667", "balanced_accuracy": "0.706", "f1": "0.703"}
        | {"fowlkes_mallows": "0.704"},
    ),
    (partial(folds, [(52, 94), (74, 37)]), {"accuracy": "0.573", "recall": "0.768", "balanced_accuracy": "0.662"}),
    (cut(2, 126, 131, stratified=False), {"accuracy": "0.573", "recall": "0.768", "balanced_accuracy": "0.662"}),
    (matrices(75, 304), {"accuracy": "0.7916", "recall": "0.2933", "specificity": "0.9145"}),
    (matrices(117, 483), {"accuracy": "0.6183", "recall": "0.4957", "precision": "0.2544", "f1": "0.3362"}),
    (matrices(37701, 385799), {"accuracy": "0.4699", "npv": "0.8993", "f1": "0.1340"}),
    (matrices(51133, 907907), {"accuracy": "0.4457", "recall": "0.0051", "specificity": "0.4706"}),
]
IMPOSSIBLE = [  # sums, means over folds, folds of unknown sizes, and TPEHG
    (matrices(10, 20), {"accuracy": "0.428", "npv": "0.392", "balanced_accuracy": "0.442", "f1": "0.391"}),
    (cut(4, 398, 569), {"accuracy": "0.90", "specificity": "0.90", "recall": "0.60"}),
    (cut(4, *GLASS), {"accuracy": "0.90", "specificity": "0.90", "recall": "0.60", "balanced_accuracy": "0.10"}),
    (cut(3, 19, 97, stratified=False), {"accuracy": "0.9000", "specificity": "0.9000", "recall": "0.6000"}),
    (cut(5, 38, 262), {"accuracy": ".9447", "recall": ".9139", "specificity": ".9733"}),
]


@pytest.mark.parametrize(("ask", "scores"), POSSIBLE)
def test_an_example_that_can_be_true(ask, scores):
    assert ask(**scores).verdict == "possible"


@pytest.mark.parametrize(("ask", "scores"), IMPOSSIBLE)
def test_an_example_that_cannot(ask, scores):
    assert ask(**scores).verdict == "impossible"
