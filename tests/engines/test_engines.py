"""A file that is larger than memory, scored alone and by others, with the digits of one pass."""

import itertools
import json
import os
import shutil
import subprocess
import sys
import textwrap

import numpy as np
import pandas as pd
import pytest

import evalmetrics as em
from evalmetrics.partitions.reading import Reader

pytestmark = [
    pytest.mark.engines,
    pytest.mark.filterwarnings("default"),  # of Dask and its web server
]
N = 200_000


def made(n, seed=0):
    rng = np.random.default_rng(seed)
    words = np.array(["the", "a", "cat", "dog", "sat", "ran", "on", "under", "mat", "tree"])
    truth = rng.integers(0, 2, n)
    y = rng.normal(size=n)
    sentences = [" ".join(each) for each in words[rng.integers(0, 10, (n, 12))]]
    guesses = [" ".join(each) for each in words[rng.integers(0, 10, (n, 12))]]
    return pd.DataFrame(
        {
            "row": np.arange(n),
            "label": rng.choice(list("abc"), n),
            "guess": rng.choice(list("abc"), n),
            "positive": truth,
            "score": (rng.random(n) + 0.3 * truth).round(4),
            "y": y,
            "y_hat": y + rng.normal(size=n),
            "reference": sentences,
            "hypothesis": [s if i % 3 else g for i, (s, g) in enumerate(zip(sentences, guesses, strict=True))],
        }
    )


SCORES = {
    "macro-F": (em.macro_f_score, ["label", "guess"], {}),
    "AUC": (em.roc_auc, ["positive", "score"], {}),
    "R2": (em.r2, ["y", "y_hat"], {}),
    "BLEU": (em.corpus_bleu, ["reference", "hypothesis"], {"tokenize": "whitespace"}),
    "WER": (em.corpus_wer, ["reference", "hypothesis"], {"tokenize": "whitespace"}),
}


@pytest.fixture(scope="module")
def table():
    return made(N)


@pytest.fixture(scope="module")
def files(table, tmp_path_factory):
    folder = tmp_path_factory.mktemp("parts")
    paths = [folder / f"{i}.parquet" for i in range(6)]
    for path, rows in zip(paths, np.array_split(np.arange(N), 6), strict=True):
        table.iloc[rows].to_parquet(path, row_group_size=5000)
    return paths


@pytest.fixture(scope="module")
def whole(table):
    scores = {}
    for name, (metric, columns, options) in SCORES.items():
        truth, guess = (table[column].tolist() for column in columns)
        truth = [[text] for text in truth] if name == "BLEU" else truth
        scores[name] = float(em.score_partitions(metric, [(truth, guess)], **options))
        assert scores[name] == pytest.approx(float(metric(truth, guess, **options)), abs=1e-12)
    return scores


@pytest.fixture(scope="module")
def client():
    from dask.distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        yield client


@pytest.mark.parametrize("name", SCORES)
def test_parquet_gives_the_digits_of_one_pass(files, whole, name):
    metric, columns, options = SCORES[name]
    assert em.score_partitions(metric, files, columns=columns, rows_at_once=7000, **options) == whole[name]


@pytest.mark.parametrize("name", SCORES)
def test_dask_gives_the_digits_of_one_pass(files, whole, client, name):
    metric, columns, options = SCORES[name]
    assert em.score_partitions(metric, files, columns=columns, engine=client, **options) == whole[name]


@pytest.mark.parametrize("name", ["macro-F", "AUC"])
def test_joblib_gives_the_digits_of_one_pass(files, whole, name):
    import joblib

    metric, columns, options = SCORES[name]
    assert em.score_partitions(metric, files, columns=columns, engine=joblib.Parallel(2), **options) == whole[name]


@pytest.mark.parametrize("name", ["macro-F", "AUC", "R2", "WER"])
def test_duckdb_gives_the_digits_of_one_pass(files, whole, name):
    import duckdb

    metric, columns, options = SCORES[name]
    relation = duckdb.read_parquet([str(path) for path in files])
    assert em.score_partitions(metric, relation, columns=columns, **options) == whole[name]


