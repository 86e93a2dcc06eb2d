"""Nothing is taken for the same, or in order, or in a unit, unasked; and what people write anyway gives its number."""

import pandas as pd
import pytest

import evalmetrics as em

BOX = (0, 0, 10, 10)
MIXED = "mix numbers and text, which are never equal: got 1 and '1'; make all of them text, as str"
OTHER_ORDER = "have the same index in another order"
VALUES = pd.Series([1.0, 2.0, 3.0])
TURNED = VALUES.loc[[2, 0, 1]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: em.accuracy([1, 2], ["1", "2"]), f"y_true and y_pred {MIXED}"),
        (lambda: em.roc_auc([1, 0], [0.2, 0.1], pos_label="1"), f"y_true and pos_label {MIXED}"),
        (lambda: em.coco_mean_average_precision([[(BOX, 1)]], [[(BOX, "1", 0.9)]]), f"truths and detections {MIXED}"),
        (lambda: em.detection_errors([[(BOX, 1)]], [[(BOX, "1", 0.9)]]), f"truths and detections {MIXED}"),
        (lambda: em.success_at_k([2, 1], [["3", "1"], ["4", "2"]], 2), "actual and recommended mix numbers and text"),
        (lambda: em.novelty([[1]], [["1"]]), f"seen and recommended {MIXED}"),
        (lambda: em.krippendorff_alpha([[1, "1"], [2, "2"]], raters="columns"), "ratings"),
        (lambda: em.judge_agreement([[1, 1]] * 3, ["1"] * 3), f"votes and verdicts {MIXED}"),
        (lambda: em.rand_index([1, "1"], [0, 0]), f"labels_true {MIXED}"),
        (lambda: em.corpus_wer([[1, 2]], [["1", "2"]]), f"references and hypotheses {MIXED}"),
        (lambda: em.corpus_bleu([[[1, 2]]], [["1", "2"]]), f"list_of_references and hypotheses {MIXED}"),
        (lambda: em.sentence_bleu([[1, 2]], ["1", "2"]), f"references and hypothesis {MIXED}"),
        (lambda: em.wer([1, 2], ["1", "2"]), f"reference and hypothesis {MIXED}"),
        (lambda: em.leaderboard([1, "1"], [1, 1], [1, 0]), f"first and second {MIXED}"),
        (lambda: em.bootstrap(em.accuracy, [1, 0, 1], [1, 1, 1], groups=[1, "1", 1], rng=0), f"groups {MIXED}"),
        (lambda: em.score_partitions(em.accuracy, [([1], [1]), (["1"], ["1"])]), MIXED),
    ],
)
def test_numbers_and_text_are_never_equal(call, message):
    with pytest.raises(TypeError) as refused:
        call()
    assert message in str(refused.value)


def test_truth_values_whole_numbers_and_floats_are_one_type():
    assert em.accuracy([True, False], [1.0, 0.0]) == em.accuracy([1, 0], [True, False]) == 1
    assert em.score_partitions(em.accuracy, [([True, False], [True, False]), ([1, 0], [1, 1])]) == 0.75
    assert em.success_at_k([1.0, 2], [[3, 1], [4, 2]], 2) == 1
    assert em.rand_index([True, 1, 0], [5, 5, 6]) == 1


