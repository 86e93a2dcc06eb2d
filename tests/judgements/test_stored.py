"""Professional translators' marks: what ships, what it says, and, where the published files are, that it is theirs."""

import numpy as np
import pandas as pd
import pytest

import evalmetrics as em
import evalmetrics_book as book
from tests import published
from tests.judgements import stored

SHAPES = {"ted": (529, 5, 15, 1, 9), "wmt23": (104, 30, 10, 3, 10)}
METRICS = [em.corpus_bleu, em.corpus_chrf, em.corpus_chrf.given(word_order=2), em.corpus_ter, em.corpus_wer]


def means(name):
    return book.example_judgements(name).groupby("system")["score"].mean()


def scores(name, metric, reference):
    sums = book.example_counts(name, metric).loc[reference].groupby("system").sum()
    return pd.Series(metric.score(sums.to_numpy()), index=sums.index)


# What ships ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHAPES)
def test_every_text_has_its_raters(name):
    segments, documents, systems, ratings, raters = SHAPES[name]
    marks = book.example_judgements(name)
    assert len(marks) == segments * systems * ratings == len(marks.drop_duplicates(["system", "segment", "rater"]))
    found = marks[["segment", "document", "system", "rater"]].nunique().tolist()
    assert found == [segments, documents, systems, raters]
    assert (marks.groupby("segment")["rater"].nunique() == 3).all() or ratings == 1
    errors = marks[["major", "minor", "punctuation", "non_translation"]]
    np.testing.assert_allclose(marks["score"], errors @ [5, 1, 0.1, 25])


def test_it_is_small():
    assert stored.STORED.stat().st_size < 300_000


def test_what_is_handed_out_is_yours_to_change():
    marks, counts = book.example_judgements("ted"), book.example_counts("ted", em.corpus_ter)
    marks["score"] = counts["edits"] = 0
    assert book.example_judgements("ted")["score"].sum() > 0
    assert book.example_counts("ted", em.corpus_ter)["edits"].sum() > 0


@pytest.mark.parametrize("metric", METRICS, ids=["bleu", "chrf", "chrf++", "ter", "wer"])
def test_a_text_scores_best_against_itself(metric):
    for name, references in stored.REFERENCES.items():
        counts = book.example_counts(name, metric)
        assert counts.index.names == ["reference", "system", "segment"]
        best = 0 if metric in (em.corpus_ter, em.corpus_wer) else 1
        assert [metric.score(counts.loc[r, r].sum().to_numpy()) for r in references] == [best] * len(references)


def test_fewer_orders_are_the_first_ones():
    full = book.example_counts("ted", em.corpus_chrf.given(word_order=2))
    short = book.example_counts("ted", em.corpus_chrf.given(char_order=2))
    assert short.columns.tolist() == [f"{name}_{i}" for name in ("matches", "reference", "hypothesis") for i in (1, 2)]
    pd.testing.assert_frame_equal(full[short.columns], short)
    unigrams = book.example_counts("ted", em.corpus_bleu.given(max_order=1))
    assert unigrams.columns.tolist() == ["c", "r", "matches_1", "possible_1"]


# What it says --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "reference"), [("ted", "ref"), ("ted", "refB"), ("wmt23", "refA")])
def test_judged_translations_are_means_and_scores_of_machines_best_first(name, reference):
    table = book.judged_translations(name, reference)
    assert not table.index.str.startswith("ref").any()
    assert table["people"].is_monotonic_decreasing
    np.testing.assert_array_equal(table["people"], -means(name)[table.index])
    for column, metric, sign in [("BLEU", em.corpus_bleu, 1), ("TER", em.corpus_ter, -1)]:
        np.testing.assert_array_equal(table[column], sign * scores(name, metric, reference)[table.index])
    texts = book.judged_translations(name, reference, by="text")
    assert texts.groupby("segment")["document"].nunique().max() == 1
    np.testing.assert_allclose(texts["people"].groupby("system").mean()[table.index], table["people"])


def test_three_raters_agree_by_half():
    marks = book.example_judgements("wmt23")
    ratings = marks.pivot_table(index=["system", "segment"], columns="rater", values="score")
    assert em.krippendorff_alpha(ratings.to_numpy(), level="interval") == pytest.approx(0.50, abs=0.005)


