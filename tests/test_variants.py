"""Which variant was it: libraries' own numbers are found, published numbers are told apart, luck is reckoned with."""

import contextlib
import io
import re
from dataclasses import FrozenInstanceError

import numpy as np
import pandas as pd
import pytest
import sacrebleu

import evalmetrics as em
import evalmetrics_book as book
from evalmetrics.forensics.variants.families import family_of
from evalmetrics.forensics.variants.families.texts import aligned
from evalmetrics.forensics.variants.settings import axes_of, registry, tried
from evalmetrics_book.documents import RAW

from .printed_by_libraries import LIBRARIES, PRINTS

ROWS = [
    (family, axis, value["is"], who)
    for family, about in registry().items()
    for axis, values in about["axes"].items()
    for value in values
    for who in value.get("who", ())
    if who.split()[0] in LIBRARIES
]
DIGITS = 6  # rouge adds 1e-8 to a divisor
PAIR = [RAW[0]], [RAW[1]]


def holds(report, axis, value):
    return report.fixed.get(axis) == value or value in report.free.get(axis, [])


def printed_by(report, samples, i=0):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(report.code(i), {"em": em, **dict(zip(report.samples, samples, strict=True))})
    return out.getvalue().strip()


@pytest.mark.parametrize(("family", "axis", "value", "who"), ROWS, ids=lambda part: str(part)[:30])
def test_the_number_that_a_library_prints_is_found(family, axis, value, who):
    samples, number = PRINTS[family, who](value)
    report = em.which_variant(
        family, f"{number:.{DIGITS}f}", *samples, rounding="nearest", transform=["as is"], axes={axis: [value]}
    )
    assert not report.matches.empty, report
    assert printed_by(report, samples) == report.printed
    usual = registry()[family]["axes"][axis][0]["is"]
    if value != usual:
        with contextlib.suppress(ValueError):  # no such setting
            other = em.variant_score(family, *samples, **report.settings[0] | {axis: usual})
            assert abs(other - number) > 10**-DIGITS, "these data do not tell it from the usual variant"


def test_every_library_that_is_run_is_named():
    assert set(PRINTS) == {(family, who) for family, _, _, who in ROWS}


@pytest.mark.parametrize("family", em.variant_families())
def test_the_usual_variant_is_what_nobody_has_to_say(family):
    table = em.variants(family)
    assert list(table.columns) == ["axis", "value", "default", "who", "source"]
    assert (table.groupby("axis")["default"].sum() == 1).all()
    assert (table["who"] != "").all()
    assert not table.duplicated(["axis", "value"]).any()


SAMPLES = {family: PRINTS[family, who](value)[0] for family, _, value, who in ROWS} | {
    "perplexity": ([[-1.0, -2.5, -0.1], [-0.5, -3.0]], ["one two", "three"])
}


@pytest.mark.parametrize("family", em.variant_families())
def test_all_settings_at_once_score_as_each_does_alone(family):
    family = family_of(family)
    data = family.read(*SAMPLES[family.name])
    grid = tried(family, data, axes_of(family, data, {}), 60.0)
    rng = np.random.default_rng(0)
    for place in rng.permutation(np.flatnonzero(np.isfinite(grid.scores)))[:40]:
        alone = em.variant_score(family.name, *SAMPLES[family.name], **grid.setting(int(place)))
        assert alone == pytest.approx(grid.scores.ravel()[place], abs=1e-12)
    assert grid.scores[grid.usual] == pytest.approx(em.variant_score(family.name, *SAMPLES[family.name]), abs=1e-12)
    assert grid.complete
    assert grid.tried <= grid.scores.size


# --- BLEU ---------------------------------------------------------------------------------------------------------


def test_the_number_of_the_documents_is_of_the_sentences_as_they_stand():
    report = em.which_variant("bleu", "0.33933", *PAIR)
    assert report.matches["value"].round(6).tolist() == [0.339325]
    assert report.fixed == {"case": "kept", "punctuation": "kept", "order": 4}
    assert report.expected_by_chance < 0.01
    assert report.complete
    assert (report.tried, report.failed) == (20736, {})
    assert report.code() == 'print(format(em.variant_score("bleu", references, hypotheses), ".5f"))'


