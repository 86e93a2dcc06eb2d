"""Nothing is taken for the same, or in order, or in a unit, unasked; and what people write anyway gives its number."""

import functools
import gzip
import os
import re
import subprocess
import sys
import time
from datetime import date

import numpy as np
import pandas as pd
import pytest

import evalmetrics as em
from evalmetrics.fast import correlation as fast
from evalmetrics.metric import Total, of_sums

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
        (lambda: em.judge_agreement([[1, 1]] * 3, ["1"] * 3), f"votes and verdicts {MIXED}"),
        (lambda: em.corpus_bleu([[[1, 2]]], [["1", "2"]]), f"list_of_references and hypotheses {MIXED}"),
        (lambda: em.sentence_bleu([[1, 2]], ["1", "2"]), f"references and hypothesis {MIXED}"),
        (lambda: em.leaderboard([1, "1"], [1, 1], [1, 0]), f"first and second {MIXED}"),
        (lambda: em.bootstrap(em.accuracy, [1, 0], [1, 1], groups=[1, "1"], rng=0), "groups mixes numbers and text"),
        (lambda: em.score_partitions(em.accuracy, [([1], [1]), (["1"], ["1"])]), MIXED),
        (lambda: em.accuracy([date(2020, 1, 1)], ["2020-01-01"]), "y_true and y_pred mix dates and text"),
        (lambda: em.success_at_k(["a"], [[b"a"]], 1), "recommended and actual mix bytes and text"),
        (lambda: em.ngram_containment([["a"]], training=[[b"a"]]), "training and items mix bytes and text"),
        (lambda: em.corpus_wer([[], ["1"]], [[], [1]]), "hypotheses and references mix numbers and text"),
        (lambda: em.accuracy([{}], [1]), "y_true must hold labels .*, got {}"),
        (
            lambda: em.score_partitions(em.corpus_wer, (([["a"]], [["a"]]), ([["b"]], [["a"]]))),
            "parts is a tuple of tuples",
        ),
    ],
)
def test_numbers_and_text_are_never_equal(call, message):
    with pytest.raises(TypeError) as refused:
        call()
    assert re.search(message, str(refused.value)) or message in str(refused.value)


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
        (lambda: em.wilson_interval(0.2, 0.5), "n must be a count, got 0.5"),
        (lambda: em.auc_interval(0.8, 0.3, 0.7), "positives must be a count, got 0.3"),
        (lambda: em.pr_auc_interval(0.8, 0.3), "positives must be a count, got 0.3"),
        (lambda: em.rmse_interval(3.0, 0.5), "n must be a count, got 0.5"),
        (lambda: em.f_from_counts(0.85, 3, 2), "must be counts, or shares of one total, got 0.85 beside 3"),
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
        lambda: em.sentence_chrf(["a b", " "], "a b"),
        lambda: em.corpus_ter([["a b", ""]], ["a b"]),
    ],
)
def test_an_empty_text_beside_others_is_no_reference(call):
    with pytest.raises(ValueError, match=r"references.*\[[01]\] is empty, beside others: leave out"):
        call()


def test_weights_of_any_size_keep_cells_and_bounds():
    cells = em.confusion_matrix([0, 0, 1, 1], [0, 1, 1, 1], sample_weight=[1e78, 1e78, 1e78, 2e78])
    assert cells.to_numpy().sum() == pytest.approx(5e78)
    assert em.matthews_correlation(cells) == pytest.approx(em.matthews_correlation(cells / 1e78))
    assert em.homogeneity(["a"] * 3, [1, 2, 1], sample_weight=[0.3712, 0.9175, 0.1136]) == 1


def test_a_metric_of_ones_own_gets_its_weights_as_they_are():
    @of_sums(lambda cost: (cost,))
    def total_cost(cost):
        return cost

    assert total_cost([1, 2], sample_weight=[0.5, 0.5]) == 1.5


def test_weights_cost_no_memory():
    x, y = np.arange(20), np.random.default_rng(0).permutation(20)
    weights = np.append([10**9] * 19, 7)
    tau = em.kendall(x, y, sample_weight=weights)
    signs = np.sign(np.subtract.outer(x, x)) * np.sign(np.subtract.outer(y, y))
    products = np.multiply.outer(weights.astype(float), weights)
    assert tau == pytest.approx((signs * products).sum() / (np.abs(signs) * products).sum(), rel=1e-12)
    repeated = [np.repeat(each, weights.clip(max=3)) for each in (x, y)]
    assert em.kendall(x, y, sample_weight=weights.clip(max=3) / 7) == pytest.approx(em.kendall(*repeated), rel=1e-12)


@pytest.mark.parametrize("n", [2, 40, 5000])
def test_weighted_pairs_are_those_of_repeated_examples(n):
    rng = np.random.default_rng(n)
    x, y = rng.integers(0, 9, (2, n))
    columns = fast.both_numbered(x, y + x)
    for times in (rng.integers(0, 4, n) + 1, np.append(rng.integers(1, 90, n - 1), 1)):
        expected = fast.kendall_from_weights(times, columns)
        assert fast._kendall_of_weights(times.astype(float), columns) == pytest.approx(expected, rel=1e-12)
        assert fast._kendall_of_weights(times / 7, columns) == pytest.approx(expected, rel=1e-11)


