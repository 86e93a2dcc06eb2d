"""Metric cards say what is so: bounds, which end is better, where a score is undefined, who has a card."""

import itertools
from functools import cache
from math import inf
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import evalmetrics
from evalmetrics import card, card_table
from evalmetrics.cards import Card, all_cards
from evalmetrics.kinds.base import quietly
from evalmetrics.kinds.matrix import OfValues

from . import strategies
from .table import unlike

CARDS = all_cards()
OF_MATRICES = {name: metric for name, metric in strategies.OF_MATRICES.items() if metric.card}


@pytest.mark.parametrize("name", CARDS)
def test_every_card_is_complete_and_shows_all_it_knows_of_a_public_function(name):
    own = card(name)
    assert own is card(getattr(evalmetrics, name))
    assert own.function == name
    assert own.topic == getattr(evalmetrics, name).__module__.removeprefix("evalmetrics.")
    assert {name, *own.also} <= set(dir(evalmetrics))
    assert own.low < own.high
    assert own.better.strip()
    others = {other.lower() for other in own.other_names} - {own.name.lower(), own.symbol.lower()}
    assert len(others) == len(own.other_names)  # each says something that the others do not
    assert all(getattr(own, field).endswith(".") for field in ("values", "blind_to", "undefined"))
    for field in ("name", "symbol", "bounds", "values", "blind_to", "undefined", "source"):
        assert getattr(own, field).strip()
        assert getattr(own, field) in repr(own)
        assert getattr(own, field) in own._repr_markdown_()


@cache
def small_matrices(k, most):
    """All matrices of k classes with counts up to `most`, shape (k, k, b)."""
    return np.array(list(itertools.product(range(most + 1), repeat=k * k))).T.reshape(k, k, -1)


def scores(name, cells, **options):
    kind, told = OF_MATRICES[name].kind, getattr(OF_MATRICES[name], "keywords", {})
    with quietly():
        return kind.score_cells(cells, pd.RangeIndex(len(cells)), kind.settled({**told, **options}))


def filled_in_parts(name):
    """Whether a class without a score can leave the metric one: it is made of other metrics, or has a form for them."""
    kind = OF_MATRICES[name].kind
    return isinstance(kind, OfValues) or getattr(kind, "once_defined", kind.definition) is not kind.definition


DEARER = max(OF_MATRICES["expected_cost"].keywords.values())  # of two prices: what an example costs at most


@pytest.mark.parametrize("name", OF_MATRICES)
def test_both_bounds_are_attained_by_small_matrices_and_the_best_by_perfect_predictions(name):
    """Default accuracy falls to 1/k, towards 0 with many classes; F falls to 0 in its count form alone."""
    cells, own = small_matrices(2, 2), OF_MATRICES[name].card
    values = scores(name, cells, **({"zero_division": 0.0} if filled_in_parts(name) else {}))
    assert np.nanmin(values) == (0.5 if name == "default_accuracy" else own.low)
    assert np.nanmax(values) == (DEARER if name == "expected_cost" else own.high)
    perfect = (cells[[0, 1], [1, 0]] == 0).all(axis=0) & (cells[[0, 1], [0, 1]] > 0).all(axis=0)
    if name == "likelihood_ratios":
        assert own.better == "LR+ higher, LR− lower"
        assert (values[:, 0, perfect] == inf).all()
        assert (values[:, 1, perfect] == 0).all()
    elif own.better in ("higher", "lower"):
        assert (values[..., perfect] == (own.high if own.better == "higher" else own.low)).all()


UNDEFINED = {  # what the cards say in words: "the class is never predicted" is predicted == 0
    "accuracy": lambda c: c.n == 0,
    "default_accuracy": lambda c: c.n == 0,
    "precision": lambda c: c.predicted == 0,
    "recall": lambda c: c.observed == 0,
    "specificity": lambda c: c.observed == c.n,
    "negative_predictive_value": lambda c: c.predicted == c.n,
    "false_positive_rate": lambda c: c.observed == c.n,
    "false_negative_rate": lambda c: c.observed == 0,
    "f_score": lambda c: c.tp == 0,
    "f1_score": lambda c: c.tp == 0,
    "likelihood_ratios": lambda c: (
        ((c.observed == 0) | (c.observed == c.n))[:, None] | np.stack([c.predicted == 0, (c.predicted == c.n)], axis=1)
    ),
    "expected_cost": lambda c: np.broadcast_to(c.n == 0, c.tp.shape),
    "balanced_accuracy": lambda c: (c.observed == 0).any(axis=0),
    "matthews_correlation": lambda c: ((c.observed == c.n) | (c.predicted == c.n)).any(axis=0),
    "macro_f_score": lambda c: (c.tp == 0).any(axis=0),
    "weighted_f_score": lambda c: (c.tp == 0).any(axis=0),
    "f_of_macro_averages": lambda c: ((c.observed == 0) | (c.predicted == 0)).any(axis=0) | (c.tp.sum(axis=0) == 0),
    "micro_f_score": lambda c: c.tp.sum(axis=0) == 0,
}