# Counts as examples --------------------------------------------------------------------------------------------------


def test_a_metric_of_counts_is_the_metric_of_what_was_counted():
    texts = [["the cat sat on the mat"], ["a dog"], ["no"]], ["the cat sat on a mat", "a dog", "yes"]
    options = {"tokenize": "13a", "smoothing": "add_k"}
    rows = em.corpus_bleu.statistics(*texts, tokenize="13a")
    metric = book.counted(em.corpus_bleu.given(**options))
    assert metric(rows) == em.corpus_bleu(*texts, **options) == book.counted(em.corpus_bleu)(rows, smoothing="add_k")
    assert metric.card is em.corpus_bleu.card
    ours = em.bootstrap(metric, rows, rng=0)
    assert ours.interval == em.bootstrap(em.corpus_bleu.given(**options), *texts, rng=0).interval
    other = em.corpus_bleu.statistics(texts[0], ["the cat", "dogs", "no"], tokenize="13a")
    p = em.permutation_test(em.corpus_bleu.given(**options), texts[0], texts[1], ["the cat", "dogs", "no"], rng=0)
    assert em.permutation_test(metric, None, rows, other, rng=0) == p


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: book.example_judgements("wmt22"), ValueError, "name must be one of 'ted', 'wmt23', got 'wmt22'"),
        (lambda: book.judged_translations("wmt23", "refB"), ValueError, "reference must be one of 'refA', got 'refB'"),
        (lambda: book.judged_translations("ted", "refB", by="rater"), ValueError, "by must be one of 'system', 'text'"),
        (lambda: book.example_counts("ted", len), TypeError, "metric must be one of corpus_bleu, .* nothing else is"),
        (lambda: book.counted(em.accuracy), TypeError, "metric must be one whose statistics add up"),
        (lambda: book.counted(em.corpus_ter)([3, 4]), ValueError, r"counts must have shape \(n, d\)"),
        (lambda: book.counted(em.corpus_ter)([[3, 4, 5]]), ValueError, "statistics of corpus_ter must have shape"),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize(
    ("metric", "option"),
    [
        (em.corpus_chrf, {"word_order": 3}),
        (em.corpus_ter, {"normalized": True}),
        (em.corpus_bleu, {"tokenize": "char"}),
    ],
)
def test_what_is_not_shipped_is_named(metric, option):
    ((name, value),) = option.items()
    with pytest.raises(ValueError, match=f"{name}={value!r} would count what is not shipped"):
        book.example_counts("ted", metric.given(**option))


# Where the published files are ---------------------------------------------------------------------------------------

needs_them = pytest.mark.skipif(stored.folder() is None, reason="JUDGEMENTS names no folder with the published files")


@needs_them
def test_segment_means_are_the_publishers_own():
    marks = book.example_judgements("ted").set_index(["system", "segment"])["score"]
    theirs = -stored.publishers_means()
    assert len(theirs) == len(marks)
    np.testing.assert_allclose(marks.reindex(theirs.index), theirs, atol=1e-9)


@needs_them
def test_what_ships_is_what_the_published_files_say():
    published.hold_equal(stored.STORED, stored.everything())


def test_a_comparison_is_won_by_the_lower_score_of_the_same_rater():
    marks = book.example_judgements("wmt23").replace({"system": book.judgements.MARKED_TWICE})
    scores = marks.set_index(["segment", "rater", "system"])["score"]
    pairs = book.example_comparisons()
    assert len(pairs) == 312 * 45
    for row in pairs.sample(200, random_state=0).itertuples():
        one, two = (scores[row.segment, row.rater, system] for system in (row.first, row.second))
        assert row.outcome == (1 + (one < two) - (one > two)) / 2
        assert row.points == pytest.approx(two - one)
    twice = pairs[(pairs["first"] == "GPT-4 (1)") & (pairs["second"] == "GPT-4 (2)")]
    assert (twice[["longer", "bleu"]] == 0).all(axis=None)
    assert (twice["outcome"] != 0.5).mean() > 0.4