def test_far_from_0_no_digits_are_lost():
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 2**12, (2, 10_000)) / 2**12
    old, far = rng.integers(0, 2, 10_000), 2.0**40
    assert em.cutoff_gap(x + far, old) == em.cutoff_gap(x, old)
    assert em.frechet_distance_from_samples(x + far, y + far) == em.frechet_distance_from_samples(x, y)
    people = np.where(rng.random(10_000) < 0.2, x, np.nan)
    near, moved = em.ppi_mean(people, y), em.ppi_mean(people + far, y + far)
    assert float(moved) == pytest.approx(far + float(near), abs=2**-11, rel=0)
    assert moved.high - moved.low == pytest.approx(near.high - near.low, abs=2**-11)


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
        (lambda: em.roc_curve(VALUES > 1, TURNED), "y_true and y_score"),
        (lambda: em.delong_interval(VALUES > 1, TURNED), "y_true and y_score"),
        (lambda: em.mcnemar_test(VALUES, VALUES, TURNED), "y_true and y_pred_2"),
        (lambda: em.bootstrap(em.r2, VALUES, TURNED, rng=0), "y_true and y_pred"),
        (lambda: em.bootstrap(em.r2, VALUES, VALUES, groups=TURNED, rng=0), "y_true and groups"),
        (lambda: em.bootstrap(lambda x: x.mean(), VALUES, sample_weight=TURNED, rng=0), "sample 1 and sample_weight"),
        (
            lambda: em.compare_systems(em.r2, VALUES, dict.fromkeys("ab", TURNED), test="bootstrap"),
            r"y_true and systems\['a'\]",
        ),
    ],
)
def test_rows_in_another_order_are_not_paired_by_position(call, names):
    with pytest.raises(ValueError, match=rf"{names} {OTHER_ORDER}.*\.loc\[.*\.to_numpy\(\)"):
        call()


UNNAMED = pd.DataFrame({"Unnamed: 0": [0, 1, 2, 3], "r1": [1, 2, 1, 2], "r2": [1, 2, 1, 1]})
CROSSED = [pd.Series(list("aabbc")), pd.Series(list("aabca"))]
FRAME_AB = pd.DataFrame([[0.9, 0.1], [0.2, 0.8]], columns=["a", "b"])
LOUD = np.round(np.sin(np.arange(99.0)) * 2**15).astype(int)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: em.accuracy(["cat", "dog"], ["cat ", "dog"]), "y_true and y_pred .* is not seen, 'cat' and 'cat '"),
        (lambda: em.f1_score(["caf\u00e9", "a"], ["cafe\u0301", "a"]), r"not seen, 'cafe\\u0301' and 'caf\\xe9'"),
        (lambda: em.cohen_kappa(["\ufeffa", "b"], ["a", "b"]), "encoding='utf-8-sig'"),
        (lambda: em.accuracy(["1", "2"], ["1.0", "2.0"]), "no label in common, .* '1' and '1.0'"),
        (lambda: em.success_at_k(["a", "b"], [["A"], ["B"]], 1), "actual and recommended have no label in common"),
        (lambda: em.success_at_k([{1}], [[1, 2]], 1), "actual must hold items, .* got {1}"),
        (lambda: em.accuracy([2**24 + 1], np.array([2**24 + 1], np.float32)), "16,777,216 or more in float32"),
        (lambda: em.plackett_luce([{"b": 2, "a": 1}]), "number 0 is {'b': 2, 'a': 1}"),
        (lambda: em.accuracy(pd.crosstab(*CROSSED, margins=True)), r"sums .* 'All': give cm.iloc\[:-1, :-1\]"),
        (lambda: em.accuracy(pd.crosstab(*CROSSED, normalize="index")), "cm holds shares"),
        (lambda: em.frechet_distance_from_samples(FRAME_AB, FRAME_AB[["b", "a"]]), r"give y\[list\(x.columns\)\]"),
        (lambda: em.ndcg(FRAME_AB, FRAME_AB[["b", "a"]]), "y_true and y_score have the same columns in another order"),
        (
            lambda: em.kl_divergence(pd.Series([1.0], ["a"]), pd.Series([1.0], ["b"])),
            r"of the same outcomes.*p.align\(q",
        ),
        (lambda: em.krippendorff_alpha(UNNAMED), r"ratings.set_index\('Unnamed: 0'\)"),
        (lambda: em.silhouette(UNNAMED, [0, 0, 1, 1]), r"points.set_index\('Unnamed: 0'\)"),
        (lambda: em.iou(BOX, (0.1, 0.1, 0.6, 0.6)), "box_b lie between 0 and 1, as shares of the picture"),
        (lambda: em.detection_f_score([[BOX]], [[BOX]], [[90]]), "scores go up to 90, and score_threshold=0.5"),
        (lambda: em.mean_iou([[[0, 255]]], [[[0, 1]]]), "give void=255 .* or compare both with 0"),
        (lambda: em.signal_to_distortion_ratio(LOUD, LOUD / 2**15), "two units, up to 32768 and 1:"),
        (
            lambda: em.corpus_wer(["\ufeffa"], ["a"], tokenize="whitespace"),
            r"references\[0\] begins with a byte order mark",
        ),
        (lambda: em.corpus_cer(["a", "b"], ["a\n", "b\n"]), "all hypotheses end in a line break, and no references"),
        (lambda: em.cer("caf\u00e9", "cafe\u0301"), r"reference\[0\] and hypothesis\[0\] only differ in how Unicode"),
        (lambda: em.paired_bootstrap(em.accuracy, [1, 0], [1, 0], [0.5, 0.2]), "y_pred_2 holds fractions"),
        (lambda: em.normalize_answer(5), "text must be a string, got 5"),
        (lambda: em.bootstrap(em.accuracy, VALUES, TURNED.set_axis(["2", "0", "1"]), rng=0), OTHER_ORDER),
    ],
)
def test_what_looks_alike_and_what_is_in_two_units_is_refused(call, message):
    with pytest.raises((ValueError, TypeError), match=message) as refused:
        call()
    assert len(str(refused.value)) < 600


