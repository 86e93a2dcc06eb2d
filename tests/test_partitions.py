"""Scores of data in parts: the digits of one pass, whoever counts; and parts that cannot be counted."""

import functools
import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from types import FunctionType

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import evalmetrics as em
from evalmetrics.kinds.ranking import OfRanking
from evalmetrics.kinds.samples import TOGETHER
from evalmetrics.kinds.total import Total
from evalmetrics.partitions.engines import in_a_tree
from evalmetrics.partitions.poisson_bootstrap import Drawn, hashed, pieces, poisson

from .table import rows
from .test_every_metric import ADDING, METRICS, cases, close, rows_of, split

TABLE = rows()
OF_THE_CURVE = [n for n, m in METRICS.items() if isinstance(m.kind, OfRanking) and m.kind.monotone]
OF_ONE = [n for n, m in METRICS.items() if "scores one example" in m.kind.not_in_parts]


def equal(one, other):
    np.testing.assert_array_equal(np.asarray(one, dtype=float), np.asarray(other, dtype=float))


def in_parts(data, rng):
    cuts = np.array_split(rng.permutation(len(data[0])), rng.integers(1, 5))
    return [tuple(rows_of(sample, cut) for sample in data) for cut in cuts if len(cut)]


@pytest.mark.parametrize("name", ADDING)
def test_any_cut_gives_the_digits_of_one_pass(name):
    for metric, data, options, rng in list(cases(name))[: max(6, len(TABLE[name].options))]:
        samples = tuple(rows_of(sample, np.arange(len(data[0]))) for sample in data)
        whole = em.score_partitions(metric, [samples], **options)
        equal(em.score_partitions(metric, in_parts(data, rng), **options), whole)
        close(whole, metric(*data, **options), **{"rtol": 1e-7, "atol": 1e-10, **TABLE[name].tolerance})


# Their options hold functions that a file cannot name: synonyms, distances, a model.
WITH_STRANGERS = {"corpus_meteor": 1, "diversity": 3, "learned_score": 3}  # how many of three cases


@pytest.mark.parametrize("name", ADDING)
def test_totals_survive_being_saved(name):
    refused = 0
    for metric, data, options, _ in list(cases(name))[:3]:
        counting, scoring = split(metric, options)
        total = metric.total(*data, **counting)
        try:
            again = Total.from_bytes(total.to_bytes())
        except (TypeError, ValueError) as error:
            refused += bool(re.search("cannot be saved|not imported for the sake of a file", str(error)))
            continue
        assert again == total
        equal(metric.score(again, **scoring), metric.score(total, **scoring))
    assert refused == WITH_STRANGERS.get(name, 0)


def test_a_centre_can_be_given_to_parts_that_are_counted_apart():
    rng = np.random.default_rng(0)
    y, guess = rng.normal(size=(2, 50))
    one, other = (em.total_partitions(em.r2, [(y[i::2], guess[i::2])], center=0.5) for i in (0, 1))
    assert em.r2.score(one + other) == em.score_partitions(em.r2, [(y, guess)], center=0.5)
    assert em.r2.score(one + other) == pytest.approx(em.r2(y, guess), abs=1e-12)
    interval = em.bootstrap_partitions(em.r2, [(y, guess, np.arange(50))], key="row", center=0.5, n_resamples=50)
    assert interval.estimate == em.r2.score(one + other)


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".csv.gz", ".jsonl"])
def test_files_are_read_some_rows_at_a_time_and_to_the_last_digit(tmp_path, suffix):
    rng = np.random.default_rng(1)
    table = pd.DataFrame({"truth": rng.normal(size=500), "guess": rng.normal(size=500), "unread": "x"})
    files = [tmp_path / f"{i}{suffix}" for i in range(2)]
    for path, part in zip(files, np.array_split(np.arange(500), 2), strict=True):
        if suffix == ".jsonl":
            lines = (json.dumps(row) for row in table.iloc[part].to_dict("records"))
            path.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
        else:
            table.iloc[part].to_csv(path, sep="\t" if suffix == ".tsv" else ",", index=False)
    named = {"y_true": "truth", "y_pred": "guess"}
    from_files = em.score_partitions(em.r2, files, columns=named, rows_at_once=70)
    assert from_files == em.score_partitions(em.r2, [(table.truth.to_numpy(), table.guess.to_numpy())])


