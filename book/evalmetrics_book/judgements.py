"""What professional translators marked in real translations, and what metrics count in them: numbers, no sentences."""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalmetrics.bleu import corpus_bleu
from evalmetrics.chrf_ter import corpus_chrf, corpus_ter
from evalmetrics.inputs import arguments
from evalmetrics.kinds.base import kind_of, unwrapped
from evalmetrics.kinds.declare import declare
from evalmetrics.kinds.help_pages import described_by
from evalmetrics.kinds.sums import OfSums
from evalmetrics.word_error_rate import corpus_wer

from . import shipped

Array = NDArray[Any]

SETS = ("ted", "wmt23")
SIGNED = {"BLEU": (corpus_bleu, 1), "chrF": (corpus_chrf, 1), "TER": (corpus_ter, -1), "WER": (corpus_wer, -1)}
MARKED_TWICE = {"GPT4-5shot_with_ONLINE-W": "GPT-4 (1)", "GPT4-5shot_with_refA": "GPT-4 (2)"}
ERRORS = ["major", "minor", "punctuation", "non_translation"]
TENTHS = np.array([50, 10, 1, 250])  # what an error of each kind costs: whole numbers, so that sums are exact
ORDERS = {"max_order": 4, "char_order": 6, "word_order": 2}  # the longest n-grams that were counted
TOKENS, LETTERS, WORDS, BLANKS = range(4)  # lengths: tokens of 13a, letters, words and marks, what blanks separate
MATCHES, RUNS, PHRASES, TER_EDITS, WER_EDITS = slice(0, 4), slice(4, 10), slice(10, 12), 12, 13  # what two texts share


@described_by()
def example_judgements(name: str) -> pd.DataFrame:
    """Errors that professional translators marked in real translations, each read by one rater or by three.

    name : {"ted", "wmt23"}
        ted: talks from Chinese to English (2021), 529 segments of 5 talks by 13 systems; one rater a segment. ``ref``
        is no translation but what the speakers said, in English: the Chinese was translated from it, and the raters
        held it against the Chinese. ``refB`` is a translation of the Chinese; by whom is not said. wmt23: news from
        English to German (2023), 104 paragraphs of 30 documents by 8 systems and a human translator, ``refA``; three
        raters a text. GPT-4's texts were rated twice, beside two different partners, under two names.

    -> DataFrame
        A row for each text and rater, shape (7935, 9) or (3120, 9). Columns system, segment, document, rater; how
        many errors were found: major, minor, punctuation (minor ones), non_translation (a text beyond repair); score,
        their sum with weights 5, 1, 0.1 and 25: lower is better.

    Source: Freitag, Foster, Grangier, Ratnakar, Tan and Macherey (2021), Experts, errors, and context: a large-scale
    study of human evaluation for machine translation, TACL 9. Counted in the files that their authors published at
    github.com/google/wmt-mqm-human-evaluation, commit 7fadea2, Apache License 2.0.

    >>> marks = example_judgements("wmt23")
    >>> marks.groupby("system")["score"].mean().round(2).loc[["refA", "NLLB_MBR_BLEU"]].to_dict()
    {'refA': 3.63, 'NLLB_MBR_BLEU': 11.03}
    """
    held = _set(name)
    marks, systems = held["marks"], held["systems"]
    t, s, r = (index.ravel() for index in np.indices(marks.shape[1:]))
    counts = marks.reshape(4, -1).astype(np.int64)
    return pd.DataFrame(
        {
            "system": systems[t].astype(object),
            "segment": held["segments"][s].astype(np.int64),
            "document": held["documents"][held["document"][s]].astype(object),
            "rater": held["raters"][t, s, r].astype(np.int64),
            **dict(zip(ERRORS, counts, strict=True)),
            "score": TENTHS @ counts / 10,
        }
    )