def test_labels_and_columns_are_told_apart_as_they_are():
    assert em.accuracy(["a\0", "b"], ["a", "b"]) == 0.5
    assert em.accuracy(["Cat", "cat"], ["cat", "cat"]) == 0.5
    assert em.accuracy(["c"], ["C"], labels=["c", "C"]) == 0
    named = type(
        "Table", (), {"columns": ["b", "a"], "__array__": lambda *_, **__: np.eye(2)[::-1], "__len__": lambda _: 2}
    )
    assert em.brier_score(["a", "b"], named()) == 0


def written(folder, name, text):
    path = folder / name
    with gzip.open(path, "wt") if name.endswith(".gz") else path.open("w", newline="") as file:
        file.write(text)
    return path


HEAD = "y_true,y_pred,more\n"
BAD_FILES = {
    "cut in its last number": ("a.csv", f"{HEAD}1,2,0\n3,12", "a.csv ends in the middle of a line, .* open_end=True"),
    "cut and packed": ("a.csv.gz", f"{HEAD}1,2,0\n3,12", "ends in the middle of a line"),
    "longer rows": ("a.csv", "y_true,y_pred\n1,1,7\n0,1,8\n", "line 2 of a.csv has 3 fields, the first line 2"),
    "one longer, one shorter": ("a.csv", f"{HEAD}1,2,0,7\n3,12\n", "line 2 of a.csv has 4 fields, the first line 3"),
    "a shorter row": ("a.csv", f"{HEAD}1,2,0\n3,12\n", "line 3 of a.csv has 2 fields, the first line 3"),
    "a shorter row among quotes": ("a.csv", f'{HEAD}1,2,"a,b"\n3,12\n', "line 3 of a.csv has 2 fields"),
    "a stray quote": ("a.csv", f'{HEAD}1,2,"a\n3,12,c\n', "a.csv: unexpected end of data"),
    "other names": ("a.csv", "true,pred\n1,2\n", r"no column 'y_true' and 'y_pred'; it has \['true', 'pred'\]"),
    "a name twice": ("a.csv", "y_true,y_pred,y_pred\n1,2,3\n", "several columns 'y_pred'"),
    "nothing": ("a.csv", "", "a.csv is empty"),
    "a word": ("a.csv", f"{HEAD}1,2,0\n3,NA,0\n", "y_pred must hold numbers, got text: 'NA' at position 1"),
    "half a line of JSON": ("a.jsonl", '{"y_true":1,"y_pred":2}\n{"y_true":1,\n', "line 2 of a.jsonl is no JSON"),
}


@pytest.mark.parametrize(("name", "text", "message"), BAD_FILES.values(), ids=BAD_FILES)
def test_files_are_read_strictly(tmp_path, name, text, message):
    with pytest.raises(RuntimeError, match=message):
        em.score_partitions(em.mean_absolute_error, [written(tmp_path, name, text)])


@pytest.mark.parametrize(
    "text", ["y_true,y_pred\n1,2\n3,12\n", "y_true,y_pred\r\n1,2\r\n\r\n3,12\r\n", 'y_true,"y_pred"\n1,"2"\n3,12\n']
)
@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz"])
def test_sound_files_give_their_number(tmp_path, text, name):
    score = em.score_partitions(em.mean_absolute_error, [written(tmp_path, name, text)], n_examples=2)
    assert (score, score.n) == (5, 2)
    assert str(score) == "5.0 (n = 2)"
    cut = written(tmp_path, f"cut {name}", text.rstrip())
    assert em.score_partitions(em.mean_absolute_error, [cut], open_end=True) == 5