def test_texts_come_from_files_too(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"reference": "the NA cat sat", "hypothesis": "the NA cat"}\n', encoding="utf-8")
    (tmp_path / "b.csv").write_text("reference,hypothesis\nNA,NA\n", encoding="utf-8")
    files, how = [str(tmp_path / "a.jsonl"), str(tmp_path / "b.csv")], {"tokenize": "whitespace"}
    assert em.score_partitions(em.corpus_wer, files, columns=["reference", "hypothesis"], **how) == 1 / 5
    bleu = em.score_partitions(em.corpus_bleu, files, columns=["reference", "hypothesis"], max_order=1, **how)
    assert bleu == em.corpus_bleu([["the NA cat sat"], ["NA"]], ["the NA cat", "NA"], max_order=1, **how)


def test_many_metrics_read_each_part_once():
    reads = []

    def part(truth):
        reads.append(truth)
        return pd.DataFrame({"y_true": truth, "y_pred": [0, 1, 1], "y_score": [0.1, 0.5, 0.7]})

    parts = [functools.partial(part, truth) for truth in ([0, 1, 0], [0, 0, 1])]
    scores = em.score_many({"F2": em.f_score.given(beta=2, pos_label=1), "AUC": em.roc_auc}, parts)
    assert len(reads) == 2
    truth, guess = [0, 1, 0, 0, 0, 1], [0, 1, 1, 0, 1, 1]
    assert scores["F2"] == em.f_score(truth, guess, beta=2, pos_label=1)
    assert scores["AUC"] == em.roc_auc(truth, [0.1, 0.5, 0.7] * 2)


def test_weights_are_a_column():
    table = pd.DataFrame({"y_true": [1, 2, 4.0], "y_pred": [1, 3, 3.0], "w": [1, 2, 0.5]})
    score = em.score_partitions(em.mean_absolute_error, [table[:1], table[1:]], sample_weight="w")
    assert score == em.mean_absolute_error(table.y_true, table.y_pred, sample_weight=table.w)
    assert em.score_partitions(em.mean_absolute_error, [([1], [3], [2])], sample_weight="w") == 2


@pytest.mark.parametrize("name", ["accuracy", "roc_auc", "kendall", "rand_index", "median_absolute_error"])
def test_counts_of_a_database_are_weights(name):
    rng, metric = np.random.default_rng(9), getattr(em, name)
    table = pd.DataFrame(rng.integers(0, 2, (500, 2)), columns=["one", "other"])
    grouped = table.groupby(["one", "other"]).size().rename("times").reset_index()
    how = {"columns": ["one", "other"]}
    whole = em.score_partitions(metric, [table], **how)
    assert em.score_partitions(metric, [grouped[:1], grouped[1:]], sample_weight="times", **how) == whole


ENGINES = {
    "threads": lambda: ThreadPoolExecutor(2),
    "map": lambda: map,
    "processes": lambda: "processes",
}


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_gives_the_same_digits(engine):
    rng = np.random.default_rng(2)
    truth, score = rng.integers(0, 2, 400), rng.random(400).round(2)
    parts = [(truth[i::7], score[i::7]) for i in range(7)]
    assert em.score_partitions(em.roc_auc, parts, engine=ENGINES[engine]()) == em.roc_auc(truth, score)


def kill_once(marker):
    """A part that kills the process that reads it, the first time."""
    if not os.path.exists(marker):
        open(marker, "w").close()
        os._exit(9)
    return [0, 1, 1], [0, 1, 0]


def test_what_a_killed_process_had_is_counted_again(tmp_path):
    parts = [([0, 1], [0, 1]), functools.partial(kill_once, str(tmp_path / "killed")), ([1], [0])]
    assert em.score_partitions(em.accuracy, parts, engine="processes") == 4 / 6
    assert (tmp_path / "killed").exists()