@pytest.mark.parametrize(
    ("number", "departs"),
    [("0.386275", {"case": "lowered", "punctuation": "dropped"}), ("0.4692", {"case": "lowered"})],
)
def test_what_was_done_to_the_texts_is_told(number, departs):
    report = em.which_variant("bleu", number, *PAIR)
    assert report.settings[0] == departs
    assert len(report.matches) == 1
    assert printed_by(report, PAIR) == number


def test_two_digits_prove_nothing():
    many, few = (em.which_variant("bleu", number, *PAIR) for number in ("0.33933", "0.34"))
    assert many.expected_by_chance < 0.01 < 0.5 < few.expected_by_chance
    assert "a match proves nothing" in str(few)


def test_a_percentage_is_one_reading_of_a_number():
    by_sign, by_hand = (em.which_variant("bleu", text, *PAIR) for text in ("33.93%", "33.93"))
    assert by_hand.matches["transform"].tolist() == ["percent"]
    assert by_sign.matches["transform"].tolist() == ["as is"]
    for report in (by_sign, by_hand):
        assert printed_by(report, PAIR) == report.printed


@pytest.mark.parametrize("scale", [1, 100])
def test_all_digits_of_a_float_are_the_number_that_a_library_computed(scale):
    printed = repr(sacrebleu.sentence_bleu(RAW[1], [RAW[0]]).score / 100 * scale)
    report = em.which_variant("bleu", printed, *PAIR)
    assert report.fixed["case"] == "kept"
    assert em.which_variant("bleu", printed[:-4] + "0000", *PAIR).matches.empty


def test_one_text_may_stand_alone():
    assert em.variant_score("bleu", *RAW) == em.variant_score("bleu", *PAIR)


def test_a_tokeniser_of_ones_own_is_one_more_value():
    def letters(text):
        return list(text)

    narrowed = {"tokenize": ["13a", letters], "order": [2], "smoothing": ["none"]}
    report = em.which_variant("bleu", "0.7071", ["abcd"], ["abce"], axes=narrowed)
    assert report.fixed["tokenize"] is letters
    assert "tokenize = letters" in str(report)
    assert "tokenize=letters" in report.code()


# --- F, word error rate, ROUGE --------------------------------------------------------------------------------------


def test_two_averages_are_called_macro_f():
    report = em.which_variant("f", "0.4832", book.example_matrix("ex1"))
    assert report.fixed["average"] == "F of macro averages"
    assert holds(em.which_variant("f", "0.4253", book.example_matrix("ex1")), "average", "macro")


def test_a_number_that_was_cut_is_told_from_one_that_was_rounded():
    ex1 = book.example_matrix("ex1")
    report = em.which_variant("f", "0.187", ex1, transform=["as is"])
    assert report.matches[["value", "printed"]].to_numpy().tolist() == [[0.1875, "cut"]]
    assert {"class pos", "class neg", "micro without neutral"} <= set(report.free["average"])
    assert printed_by(report, [ex1]) == "0.187"
    assert em.which_variant("f", "0.187", ex1, rounding="nearest", transform=["as is"]).matches.empty
    assert em.which_variant("f", "0.188", ex1, rounding="nearest").matches["printed"].unique().tolist() == ["rounded"]


def test_what_stands_for_an_undefined_class_can_be_told():
    ex2 = book.example_matrix("ex2")
    for number, value in [("0.3109", 0), ("0.9328", "left out with P or R")]:
        report = em.which_variant("f", number, ex2, axes={"average": ["macro"], "beta": [1.0]})
        assert holds(report, "undefined", value)
    assert em.variant_score("f", ex2, undefined="left out") == pytest.approx(0.310924, abs=1e-6)  # scikit-learn's nan


def test_error_rates_are_told_by_what_divides_them():
    said, heard = ["kim never won the race", "yes"], ["Kim won the race", "no no no"]
    report = em.which_variant("wer", "0.7500", said, heard)
    assert em.variant_score("wer", said, heard) == 5 / 6
    assert holds(report, "rate", "edits / hypothesis") or holds(report, "rate", "edits / longer text")
    assert printed_by(report, (said, heard)) == "0.7500"


def test_an_alignment_by_other_costs_costs_as_little_as_any():
    rng = np.random.default_rng(0)
    costs = {"insertion": 3, "deletion": 3, "substitution": 4}
    for _ in range(200):
        r, h = ([*map(str, rng.integers(0, 4, rng.integers(1, 9)))] for _ in range(2))
        s, d, i, hits = aligned(r, h, "by 3, 3, 4")
        assert 3 * (d + i) + 4 * s == em.edit_distance(r, h, **costs)
        assert (s + d + hits, s + i + hits) == (len(r), len(h))


