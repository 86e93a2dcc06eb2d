"""Professional translators' marks: what ships, what it says, and, where the published files are, that it is theirs."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from evalmetrics import (
    accuracy,
    bootstrap,
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    corpus_wer,
    krippendorff_alpha,
    paired_bootstrap,
    pearson,
    permutation_test,
)
from evalmetrics_book import (
    counted,
    example_comparisons,
    example_counts,
    example_judgements,
    judged_translations,
    judgements,
)
from tests.judgements import stored

SHAPES = {"ted": (529, 5, 15, 1, 9), "wmt23": (104, 30, 10, 3, 10)}
METRICS = [corpus_bleu, corpus_chrf, corpus_chrf.given(word_order=2), corpus_ter, corpus_wer]
HUMANS = ["ref", "refB"]


def means(name):
    return example_judgements(name).groupby("system")["score"].mean()


def scores(name, metric, reference):
    sums = example_counts(name, metric).loc[reference].groupby("system").sum()
    return pd.Series(metric.score(sums.to_numpy()), index=sums.index)


# What ships ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHAPES)
def test_every_text_has_its_raters(name):
    segments, documents, systems, ratings, raters = SHAPES[name]
    marks = example_judgements(name)
    assert len(marks) == segments * systems * ratings == len(marks.drop_duplicates(["system", "segment", "rater"]))
    assert marks[["segment", "document", "system", "rater"]].nunique().tolist() == [
        segments,
        documents,
        systems,
        raters,
    ]
    assert (marks.groupby("segment")["rater"].nunique() == 3).all() or ratings == 1
    errors = marks[["major", "minor", "punctuation", "non_translation"]]
    np.testing.assert_allclose(marks["score"], errors @ [5, 1, 0.1, 25])


def test_it_is_small():
    assert stored.STORED.stat().st_size < 300_000


def test_what_is_handed_out_is_yours_to_change():
    marks, counts = example_judgements("ted"), example_counts("ted", corpus_ter)
    marks["score"] = counts["edits"] = 0
    assert example_judgements("ted")["score"].sum() > 0
    assert example_counts("ted", corpus_ter)["edits"].sum() > 0


@pytest.mark.parametrize("metric", METRICS, ids=["bleu", "chrf", "chrf++", "ter", "wer"])
def test_a_text_scores_best_against_itself(metric):
    for name, references in stored.REFERENCES.items():
        counts = example_counts(name, metric)
        assert counts.index.names == ["reference", "system", "segment"]
        best = 0 if metric in (corpus_ter, corpus_wer) else 1
        assert [metric.score(counts.loc[r, r].sum().to_numpy()) for r in references] == [best] * len(references)


def test_fewer_orders_are_the_first_ones():
    full = example_counts("ted", corpus_chrf.given(word_order=2))
    short = example_counts("ted", corpus_chrf.given(char_order=2))
    assert short.columns.tolist() == [f"{name}_{i}" for name in ("matches", "reference", "hypothesis") for i in (1, 2)]
    pd.testing.assert_frame_equal(full[short.columns], short)
    assert example_counts("ted", corpus_bleu.given(max_order=1)).columns.tolist() == [
        "c",
        "r",
        "matches_1",
        "possible_1",
    ]


# What it says --------------------------------------------------------------------------------------------------------


def test_the_original_and_a_translation_as_reference_give_bleu_correlations_of_opposite_signs():
    people = means("ted")
    assert people.drop(HUMANS).between(people["refB"], people["ref"]).all()
    machines, bleu = people.drop(HUMANS), [scores("ted", corpus_bleu, each).drop(HUMANS) for each in HUMANS]
    assert [round(float(pearson(each, -machines)), 2) for each in bleu] == [-0.37, 0.33]
    pairs = list(combinations(machines.index, 2))
    turned = [(bleu[0][a] > bleu[0][b]) != (bleu[1][a] > bleu[1][b]) for a, b in pairs]
    assert (sum(turned), len(pairs)) == (57, 78)


@pytest.mark.parametrize(("name", "reference"), [("ted", "ref"), ("ted", "refB"), ("wmt23", "refA")])
def test_judged_translations_are_means_and_scores_of_machines_best_first(name, reference):
    table = judged_translations(name, reference)
    assert not table.index.str.startswith("ref").any()
    assert table["people"].is_monotonic_decreasing
    np.testing.assert_array_equal(table["people"], -means(name)[table.index])
    for column, metric, sign in [("BLEU", corpus_bleu, 1), ("TER", corpus_ter, -1)]:
        np.testing.assert_array_equal(table[column], sign * scores(name, metric, reference)[table.index])
    texts = judged_translations(name, reference, by="text")
    assert texts.groupby("segment")["document"].nunique().max() == 1
    np.testing.assert_allclose(texts["people"].groupby("system").mean()[table.index], table["people"])


def test_two_references_are_sure_of_opposite_things():
    found = []
    for reference in HUMANS:
        counts = example_counts("ted", corpus_bleu).loc[reference]
        both = [counts.loc[system] for system in ("Online-W", "DIDI-NLP")]
        found.append(paired_bootstrap(counted(corpus_bleu), None, *both, rng=0).interval)
    assert found[0].low > 0 > found[1].high or found[0].high < 0 < found[1].low


def test_bleu_puts_a_system_above_gpt_4_and_people_do_not():
    people, bleu = means("wmt23").round(2), (100 * scores("wmt23", corpus_bleu, "refA")).round(1)
    names = ["ONLINE-W", "GPT4-5shot_with_refA", "GPT4-5shot_with_ONLINE-W", "refA", "ONLINE-Y", "NLLB_MBR_BLEU"]
    assert people[names].tolist() == [3.25, 3.41, 3.6, 3.63, 4.97, 11.03]
    assert (bleu["ONLINE-Y"], bleu["GPT4-5shot_with_refA"], bleu["GPT4-5shot_with_ONLINE-W"]) == (40.9, 39.3, 39.3)


def test_three_raters_agree_by_half():
    marks = example_judgements("wmt23")
    ratings = marks.pivot_table(index=["system", "segment"], columns="rater", values="score")
    assert krippendorff_alpha(ratings.to_numpy(), level="interval") == pytest.approx(0.50, abs=0.005)


# Counts as examples --------------------------------------------------------------------------------------------------


def test_a_metric_of_counts_is_the_metric_of_what_was_counted():
    texts = [["the cat sat on the mat"], ["a dog"], ["no"]], ["the cat sat on a mat", "a dog", "yes"]
    options = {"tokenize": "13a", "smoothing": "add_k"}
    rows = corpus_bleu.statistics(*texts, tokenize="13a")
    metric = counted(corpus_bleu.given(**options))
    assert metric(rows) == corpus_bleu(*texts, **options) == counted(corpus_bleu)(rows, smoothing="add_k")
    assert metric.card is corpus_bleu.card
    ours = bootstrap(metric, rows, rng=0)
    assert ours.interval == bootstrap(corpus_bleu.given(**options), *texts, rng=0).interval
    other = corpus_bleu.statistics(texts[0], ["the cat", "dogs", "no"], tokenize="13a")
    p = permutation_test(corpus_bleu.given(**options), texts[0], texts[1], ["the cat", "dogs", "no"], rng=0)
    assert permutation_test(metric, None, rows, other, rng=0) == p


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: example_judgements("wmt22"), ValueError, "name must be one of 'ted', 'wmt23', got 'wmt22'"),
        (lambda: judged_translations("wmt23", "refB"), ValueError, "reference must be one of 'refA', got 'refB'"),
        (lambda: judged_translations("ted", "refB", by="rater"), ValueError, "by must be one of 'system', 'text'"),
        (lambda: example_counts("ted", accuracy), TypeError, "metric must be one of corpus_bleu, .* nothing else is"),
        (lambda: example_counts("ted", len), TypeError, "metric must be one of corpus_bleu"),
        (
            lambda: example_counts("ted", corpus_chrf.given(word_order=3)),
            ValueError,
            "word_order=3 would count what is not shipped",
        ),
        (
            lambda: example_counts("ted", corpus_ter.given(normalized=True)),
            ValueError,
            "normalized=True would count what is not shipped",
        ),
        (
            lambda: example_counts("ted", corpus_bleu.given(tokenize="char")),
            ValueError,
            "tokenize='char' would count what is not shipped",
        ),
        (lambda: counted(accuracy), TypeError, "metric must be one whose statistics add up"),
        (lambda: counted(corpus_ter)([3, 4]), ValueError, r"counts must have shape \(n, d\)"),
        (lambda: counted(corpus_ter)([[3, 4, 5]]), ValueError, "statistics of corpus_ter must have shape"),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


# Where the published files are ---------------------------------------------------------------------------------------

published = pytest.mark.skipif(stored.folder() is None, reason="JUDGEMENTS names no folder with the published files")


@published
def test_segment_means_are_the_publishers_own():
    marks = example_judgements("ted").set_index(["system", "segment"])["score"]
    theirs = -stored.publishers_means()
    assert len(theirs) == len(marks)
    np.testing.assert_allclose(marks.reindex(theirs.index), theirs, atol=1e-9)


@published
def test_what_ships_is_what_the_published_files_say():
    held = np.load(stored.STORED)
    made = stored.everything()
    assert set(held) == set(made)
    for name, array in made.items():
        assert held[name].dtype == array.dtype
        np.testing.assert_array_equal(held[name], array, err_msg=name)


def test_a_comparison_is_won_by_the_lower_score_of_the_same_rater():
    marks = example_judgements("wmt23").replace({"system": judgements.MARKED_TWICE})
    scores = marks.set_index(["segment", "rater", "system"])["score"]
    pairs = example_comparisons()
    assert len(pairs) == 312 * 45
    for row in pairs.sample(200, random_state=0).itertuples():
        one, two = (scores[row.segment, row.rater, system] for system in (row.first, row.second))
        assert row.outcome == (1 + (one < two) - (one > two)) / 2
        assert row.points == pytest.approx(two - one)
    twice = pairs[(pairs["first"] == "GPT-4 (1)") & (pairs["second"] == "GPT-4 (2)")]
    assert (twice[["longer", "bleu"]] == 0).all(axis=None)
    assert (twice["outcome"] != 0.5).mean() > 0.4