def test_a_part_that_kills_three_processes_is_named():
    with pytest.raises(RuntimeError, match=r"part 0 .*its process was killed three times"):
        em.score_partitions(em.accuracy, [functools.partial(os._exit, 9)], engine="processes")


class Here:
    """A client of a cluster as Dask has it, in this process, which loses some of what it was given."""

    def __init__(self, lost=None):
        self.lost, self.sent = lost, 0

    def gather(self, futures):
        return [future.result() for future in futures]

    def submit(self, function, *given, pure):
        self.sent += 1
        if self.sent - 1 == self.lost:
            return Lost(str(self.sent))
        value = function(*(each.result() if isinstance(each, Lost | Kept) else each for each in given))
        return Kept(str(self.sent), value)


class Kept:
    status = "finished"

    def __init__(self, key, value):
        self.key, self.value = key, value

    def result(self):
        return self.value


class Lost(Kept):
    status = "error"

    def __init__(self, key):
        super().__init__(key, None)

    def result(self):
        raise ConnectionError("the worker is gone")


def test_a_cluster_maps_and_adds_in_a_tree():
    parts = [([i], [i % 2]) for i in range(7)]
    client = Here()
    assert em.score_partitions(em.accuracy, parts, engine=client) == 2 / 7
    assert client.sent == 7 + 6


def test_what_a_cluster_gives_up_is_named():
    with pytest.raises(RuntimeError, match="part 1: ConnectionError: the worker is gone"):
        em.score_partitions(em.accuracy, [([1], [1]), ([2], [2])], engine=Giving(lost=1))


class Giving(Here):
    """A client that only finds out when it is asked for the result."""

    def submit(self, function, *given, pure):
        if any(isinstance(each, Lost) for each in given):
            return given[[isinstance(each, Lost) for each in given].index(True)]
        return super().submit(function, *given, pure=pure)


def test_a_part_is_tried_twice_and_then_named():
    failed = []

    def part(times):
        if len(failed) < times:
            failed.append(1)
            raise OSError("the disk is away")
        return [0, 1], [0, 1]

    assert em.score_partitions(em.accuracy, [functools.partial(part, 1)]) == 1
    with pytest.raises(RuntimeError, match=r"part 1 .*: OSError: the disk is away"):
        em.score_partitions(em.accuracy, [([0], [0]), functools.partial(part, 9)])


def test_a_run_is_resumed_from_the_files_that_are_done(tmp_path):
    files = [tmp_path / f"{i}.csv" for i in range(3)]
    for i, path in enumerate(files):
        path.write_text(f"y_true,y_pred\n0,0\n1,{i % 2}\n", encoding="utf-8")
    kept = tmp_path / "totals"
    score = em.score_partitions(em.accuracy, files, resume=kept)
    assert score == 4 / 6
    assert len(list(kept.iterdir())) == 3

    def never(parts):
        raise AssertionError("read again")

    again = pytest.MonkeyPatch()
    again.setattr("evalmetrics.partitions.reading.Reader.of_file", lambda self, path: never(path))
    try:
        assert em.score_partitions(em.accuracy, files, resume=kept) == score
    finally:
        again.undo()
    files[0].write_text("y_true,y_pred\n0,0\n1,1\n1,1\n", encoding="utf-8")  # a file that changed is read again
    assert em.score_partitions(em.accuracy, files, resume=kept) == 6 / 7
    with pytest.raises(RuntimeError, match="resume knows files again"):
        em.score_partitions(em.accuracy, [([0], [0])], resume=kept)


LISTED = st.lists(st.tuples(st.booleans(), st.integers(-60, 60)), min_size=1, max_size=40)
ENOUGH = {
    "fpr_at_recall": [{"recall": 0.0}, {"recall": 0.8}],
    "interpolated_average_precision": [{}, {"points": "all"}],
    "partial_roc_auc": [{"max_fpr": 0.2}, {"max_fpr": 1.0}],
    "recall_at_fpr": [{"fpr": 0.0}, {"fpr": 0.3}],
}


