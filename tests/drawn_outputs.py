"""Numbers that real programs print, drawn by a seed: what was asked of them, with the texts as they were printed.

`drawn(kind, seed)` computes with scikit-learn, SciPy, statsmodels, sacrebleu, jiwer, pycocotools or in single precision
and prints in one of the ways that programs have; `with_one_digit_changed` plants a fault.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from typing import Any

import numpy as np

SINGLE = np.float32


@dataclass(frozen=True)
class Case:
    """A question by its name in `python -m evalmetrics check`, its settings, and the texts that were printed."""

    question: str
    texts: dict[str, str]
    settings: dict[str, Any] = field(default_factory=dict)


def decimals(value: Any, places: int, mode: str) -> str:
    return str(Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-places), mode))


def ways(rng: np.random.Generator, *, shares: bool = True, full: bool = True) -> tuple[str, Callable[[Any], str]]:
    """A rounding, and what prints a number by it: all numbers of a table are printed in one way."""
    places = int(rng.integers(2, 6))
    fixed: list[tuple[str, Callable[[Any], str]]] = [
        ("nearest", lambda x: f"{x:.{places}f}"),
        ("nearest", lambda x: decimals(x, places, ROUND_HALF_UP)),
        ("nearest", lambda x: decimals(x, places, ROUND_HALF_EVEN)),
        ("nearest", lambda x: repr(round(float(x), places))),
        ("cut", lambda x: decimals(x, places, ROUND_DOWN)),
        ("nearest", lambda x: f"{float(x):.7g}"),  # as R prints
    ]
    of_shares: list[tuple[str, Callable[[Any], str]]] = [
        ("nearest", lambda x: f"{100 * x:.{places - 2}f}%"),
        ("nearest", lambda x: f"{100 * x:.{places - 1}f}"),  # percent without a sign
        ("nearest", lambda x: str(round(float(x) * 100, 2))),
        ("nearest", lambda x: repr(round(float(x), max(places, 3)) * 100)),  # 22.770000000000003
    ]
    in_full: list[tuple[str, Callable[[Any], str]]] = [
        ("nearest", lambda x: repr(float(x))),  # JSON of a harness; of single precision, as .item() gives it
        ("nearest", lambda x: str(SINGLE(x)) if isinstance(x, SINGLE) else str(float(x))),
        ("nearest", lambda x: f"{float(x):.15g}"),
    ]
    every = fixed + of_shares * shares + in_full * full
    return every[rng.integers(len(every))]


def printed_so(case: str, rng: np.random.Generator, values: dict[str, Any], settings: Any, **options: bool) -> Case:
    rounding, text = ways(rng, **options)
    return Case(case, {name: text(value) for name, value in values.items()}, {**settings, "rounding": rounding})


def labels(rng: np.random.Generator, classes: int = 2) -> tuple[Any, Any]:
    n, right = int(10 ** rng.uniform(1.2, 3.3)), rng.uniform(0.5, 0.97)
    truth = rng.choice(classes, n, p=rng.dirichlet(np.full(classes, 4.0)))
    truth[:classes] = range(classes)
    return truth, np.where(rng.random(n) < right, truth, rng.integers(0, classes, n))


def two_classes(rng: np.random.Generator) -> Case:
    from sklearn import metrics

    truth, called = labels(rng)
    called[:2] = [1, 0]  # neither class is never called
    known = {
        "accuracy": metrics.accuracy_score,
        "balanced_accuracy": metrics.balanced_accuracy_score,
        "precision": metrics.precision_score,
        "recall": metrics.recall_score,
        "f1": metrics.f1_score,
        "kappa": metrics.cohen_kappa_score,
        "mcc": metrics.matthews_corrcoef,
        "jaccard": metrics.jaccard_score,
        "f_beta": lambda y, p: metrics.fbeta_score(y, p, beta=2),
    }
    chosen = rng.choice(list(known), int(rng.integers(2, 6)), replace=False).tolist()
    sizes = {"positives": int(truth.sum()), "negatives": int((1 - truth).sum())}
    return printed_so("matrices", rng, {name: known[name](truth, called) for name in chosen}, sizes)


def single_precision(rng: np.random.Generator) -> Case:
    truth, called = labels(rng)
    called[:2] = [1, 0]
    tp, fn, fp, tn = (
        SINGLE(x) for x in (truth @ called, truth @ (1 - called), (1 - truth) @ called, (1 - truth) @ (1 - called))
    )
    precision, recall = tp / (tp + fp), tp / (tp + fn)
    n, half = tp + fn + fp + tn, SINGLE(0.5)
    chance = ((tp + fn) * (tp + fp) + (tn + fp) * (tn + fn)) / (n * n)
    known = {
        "accuracy": (truth == called).astype(SINGLE).mean(dtype=SINGLE),
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / (precision + recall) if tp else SINGLE(0),
        "balanced_accuracy": (recall + tn / (tn + fp)) * half,
        "kappa": ((tp + tn) / n - chance) / (1 - chance),
        "mcc": (tp * tn - fp * fn) / np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)),
    }
    chosen = rng.choice(list(known), int(rng.integers(2, 5)), replace=False).tolist()
    sizes = {"positives": int(truth.sum()), "negatives": int((1 - truth).sum())}
    return printed_so("matrices", rng, {name: SINGLE(known[name]) for name in chosen}, sizes)


def masks(rng: np.random.Generator) -> Case:
    from pycocotools import mask

    size = int(rng.integers(5, 30))
    one, other = (np.asfortranarray(rng.random((size, size)) < rng.uniform(0.1, 0.9), np.uint8) for _ in range(2))
    iou = mask.iou([mask.encode(one)], [mask.encode(other)], [0])[0, 0]
    sizes = {"positives": int(mask.area(mask.encode(other))), "n": size * size}
    values = {"jaccard": iou, "recall": (one & other).sum() / max(other.sum(), 1)}
    return printed_so("matrices", rng, values, sizes)


def several_classes(rng: np.random.Generator) -> Case:
    from sklearn.metrics import classification_report, cohen_kappa_score

    truth, called = labels(rng, int(rng.integers(2, 5)))
    found = classification_report(truth, called, output_dict=True, zero_division=0)
    rounding, text = ways(rng)
    each = [found[str(label)] for label in np.unique(truth)]
    texts = {
        f"{to}/{i}": text(row[name])
        for name, to in (("precision", "precision"), ("recall", "recall"), ("f1-score", "f1"))
        for i, row in enumerate(each)
        if rng.random() < 0.8
    }
    texts |= {"accuracy": text(found["accuracy"]), "macro_f1": text(found["macro avg"]["f1-score"])}
    if rng.random() < 0.3:
        texts["kappa"] = text(cohen_kappa_score(truth, called))
    return Case("report", texts, {"sizes": np.bincount(truth).tolist(), "rounding": rounding})


def over_folds(rng: np.random.Generator) -> Case:
    from sklearn import metrics

    k, p, n = int(rng.integers(2, 6)), int(rng.integers(3, 25)), int(rng.integers(3, 25))
    truth = np.r_[np.ones(p, int), np.zeros(n, int)]
    called = [np.where(rng.random(p + n) < 0.8, truth, 1 - truth) for _ in range(k)]
    known = {"accuracy": metrics.accuracy_score, "recall": metrics.recall_score, "f1": metrics.f1_score}
    chosen = rng.choice(list(known), int(rng.integers(1, 4)), replace=False).tolist()
    values = {name: np.mean([known[name](truth, each) for each in called]) for name in chosen}
    return printed_so("folds", rng, values, {"folds": [(p, n)] * k, "zero_division": 0.0})


def ratings(rng: np.random.Generator) -> Case:
    from scipy import stats

    low, high = (0, 1) if rng.random() < 0.3 else (1, int(rng.integers(3, 11)))
    values = rng.integers(low, high + 1, int(10 ** rng.uniform(0.7, 3)))
    if rng.random() < 0.3:
        values = values.astype(SINGLE)
    shown = {"mean": values.mean(dtype=values.dtype if values.dtype == SINGLE else None)}
    if rng.random() < 0.7 and len(values) > 1:
        shown["sd"] = values.std(ddof=int(rng.integers(2)))
    elif rng.random() < 0.5 and len(values) > 1:
        shown["se"] = stats.sem(values)
    return printed_so("ratings", rng, shown, {"n": len(values), "scale": (low, high)}, shares=(low, high) == (0, 1))


def regression(rng: np.random.Generator) -> Case:
    from sklearn import metrics

    n, scale = int(rng.integers(5, 300)), 10 ** rng.uniform(-1, 3)
    truth = rng.normal(size=n) * scale
    called = truth + rng.normal(size=n) * scale * rng.uniform(0.1, 1)
    values = {
        "mae": metrics.mean_absolute_error(truth, called),
        "rmse": metrics.root_mean_squared_error(truth, called),
        "r2": metrics.r2_score(truth, called),
        "variance": truth.var(),
    }
    return printed_so("regression", rng, values, {"n": n}, shares=False)


def areas(rng: np.random.Generator) -> Case:
    from sklearn.metrics import roc_auc_score

    p, n = (int(x) for x in rng.integers(2, 60, 2))
    scores = rng.normal(size=p + n) + np.r_[np.ones(p), np.zeros(n)]
    scores = scores.round(1) if rng.random() < 0.5 else scores
    values = {"auc": roc_auc_score(np.r_[np.ones(p), np.zeros(n)], scores)}
    return printed_so("area", rng, values, {"positives": p, "negatives": n})


def rankings(rng: np.random.Generator) -> Case:
    from sklearn.metrics import average_precision_score, ndcg_score

    n = int(rng.integers(2, 18))
    relevance = rng.permutation(np.arange(n) < rng.integers(1, n)).astype(int)
    if rng.random() < 0.5:
        metric, value = "average_precision", average_precision_score(relevance, np.arange(n, 0, -1))
    else:
        metric, value = "ndcg", ndcg_score([relevance], [np.arange(n, 0, -1)])
    settings = {"metric": metric, "n": n, "relevant": int(relevance.sum())}
    return printed_so("ranking", rng, {"score": value}, settings)


def transcripts(rng: np.random.Generator) -> Case:
    import jiwer

    words = np.array(list("abcdefghij"))
    said = [rng.choice(words, rng.integers(2, 25)).tolist() for _ in range(rng.integers(1, 12))]
    heard = []
    for sentence in said:
        kept = [w if rng.random() < 0.8 else str(rng.choice(words)) for w in sentence if rng.random() < 0.9]
        heard.append(kept + rng.choice(words, rng.poisson(2 if rng.random() < 0.8 else 12)).tolist() or ["x"])
    out = jiwer.process_words([" ".join(x) for x in said], [" ".join(x) for x in heard])
    settings = {"reference_words": sum(map(len, said)), "hypothesis_words": sum(map(len, heard))}
    for name in ("substitutions", "deletions", "insertions"):
        if rng.random() < 0.4:
            settings[name] = getattr(out, name)
    value = SINGLE(out.wer) if rng.random() < 0.2 else out.wer
    if rng.random() < 0.4:
        del settings["hypothesis_words"]
    return printed_so("error_rate", rng, {"wer": value}, settings)


def correlations(rng: np.random.Generator) -> Case:
    size = int(rng.integers(3, 6))
    data = rng.normal(size=(int(rng.integers(size + 2, 40)), size)) @ rng.normal(size=(size, size))
    rounding, text = ways(rng, shares=False)
    corr = np.corrcoef(data.T)
    return Case(
        "correlations",
        {f"{i}/{j}": text(corr[i, j]) for i in range(size) for j in range(i + 1, size)},
        {"table": [["1"] * size] * size, "rounding": rounding},
    )


def statistics(rng: np.random.Generator) -> Case:
    from scipy import stats
    from statsmodels.stats.weightstats import ztest

    one, other = rng.normal(size=int(rng.integers(4, 60))), rng.normal(size=int(rng.integers(4, 60))) + rng.normal() / 2
    side, kind = str(rng.choice(["two-sided", "less", "greater"])), rng.integers(6)
    if kind < 2:
        got = stats.ttest_ind(one, other, equal_var=kind == 0, alternative=side)
        name, df = "t", float(got.df)
    elif kind == 2:
        least = min(len(one), len(other))
        got = stats.pearsonr(one[:least], other[:least], alternative=side)
        name, df = "r", least - 2
    elif kind == 3:
        got = stats.f_oneway(one, other, rng.normal(size=9))
        name, df = "F", (2, len(one) + len(other) + 9 - 3)
    elif kind == 4:
        got = stats.chi2_contingency(rng.integers(5, 40, (3, 2)))
        name, df = "chi2", got.dof
    else:
        got = ztest(one, other, alternative=side.replace("less", "smaller").replace("greater", "larger"))
        name, df = "z", ()
    values = got if isinstance(got, tuple) and name == "z" else (got[0], got[1])
    full = bool(rng.random() < 0.5)
    places = rng.integers(2, 5, 2)
    text = [repr(float(x)) if full else f"{x:.{d}f}" for x, d in zip(values, places, strict=True)]
    if name == "t" and isinstance(df, float) and not full and not df.is_integer():
        df = float(f"{df:.{rng.integers(1, 4)}f}")  # Welch's degrees of freedom are printed, too
    return Case("test", {"value": text[0], "p": text[1]}, {"statistic": name, "df": df})


def intervals(rng: np.random.Generator) -> Case:
    from statsmodels.stats.proportion import proportion_confint

    n = int(10 ** rng.uniform(1, 3.5))
    k = int(rng.integers(0, n + 1))
    method, ours = [("normal", "wald"), ("wilson", "wilson"), ("beta", "clopper-pearson")][rng.integers(3)]
    low, high = proportion_confint(k, n, method=method)
    settings = {"method": [ours]} | ({"n": n} if rng.random() < 0.6 else {})
    return printed_so("interval", rng, {"estimate": k / n, "low": low, "high": high}, settings)


def lines_of_bleu(rng: np.random.Generator) -> Case:
    import sacrebleu

    count, words = int(rng.integers(1, 4 if rng.random() < 0.6 else 40)), list("abcdefgh")
    least = int(rng.choice([1, 4]))
    texts = [rng.choice(words, rng.integers(least, 20)).tolist() for _ in range(count)]
    right = rng.choice([0.4, 0.8, 1.0])
    heard = [[w if rng.random() < right else str(rng.choice(words)) for w in text] for text in texts]
    heard = [each[: max(least, len(each) - int(rng.integers(0, 3)))] for each in heard]
    options = {"smooth_method": str(rng.choice(["none", "exp", "floor", "add-k"])), "tokenize": "none"}
    metric = sacrebleu.BLEU(**options, effective_order=bool(rng.random() < 0.5))
    score = metric.corpus_score([" ".join(x) for x in heard], [[" ".join(x) for x in texts]])
    style, settings = int(rng.integers(5)), {}
    if count == 1 or rng.random() < 0.5:
        settings = {"sentences": count}
    shares = "/".join(f"{p:.1f}" for p in score.precisions)
    ends = f"{score.sys_len}, ref_len={score.ref_len})"
    if style == 0:
        line = score.format(width=2, signature=str(metric.get_signature()))
    elif style == 1:  # as sacrebleu 1 wrote signatures
        smooth = options["smooth_method"]
        line = f"BLEU+case.mixed+numrefs.1+smooth.{smooth}+tok.none+version.1.4.14 = {score.score:.1f}"
        line += str(score.format(width=1)).partition("=")[2][
            str(score.format(width=1)).partition("=")[2].find(" ", 1) :
        ]
    elif style == 2 and options["smooth_method"] == "none" and not metric.effective_order:  # multi-bleu.perl
        line = f"BLEU = {score.score:.2f}, {shares} (BP={score.bp:.3f}, ratio={score.ratio:.3f}, hyp_len={ends}"
    elif style == 3 and options["smooth_method"] == "none" and not metric.effective_order:  # fairseq
        line = f"BLEU4 = {score.score:2.2f}, {shares} (BP={score.bp:.3f}, ratio={score.ratio:.3f}, "
        line += f"syslen={score.sys_len}, reflen={score.ref_len})"
    else:
        line = str(score)
    return Case("bleu", {"line": line}, settings)


KINDS: dict[str, Callable[[np.random.Generator], Case]] = {
    each.__name__: each
    for each in (
        *(two_classes, single_precision, masks, several_classes, over_folds, ratings, regression, areas, rankings),
        *(transcripts, correlations, statistics, intervals, lines_of_bleu),
    )
}


def drawn(kind: str, seed: int) -> Case:
    return KINDS[kind](np.random.default_rng([seed, list(KINDS).index(kind)]))


def with_one_digit_changed(case: Case, seed: int) -> Case:
    """The same with another digit in one place of one number, but not in what a number of that precision cannot hold.

    Lengths of a line of BLEU, and exponents, stay.
    """
    rng = np.random.default_rng(seed)
    name = str(rng.choice(list(case.texts)))
    text = case.texts[name]
    end = text.find("(") if name == "line" else re.search(r"e|$", text).start()
    start = text.find(" = ") if name == "line" else 0
    places = [i for i in range(start, end) if text[i].isdigit()][:13]
    at = int(rng.choice(places))
    digit = str((int(text[at]) + rng.integers(1, 10)) % 10)
    return replace(case, texts={**case.texts, name: text[:at] + digit + text[at + 1 :]})


def asked(case: Case, questions: Any) -> Any:
    """The verdict on a case; questions by their names."""
    texts: dict[str, Any] = dict(case.texts)
    settings = dict(case.settings)
    if case.question == "report":
        for kind in ("precision", "recall", "f1"):
            own = {int(name.partition("/")[2]): texts.pop(name) for name in [*texts] if name.startswith(f"{kind}/")}
            texts[kind] = {f"class {i + 1}": text for i, text in own.items()}
    if case.question == "correlations":
        rows = [list(row) for row in settings.pop("table")]
        for name, text in texts.items():
            i, j = (int(x) for x in name.split("/"))
            rows[i][j], rows[j][i] = text, ""
        return questions["correlations"](rows, **settings)
    if "f_beta" in texts:
        texts["f_beta"] = (2, texts["f_beta"])
    return questions[case.question](**settings, **texts)
