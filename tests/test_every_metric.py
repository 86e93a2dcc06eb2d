"""What holds of every metric that the package declares: one test a claim, over the whole table."""

import inspect
import pickle

import numpy as np
import pandas as pd
import pytest

import evalmetrics
from evalmetrics import show_source
from evalmetrics.inputs import matrices, rankings
from evalmetrics.kinds.base import Kind, quietly
from evalmetrics.kinds.examples import Additive, rows_of
from evalmetrics.kinds.matrix import OfClasses, OfMatrix, OfValues
from evalmetrics.kinds.ranking import OfRanking
from evalmetrics.kinds.results import Score
from evalmetrics.kinds.samples import OfOne, OfSamples
from evalmetrics.kinds.sums import OfSums
from evalmetrics.kinds.weights import OfWeights
from evalmetrics.resampling.examples import examples_of

from . import forms
from .table import rows, unlike

TABLE = rows()
METRICS = {
    name: getattr(evalmetrics, name)
    for name in dir(evalmetrics)
    if isinstance(getattr(getattr(evalmetrics, name), "kind", None), Kind)
}
NAMES = sorted(name for name in {*TABLE} & {*METRICS} if METRICS[name].card)


def cases(name):
    """The metric with each of its options, on data drawn at random, always the same."""
    row, metric = TABLE[name], METRICS[name]
    for seed in range(row.draws):
        rng = np.random.default_rng(seed)
        data = row.draw(rng)
        for options in row.options:
            yield metric, data, dict(options), rng


@pytest.fixture(autouse=True)
def _no_warnings():
    """What is asked of the parts of a metric here is asked as the metric asks it."""
    with quietly():
        yield


def number(score):
    return np.asarray(score, dtype=np.float64)


def close(one, other, **tolerance):
    np.testing.assert_allclose(number(one), number(other), **{"rtol": 1e-9, "atol": 1e-12, **tolerance})


def split(metric, options):
    """Those of the options that change what is counted, and those that change the score of it."""
    kind = metric.kind
    return ({n: v for n, v in options.items() if n in names} for names in (kind.counting, kind.scoring))


def only(kinds):
    return [name for name in NAMES if isinstance(METRICS[name].kind, kinds)]


COUNTED = only((OfMatrix, OfSums, OfRanking, OfWeights))
WEIGHTED = [name for name in NAMES if "sample_weight" in inspect.signature(METRICS[name]).parameters]
ADDING = [name for name in COUNTED if not METRICS[name].kind.not_in_parts]


def test_the_table_has_a_row_for_every_metric_and_no_other():
    assert unlike(TABLE, METRICS, 'the row "{name}" in ROWS of a file in tests/table/: how to draw its data') == []


def test_every_metric_has_a_card():
    without = {f"{name} in NN_{m.__module__.rpartition('.')[2]}.toml" for name, m in METRICS.items() if not m.card}
    assert unlike([], without, "its card in evalmetrics/cards/: {name}") == []


@pytest.mark.parametrize("name", NAMES)
def test_no_score_lies_outside_the_bounds_of_its_card(name):
    card = METRICS[name].card
    for metric, data, options, _ in cases(name):
        score = number(metric(*data, **options))
        assert (np.isnan(score) | ((score >= card.low) & (score <= card.high))).all()


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_left_as_they_came(name):
    data = TABLE[name].draw(np.random.default_rng(0))
    before = pickle.dumps(data)
    for options in TABLE[name].options:
        METRICS[name](*data, **options)
        assert pickle.dumps(data) == before


@pytest.mark.parametrize("name", [name for name in NAMES if TABLE[name].best])
def test_what_is_right_has_the_best_score(name):
    card, row = METRICS[name].card, TABLE[name]
    best = {"higher": card.high, "lower": card.low}[card.better]
    for metric, data, options, _ in cases(name):
        close(metric(*row.best(*data), **options), best)


@pytest.mark.parametrize("name", [name for name in NAMES if TABLE[name].undefined])
def test_what_is_undefined_is_nan(name):
    for data in TABLE[name].undefined:
        assert np.isnan(number(METRICS[name](*data, **TABLE[name].options[0]))).any()


@pytest.mark.parametrize("name", WEIGHTED)
def test_a_weight_counts_as_a_repetition(name):
    """Resamples are made of weights, so this is also what makes a bootstrap right."""
    for metric, data, options, rng in cases(name):
        times = rng.integers(1, 4, len(data[0]))
        repeated = [rows_of(sample, np.repeat(np.arange(len(sample)), times)) for sample in data]
        weighted = metric(*data, **options, sample_weight=times)
        close(weighted, metric(*repeated, **options), **TABLE[name].tolerance)