@pytest.mark.parametrize("name", OF_THE_CURVE)
@given(LISTED, st.integers(1, 6), st.booleans())
def test_a_bracket_holds_the_score(name, examples, bits, weighted):
    truth, score = [int(t) for t, _ in examples], [s / 7 for _, s in examples]
    for options in ENOUGH.get(name, [{}]):
        metric = getattr(em, name).given(**options)
        weight = (np.arange(len(truth)) % 3 + 0.5) if weighted else None
        exact = metric(truth, score, sample_weight=weight)
        part, how = (truth, score), {"bits": bits}
        if weighted:
            part, how = (*part, weight), {**how, "sample_weight": "w"}
        bracket = em.score_partitions(metric, [part], **how)
        assert exact in bracket or (np.isnan(exact) and np.isnan(bracket.low))


@given(LISTED, st.integers(1, 6))
def test_a_bracket_holds_the_median(examples, bits):
    truth, guess = [int(t) for t, _ in examples], [s / 7 for _, s in examples]
    bracket = em.score_partitions(em.median_absolute_error, [(truth, guess)], bits=bits)
    exact = em.median_absolute_error(truth, guess)
    assert exact in bracket
    assert bracket.high - bracket.low <= exact * 2.0 ** (2 - bits)


def test_a_bracket_is_narrow_where_there_are_bits():
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 5000)
    score = rng.normal(size=5000) + truth
    few, many = (em.score_partitions(em.roc_auc, [(truth, score)], bits=bits) for bits in (4, 14))
    assert many.high - many.low < 1e-3 < few.high - few.low
    assert em.roc_auc(truth, score) in many
    assert str(many).startswith("between 0.7")


@given(st.lists(st.lists(st.floats(-1e12, 1e12), min_size=2, max_size=2), min_size=1, max_size=20))
def test_pieces_add_up_to_the_numbers_exactly(table):
    drawn = Drawn({power: whole.sum(axis=0)[None] for power, whole in pieces(np.array(table))})
    assert drawn.floats()[0].tolist() == [float(sum(map(Fraction, column))) for column in zip(*table, strict=True)]


@pytest.mark.parametrize(("name", "more"), [("cider", {"zero_division": 0.0}), ("cumulative_rating", {}), ("r2", {})])
def test_what_parts_share_can_be_given_to_a_bootstrap(name, more):
    for metric, data, options, _ in list(cases(name))[:3]:
        samples = tuple(rows_of(sample, np.arange(len(data[0]))) for sample in data)
        part, how = (*samples, np.arange(len(data[0]))), {**options, **TABLE[name].shared, **more}
        drawn = em.bootstrap_partitions(metric, [part], key="k", n_resamples=5, **how)
        equal(drawn.estimate, em.score_partitions(metric, [samples], **how))
        assert drawn.replicates.shape[0] == 5


@pytest.mark.parametrize("name", ["r2", "corpus_wer", "macro_f_score", "precision", "mean_absolute_error"])
def test_resamples_are_the_same_for_any_cut(name):
    for metric, data, options, rng in list(cases(name))[:3]:
        keys = np.arange(len(data[0]))
        samples = tuple(rows_of(sample, keys) for sample in data)
        how = {"key": "id", "n_resamples": 40, **options}
        whole = em.bootstrap_partitions(metric, [(*samples, keys)], **how)
        parts = em.bootstrap_partitions(metric, in_parts([*samples, keys], rng), **how)
        equal(parts.replicates, whole.replicates)
        equal(parts.low, whole.low)


@pytest.mark.parametrize("method", ["percentile", "basic", "normal"])
def test_the_interval_is_near_that_of_the_ordinary_bootstrap(method):
    rng = np.random.default_rng(4)
    y = rng.normal(size=4000)
    guess = y + rng.normal(size=4000)
    ours = em.bootstrap_partitions(em.r2, [(y, guess, range(4000))], key="id", method=method, n_resamples=2000)
    usual = em.bootstrap(em.r2, y, guess, method=method, n_resamples=2000, rng=0)
    width = usual.high - usual.low
    assert ours.low == pytest.approx(usual.low, abs=0.1 * width)
    assert ours.high == pytest.approx(usual.high, abs=0.1 * width)
    assert ours.interval.method == f"Poisson {method}"


