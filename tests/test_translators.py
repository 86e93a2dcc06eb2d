"""Professional translators' marks: what the package ships of them, and how that was made."""

import os

import pandas as pd
import pytest

from evalmetrics import example_comparisons, example_marks

from . import translators


def test_every_paragraph_has_ten_translations_with_marks_of_the_same_three_raters():
    marks = example_marks()
    assert marks.shape == (3120, 7)
    assert marks.groupby(["paragraph", "rater"])["system"].nunique().eq(10).all()
    assert marks.groupby("paragraph")["rater"].nunique().eq(3).all()
    assert (marks["document"].nunique(), marks["rater"].nunique()) == (30, 10)
    assert (marks["points"] >= 0).all()


def test_gpt_4_was_marked_twice_with_the_same_texts():
    marks = example_marks()
    one, two = (marks[marks["system"] == f"GPT-4 ({i})"].reset_index() for i in (1, 2))
    assert one[["words", "bleu"]].equals(two[["words", "bleu"]])
    assert (one["points"] != two["points"]).mean() > 0.4


def test_means_are_those_of_the_publishers_data():
    means = example_marks().groupby("system")["points"].mean().round(2)
    assert means.to_dict() == {
        "ONLINE-W": 3.25, "GPT-4 (2)": 3.41, "GPT-4 (1)": 3.6, "refA": 3.63, "ONLINE-A": 4.47, "ONLINE-Y": 4.97,
        "ONLINE-M": 5.94, "ONLINE-G": 6.44, "Lan-BridgeMT": 8.45, "NLLB_MBR_BLEU": 11.03,
    }  # fmt: skip


def test_a_comparison_is_won_by_fewer_points_of_the_same_rater():
    marks = example_marks().set_index(["paragraph", "rater", "system"])
    pairs = example_comparisons()
    assert len(pairs) == 312 * 45
    for row in pairs.sample(200, random_state=0).itertuples():
        one, two = (marks.loc[(row.paragraph, row.rater, system)] for system in (row.first, row.second))
        assert row.outcome == (1 + (one.points < two.points) - (one.points > two.points)) / 2
        assert (row.longer, row.points) == (one.words - two.words, pytest.approx(two.points - one.points))


@pytest.mark.skipif("JUDGEMENTS" not in os.environ, reason="JUDGEMENTS names no folder with the published file")
def test_what_is_shipped_is_what_the_published_file_gives():
    made = translators.table(os.environ["JUDGEMENTS"]).reset_index(drop=True)
    stored = pd.read_csv(translators.STORED)
    pd.testing.assert_frame_equal(made.infer_objects(), stored, check_dtype=False)