def test_every_metric_of_a_matrix_says_where_it_is_undefined():
    where = '"{name}" in UNDEFINED of tests/test_cards.py: as a condition, what its card says in `undefined`'
    public = UNDEFINED.keys() & {*dir(evalmetrics)}  # that one has a row is held elsewhere
    assert unlike(UNDEFINED, public.union(strategies.OF_MATRICES), where) == []


@pytest.mark.parametrize("name", [name for name in OF_MATRICES if name in UNDEFINED])
@pytest.mark.parametrize(("k", "most"), [(1, 2), (2, 2), (3, 1)])
def test_a_score_is_undefined_where_its_card_says_so_and_nowhere_else(name, k, most):
    cells = small_matrices(k, most)
    counts = {"tp": cells[range(k), range(k)], "observed": cells.sum(axis=1), "predicted": cells.sum(axis=0)}
    said = UNDEFINED[name](SimpleNamespace(**counts, n=cells.sum(axis=(0, 1))))
    assert said.any()
    np.testing.assert_array_equal(np.isnan(scores(name, cells)), said)
    filled = scores(name, cells, zero_division=0.25)
    assert not np.isnan(filled).any()
    np.testing.assert_allclose(filled[~said], scores(name, cells)[~said], rtol=1e-12)
    assert filled_in_parts(name) or (filled[said] == 0.25).all()


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [(0, 1, "[0, 1]"), (-1, 1, "[−1, 1]"), (0, inf, "[0, ∞)"), (-inf, inf, "(−∞, ∞)"), (-inf, 0.5, "(−∞, 0.5]")],
)
def test_bounds_are_shown_with_open_infinite_ends(low, high, shown):
    assert Card("accuracy", "Accuracy", "Acc", "a", low, high, "higher", "v", "b", "u", "s").bounds == shown


def test_tables_list_every_card():
    tables = card_table(), card_table("undefined"), card_table("values", "blind_to")
    assert all(table.index.to_list() == list(CARDS) and table.notna().all(axis=None) for table in tables)
    assert tables[0].columns.to_list() == ["name", "symbol", "topic", "bounds", "better"]
    expected = ["Matthews correlation", "MCC", "precision_recall", "[−1, 1]", "higher"]
    assert tables[0].loc["matthews_correlation"].to_list() == expected


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("roc_auc_score", r"no card of 'roc_auc_score' \(did you mean roc_auc\?\)"),
        ("accuracy_score", r"did you mean accuracy\?"),
        ("sensitivity", r"did you mean recall\?"),
        ("AUPRC", r"did you mean average_precision or pr_auc\?"),
        ("AUC", r"did you mean roc_auc\?"),
        ("bleu", r"did you mean corpus_bleu\?"),
        ("presicion", r"did you mean precision\?"),
        ("nonsense", r"no card of 'nonsense': card_table\(\) lists all of them"),
        ("", "no card of '':"),
        (None, "no card of 'None'"),
        (len, "no card of 'len'"),
    ],
)
def test_an_unknown_card_is_answered_with_the_one_that_is_meant(wanted, message):
    with pytest.raises(ValueError, match=message):
        card(wanted)


def test_a_name_of_another_library_is_answered_with_ours():
    assert card("f1_score") is card(evalmetrics.f1_score.given(pos_label=1)) is card("f_score")
    for theirs, ours in {"mcc": "matthews_correlation", "roc_auc_score": "roc_auc"}.items():
        with pytest.raises(AttributeError, match=rf"no attribute '{theirs}' \(did you mean {ours}\?\)"):
            getattr(evalmetrics, theirs)