# --- curves, lists, numbers -----------------------------------------------------------------------------------------

TIED = [1, 0, 1, 0, 0], [0.5, 0.5, 0.5, 0.5, 0.1]


@pytest.mark.parametrize(
    ("family", "samples"),
    [("area", ([1, 0, 1, 0, 0, 1], [0.9, 0.9, 0.4, 0.4, 0.4, 0.1])), ("map", TIED), ("ndcg", TIED)],
)
def test_no_order_of_tied_items_leaves_the_range(family, samples):
    report = em.which_variant(family, "0.5", *samples)
    low, high = report.tie_range
    assert low < high
    assert (low, high) == tuple(em.variant_score(family, *samples, ties=ties) for ties in ("worst", "best"))
    rng = np.random.default_rng(0)
    for _ in range(50):
        order = rng.permutation(len(samples[0]))
        shuffled = [np.array(sample)[order].tolist() for sample in samples]
        assert low - 1e-12 <= em.variant_score(family, *shuffled, ties="as given") <= high + 1e-12
    assert "Orders of tied items reach" in str(report)
    assert em.which_variant("f", "0.5", [0, 1], [0, 1]).tie_range is None


def test_no_variant_of_dcg_prints_the_number_of_the_documents():
    served = [2, 3, 3, 1, 2], [5, 4, 3, 2, 1]
    report = em.which_variant("ndcg", "6.64", *served)
    assert report.matches.empty
    assert em.which_variant("ndcg", "6.60", *served).fixed["ideal"] == "none: DCG"
    swapped = [2, 3, 3, 2, 1], [5, 4, 3, 2, 1]  # its last two items the other way round
    assert em.which_variant("ndcg", "6.64", *swapped).fixed["ideal"] == "none: DCG"


def test_average_precision_by_other_divisors():
    relevant = [1, 0, 1, 0, 0, 1, 1], [7, 6, 5, 4, 3, 2, 1]
    values = {of: em.variant_score("map", *relevant, k=3, denominator=of) for of in ("relevant", "min", "found")}
    assert values == {of: pytest.approx(em.average_precision_at_k(relevant[0], 3, denominator=of)) for of in values}
    more = em.which_variant("map", f"{values['relevant'] * 4 / 8:.5f}", *relevant, [8])
    assert holds(more, "k", 3)
    assert more.samples == ("y_true", "y_score", "n_relevant")
    assert printed_by(more, (*relevant, [8])) == more.printed


def test_equal_error_rates_of_the_hull_are_no_higher():
    rng = np.random.default_rng(1)
    for _ in range(20):
        y, s = rng.integers(0, 2, 40), rng.random(40)
        hull, curve = (em.variant_score("eer", y, s, rule=rule) for rule in ("convex hull", "interpolated"))
        assert hull <= curve + 1e-12
        assert curve == pytest.approx(em.equal_error_rate(y, s))


def test_perplexities_of_the_documents_are_told_apart():
    texts = [[np.log(0.1)] * 4, [np.log(0.5)]]
    told = {"7.2478": ("aggregate", "corpus"), "4.4721": ("aggregate", "geometric mean")}
    for number, (axis, value) in told.items():
        assert em.which_variant("perplexity", number, texts).fixed[axis] == value
    assert em.which_variant("perplexity", "1.77828", texts[0]).fixed["report"] == "normalised twice"
    with_words = em.which_variant("perplexity", "10.00", texts[0], "one two three four")
    assert {"tokens", "words"} <= set(with_words.free["unit"])
    assert em.variant_score("perplexity", texts[0], "ab cd", unit="characters", report="entropy", base="2") == (
        pytest.approx(4 * np.log2(10) / 5)
    )
    with pytest.raises(ValueError, match="at most 0"):
        em.which_variant("perplexity", "10.0", [0.1, 0.2])