def test_how_many_examples_were_counted_is_said_and_can_be_expected(tmp_path):
    parts = [([1, 2], [1, 1]), ([3], [3])]
    for metric in (em.accuracy, em.mean_absolute_error, em.median_absolute_error):
        assert sum(metric.total(*part) for part in parts).n == 3
        assert em.score_partitions(metric, parts).n == 3
    total = em.total_partitions(em.accuracy, parts, n_examples=3)
    assert Total.from_bytes(total.to_bytes()).n == 3
    assert em.accuracy.total(em.confusion_matrix([1, 2], [1, 1])).n == 2
    assert em.roc_auc.total([0, 1, 1], [0.1, 0.3, 0.3]).n == 3
    assert em.score_many([em.accuracy, em.macro_f_score], parts).attrs == {"n": 3}
    assert em.score_partitions(em.f1_score, parts, zero_division=0.0).attrs == {"n": 3}
    assert em.score_partitions(em.roc_auc, [([0, 1], [0.1, 0.3])], bits=9).n == 2
    keyed = [(*part, range(10 * i, 10 * i + len(part[0]))) for i, part in enumerate(parts)]
    assert em.bootstrap_partitions(em.accuracy, keyed, key="k", n_resamples=2).n == 3
    with pytest.raises(ValueError, match="n_examples must be how many examples parts hold, got 4, but 3 were counted"):
        em.score_partitions(em.accuracy, parts, n_examples=4)
    path = written(tmp_path, "a.csv", "y_true,y_pred\n1,2\n")
    with pytest.raises(ValueError, match=r"parts must name a file once, got .*a.csv' as part 0 and part 1"):
        em.score_partitions(em.accuracy, [path, str(path)])