def drawn_by_hand(metric, samples, keys, n, seed=0):
    """Scores of resamples in which each example is repeated as often as its key says."""
    times = poisson(hashed(keys), n, seed)
    return [metric(*(np.repeat(sample, each) for sample in samples)) for each in times]


@pytest.mark.parametrize("name", ["roc_auc", "average_precision", "median_absolute_error", "spearman"])
def test_resamples_of_what_is_sorted_or_told_apart_are_those_of_their_examples(name):
    rng, metric = np.random.default_rng(5), getattr(em, name)
    truth, guess, keys = rng.integers(0, 2, 60), rng.integers(0, 12, 60) / 4, np.arange(60)
    parts = [(truth[i::3], guess[i::3], keys[i::3]) for i in range(3)]
    drawn = em.bootstrap_partitions(metric, parts, key="k", n_resamples=50)
    close(drawn.replicates, drawn_by_hand(metric, (truth, guess), keys, 50))
    close(drawn.estimate, metric(truth, guess))


@pytest.mark.parametrize("name", ["roc_auc", "average_precision", "median_absolute_error"])
def test_resamples_of_what_is_rounded_have_brackets(name):
    rng, metric = np.random.default_rng(6), getattr(em, name)
    truth, guess, keys = rng.integers(0, 2, 80), rng.random(80), np.arange(80)
    exact = em.bootstrap_partitions(metric, [(truth, guess, keys)], key="k", n_resamples=60)
    outer = em.bootstrap_partitions(metric, [(truth, guess, keys)], key="k", n_resamples=60, bits=3)
    low, high = outer.replicates.T
    assert ((low <= exact.replicates) & (exact.replicates <= high)).all()
    assert outer.low <= exact.low < exact.high <= outer.high
    assert exact.estimate in outer.estimate
    assert str(outer).startswith("between 0.")
    assert str(outer).endswith("(95 %, Poisson percentile at 3 bits)")


def test_examples_with_one_key_are_drawn_together():
    right = np.repeat([0, 1], 30)
    truth, patient = np.ones(60, dtype=int), np.repeat(np.arange(12), 5)
    each, together = (
        em.bootstrap_partitions(em.accuracy, [(truth, right, key)], key="key") for key in (np.arange(60), patient)
    )
    assert together.high - together.low > 1.5 * (each.high - each.low)


def test_weights_are_of_a_poisson_distribution_and_independent():
    times = poisson(hashed([f"row {i}" for i in range(50_000)]), 20, seed=0)
    shares = np.bincount(times.ravel(), minlength=5)[:5] / times.size
    np.testing.assert_allclose(shares, np.exp(-1) / np.array([1, 1, 2, 6, 24]), atol=2e-3)
    correlations = np.corrcoef(times) - np.eye(20)
    assert np.abs(correlations).max() < 0.025
    assert (poisson(hashed([1, 2]), 5, seed=1) != poisson(hashed([1, 2]), 5, seed=2)).any()
    np.testing.assert_array_equal(hashed(np.array([3], dtype=np.int8)), hashed([3]))


@pytest.mark.parametrize("name", OF_ONE)
def test_the_mean_of_a_score_of_one_example_adds_up(name):
    rng, metric, options = np.random.default_rng(7), getattr(em, name), TABLE[name].options[0]
    with pytest.raises(ValueError, match=rf"{name} scores one example, .*returns float\({name}\(...\)\)") as refusal:
        em.score_partitions(metric, [])
    assert set(re.findall(r"(\w+) scores many of them", str(refusal.value))) <= set(ADDING)
    examples = [TABLE[name].draw(rng) for _ in range(4)]
    by_arity = {1: lambda a: float(metric(a, **options)), 2: lambda a, b: float(metric(a, b, **options))}
    of_one = by_arity[len(examples[0])]
    parts = [tuple(list(each) for each in zip(*examples[i::2], strict=True)) for i in range(2)]
    expected = np.mean([of_one(*example) for example in examples])
    close(em.score_partitions(em.mean_of(of_one)(mean_of_numbers), parts), expected)


