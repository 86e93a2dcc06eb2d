"""Every example of mlscorecheck's documentation, asked here; what it allows a score to be off by is "any" rounding.

Three kinds cannot be asked: bounds of the scores of single folds or data sets, means of means over different numbers of
folds, and benchmarks by their names (DRIVE, ISIC, ...), whose sizes have to be given. Of macro averages over folds of
several classes only what is impossible can be told.
"""

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
BINARY = {"accuracy": "0.62", "recall": "0.22", "specificity": "0.86", "f1": "0.30", "fowlkes_mallows": "0.32"}
SUMS = {"accuracy": "0.631", "recall": "0.341", "specificity": "0.802", "f1": "0.406", "fowlkes_mallows": "0.414"}
TWO_SETS = {"accuracy": "0.312", "recall": "0.450", "specificity": "0.312", "balanced_accuracy": "0.381"}
TEST_SETS = {"accuracy": "0.4719", "npv": "0.6253", "f1": "0.3091"}
MACRO_OF_FOLDS = {"accuracy": "0.6260", "recall": "0.2483", "specificity": "0.7509"}
MICRO_OF_FOLDS = {"accuracy": "0.5646", "recall": "0.3469", "specificity": "0.6734", "f1": "0.3469"}


def matrices(p, n, **scores):
    return possible_matrices(positives=p, negatives=n, rounding="any", **scores)


def folds(sizes, **scores):
    return possible_folds(sizes, rounding="any", **scores)


def anyhow(k, p, n, **scores):
    return possible_folds(k, positives=p, negatives=n, stratified=False, rounding="any", **scores)


def report(sizes, **averages):
    return possible_report(sizes, rounding="any", **averages)


def macro(accuracy, recall, specificity, f1):
    return {"macro_accuracy": accuracy, "macro_recall": recall, "macro_specificity": specificity, "macro_f1": f1}


def micro(accuracy, recall, specificity, **others):
    names = {"micro_accuracy": accuracy, "micro_recall": recall, "micro_specificity": specificity}
    return names | {f"micro_{name}": text for name, text in others.items()}


REPEATED = [size * 2 for size in (129, 81, 135)]
OF_SUMS = micro("0.6272", "0.2543", "0.7514", f1="0.2543")
OF_ONE = micro("0.5158", "0.2737", "0.6368", balanced_accuracy="0.4553", precision="0.2737", npv="0.6368")