def test_a_file_that_was_changed_in_place_is_counted_again(tmp_path):
    path, kept = written(tmp_path, "a.csv", "y_true,y_pred\n1,2\n"), tmp_path / "kept"
    assert em.score_partitions(em.mean_absolute_error, [path], resume=kept) == 1
    before = path.stat()
    time.sleep(0.02)
    path.write_text("y_true,y_pred\n1,9\n", encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert em.score_partitions(em.mean_absolute_error, [path], resume=kept) == 8
    for total in kept.iterdir():
        total.write_bytes(total.read_bytes()[:-3])
    with pytest.raises(RuntimeError, match=r"kept/\w+.total: data have changed .*; delete this file"):
        em.score_partitions(em.mean_absolute_error, [path], resume=kept)


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_short_floats_are_in_the_bin_of_what_they_print(kind):
    p = np.arange(0, 21) / 20
    happened = np.random.default_rng(0).integers(0, 2, 21)
    for bins in (2, 4, 5, 10, 20):
        expected = em.expected_calibration_error(happened, p, bins=bins)
        assert em.expected_calibration_error(happened, p.astype(kind), bins=bins) == pytest.approx(expected, abs=1e-9)
    tiny = np.float32(1e-9)
    assert em.log_loss([1], np.array([tiny])) == pytest.approx(-np.log(np.float64(tiny)))


def test_images_may_come_one_after_the_other():
    assert em.match_detections(iter([[BOX]]), iter([[BOX]]), [[0.5]])["outcome"].to_list() == ["hit"]


def test_options_go_through_to_the_metric():
    y, p, q = [0, 1, 1, 0] * 9, [0, 1, 0, 0] * 9, [1, 1, 0, 0] * 9
    one = em.bootstrap(em.f1_score, y, p, pos_label=1, rng=0)
    assert one.interval == em.bootstrap(em.f1_score.given(pos_label=1), y, p, rng=0).interval
    assert one.metric == "f1_score(pos_label=1)"
    words = em.bootstrap(em.corpus_wer, ["a b", "c"] * 9, ["a c", "c"] * 9, tokenize="whitespace", rng=0, n_resamples=9)
    assert words.estimate == pytest.approx(1 / 3)
    gap = em.paired_bootstrap(em.f1_score, y, p, q, pos_label=1, rng=0)
    assert gap.estimate == pytest.approx(em.f1_score(y, p, pos_label=1) - em.f1_score(y, q, pos_label=1))
    assert em.permutation_test(em.f1_score, y, p, q, pos_label=1, n_resamples=99, rng=0) <= 1
    two = em.compare_systems(em.f1_score, y, {"p": p, "q": q}, test="bootstrap", pos_label=1, n_resamples=99, rng=0)
    assert two.scores == (em.f1_score(y, p, pos_label=1), em.f1_score(y, q, pos_label=1))
    assert (
        em.bootstrap(lambda x, power: (x**power).mean(), np.arange(9), power=2, rng=0, n_resamples=9).estimate == 68 / 3
    )
    with pytest.raises(TypeError, match="f1_score has no option nonsense; it has pos_label"):
        em.bootstrap(em.f1_score, y, p, nonsense=1)


def test_generators_are_read_once_by_resampling_as_well():
    y, p = [0, 1, 1, 0] * 9, [0, 1, 0, 0] * 9
    for call in (
        lambda *data: em.bootstrap(em.accuracy, *data, rng=0).interval,
        lambda *data: em.paired_bootstrap(em.accuracy, *data, y, rng=0).interval,
        lambda *data: em.by_group(em.accuracy, *data, by=y, rng=0).overall,
        lambda *data: em.coverage(em.accuracy, *data, repetitions=20, n_resamples=20, rng=0).coverage,
        lambda *data: em.decision_curve(*data)["net_benefit"].sum(),
    ):
        assert call(iter(y), iter(p)) == call(y, p)


def test_examples_can_be_drawn_within_classes():
    y, score = np.append([1, 1], np.zeros(40)), np.append([0.9, 0.4], np.arange(40) / 40)
    alone = em.bootstrap(em.roc_auc, y, score, rng=0)
    assert np.isnan(alone.low)
    assert "strata=y_true" in str(alone)
    within = em.bootstrap(em.roc_auc, y, score, strata=y, rng=0)
    assert within.undefined == 0
    assert within.low < within.estimate <= within.high
    assert "only 2 of class 1.0; use delong_interval(scale='logit')" in str(within)
    counted = em.bootstrap(lambda labels: labels.sum(), y, strata=y, rng=0, n_resamples=50)
    assert set(counted.replicates) == {2}
    means = em.bootstrap(lambda x: x.mean(), score, strata=y, n_resamples=4000, rng=0).replicates
    expected = np.sqrt(2 * score[:2].var() + 40 * score[2:].var()) / 42
    assert means.std() == pytest.approx(expected, rel=0.05)
    gap = em.paired_bootstrap(em.roc_auc, y, score, score**2, strata=y, rng=0)
    assert gap.undefined == 0
    for how in ({"groups": y}, {"method": "jackknife"}, {"method": "half"}):
        with pytest.raises(ValueError, match="strata cannot go with"):
            em.bootstrap(em.roc_auc, y, score, strata=y, **how)


NINE, FOUND = np.repeat([1, 0], [9, 91]), np.roll(np.repeat([1, 0], [9, 91]), 4)
BY_NOISE, SEVEN = np.arange(100) * 37 % 101, np.arange(100) % 7
drawn = functools.partial(em.bootstrap, rng=1)
TEN = [[list("abcde")]] * 10, [list("abcde")] * 5 + [list("abcdf")] * 5


@pytest.mark.parametrize(
    ("few", "call"),
    {
        "only 9 of class 1; use method='bca'": lambda: drawn(em.cohen_kappa, NINE, FOUND, strata=NINE),
        "only 9 of class 1; use delong": lambda: drawn(em.roc_auc, NINE, BY_NOISE),
        "bca; only 9 of class 'no')": lambda: drawn(
            em.macro_f_score, *(np.where(each, "no", "yes") for each in (NINE, FOUND)), method="bca", strata=NINE
        ),
        "only 9 of class 1)": lambda: drawn(em.log_loss, NINE, (BY_NOISE + 1) / 103, method="bca"),
        "only 9 of class 'of the others'": lambda: drawn(em.roc_auc, NINE, BY_NOISE, pos_label=0),
        "only 9 of class 1; use": lambda: em.paired_bootstrap(em.roc_auc, NINE, BY_NOISE, SEVEN, rng=1),
        "only 9 of class 1; p": lambda: em.compare_systems(
            em.roc_auc, NINE, {"one": BY_NOISE, "other": SEVEN}, test="bootstrap", method="bca", rng=1
        ),
        "only 9 positives; use scale='logit'": lambda: em.delong_interval(NINE, BY_NOISE),
        "only 9 negatives": lambda: em.delong_test(1 - NINE, BY_NOISE, SEVEN).interval,
        "only 9 positives": lambda: em.auc_interval(0.8, 9, 91),
        "logit; only 9 positives": lambda: em.pr_auc_interval(0.8, 9),
        "only 7 groups; use method='jackknife'": lambda: drawn(em.accuracy, NINE, FOUND, groups=SEVEN),
        "only 10 examples; use method='jackknife'": lambda: drawn(em.corpus_bleu, *TEN),
        "bca; only 12 examples)": lambda: drawn(np.mean, BY_NOISE[:12], method="bca"),
        "only 20 examples; use wilson_interval": lambda: drawn(em.accuracy, NINE[:20], FOUND[:20]),
        "width 0 is too sure; for a share, use wilson_interval": lambda: drawn(em.accuracy, NINE, NINE),
        "only 9 seen by people": lambda: em.ppi_mean([*SEVEN[:9], *[np.nan] * 90], BY_NOISE[:99]),
        "width 0": lambda: em.delong_interval(NINE, NINE),
        "for an area of 1, use wilson_interval(k, k)": lambda: em.delong_interval(NINE, NINE, scale="logit"),
        "paired_bootstrap(..., strata=y_true)": lambda: em.compare_systems(
            em.roc_auc, NINE[7:40], {"one": BY_NOISE[:33], "other": SEVEN[:33]}, test="bootstrap", n_resamples=99, rng=0
        ),
        "all pairs at once; groups without errors": lambda: em.by_group(em.accuracy, NINE, NINE, by=NINE, small=1),
        "wilson_interval": lambda: em.question_mean([1] * 50),
    }.items(),
)
def test_a_printed_interval_of_too_little_says_so(few, call):
    assert few in str(call())


def test_a_printed_interval_of_enough_says_nothing_else():
    y, p = np.append(NINE, 1), np.append(FOUND, 1)
    for found in (
        drawn(em.roc_auc, y, np.append(BY_NOISE, 50)),
        drawn(em.accuracy, NINE, FOUND),
        drawn(em.mean_absolute_error, SEVEN[:21], BY_NOISE[:21]),
        drawn(np.mean, BY_NOISE[:9], method="jackknife"),
        em.paired_bootstrap(em.accuracy, y, p, 1 - p, rng=1),
        em.delong_interval(y, np.append(BY_NOISE, 50)),
    ):
        assert str(found).endswith(f" (95 %, {found.method if hasattr(found, 'method') else found.interval.method})")


def test_a_table_of_two_systems_is_tested_as_their_answers_are():
    table = [[10, 5], [3, 12]]
    right_1, right_2 = [1] * 15 + [0] * 15, [1] * 10 + [0] * 5 + [1] * 3 + [0] * 12
    assert em.mcnemar_test(table) == em.mcnemar_test([1] * 30, right_1, right_2)
    assert em.mcnemar_test(pd.DataFrame(table), method="mid_p").only_1_correct == 5

    crossed = pd.crosstab(pd.Series(right_1), pd.Series(right_2))  # wrong comes first
    assert em.mcnemar_test(crossed, alternative="greater") == em.mcnemar_test(table, alternative="greater")
    with pytest.raises(ValueError, match=r"where it stands alone, .* got \[10.0, 5.0, 3.0, 12.0\]"):
        em.mcnemar_test([10, 5, 3, 12])


def test_the_order_of_grades_is_what_their_type_says():
    one, two = (pd.Series(pd.Categorical([*each], [*"cba"], ordered=True)) for each in ("cbac", "caac"))
    kappa = em.cohen_kappa([0, 1, 2, 0], [0, 2, 2, 0], weights="quadratic")
    assert em.cohen_kappa(one, two, weights="quadratic") == kappa
    assert em.cohen_kappa(em.confusion_matrix(one, two), weights="quadratic") == kappa
    alpha = em.krippendorff_alpha([[0, 0], [1, 2], [2, 2], [0, 0]], level="ordinal", raters="columns")
    assert em.krippendorff_alpha(pd.DataFrame({"one": one, "two": two}), level="ordinal") == alpha
    with pytest.raises(TypeError, match=r"of grades in order give pd.Series\(x\).cat.codes"):
        em.spearman(one, two)
    with pytest.raises(ValueError, match=r"cm must list the grades in order .* pd.DataFrame\(cm.to_numpy\(\)\)"):
        em.cohen_kappa(em.confusion_matrix([*"cba"], [*"caa"]), weights="linear")
    with pytest.raises(ValueError, match=r"cm must list all grades there are .* with gaps"):
        em.cohen_kappa(em.confusion_matrix([1, 2, 5], [1, 1, 5]), weights="linear")
    with pytest.raises(ValueError, match="hold the text 'nan', as of a grade that is missing"):
        em.cohen_kappa(np.array(["a", np.nan]), ["a", "b"])


@pytest.mark.parametrize("unit", [2.0**-1000, 1e-160, 1e160, 2.0**1000])
def test_the_unit_of_what_has_none_changes_nothing(unit):
    x, y = np.random.default_rng(0).normal(size=(2, 30))
    for score in (
        em.pearson,
        em.r2,
        em.explained_variance,
        em.adjusted_r2.given(n_features=1),
        em.signal_to_distortion_ratio,
        lambda x, y: em.silhouette(np.column_stack([x, y]), np.arange(30) % 2),
        lambda x, y: em.bootstrap(em.r2, x, y, rng=0, n_resamples=9).low,
    ):
        assert float(score(unit * x, unit * y)) == pytest.approx(float(score(x, y)), rel=1e-9)


class Column(tuple):
    """A column of Arrow: its entries are equal to nothing else."""

    def __iter__(self):
        return (object() for _ in range(len(self)))

    def __array__(self, dtype=None, copy=None):
        return np.fromiter(self, dtype=object)

    def to_pylist(self):
        return [*super().__iter__()]


def test_columns_of_arrow_hold_what_they_say():
    assert em.success_at_k([1, 2], Column(([1, 3], [4, 2])), 2) == 1
    assert em.corpus_wer(Column(("a b", "c")), ["a b", "d"], tokenize="whitespace") == pytest.approx(1 / 3)
    assert len(em.edit_operations(Column(("a", "b")), ["a", "c"])) == 2


def test_a_leaderboard_of_two_with_one_winner_has_both_ends():
    board = em.leaderboard(["a"] * 5, ["b"] * 5, [1] * 5)
    assert board.ratings["rating"].to_dict() == {"a": np.inf, "b": -np.inf}
    assert board.ratings[["low", "high"]].isna().all(axis=None)


class Tensor(list):
    requires_grad = True


SQUARE = np.ones((3, 3), dtype=bool)
COCO = {"images": [], "annotations": []}
QRELS = {"query": {"document": 1}}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: em.accuracy([{"a"}, {"b"}], [{"a"}, {"c"}]), r"several labels per example are scored by f1_score"),
        (lambda: em.accuracy(np.eye(3), np.eye(3)), r"of one column of 0 and 1 per class, give np.argmax\(y_true"),
        (lambda: em.accuracy({"a": 1}, {"a": 1}), r"list\(y_true.values\(\)\)"),
        (lambda: em.roc_auc([{"a"}, {"b"}], [1, 0]), "multiclass_roc_auc"),
        (lambda: em.coco_mean_average_precision([[(SQUARE, 1)]], [[]]), "iou, dice and mean_iou score masks"),
        (lambda: em.coco_mean_average_precision([{"bbox": 1}], [[]]), "from_coco"),
        (lambda: em.mean_average_precision(QRELS, QRELS), r"k must be .*from_trec\(qrels, run\)"),
        (lambda: em.mean_absolute_error(pd.date_range("2024", periods=2), [1, 2]), r"np.timedelta64\(1, 'D'\)"),
        (lambda: em.iou(SQUARE, (0, 0, 2, 2)), "got a mask: iou takes two masks, or two boxes"),
        (lambda: em.mean_iou(SQUARE, SQUARE), r"must have rows and columns, .*: of one image give \[truths\]"),
        (lambda: em.mean_iou([SQUARE], [np.array([SQUARE] * 3)]), "of scores per class take the argmax first"),
        (lambda: em.coco_mean_average_precision(COCO, [[]]), r"from_coco\(truths, results\) makes"),
        (lambda: em.ndcg(QRELS, QRELS), r"of qrels and a run, found = from_trec\(qrels, run\)"),
        (lambda: em.mean_average_precision(QRELS), r"from_trec\(qrels, run\) makes found.relevances"),
        (lambda: em.mean_absolute_error(Tensor([1.0]), [1.0]), r"give y_true.detach\(\).cpu\(\).numpy\(\)"),
        (lambda: em.corpus_bleu([["a b"]], ["a b"]), r"split the strings, or say how to with tokenize= .*'13a'"),
        (lambda: em.bert_score([["a"]], ["a"]), r"needs embed; help\(bert_score\) has an example"),
        (lambda: em.bootstrap(em.accuracy([1], [1]), [1], [1]), "pass the function itself"),
    ],
)
def test_a_refusal_of_a_foreign_shape_names_the_next_call(call, message):
    with pytest.raises((TypeError, ValueError), match=message) as refused:
        call()
    assert len(str(refused.value)) <= 600