def mean_of_numbers(total, n):
    return total / n


def test_every_metric_adds_up_or_says_what_can_be_done():
    for name in set(METRICS).difference(ADDING, OF_ONE):
        with pytest.raises(ValueError, match=f"{name} has no counts that add up; .{{30,}}") as refusal:
            em.score_partitions(METRICS[name], [])
        assert TOGETHER not in str(refusal.value)  # what a stranger's metric is told
        with pytest.raises(ValueError, match=re.escape(str(refusal.value))):
            METRICS[name].total(*TABLE[name].draw(np.random.default_rng(0)))


def numbers_and_products(y_true, y_pred):
    return 3 * y_true + y_pred, y_true * y_pred


OWN = {
    "matrix": (em.of_matrix, lambda cells: cells[0, -1] / cells.sum((0, 1))),
    "sums": (em.of_sums(numbers_and_products), lambda numbers, products: products / numbers),
    "ranking": (em.of_ranking, lambda positives, negatives: positives[0] / (1 + negatives.sum())),
    "weights": (em.of_weights(numbers_and_products), lambda weights, made: (weights * made[0]).sum()),
}


def named(name, decorator, definition):
    """A metric of one's own under some name, perhaps that of a metric of the package."""
    return decorator(FunctionType(definition.__code__, globals(), name))


@pytest.mark.parametrize("own", OWN)
def test_a_metric_with_the_name_of_another_scores_as_itself(own):
    rng, keys = np.random.default_rng(8), np.arange(40)
    y, guess = rng.integers(0, 2, 40), rng.integers(0, 5, 40)
    with_keys = [(y[i::2], guess[i::2], keys[i::2]) for i in range(2)]
    parts = [part[:2] for part in with_keys]
    metric = named("of_my_own", *OWN[own])
    score, how = metric(y, guess), {"key": "k", "n_resamples": 5}
    replicates = em.bootstrap_partitions(metric, with_keys, **how).replicates
    for name in METRICS:
        stolen = named(name, *OWN[own])
        equal(em.score_partitions(stolen, parts), score)
        equal(stolen.score(em.total_partitions(stolen, parts)), score)
        equal(em.score_many([stolen], parts)[name], score)
        equal(em.bootstrap_partitions(stolen, with_keys, **how).replicates, replicates)
        with pytest.raises((TypeError, ValueError), match=f"{name} hangs on the order|and {name} has neither"):
            em.score_partitions(stolen, parts, bits=3)
        with pytest.raises(ValueError, match=f"{name} has no counts that add up; {TOGETHER}"):
            em.score_partitions(named(name, em.of_samples, lambda y: 0), parts)


def test_a_metric_of_one_s_own_that_is_declared_monotone_has_brackets():
    rng = np.random.default_rng(9)
    truth, x = rng.integers(0, 2, 30), rng.normal(size=30)

    @em.of_ranking(monotone=True)
    def pr_auc(positives, negatives):  # a name that the package has for what is not monotone
        return -(positives @ (negatives.cumsum() - negatives / 2))

    @em.of_weights(lambda x: x, inputs=lambda x: (np.asarray(x),), monotone=True)
    def kendall(weights, x):
        return -(weights * x).sum()

    for metric, data in ((pr_auc, (truth, x)), (kendall, (x,))):
        bracket = em.score_partitions(metric, [data], bits=3)
        assert metric(*data) in bracket
        assert bracket.low < bracket.high


def test_a_tree_adds_up_everything():
    assert in_a_tree(range(1, 8)) == 28
    assert in_a_tree([]) is None


OF_TWO_TYPES = [([1, 2], [1, 2]), (["1", "2"], ["1", "2"])]