UNITS = [0.1, 1 / 3, 0.7, 2, 1e6, 1e-300, 1e-100, 1e78, 1e300]


@pytest.mark.parametrize("name", WEIGHTED)
def test_the_unit_of_weights_changes_nothing_unless_the_card_says_so(name):
    for metric, data, options, rng in cases(name):
        times = rng.integers(1, 4, len(data[0]))
        once = metric(*data, **options, sample_weight=times)
        which = metric.card.depends_on_n
        for unit in () if which else UNITS:
            scaled = metric(*data, **options, sample_weight=unit * times)
            close(scaled, once, **{"rtol": 1e-7, **TABLE[name].tolerance})
        if which == "always" or options.get(which):
            with pytest.raises(ValueError, match="sample_weight must hold whole numbers"):
                metric(*data, **options, sample_weight=0.7 * times)


@pytest.mark.parametrize("name", NAMES)
def test_what_comes_in_another_form_gives_its_number_or_is_refused_by_name(name):
    """Text on one side, frames with an index of their own, a Categorical, one entry of another type."""
    metric, row = METRICS[name], TABLE[name]
    names = {*inspect.signature(metric).parameters}
    names |= {"text"} if "embed" in names else set()  # an argument of the embedding
    for seed in range(2):
        data = row.draw(np.random.default_rng(seed))
        once = number(metric(*data, **row.options[-1]))
        for other in forms.others(data):
            if (scores := forms.answer(metric, other, row.options[-1], names)) is not None:
                close(number(scores), once, **row.tolerance)


@pytest.mark.parametrize("name", WEIGHTED)
def test_rows_in_another_order_are_refused(name):
    rng = np.random.default_rng(1)
    data, options = TABLE[name].draw(rng), TABLE[name].options[-1]
    n = len(data[0])
    if n < 2 or not all(forms.flat(each) and len(each) == n for each in data) or isinstance(data[0][0], Score):
        return
    index = rng.permutation(n) + 10
    first, *others, last = (pd.Series(list(each), index) for each in (*data, np.ones(n)))
    once = METRICS[name](*data, **options, sample_weight=np.ones(n))
    close(METRICS[name](first, *others, **options, sample_weight=last), once, **TABLE[name].tolerance)
    for at in range(len(data)):
        turned = [each[::-1] if i == at else each for i, each in enumerate([*others, last])]
        with pytest.raises(ValueError, match="have the same index in another order"):
            METRICS[name](first, *turned[:-1], **options, sample_weight=turned[-1])


@pytest.mark.parametrize("name", COUNTED)
def test_a_resample_scores_as_its_examples_do(name):
    for metric, data, options, rng in cases(name):
        (examples,) = examples_of(metric.given(**options), data, [])
        n = examples.n
        drawn = rng.integers(n, size=(4, n))
        weights = np.array([np.bincount(each, minlength=n) for each in drawn])
        if isinstance(metric.kind, OfRanking):
            weights = weights[:, examples.sorted.order]
        kept = {"labels": examples.labels} if isinstance(metric.kind, OfMatrix) else {}
        for score, each in zip(examples.scores(np.arange(n), weights), drawn, strict=True):
            resample = [rows_of(sample, each) for sample in data]
            if kept and np.ndim(data[0]) == 1 and type(metric.kind) is not OfClasses:
                of_a_matrix = {n: v for n, v in options.items() if n not in metric.kind.only_with_samples}
                expected = metric(matrix_of(resample, examples.labels), **of_a_matrix)
            else:
                expected = metric(*resample, **{**kept, **options})
            close(score, expected, **TABLE[name].tolerance)


def matrix_of(samples, labels):
    return evalmetrics.confusion_matrix(*samples, labels=labels)


@pytest.mark.parametrize("name", only((OfMatrix, OfSums)))
def test_many_data_sets_score_together_as_one_by_one(name):
    for metric, data, options, rng in cases(name):
        (examples,) = examples_of(metric.given(**options), data, [])
        assert isinstance(examples, Additive)
        totals = examples.totals(np.arange(examples.n), rng.integers(0, 3, (7, examples.n)))
        one_by_one = [examples.score_totals(totals[..., i]) for i in range(7)]
        close(np.moveaxis(examples.score_totals(totals), -1, 0), one_by_one)
        assert examples.scores(np.arange(examples.n), rng.integers(0, 3, (7, examples.n))).shape[0] == 7
        assert examples.score.together