@pytest.mark.parametrize(
    ("ask", "verdict"),
    [
        # one test set; several test sets
        (lambda: matrices(530, 902, **BINARY), "possible"),
        (lambda: matrices(530, 902, **BINARY | {"accuracy": "0.92"}), "impossible"),
        (lambda: matrices(517, 1049, **TEST_SETS), "possible"),
        (lambda: matrices(517, 1049, **TEST_SETS | {"npv": "0.6263"}), "impossible"),
        # scores of the sums of repeated folds, of one data set and of two
        (
            lambda: matrices(
                MONK[0] * 3,
                MONK[1] * 3,
                specificity="0.668",
                npv="0.744",
                precision="0.667",
                balanced_accuracy="0.706",
                f1="0.703",
                fowlkes_mallows="0.704",
            ),
            "possible",
        ),
        (
            lambda: matrices(10, 20, accuracy="0.428", npv="0.392", balanced_accuracy="0.442", f1="0.391"),
            "impossible",
        ),
        (lambda: matrices(2 * (389 + SAHEART[0]), 2 * (630 + SAHEART[1]), **SUMS), "possible"),
        (
            lambda: matrices(2 * (389 + SAHEART[0]), 2 * (630 + SAHEART[1]), **SUMS | {"accuracy": "0.731"}),
            "impossible",
        ),
        # means over folds, and over data sets of scores of sums
        (
            lambda: folds([(52, 94), (74, 37)], accuracy="0.573", recall="0.768", balanced_accuracy="0.662"),
            "possible",
        ),
        (
            lambda: possible_folds(
                4, positives=398, negatives=569, rounding="any", accuracy="0.90", specificity="0.90", recall="0.60"
            ),
            "impossible",
        ),
        (
            lambda: possible_folds(
                4,
                positives=GLASS[0],
                negatives=GLASS[1],
                rounding="any",
                accuracy="0.90",
                specificity="0.90",
                recall="0.60",
                balanced_accuracy="0.10",
            ),
            "impossible",
        ),
        (lambda: folds([(39 * 3, 822 * 3), (WINE[0] * 3, WINE[1] * 3)], **TWO_SETS), "possible"),
        (
            lambda: folds([(39 * 3, 822 * 3), (WINE[0] * 3, WINE[1] * 3)], **TWO_SETS | {"accuracy": "0.412"}),
            "impossible",
        ),
        # folds of unknown sizes
        (
            lambda: anyhow(2, 126, 131, accuracy="0.573", recall="0.768", balanced_accuracy="0.662"),
            "possible",
        ),
        (lambda: anyhow(3, 19, 97, accuracy="0.9000", specificity="0.9000", recall="0.6000"), "impossible"),
        # several classes: one test set, sums of folds, means over folds
        (lambda: report([10, 100, 80], **macro("0.6000", "0.3417", "0.6928", "0.3308")), "possible"),
        (lambda: report([10, 100, 80], **macro("0.6020", "0.3417", "0.6928", "0.3308")), "impossible"),
        (lambda: report([10, 100, 80], **OF_ONE), "possible"),
        (lambda: report([10, 100, 80], **OF_ONE | {"micro_accuracy": "0.5258"}), "impossible"),
        (lambda: report(REPEATED, **macro("0.5662", "0.3577", "0.6767", "0.3481")), "possible"),
        (lambda: report(REPEATED, **macro("0.6762", "0.3577", "0.6767", "0.3481")), "impossible"),
        (lambda: report([86, 96, 59, 105], **OF_SUMS), "possible"),
        (lambda: report([86, 96, 59, 105], **OF_SUMS | {"micro_recall": "0.2553"}), "impossible"),
        (lambda: folds(MICRO, **MICRO_OF_FOLDS), "possible"),
        (lambda: folds(MICRO, **MICRO_OF_FOLDS | {"accuracy": "0.5746"}), "impossible"),
        (lambda: folds(AGAINST_REST, **MACRO_OF_FOLDS), "possible"),
        (lambda: folds(AGAINST_REST, **MACRO_OF_FOLDS | {"accuracy": "0.6560"}), "impossible"),
        # numbers that are predicted
        (lambda: possible_regression(variance=0.0831619, n=100, mae="0.0254", r2="0.9897", rounding="any"), "possible"),
        (
            lambda: possible_regression(variance=0.0831619, n=100, mae="0.0300", r2="0.9897", rounding="any"),
            "impossible",
        ),
        # benchmarks, by their sizes: TPEHG, ISIC 2016, ISIC 2017 (melanoma), images of STARE and CHASE DB1
        (
            lambda: possible_folds(
                5, positives=38, negatives=262, accuracy=".9447", recall=".9139", specificity=".9733"
            ),
            "impossible",
        ),
        (lambda: matrices(75, 304, accuracy="0.7916", recall="0.2933", specificity="0.9145"), "possible"),
        (lambda: matrices(117, 483, accuracy="0.6183", recall="0.4957", precision="0.2544", f1="0.3362"), "possible"),
        (lambda: matrices(37701, 385799, accuracy="0.4699", npv="0.8993", f1="0.1340"), "possible"),
        (lambda: matrices(51133, 907907, accuracy="0.4457", recall="0.0051", specificity="0.4706"), "possible"),
    ],
)
def test_an_example_of_its_documentation(ask, verdict):
    assert ask().verdict == verdict