def drawn_of(n, **options):
    return em.bootstrap_partitions(em.roc_auc, [(np.arange(n) % 2, np.arange(n), np.arange(n))], key="k", **options)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: em.score_partitions(em.silhouette, [([1], [1])]), ValueError, "silhouette has no counts that add up"),
        (lambda: em.score_partitions(len, [([1], [1])]), TypeError, "metric must be declared"),
        (lambda: em.score_partitions(em.accuracy, []), ValueError, "at least one example"),
        (lambda: em.score_partitions(em.accuracy, [([1], [1])], bits=3), TypeError, "accuracy has neither"),
        (lambda: em.score_partitions(em.roc_auc, [([0, 1], [0, 1])], bits=0), ValueError, "bits must be"),
        (lambda: drawn_of(2, bits=3, method="basic"), ValueError, "with bits method must be"),
        (lambda: drawn_of(5000, n_resamples=10_000), ValueError, "roc_auc has 10,000 counts, .* 0.8 GB. Draw fewer"),
        (lambda: em.score_partitions(em.rand_index, OF_TWO_TYPES), TypeError, "one part and examples of another mix"),
        (lambda: em.score_partitions(em.accuracy, [([1], [1])], engine=3), TypeError, "engine must be None"),
        (lambda: em.score_partitions(em.accuracy, [([1], [1])], columns={"x": "y"}), ValueError, "columns names 'x'"),
        (lambda: em.score_partitions(em.accuracy, [([1], [1])], columns=["x"]), ValueError, "columns must name"),
        (lambda: em.score_partitions(em.accuracy, [([1], [1], [1])]), RuntimeError, "got 3"),
        (lambda: em.score_partitions(em.accuracy, [([1, 2], [1])]), RuntimeError, "part 0: ValueError: .*same length"),
        (lambda: em.score_partitions(em.accuracy, ["x.xls"]), RuntimeError, "ends in .parquet, .csv"),
        (lambda: em.score_partitions(em.accuracy, [pd.DataFrame({"a": [1]})]), RuntimeError, "no column 'y_true' and"),
        (lambda: em.score_partitions(em.accuracy, [3]), RuntimeError, "a part must be a tuple"),
        (lambda: em.score_partitions(em.r2, iter([([1], [1])])), TypeError, "parts must be a list: score reads"),
        (lambda: em.score_partitions(em.pr_auc, [([0, 1], [0, 1])], bits=3), ValueError, "no bracket is known for it"),
        (lambda: em.score_many([em.accuracy, em.accuracy], [([1], [1])]), ValueError, "names of their own"),
        (lambda: em.score_many(["acuracy"], [([1], [1])]), ValueError, "did you mean accuracy"),
        (lambda: em.bootstrap_partitions(em.accuracy, [], key=3), TypeError, "key must name a column"),
        (lambda: em.bootstrap_partitions(em.accuracy, iter([]), key="k"), TypeError, "parts must be a list"),
        (lambda: em.bootstrap_partitions(em.accuracy, [([1], [1], [0.5])], key="k"), RuntimeError, "whole numbers or"),
        (lambda: em.score_partitions(em.r2, [(["a"], ["b"])]), RuntimeError, "y_true must hold numbers"),
        (lambda: em.score_partitions(em.r2, [([1], [1])], sample_weight=[1]), TypeError, "must name the column"),
        (lambda: em.score_partitions(em.accuracy, [([1], [1])], rows_at_once=0), ValueError, "rows_at_once"),
        (lambda: em.bootstrap_partitions(em.accuracy, [([1], [1], [1])], key="k", method="bca"), ValueError, "method"),
        (lambda: Total.from_bytes(b"something else"), ValueError, "what to_bytes of a total wrote"),
    ],
)
def test_bad_input_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_a_column_of_two_types_is_refused(tmp_path):
    (tmp_path / "a.csv").write_text("y_true,y_pred\n" + "1,1\n" * 3 + "x,1\n" * 3, encoding="utf-8")
    with pytest.raises(RuntimeError, match="column 'y_true' holds numbers in some rows and texts in others"):
        em.score_partitions(em.accuracy, [tmp_path / "a.csv"], rows_at_once=3)