def test_detections_none_of_whose_labels_is_in_the_truths_are_refused():
    with pytest.raises(ValueError, match=r"detections hold the labels \['cat'\], none of which occurs in truths"):
        em.coco_mean_average_precision([[(BOX, "Cat")]], [[(BOX, "cat", 0.9)]])
    assert em.coco_mean_average_precision([[(BOX, "cat")]], [[]]) == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: em.wilson_interval(0.85, 200), r"successes must be a count, got 0.85: a share is 0.85 \* n = 170"),
        (lambda: em.clopper_pearson_interval(0.5, 10), "successes must be a count, got 0.5"),
        (lambda: em.wilson_interval(0.2, 0.5), "n must be a count, got 0.5"),
        (lambda: em.auc_interval(0.8, 0.3, 0.7), "positives must be a count, got 0.3"),
        (lambda: em.pr_auc_interval(0.8, 0.3), "positives must be a count, got 0.3"),
        (lambda: em.rmse_interval(3.0, 0.5), "n must be a count, got 0.5"),
        (lambda: em.click_through_rate([0.02], [1000]), "clicks must be counts, got 0.02"),
    ],
)
def test_a_share_is_no_count(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_counts_with_fractions_are_counts():
    assert em.wilson_interval(170, 200).low < em.wilson_interval(170.5, 200).low
    assert em.wilson_interval(0, 200).low == 0 < em.wilson_interval(1, 200).low
    assert em.f_from_counts(tp=0.3, fn=0.4, fp=0.1) == pytest.approx(em.f_from_counts(tp=3, fn=4, fp=1))


@pytest.mark.parametrize(
    "call",
    [
        lambda: em.corpus_bleu([["a b c d e f g h", ""]], ["a b c d"], tokenize="whitespace"),
        lambda: em.sentence_bleu(["", "a b c d e f g h"], "a b c d", tokenize="whitespace"),
        lambda: em.corpus_rouge_n([["a b", ""]], ["a b"], 1, tokenize="whitespace"),
        lambda: em.corpus_chrf([["a b", ""]], ["a b"]),
        lambda: em.sentence_chrf(["a b", ""], "a b"),
        lambda: em.corpus_ter([["a b", ""]], ["a b"]),
    ],
)
def test_an_empty_text_beside_others_is_no_reference(call):
    with pytest.raises(ValueError, match=r"references.*\[[01]\] is empty, beside others: leave out"):
        call()


def test_dates_that_fall_are_refused():
    days = pd.date_range("2024-01-01", periods=4)
    rising, falling = pd.Series([1.0, 2.0, 4.0, 8.0], days), pd.Series([1.0, 2.0, 4.0, 8.0], days[::-1])
    with pytest.raises(ValueError, match=r"y_true and y_pred have .* in another order"):
        em.mean_absolute_error(rising, falling)
    with pytest.raises(ValueError, match=r"y_true and y_pred have dates in another order"):
        em.mean_absolute_error(rising, falling.set_axis(days[::-1] + pd.Timedelta(days=2)))
    with pytest.raises(ValueError, match=r"y must be in the order of time, .* y.sort_index\(\)"):
        em.naive_error(falling)
    assert em.mean_absolute_error(falling, falling + 1) == 1
    assert em.mean_absolute_error(rising, (falling + 1).to_numpy()) == 1


@pytest.mark.parametrize(
    ("call", "names"),
    [
        (lambda: em.mean_absolute_error(VALUES, TURNED), "y_true and y_pred"),
        (lambda: em.mean_absolute_error(VALUES, VALUES[::-1]), "y_true and y_pred"),
        (lambda: em.mean_absolute_error(VALUES, VALUES, sample_weight=TURNED), "y_true and sample_weight"),
        (lambda: em.pearson(VALUES, TURNED), "x and y"),
        (lambda: em.roc_curve(VALUES > 1, TURNED), "y_true and y_score"),
        (lambda: em.delong_interval(VALUES > 1, TURNED), "y_true and y_score"),
        (lambda: em.brier_score(VALUES > 1, TURNED / 4), "y_true and y_prob"),
        (lambda: em.mcnemar_test(VALUES, VALUES, TURNED), "y_true and y_pred"),
        (lambda: em.bootstrap(em.r2, VALUES, TURNED, rng=0), "y_true and y_pred"),
        (lambda: em.bootstrap(em.r2, VALUES, VALUES, groups=TURNED, rng=0), "sample and groups"),
        (lambda: em.bootstrap(lambda x: x.mean(), VALUES, sample_weight=TURNED, rng=0), "sample and sample_weight"),
        (
            lambda: em.compare_systems(
                em.accuracy, VALUES, pd.DataFrame({"a": TURNED, "b": TURNED}), test="mcnemar", rng=0
            ),
            "y_true and y_pred",
        ),
    ],
)
def test_rows_in_another_order_are_not_paired_by_position(call, names):
    with pytest.raises(ValueError, match=rf"{names} {OTHER_ORDER}.*\.loc\[.*\.to_numpy\(\)"):
        call()