def test_a_star_imports_the_names_and_help_stays_short():
    star = "from evalmetrics import *; print(bootstrap.__name__, accuracy([1], [1]))"
    helped = "import evalmetrics, pydoc; print(len(pydoc.plain(pydoc.render_doc(evalmetrics))))"
    said = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for code in (star, helped)
    ]
    assert said[0].split() == [b"bootstrap", b"1.0"]
    assert int(said[1]) < 10_000


Y, P = np.array([0, 1, 1, 0, 1, 0, 1, 1]), np.array([0.2, 0.7, 0.4, 0.6, 0.9, 0.1, 0.8, 0.55])
FRAME = pd.DataFrame({"y": Y, "p": P, "text": np.where(Y, "spam", "mail"), "call": np.where(P > 0.5, "spam", "mail")})
SHUFFLED = FRAME.sample(frac=1, random_state=0)
PROBABILITIES = np.column_stack([1 - P, P])
# Forms in which documentations of scikit-learn and pandas hand labels and scores to metrics.
IDIOMS = {
    "p > 0.5": lambda f: f(Y, P > 0.5),
    "predict_proba.argmax(axis=1)": lambda f: f(Y, PROBABILITIES.argmax(axis=1)),
    "decision_function > 0": lambda f: f(Y, (np.log(P / (1 - P)) > 0).astype(int)),
    "classes_[argmax]": lambda f: f(FRAME["text"], np.array(["mail", "spam"])[PROBABILITIES.argmax(axis=1)]),
    "float32": lambda f: f(Y.astype(np.float32), (P > 0.5).astype(np.int8)),
    "-1 and 1": lambda f: f(2 * Y - 1, np.where(P > 0.5, 1, -1)),
    "y_test of a split, predictions as an array": lambda f: f(SHUFFLED["y"], (SHUFFLED["p"] > 0.5).to_numpy()),
    "a sorted copy": lambda f: f(*(FRAME.sort_values("p")[c] for c in ("text", "call"))),
    "a reversed frame": lambda f: f(FRAME[::-1]["y"], FRAME[::-1]["p"] > 0.5),
    "y.loc[other.index]": lambda f: f(FRAME["y"].loc[SHUFFLED.index], SHUFFLED["p"] > 0.5),
    "values.ravel()": lambda f: f(FRAME[["y"]].to_numpy().ravel(), P > 0.5),
    "reset_index": lambda f: f(SHUFFLED["y"].reset_index(drop=True), (SHUFFLED["p"] > 0.5).reset_index(drop=True)),
    "default index beside a filtered one": lambda f: f(pd.Series(Y, np.arange(8) + 3), pd.Series(P > 0.5)),
    "an index with repeats": lambda f: f(pd.Series(Y, [0, 1] * 4), pd.Series(P > 0.5, [1, 0] * 4)),
    "map": lambda f: f(FRAME["text"].map({"spam": 1, "mail": 0}), FRAME["p"].map(lambda p: int(p > 0.5))),
    "lists": lambda f: f(Y.tolist(), (P > 0.5).tolist()),
    "generators": lambda f: f((int(y) for y in Y), (p > 0.5 for p in P)),
    "text": lambda f: f(FRAME["text"], FRAME["call"]),
    "text of one width": lambda f: f(FRAME["text"].to_numpy(dtype="U8"), FRAME["call"].to_numpy(dtype="U4")),
    "categories": lambda f: f(FRAME["text"].astype("category"), FRAME["call"].astype("category")),
    "nullable whole numbers": lambda f: f(FRAME["y"].astype("Int64"), (FRAME["p"] > 0.5).astype("Int64")),
    "nullable text": lambda f: f(FRAME["text"].astype("string"), FRAME["call"].astype("string")),
    "an Index": lambda f: f(pd.Index(Y), pd.Index(P > 0.5)),
    "Arrow": lambda f: f(*(pytest.importorskip("pyarrow").array(FRAME[c]) for c in ("text", "call"))),
    "pandas of Arrow": lambda f: f(
        *(FRAME[c].astype(pd.ArrowDtype(pytest.importorskip("pyarrow").string())) for c in ("text", "call"))
    ),
    "Polars": lambda f: f(*(pytest.importorskip("polars").Series(FRAME[c]) for c in ("text", "call"))),
    "memory that may not be written": lambda f: f(np.frombuffer(Y.tobytes(), dtype=Y.dtype), P > 0.5),
    "other bytes": lambda f: f(Y.astype(">i4"), P > 0.5),
}