def test_labels_of_two_types_in_two_parts_are_refused():
    with pytest.raises(TypeError, match="labels of one part and labels of another mix numbers and text"):
        em.score_partitions(em.macro_f_score, OF_TWO_TYPES)
    total = em.accuracy.total([True, False], [True, True]) + em.accuracy.total([0, 2], [2, 2])
    assert total.counted.index.tolist() == [0, 1, 2]
    assert em.accuracy.score(total) == 1 / 2
    assert em.score_partitions(em.accuracy, [([1.0], [1.0]), ([2], [3])]) == 1 / 2


def test_a_part_without_rows_adds_nothing(tmp_path):
    (tmp_path / "empty.csv").write_text("y_true,y_pred\n", encoding="utf-8")
    parts = [tmp_path / "empty.csv", pd.DataFrame({"y_true": [1, 2], "y_pred": [1, 1]}), {"y_true": [1], "y_pred": [1]}]
    assert em.score_partitions(em.accuracy, parts) == 2 / 3


def test_a_line_that_is_no_row_is_named(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"y_true": 1, "y_pred": 1}\n{"y_true": 1}\n', encoding="utf-8")
    with pytest.raises(RuntimeError, match=r"line 2 of a.jsonl has no 'y_pred'"):
        em.score_partitions(em.accuracy, [tmp_path / "a.jsonl"])
    (tmp_path / "b.jsonl").write_text("[1, 1]\n", encoding="utf-8")
    with pytest.raises(RuntimeError, match=r"line 1 of b.jsonl is no object"):
        em.score_partitions(em.accuracy, [tmp_path / "b.jsonl"])


def test_what_is_not_installed_is_named(monkeypatch):
    def missing(name):
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("evalmetrics.partitions.reading.import_module", missing)
    with pytest.raises(RuntimeError, match=r"this needs pyarrow, which is not installed: pip install pyarrow"):
        em.score_partitions(em.accuracy, ["a.parquet"])


def reach(x, *, largest):
    return x / largest, 1


def the_largest(x, *, largest=None):
    return {"largest": max(x) if largest is None else largest}


def test_a_metric_that_does_not_say_what_parts_share_has_to_be_told():
    @em.of_sums(reach, shared=the_largest)
    def mean_reach(x, n):
        return x / n

    assert mean_reach([1, 2, 4]) == 7 / 12
    with pytest.raises(ValueError, match="does not say how it is worked out of parts: give largest"):
        em.score_partitions(mean_reach, [([1, 2],), ([4],)])


def test_metrics_that_take_a_sample_at_two_places_are_scored_one_by_one():
    @em.of_sums(lambda y_pred, y_true: (y_pred, y_true))
    def ratio(p, t):
        return p / t

    with pytest.raises(ValueError, match="at one place among their samples"):
        em.score_many([em.accuracy, ratio], [([1], [1])])


def test_statistics_that_cannot_be_drawn_are_refused():
    @em.mean_of(lambda x: np.inf if x < 0 else x)
    def mean_or_more(x, n):
        return x / n

    with pytest.raises(RuntimeError, match="statistics must be finite to be drawn"):
        em.bootstrap_partitions(mean_or_more, [([-1.0, 1.0], [1, 2])], key="row")


def test_totals_of_a_later_version_and_of_functions_typed_in_are_refused():
    data = em.accuracy.total([0, 1], [0, 1]).to_bytes()
    with pytest.raises(ValueError, match="a later version of evalmetrics"):
        Total.from_bytes(data.replace(b"total 2 ", b"total 9 ", 1))
    with pytest.raises(TypeError, match="define it in a module of its own"):
        em.corpus_wer.total(["a"], ["a"], tokenize=lambda text: text.split()).to_bytes()


def test_changed_bytes_are_refused():
    data = bytearray(em.accuracy.total([0, 1], [0, 1]).to_bytes())
    data[-1] ^= 1
    with pytest.raises(ValueError, match="have changed"):
        Total.from_bytes(bytes(data))


def test_a_function_of_a_stranger_is_not_imported_for_the_sake_of_a_file():
    data = em.corpus_wer.total(["a"], ["a"], tokenize=os.path.splitext).to_bytes()
    with pytest.raises(ValueError, match="not imported for the sake of a file"):
        Total.from_bytes(data)