def test_what_stands_behind_plus_or_minus():
    values = [0.81, 0.84, 0.78, 0.9, 0.86, 0.83]
    report = em.which_variant("spread", f"{np.std(values):.5f}", values, transform=["as is"])
    assert report.fixed["ddof"] == 0
    assert report.fixed["what"] == "standard deviation"
    five = em.which_variant("spread", f"{np.std(values[:5]):.5f}", values[:5], transform=["as is"])
    assert five.free["what"] == ["standard deviation", "two standard errors"]  # 2 / sqrt(5) is sqrt(4 / 5)
    assert em.variant_score("spread", values, quantile="normal", what="half width") == pytest.approx(
        1.959964 * np.std(values, ddof=1) / np.sqrt(6), rel=1e-6
    )


def test_r_squared_over_folds_needs_folds():
    y, p = [1.0, 2, 3, 4, 5, 6], [1.5, 2, 2, 4, 6, 5]
    with pytest.raises(ValueError, match="do not go together"):
        em.variant_score("r2", y, p, folds="mean of folds")
    naive = [(v - m) ** 2 for v, m in zip(y, [5, 5, 5, 2, 2, 2], strict=True)]
    assert em.variant_score("r2", y, p, list("aaabbb"), folds="against the mean of training") == pytest.approx(
        1 - np.sum((np.array(y) - p) ** 2) / np.sum(naive)
    )


def test_coefficients_that_no_library_here_computes():
    x, y = [1.0, 2, 3, 4], [1.0, 3, 2, 6]
    assert em.variant_score("correlation", x, y, kind="Kendall a") == pytest.approx(4 / 6)
    assert em.variant_score("correlation", x, y, kind="Lin's concordance") == pytest.approx(
        2 * 1.75 / (1.25 + 3.5 + 0.25)
    )
    first, second = list("aabb"), list("abbb")
    assert em.variant_score("kappa", first, second, coefficient="Gwet's AC") == pytest.approx(
        (0.75 - 2 * 3 / 8 * 5 / 8) / (1 - 2 * 3 / 8 * 5 / 8)
    )


def test_figures_show_the_values_and_the_number():
    report = em.which_variant("bleu", "0.34", *PAIR)
    ax = book.plot_variants(report, names={"usual": report.usual})
    lines, band, mark = ax.collections
    assert mark.get_segments()[0][:, 0].tolist() == [0.34, 0.34]
    assert sorted(segment[0, 0] for segment in lines.get_segments()) == pytest.approx(sorted(report.scores))
    assert band.get_paths()[0].get_extents().intervalx.tolist() == pytest.approx([0.33, 0.35])
    assert [text.get_text() for text in ax.texts] == ["0.34", "usual"]


def test_readings_are_a_dot_each_with_their_names_above_and_below_by_turns():
    ax = book.plot_readings({"SD": {"pandas": 2.0, "NumPy": 1.0, "lost": np.nan}, "BLEU": pd.Series({"ours": 0.5})})
    assert [line.get_xydata().tolist() for line in ax.lines] == [[[1, 0], [2, 0]], [[0.5, 1]]]
    assert [(text.get_text(), *text.xy) for text in ax.texts] == [("NumPy", 1, 0), ("pandas", 2, 0), ("ours", 0.5, 1)]
    assert [text.xyann[1] > 0 for text in ax.texts] == [True, False, True]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["SD", "BLEU"]
    assert ax.get_ylim()[0] > ax.get_ylim()[1], "the first stands on top"


# --- what comes of any family --------------------------------------------------------------------------------------


def test_time_may_run_out():
    report = em.which_variant("bleu", "0.33933", *PAIR, limit_seconds=1e-9)
    assert not report.complete
    assert 0 < report.tried < 20736
    assert "Time was up" in str(report)