def test_duckdb_sorts_for_average_precision_and_checks_what_it_sorts(files, table):
    import duckdb

    relation = duckdb.read_parquet([str(path) for path in files])
    streamed = em.score_partitions(em.average_precision, relation, columns=["positive", "score"])
    assert streamed == pytest.approx(em.average_precision(table.positive, table.score), abs=1e-13)
    named = relation.project("score, case when positive = 1 then 'yes' else 'no' end as it")
    how = {"columns": {"y_true": "it", "y_score": "score"}}
    with pytest.raises(ValueError, match="pos_label"):
        em.score_partitions(em.roc_auc, named, **how)
    assert em.score_partitions(em.roc_auc, named, pos_label="yes", **how) == em.roc_auc(table.positive, table.score)
    bad = duckdb.sql("select 1 as y_true, 'nan'::double as y_score union all select 0, 1.0")
    with pytest.raises(ValueError, match="must be finite, got 1 missing"):
        em.score_partitions(em.roc_auc, bad)


@pytest.mark.parametrize("n", [9_999, 10_000])
def test_duckdb_sorts_for_a_median_and_for_ranks(table, n):
    import duckdb

    rounded = table[:n].assign(y=table.y[:n].round(2))
    relation, columns = duckdb.from_df(rounded), ["y", "y_hat"]
    median = em.score_partitions(em.median_absolute_error, relation, columns=columns)
    assert median == em.median_absolute_error(rounded.y, rounded.y_hat)
    ranks = em.score_partitions(em.spearman, relation, columns=columns)
    assert ranks == pytest.approx(float(em.spearman(rounded.y, rounded.y_hat)), abs=1e-13)
    same = duckdb.sql("select 1 as x, 2 as y union all select 1, 3")
    assert np.isnan(em.score_partitions(em.spearman, same))
    bad = duckdb.sql("select 1.0 as y_true, null::double as y_pred")
    with pytest.raises(ValueError, match="errors must be finite, got 1 missing"):
        em.score_partitions(em.median_absolute_error, bad)
    with pytest.raises(ValueError, match="at least one example"):
        em.score_partitions(em.median_absolute_error, bad.limit(0))


@em.of_ranking
def roc_auc(positives, negatives):
    """Not what the package calls so."""
    return positives[0] / negatives.sum()


@em.of_weights(lambda y_true, y_pred: y_true + 2 * y_pred)
def spearman(weights, numbers):
    """Not what the package calls so."""
    return weights @ numbers


@em.of_matrix
def accuracy(cells):
    """Not what the package calls so."""
    return cells[0, 1] / cells.sum((0, 1))


OWN = [(roc_auc, ["positive", "score"]), (spearman, ["y", "y_hat"]), (accuracy, ["label", "guess"])]


@pytest.mark.parametrize(("metric", "columns"), OWN, ids=lambda it: getattr(it, "__name__", ""))
def test_a_metric_with_the_name_of_ours_scores_as_itself(table, client, metric, columns):
    import duckdb

    few = table[:3000].round(1)
    own = metric(few[columns[0]], few[columns[1]])
    assert em.score_partitions(metric, duckdb.from_df(few), columns=columns) == pytest.approx(own, rel=1e-12)
    parts = [few[i::3] for i in range(3)]
    assert em.score_partitions(metric, parts, columns=columns, engine=client) == pytest.approx(own, rel=1e-12)


@pytest.mark.parametrize("metric", [em.rand_index, em.kendall, em.median_absolute_error], ids=lambda m: m.__name__)
def test_duckdb_counts_equal_examples(table, metric):
    import duckdb

    codes = table[:3000].assign(label=table.label.map(ord), guess=table.guess.map(ord))
    parts = [duckdb.from_df(codes[i::2]) for i in range(2)]
    whole = em.score_partitions(metric, [codes], columns=["label", "guess"])
    assert em.score_partitions(metric, parts, columns=["label", "guess"]) == whole


SORTING = """
import duckdb, sys
import evalmetrics as em
duckdb.sql("set threads = 1")
duckdb.sql("set preserve_insertion_order = false")
duckdb.sql("set enable_progress_bar = false")
duckdb.sql("set memory_limit = '120MB'")
duckdb.sql(f"set temp_directory = '{sys.argv[2]}'")
relation = duckdb.read_parquet(sys.argv[1])
print(*[repr(float(em.score_partitions(m, relation, columns=["y", "y_hat"])))
        for m in (em.median_absolute_error, em.spearman)])
"""