@described_by()
def example_comparisons() -> pd.DataFrame:
    """Which of two translations of a paragraph the same rater marked down less, for all pairs of "wmt23".

    -> DataFrame of shape (14040, 9)
        A row for each paragraph, rater and pair of systems: segment, document, rater, first, second, outcome (1 if the
        first had the lower score, 0.5 if both had the same, 0 otherwise), longer (by how many words the first is
        longer), bleu (by how much its BLEU is higher, from 0 to 100, of this paragraph against refA), and points (by
        how much its score is lower). GPT-4's texts, which were marked twice, are GPT-4 (1) and GPT-4 (2).

    >>> example_comparisons()["outcome"].value_counts().to_dict()
    {0.0: 6135, 1.0: 4599, 0.5: 3306}
    """
    counts = example_counts("wmt23", corpus_bleu).loc["refA"]
    bleu = corpus_bleu.given(smoothing="exponential").score(counts.to_numpy())
    words = _set("wmt23")["lengths"][BLANKS].ravel().astype(int)
    texts = pd.DataFrame({"bleu": 100 * np.asarray(bleu), "words": words}, counts.index)
    marks = example_judgements("wmt23").join(texts, on=["system", "segment"])
    marks = marks.replace({"system": MARKED_TWICE}).sort_values(["segment", "rater", "system"])
    pairs = marks.merge(marks, on=["segment", "document", "rater"], suffixes=("_1", "_2"))
    pairs = pairs[pairs["system_1"] < pairs["system_2"]].reset_index(drop=True)
    points = (pairs["score_2"] - pairs["score_1"]).round(1)
    return pairs[["segment", "document", "rater"]].assign(
        first=pairs["system_1"],
        second=pairs["system_2"],
        outcome=(1 + np.sign(points)) / 2,
        longer=pairs["words_1"] - pairs["words_2"],
        bleu=(pairs["bleu_1"] - pairs["bleu_2"]).round(1),
        points=points,
    )


@described_by()
def example_counts(name: str, metric: Any) -> pd.DataFrame:
    """What a metric counts in each of the texts of `example_judgements`, against each reference.

    name : {"ted", "wmt23"}
        The talks have two references, ``ref``, the speakers' own English, and ``refB``, translated from the Chinese;
        the paragraphs have one, ``refA``.
    metric : metric
        `corpus_bleu` (of tokens as ``tokenize="13a"`` splits them), `corpus_chrf`, `corpus_ter` or `corpus_wer` (of
        the same tokens as BLEU), or one of them with ``max_order``, ``char_order`` or ``word_order`` settled.

    -> DataFrame
        Indexed by reference, system and segment, a column for each of the metric's statistics: rows add up, and
        ``metric.score`` makes a score of their sum, `counted` a metric of them.

    TypeError
        A metric that nothing was counted for.
    ValueError
        An unknown name; options that other things would have been counted with.

    >>> from evalmetrics import corpus_bleu
    >>> counts = example_counts("wmt23", corpus_bleu).loc["refA"]
    >>> sums = counts.groupby("system").sum().loc[["ONLINE-Y", "GPT4-5shot_with_refA"]]
    >>> corpus_bleu.score(sums.to_numpy()).round(3).tolist()
    [0.409, 0.393]
    """
    held, (function, given) = _set(name), unwrapped(metric)
    kind = kind_of(function)
    if not isinstance(kind, OfSums) or kind.name not in COUNTED:
        shipped_for = f"{', '.join(COUNTED)}: of the sentences nothing else is shipped"
        raise TypeError(f"metric must be one of {shipped_for}, got {arguments.shown(metric)}")
    options = kind.settled(given)
    for option in given.keys() & kind.counting - kind.scoring:
        if option not in ORDERS or options[option] > ORDERS[option]:
            raise ValueError(f"{option}={options[option]!r} would count what is not shipped of these sentences")
    names, systems = ["reference", "system", "segment"], held["systems"]
    index = pd.MultiIndex.from_product([held["references"], systems, held["segments"]], names=names)
    own = held["lengths"]
    said = own[:, [list(systems).index(reference) for reference in held["references"]], None]
    said, heard = (part.reshape(4, -1) for part in np.broadcast_arrays(said[:, :, 0, None], own[:, None]))
    columns = COUNTED[kind.name](said, heard, held["shared"].reshape(14, -1), options)
    widths = [1 if np.ndim(column) == 1 else len(column) for column in columns]
    labels = [
        f"{name}_{i}" if name in kind.several else name
        for name, width in zip(kind.columns, widths, strict=True)
        for i in range(1, width + 1)
    ]
    return pd.DataFrame(np.vstack(columns).T.astype(np.float64), index=index, columns=labels)