def test_what_fails_is_told():
    def broken(text):
        raise RuntimeError("no such alphabet")

    report = em.which_variant("bleu", "0.33933", *PAIR, axes={"tokenize": ["13a", broken]})
    assert report.failed == {"RuntimeError: no such alphabet": report.tried // 2}
    assert "no such alphabet" in str(report)


def test_nothing_matches_but_something_is_near():
    report = em.which_variant("bleu", "0.33999", *PAIR)
    assert report.matches.empty
    assert (report.fixed, report.free) == ({}, {})
    assert report.near["distance"].is_monotonic_increasing
    assert report.near.loc[0, "departs"] == "punctuation = dropped, smoothing = add 1 to all"
    with pytest.raises(IndexError, match="there are 0 matches, got 0"):
        report.code()


def test_many_matches_are_counted_and_not_listed():
    report = em.which_variant("bleu", "0.3", *PAIR, transform=["as is"], near=0)
    assert len(report.matches) > 20
    assert f"and {len(report.matches) - 5} values more" in str(report)
    assert str(report).count("(rounded") + str(report).count("(cut") == 5


def test_a_report_is_frozen_and_can_be_read():
    report = em.which_variant("bleu", "0.33933", *PAIR)
    with pytest.raises(FrozenInstanceError):
        report.tried = 0
    assert repr(report) == str(report)
    assert report._repr_markdown_().startswith("**bleu 0.33933: 1 of ")
    assert report._repr_markdown_().count("\n- ") == str(report).count("\n")


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        (lambda: em.which_variant("blue", "0.3", *PAIR), ValueError, ".*".join(map(repr, em.variant_families()))),
        (lambda: em.variants("blue"), ValueError, "'bleu'"),
        (lambda: em.which_variant("bleu", 0.33933, *PAIR), TypeError, "string with all its digits"),
        (lambda: em.which_variant("bleu", "a third", *PAIR), ValueError, "printed must be"),
        (lambda: em.which_variant("bleu", "0.3", ["a"], ["a", "b"]), ValueError, "same length|as many"),
        (lambda: em.which_variant("wer", "0.3", [["a", "b"]], ["a"]), ValueError, r"got 2 at references\[0\]"),
        (lambda: em.which_variant("bleu", "0.3", ["a"]), ValueError, "bleu takes references, hypotheses"),
        (lambda: em.which_variant("bleu", "0.3", ["a"], [["a"]]), TypeError, "must be a string"),
        (lambda: em.which_variant("bleu", "0.3", *PAIR, axes={"cases": ["kept"]}), ValueError, "case"),
        (lambda: em.which_variant("bleu", "0.3", *PAIR, axes={"case": ["upper"]}), ValueError, "'lowered'"),
        (lambda: em.which_variant("bleu", "0.3", *PAIR, axes={"case": "kept"}), ValueError, "list of values"),
        (lambda: em.which_variant("bleu", "0.3", *PAIR, axes={"order": 3}), ValueError, "list of values"),
        (lambda: em.which_variant("bleu", "0.3", *PAIR, axes=["order"]), TypeError, "axes must be a dictionary"),
        (lambda: em.which_variant("bleu", "0.3", *PAIR, transform=["per mille"]), ValueError, "percent"),
        (lambda: em.which_variant("bleu", "0.3", *PAIR, rounding="down"), ValueError, "nearest"),
        (lambda: em.which_variant("bleu", "0.3", *PAIR, near=-1), ValueError, "near"),
        (lambda: em.which_variant("bleu", "0.3", *PAIR, limit_seconds=0), ValueError, "limit_seconds"),
        (lambda: em.variant_score("bleu", *PAIR, tokenise="13a"), ValueError, "tokenize"),
    ],
)
def test_bad_input_is_named(wrong, error, says):
    with pytest.raises(error, match=says) as caught:
        wrong()
    assert not re.search(r"KeyError|NoneType", str(caught.value))


BAD_PAIRS = [([], []), (None, None), ([1, 0], ["a", "b"]), ([1, 0], [np.nan, 1]), ([1, 0], [1])]
BAD_TEXTS = [([], []), (None, None), (["a"], [None]), (["a"], ["a", "b"]), ([[]], ["a"]), ([1], ["a"])]


BAD = [
    (family, samples)
    for family in em.variant_families()
    for i, samples in enumerate(BAD_TEXTS if registry()[family]["samples"][0] == "references" else BAD_PAIRS)
    if family != "spread" or i not in (2, 3)  # groups may be called anything
]


@pytest.mark.parametrize(("family", "samples"), BAD)
def test_samples_that_no_family_can_take_are_named(family, samples):
    named = "|".join(name.rstrip("?") for name in registry()[family]["samples"])
    with pytest.raises((TypeError, ValueError), match=f"^({named})"):
        em.which_variant(family, "0.5", *samples)


def test_numbers_that_no_variant_can_have_are_refused():
    for order, error in ((0, ValueError), (2.5, TypeError)):
        with pytest.raises(error, match="order"):
            em.variant_score("bleu", *PAIR, order=order)
    for beta in (-1, float("nan")):
        with pytest.raises(ValueError, match="beta"):
            em.variant_score("f", [0, 1, 1], [0, 1, 0], beta=beta)