@pytest.mark.parametrize("name", ADDING)
def test_totals_of_parts_are_the_total_to_the_last_bit(name):
    for metric, data, options, rng in cases(name):
        counting, scoring = split(metric, options)
        counting |= TABLE[name].shared
        whole = metric.total(*data, **counting)
        cuts = np.array_split(rng.permutation(len(data[0])), rng.integers(1, 4))
        parts = [metric.total(*[rows_of(s, cut) for s in data], **counting) for cut in cuts if len(cut)]
        assert sum(parts) == whole
        assert pickle.loads(pickle.dumps(sum(parts))) == whole
        close(metric.score(sum(parts), **scoring), metric(*data, **options), **TABLE[name].tolerance)


@pytest.mark.parametrize("name", only(OfSums))
def test_rows_of_statistics_add_up_to_the_score(name):
    for metric, data, options, _ in cases(name):
        counting, scoring = split(metric, options)
        rows = metric.statistics(*data, **counting)
        assert len(rows) == len(data[0])
        close(metric.score(rows.sum(axis=0), **scoring), metric(*data, **options), **TABLE[name].tolerance)


@pytest.mark.parametrize(
    "name", [name for name in only(OfSums) if METRICS[name].kind.at_once not in (None, METRICS[name].kind.rows)]
)
def test_what_counts_all_examples_at_once_equals_the_rows(name):
    for metric, data, options, _ in cases(name):
        kind, options = metric.kind, metric.kind.settled(options)
        checked = kind.checked_samples(data, options)
        context, n = kind.context(checked, options), len(checked[0])
        fast = kind.table(kind.counted(checked, options, context), n)
        rows = kind.one_by_one(checked, options, context)
        rows = [(kind.filled(row, options), 1) for row in rows] if kind.mean else rows
        close(fast, [np.concatenate([np.ravel(part) for part in row]) for row in rows])


def with_a_twin(kind):
    return kind.prepare if isinstance(kind, OfWeights) else kind.definition


@pytest.mark.parametrize(
    "name", [n for n in only((OfSamples, OfWeights)) if METRICS[n].kind.fast is not with_a_twin(METRICS[n].kind)]
)
def test_a_faster_twin_equals_the_definition(name):
    for metric, data, options, _ in cases(name):
        kind, options = metric.kind, metric.kind.settled(options)
        slow, checked = with_a_twin(kind), kind.checked_samples(data, options)
        taken = {name: options[name] for name in kind.takes[slow]}
        with np.errstate(divide="ignore", invalid="ignore"):
            alike(kind.fast(*checked, **taken), slow(*checked, **taken), **TABLE[name].tolerance)


@pytest.mark.parametrize("name", [n for n in only(OfRanking) if METRICS[n].kind.rows])
def test_many_rankings_are_scored_as_each_is(name):
    rng = np.random.default_rng(0)
    for metric, data, options, _ in cases(name):
        for weight in (None, rng.random(len(data[0]))):
            ranked = metric.kind.sorted(data, metric.kind.settled({**options, "sample_weight": weight}))
            times = rng.multinomial(len(data[0]), np.full(len(data[0]), 1 / len(data[0])), size=30)
            times[:10, -1] = 0  # nothing at the highest score
            rankings = [ranked.ranking(each) for each in times]
            one_by_one = [metric.definition(*map(np.float64, (r.positives, r.negatives))) for r in rankings]
            close(metric.kind.rows(*ranked.counts(times if weight is None else times * ranked.weight)), one_by_one)


@pytest.mark.parametrize("name", [n for n in only(OfWeights) if METRICS[n].kind.stacked])
def test_many_resamples_are_scored_as_each_is(name):
    rng = np.random.default_rng(0)
    for metric, data, options, _ in cases(name):
        kind, options = metric.kind, metric.kind.settled(options)
        prepared, n = kind.prepared(kind.checked_samples(data, options), options), len(data[0])
        for weights in (rng.multinomial(n, np.full(n, 1 / n), size=30), rng.random((30, n))):
            with np.errstate(divide="ignore", invalid="ignore"):
                one_by_one = [kind.score_weights(each, prepared, options) for each in weights]
                close(kind.score_weights(weights, prepared, options), one_by_one)