@pytest.mark.parametrize("idiom", IDIOMS.values(), ids=IDIOMS)
@pytest.mark.parametrize("metric", [em.accuracy, em.matthews_correlation, em.cohen_kappa, em.rand_index])
def test_what_people_write_gives_its_number(idiom, metric):
    assert idiom(metric) == pytest.approx(metric(Y, (P > 0.5).astype(int)))


NUMBERS = {
    "an array": lambda f: f(Y, P),
    "a shuffled frame": lambda f: f(SHUFFLED["y"], SHUFFLED["p"]),
    "float truth": lambda f: f(Y.astype(float), P.tolist()),
    "booleans": lambda f: f(FRAME["y"] == 1, FRAME["p"]),
    "nullable": lambda f: f(FRAME["y"].astype("Int64"), FRAME["p"].astype("Float64")),
    "generators": lambda f: f((int(y) for y in Y), (float(p) for p in P)),
    "Arrow": lambda f: f(*(pytest.importorskip("pyarrow").array(FRAME[c]) for c in ("y", "p"))),
}


@pytest.mark.parametrize("idiom", NUMBERS.values(), ids=NUMBERS)
@pytest.mark.parametrize("metric", [em.roc_auc, em.average_precision, em.brier_score, em.log_loss, em.pearson])
def test_what_people_write_of_scores_gives_its_number(idiom, metric):
    assert float(idiom(metric)) == pytest.approx(float(metric(Y, P)))