@described_by()
def judged_translations(name: str, reference: str, *, by: str = "system") -> pd.DataFrame:
    """What people and four metrics say of translations by machines; higher is better in every column.

    name : {"ted", "wmt23"}
        The set, as `example_judgements` has it.
    reference : {"ref", "refB"} for "ted", {"refA"} for "wmt23"
        What the metrics compare with.
    by : {"system", "text"}
        A row for each system, the best of people's first, or for each text.

    -> DataFrame
        Columns people (the mean score of `example_judgements`, its sign changed), BLEU, chrF, TER and WER (the last
        two with their signs changed). By text also document, and nan where BLEU is undefined. GPT-4's texts, which
        were marked twice, stand there once, with the first marks.

    >>> judged_translations("wmt23", "refA").round(2).loc["ONLINE-W"].to_dict()
    {'people': -3.25, 'BLEU': 0.41, 'chrF': 0.7, 'TER': -0.46, 'WER': -0.47}
    """
    own = ["system", "segment"] if arguments.one_of(by, "by", ["system", "text"]) == "text" else ["system"]
    marks, references = example_judgements(name), _set(name)["references"].tolist()
    _, again = MARKED_TWICE
    of_machines = marks[~marks["system"].isin([*references, again])].groupby(own)
    table = -of_machines["score"].mean().to_frame("people")
    for column, (metric, sign) in SIGNED.items():
        counts = example_counts(name, metric).loc[arguments.one_of(reference, "reference", references)]
        table[column] = sign * metric.score(counts.groupby(own).sum().loc[table.index].to_numpy())
    if by == "text":
        return table.assign(document=of_machines["document"].first())
    return table.sort_values("people", ascending=False, kind="stable")


@described_by()
def counted(metric: Any) -> Any:
    """The same metric of examples in which everything has been counted before, as rows of its statistics.

    metric : metric
        One whose statistics add up, perhaps with options settled.

    -> metric
        Called with an array or a DataFrame of shape (n, d), a row per example. Rows may be sums of several examples,
        as of the segments of a document: then documents are what `bootstrap` draws.

    TypeError
        Anything but a metric of sums.

    >>> from evalmetrics import corpus_bleu, paired_bootstrap
    >>> counts = example_counts("wmt23", corpus_bleu).loc["refA"]
    >>> y, gpt4 = counts.loc["ONLINE-Y"], counts.loc["GPT4-5shot_with_refA"]
    >>> print(paired_bootstrap(counted(corpus_bleu), None, y, gpt4, rng=0))
    0.016 [-0.002, 0.034] (95 %, percentile)
    """
    function, given = unwrapped(metric)
    kind = kind_of(function)
    if not isinstance(kind, OfSums):
        raise TypeError(f"metric must be one whose statistics add up, got {arguments.shown(metric)}")

    def columns(counts: Any) -> list[Array]:
        return [part.T for part in kind.split(np.transpose(counts))]

    checks = {name: check for name, check in kind.checks.items() if name in kind.scoring}
    scored = OfSums(
        kind.from_sums, kind.split, inputs=rows_of_counts, at_once=columns, several=kind.several, checks=checks
    )
    return declare(scored).given(**{name: value for name, value in given.items() if name in kind.scoring})


def rows_of_counts(counts: Any) -> tuple[Array]:
    """Statistics, a row per example.

    counts : array or DataFrame of shape (n, d)
        What the metric's ``statistics`` returns, or sums of such rows: finite numbers.
    """
    return (arguments.table(counts, "counts"),)


def orders(lengths: Array, n: int) -> Array:
    """How many n-grams of length 1 to n texts of these lengths have."""
    return np.maximum(0, lengths - np.arange(n)[:, None])


def of_bleu(said: Array, heard: Array, shared: Array, options: Mapping[str, Any]) -> list[Array]:
    """What `bleu_counts` says of a pair of texts."""
    n = options["max_order"]
    return [heard[TOKENS], said[TOKENS], shared[MATCHES][:n], orders(heard[TOKENS], n)]


def of_chrf(said: Array, heard: Array, shared: Array, options: Mapping[str, Any]) -> list[Array]:
    """What `chrf_counts` says of a pair of texts."""
    n, m = options["char_order"], options["word_order"]
    reference, hypothesis = (np.vstack([orders(text[LETTERS], n), orders(text[WORDS], m)]) for text in (said, heard))
    return [np.vstack([shared[RUNS][:n], shared[PHRASES][:m]]), reference, np.where(reference > 0, hypothesis, 0)]


COUNTED: dict[str, Callable[..., list[Array]]] = {
    "corpus_bleu": of_bleu,
    "corpus_chrf": of_chrf,
    "corpus_ter": lambda said, heard, shared, options: [shared[TER_EDITS], said[BLANKS]],
    "corpus_wer": lambda said, heard, shared, options: [shared[WER_EDITS], said[TOKENS]],
}


@cache
def _set(name: str) -> Mapping[str, Array]:
    """The arrays of one set, by name."""
    prefix = f"{arguments.one_of(name, 'name', SETS)}."
    held = shipped.arrays("judgements.npz").items()
    return MappingProxyType({key.removeprefix(prefix): values for key, values in held if key.startswith(prefix)})