def alike(one, other, **tolerance):
    """Hold numbers close, in tuples and lists of one form; a row may stand for many that are equal."""
    if isinstance(one, tuple | list):
        assert len(one) == len(other)
        for parts in zip(one, other, strict=True):
            alike(*parts, **tolerance)
    elif isinstance(one, str):
        assert one == other
    else:
        close(*np.broadcast_arrays(one, other), **tolerance)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_chapter_shows_runs_when_pasted(name):
    metric = METRICS[name]
    if isinstance(metric.kind, OfOne) or (isinstance(metric.kind, OfSamples) and metric.kind.inputs is None):
        return  # it shows the metric of many, or checks its samples itself, and is not shown
    text = repr(show_source(metric))
    assert max(map(len, text.splitlines())) <= 78
    pasted = {"np": np, "pd": pd}
    exec(text, pasted)
    for _, data, options, _ in cases(name):
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            pasted_score = by_hand(metric.kind, pasted, data, metric.kind.settled(options))
        if pasted_score is not None:
            close(pasted_score, metric(*data, **options), **TABLE[name].tolerance)


def by_hand(kind, pasted, data, options):
    """The score that somebody gets who pastes what is shown, and counts and adds up as the chapter says."""
    undefined = options["zero_division"] if "zero_division" in kind.kind_options else np.nan
    if undefined == undefined and getattr(kind, "once_defined", kind.definition) is not kind.definition:
        return None  # another form, which is shown where it is needed
    taken = {name: options[name] for name in inspect.signature(pasted[kind.name]).parameters if name in options}
    taken_data = counts(kind, pasted, data, options)
    score = pasted[kind.name](*taken_data, **taken)
    if isinstance(kind, OfSamples) and kind.result is not None:
        return kind.as_result(kind.bounded(score), taken_data, data, options)
    return np.where(np.isnan(score), undefined, score)


def counts(kind, pasted, data, options):
    if isinstance(kind, OfRanking):
        ranking = rankings.rank(*data, pos_label=options["pos_label"])
        return [getattr(ranking, name).astype(float) for name in kind.counts]
    if isinstance(kind, OfMatrix):
        cells, labels = kind.counted(data, options)
        return counts_of_classes(kind, cells.astype(float), labels, options)
    checked = kind.checked_samples(data, options)
    if kind.takes_samples:
        return checked
    if isinstance(kind, OfWeights):
        taken = {name: options[name] for name in kind.takes[kind.prepare]}
        return [np.ones(len(data[0])), pasted[kind.prepare.__name__](*checked, **taken)]
    given = {name: options[name] for name in kind.takes[kind.rows]} | dict(kind.context(checked, options))
    rows = [pasted[kind.rows.__name__](*example, **given) for example in zip(*checked, strict=True)]
    rows = [(kind.filled(row, options), 1) for row in rows] if kind.mean else rows
    return [np.sum(column, axis=0, dtype=float) for column in zip(*rows, strict=True)]


def counts_of_classes(kind, cells, labels, options):
    """The cells of a matrix, or the counts of its classes that the definition takes."""
    classes = matrices.classes(cells, len(labels))
    if isinstance(kind, OfValues):
        values = [
            each.score_cells(cells, labels, {**options, "pos_label": None, **given}) for each, given in kind.inner
        ]
        return [*values, *(getattr(classes, name) for name in kind.counts)]
    if isinstance(kind, OfClasses):
        names = [name for name in inspect.signature(kind.definition).parameters if name in matrices.COUNTS]
        return [kind.of_chosen(getattr(classes, name), labels, options) for name in names]
    return [cells]


@pytest.mark.parametrize("name", NAMES)
def test_a_metric_can_be_sent_to_another_process(name):
    metric = METRICS[name]
    assert pickle.loads(pickle.dumps(metric)) is metric
    assert pickle.loads(pickle.dumps(metric.total)).args[0] is metric
    given = metric.given(**TABLE[name].options[-1])
    again = pickle.loads(pickle.dumps(given))
    assert (again.func, again.keywords) == (given.func, given.keywords)


@pytest.mark.parametrize("name", NAMES)
def test_help_is_complete(name):
    page = inspect.getdoc(METRICS[name])
    assert page.split("\n\n")[0].splitlines()[0].endswith((".", ":"))
    assert "\nRaises\n---" in page
    assert METRICS[name].card.bounds in page
    assert "As in" not in page


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_option_is_refused_with_those_that_there_are(name):
    data, options = TABLE[name].draw(np.random.default_rng(0)), TABLE[name].options[-1]
    with pytest.raises(TypeError, match="nonsense"):
        METRICS[name](*data, **options, nonsense=1)
    with pytest.raises(TypeError, match="nonsense"):
        METRICS[name].given(nonsense=1)