INDEX = list("abcd")
LABELS, SHARES = pd.Series([1, 0, 1, 0], INDEX), pd.Series([0.1, 0.2, 0.3, 0.4], INDEX)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: em.win_rate([*"abab"], pd.Series([*"baba"], INDEX), x),
        lambda x: em.multiclass_roc_auc(LABELS, pd.DataFrame({0: 1 - x, 1: x})),
        lambda x: em.ppi_mean(SHARES, x),
        lambda x: em.kl_divergence(SHARES, x),
        lambda x: em.silhouette(pd.DataFrame({"x": SHARES}), x.round()),
        lambda x: em.signal_to_distortion_ratio(SHARES, x),
        lambda x: em.ranked_relevance(LABELS, x),
        lambda x: em.mcnemar_test([1, 1, 0, 0], LABELS, x.round()),
        lambda x: em.paired_bootstrap(em.roc_auc, [1, 1, 0, 0], SHARES, x),
        lambda x: em.by_group(em.accuracy, [1, 1, 0, 0], LABELS, by=x),
        lambda x: em.roc_curve(LABELS, SHARES, sample_weight=x),
        lambda x: em.precision_recall_curve([1, 0, 1, 0], SHARES, sample_weight=x),
        lambda x: em.best_threshold(LABELS, SHARES, em.accuracy, sample_weight=x),
        lambda x: em.calibration_curve(LABELS, SHARES, sample_weight=x),
        lambda x: em.brier_decomposition(LABELS, SHARES, sample_weight=x),
        lambda x: em.confusion_matrix(LABELS, [1, 1, 0, 0], sample_weight=x),
        lambda x: em.default_prediction(SHARES, em.r2, sample_weight=x),
        lambda x: em.question_mean(SHARES, groups=x),
        lambda x: em.mean_opinion_score(1 + SHARES, items=x),
        lambda x: em.leaderboard([*"abab"], [*"baba"], LABELS, groups=x),
        lambda x: em.leaderboard([*"abab"], [*"baba"], LABELS, style=pd.DataFrame({"length": x})),
        lambda x: em.coverage(em.accuracy, LABELS, LABELS, groups=x),
    ],
)
def test_what_goes_with_examples_pairs_no_rows_in_another_order(call):
    with pytest.raises(ValueError, match="have the same index in another order"):
        call(SHARES[::-1])