def test_duckdb_sorts_more_than_it_is_allowed_to_hold(tmp_path):
    rng = np.random.default_rng(8)
    y = rng.normal(size=8_000_000)
    table = pd.DataFrame({"y": y, "y_hat": y + rng.normal(size=len(y))})
    table.to_parquet(tmp_path / "large.parquet", row_group_size=2**16)
    assert table.memory_usage().sum() > 120e6
    command = [sys.executable, "-c", SORTING, str(tmp_path / "large.parquet"), str(tmp_path / "sorted")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    median, ranks = map(float, done.stdout.split())
    assert median == em.median_absolute_error(table.y, table.y_hat)
    assert ranks == pytest.approx(float(em.spearman(table.y, table.y_hat)), abs=1e-12)


def test_other_tables_that_speak_arrow_are_parts(table):
    import polars
    import pyarrow

    columns, whole = ["label", "guess"], em.macro_f_score(table.label, table.guess)
    parts = [pyarrow.Table.from_pandas(table[:10_000]), *pyarrow.Table.from_pandas(table[10_000:]).to_batches()]
    assert em.score_partitions(em.macro_f_score, parts, columns=columns) == whole
    parts = [polars.from_pandas(table[i::2]) for i in range(2)]
    assert em.score_partitions(em.macro_f_score, parts, columns=columns) == whole


@pytest.mark.parametrize("metric", [em.macro_f_score, em.cohen_kappa, em.recall], ids=lambda m: m.__name__)
def test_polars_counts_the_cells_of_a_matrix_where_they_lie(files, table, metric, monkeypatch):
    import polars

    how = {"columns": ["label", "guess"]}
    whole = em.score_partitions(metric, [table], **how)
    frames = [polars.from_pandas(table[i::2]) for i in range(2)]
    typed = [frame.with_columns(polars.col("label", "guess").cast(polars.Enum(list("abc")))) for frame in frames]
    read = []
    monkeypatch.setattr(Reader, "of_table", lambda *given: read.append(len(given[1])) or of_table(*given))
    for parts in (frames, frames[0].lazy().collect().vstack(frames[1]), typed, polars.scan_parquet(files)):
        score = em.score_partitions(metric, parts, **how)
        assert np.array_equal(score, whole)
        assert (score.attrs["n"] if hasattr(score, "attrs") else score.n) == N
    assert max(read) == 9


of_table = Reader.of_table


def test_a_plan_of_polars_is_read_for_other_metrics_and_refused_with_the_same_words(files, whole, table):
    import polars

    plan, how = polars.scan_parquet(files), {"columns": {"y_true": "label", "y_pred": "guess"}}
    assert em.score_partitions(em.r2, plan, columns=["y", "y_hat"]) == whole["R2"]
    assert em.score_many(["macro_f_score", "accuracy"], plan, **how)["macro_f_score"] == whole["macro-F"]
    by_row = polars.from_pandas(table[:900]).with_columns(sample_weight=polars.lit(2))
    weighted = em.score_partitions(em.accuracy, by_row, sample_weight="sample_weight", **how)
    assert weighted == em.accuracy(table.label[:900], table.guess[:900])
    with pytest.raises(RuntimeError, match="has no column 'y_true' and 'y_pred'"):
        em.score_partitions(em.accuracy, plan)
    same = em.score_partitions(em.accuracy, plan, columns=["label", "label"])
    assert same == 1
    with pytest.raises(RuntimeError, match="label"):
        em.score_partitions(em.accuracy, polars.DataFrame({"y_true": ["a", None], "y_pred": ["a", "b"]}))


def test_the_bootstrap_is_the_same_alone_and_on_dask(files, table, client):
    how = {"key": "row", "columns": ["y", "y_hat"], "n_resamples": 100}
    on_dask = em.bootstrap_partitions(em.r2, files, engine=client, **how)
    alone = em.bootstrap_partitions(em.r2, [table[i::3] for i in range(3)], **how)
    assert (on_dask.replicates == alone.replicates).all()
    assert str(on_dask) == str(alone)


def test_a_metric_that_was_typed_in_goes_to_other_machines(files, table, client):
    @em.of_matrix
    def error_rate(cells):
        return 1 - cells.trace() / cells.sum((0, 1))

    rate = em.score_partitions(error_rate, files, columns=["label", "guess"], engine=client)
    assert rate == error_rate(table.label, table.guess)


def test_dask_loses_nothing_when_a_worker_is_killed(files, whole):
    from dask.distributed import Client, LocalCluster

    metric, columns, options = SCORES["BLEU"]
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        pids = client.run(os.getpid)
        killing = client.submit(kill_soon, next(iter(pids.values())), pure=False)
        assert em.score_partitions(metric, files, columns=columns, engine=client, **options) == whole["BLEU"]
        assert killing.result()
        assert client.run(os.getpid) != pids  # somebody else has taken the place


def kill_soon(pid):
    """Kills another process of this machine a moment from now."""
    import threading

    threading.Timer(0.3, os.kill, (pid, 9)).start()
    return True


def test_a_part_that_fails_on_dask_is_named(files, client):
    with pytest.raises(RuntimeError, match=r"part 6 .*FileNotFoundError"):
        em.score_partitions(em.r2, [*files, "none.parquet"], columns=["y", "y_hat"], engine=client)


LIMITED = """
import json, resource, sys
import evalmetrics as em
import pyarrow.parquet
scores, path, asked = {}, sys.argv[1], json.loads(sys.argv[3])
metrics = [em.score_partitions, *(getattr(em, name) for name, _, _ in asked)]  # imports what they are made of
with open("/proc/self/status") as status:
    imported = next(1024 * int(line.split()[1]) for line in status if line.startswith("VmData"))
limit = imported + int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
for name, columns, options in asked:
    metric = getattr(em, name)
    scores[name] = float(em.score_partitions(metric, [path], columns=columns, rows_at_once=2000, **options))
drawn = em.bootstrap_partitions(em.r2, [path], key="row", columns=["y", "y_hat"], n_resamples=50, rows_at_once=2000)
scores["interval"] = [drawn.low, drawn.high]
print(json.dumps(scores))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are those of Linux")
def test_a_file_larger_than_the_memory_that_is_allowed_is_scored(tmp_path):
    """By BLEU, WER, macro-F, R², AUC and a bootstrap."""
    path, n, allowed = tmp_path / "large.parquet", 1_250_000, 150 * 2**20
    table = made(50_000)
    import pyarrow
    import pyarrow.parquet as parquet

    blocks = [table.assign(row=table.row + 50_000 * i, y=table.y + i) for i in range(n // 50_000)]
    schema = pyarrow.Table.from_pandas(table).schema
    with parquet.ParquetWriter(path, schema, compression="none", use_dictionary=False) as writer:
        for block in blocks:
            writer.write_table(pyarrow.Table.from_pandas(block), row_group_size=5000)
    asked = [(metric.__name__, columns, options) for metric, columns, options in SCORES.values()]
    assert path.stat().st_size > 1.2 * allowed  # beyond what a process has that imported everything
    command = [sys.executable, "-c", textwrap.dedent(LIMITED), str(path), str(allowed), json.dumps(asked)]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "ARROW_DEFAULT_MEMORY_POOL": "system"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=900)
    assert done.returncode == 0, done.stderr
    scores = json.loads(done.stdout)
    for metric, columns, options in SCORES.values():
        parts = [block[columns] for block in blocks[::-1]]
        assert scores[metric.__name__] == float(em.score_partitions(metric, parts, columns=columns, **options))
    assert scores["interval"][0] < scores["r2"] < scores["interval"][1]


def counted_batches(batches):
    """What Spark calls for each of its partitions: Arrow batches come in, and the bytes of one total go out."""
    import pyarrow

    for first in batches:
        parts = itertools.chain([first], batches)
        total = em.total_partitions(em.macro_f_score, parts, columns=["label", "guess"])
        yield pyarrow.RecordBatch.from_pydict({"total": [total.to_bytes()]})


@pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java")
def test_spark_counts_arrow_batches(files, whole, monkeypatch):
    sql = pytest.importorskip("pyspark.sql")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    spark = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        rows = spark.read.parquet(*map(str, files)).select("label", "guess").repartition(5)
        totals = rows.mapInArrow(counted_batches, "total binary").collect()
        few = rows.limit(2).repartition(5).mapInArrow(counted_batches, "total binary").collect()
    finally:
        spark.stop()
    assert len(totals) == 5
    assert len(few) <= 2  # partitions without rows
    assert em.macro_f_score.score(sum(em.Total.from_bytes(row.total) for row in totals)) == whole["macro-F"]
