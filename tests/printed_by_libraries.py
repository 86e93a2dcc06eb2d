"""What libraries print: for each that the registry of variants names, its own number on data that tell variants apart.

An entry takes the value of the axis that it is asked for, and returns samples and the library's number.
"""

import warnings

import jiwer
import krippendorff
import numpy as np
import pandas as pd
import pytrec_eval
import rouge
import sacrebleu
import sklearn.metrics
import statsmodels.api as sm
from nltk.metrics.agreement import AnnotationTask
from nltk.stem.porter import PorterStemmer
from nltk.tokenize import NLTKWordTokenizer
from nltk.translate import bleu_score as nltk_bleu
from nltk.translate import meteor_score
from nltk.translate.chrf_score import corpus_chrf
from rapidfuzz.distance import Levenshtein
from rouge_score import rouge_scorer
from scipy import stats
from scipy.interpolate import interp1d
from scipy.optimize import brentq
from sklearn.metrics.pairwise import cosine_similarity
from statsmodels.stats import inter_rater

import evalmetrics as em

LIBRARIES = {"sacrebleu", "nltk", "rouge-score", "rouge", "jiwer", "rapidfuzz", "scikit-learn", "pandas", "pytrec-eval"}
LIBRARIES |= {"SciPy", "statsmodels", "NumPy", "krippendorff"}
TEXTS = (
    [
        ['It\'s 3.5% more, said Mr. Smith-Jones: a "record"!', "He said it is 3.5% more: a record."],
        ["The cat sat on the mat, and the dog did too.", "the cat was on the mat and so was a dog"],
        ["There are more sheep than people here.", "More sheep than people live here, in New Zealand."],
        ["we left at 5-ish", "we left at about five"],
    ],
    [
        "It's 3.5% more, Said Mr. Smith-Jones: a record!",
        "the Cat sat on the mat and the dog did, too.",
        "More sheep than people live there.",
        "we left around five o'clock or so, perhaps",
    ],
)
ONE_EACH = [references[0] for references in TEXTS[0]], TEXTS[1]
UNMATCHED = (
    [["the cat sat on the mat , and the dog did too ."]],
    ["the cat lay on the rug , and a dog did ."],
)  # no four words in a row
SHORT = [["no one"], ["the cat sat on the mat"]], ["no one", "the cat sat on a mat"]
CONTRACTED = [["I can't say that we don't like it, can I?"]], ["I cannot say that we don't like it, can I"]


def named(family, library, run, *names, **more):
    """Entries whose names say in parentheses what is run: a function or none, and its options."""

    def entry(name):
        first, _, rest = name.partition(", ") if "=" not in name.partition(", ")[0] else ("", "", name)
        options = eval(f"dict({rest})", {"e": np.e})
        return lambda value: run(*[first] * bool(first), **options, **more)

    return {(family, f"{library} ({name})"): entry(name) for name in names}


def corpus(data=TEXTS, **options):
    references, hypotheses = data
    metric = sacrebleu.BLEU(**options)
    return data, metric.corpus_score(hypotheses, [list(each) for each in zip(*references, strict=True)]).score / 100


def sentences(data=TEXTS, **options):
    metric = sacrebleu.BLEU(effective_order=True, **options)
    scores = [metric.sentence_score(h, r).score / 100 for r, h in zip(*data, strict=True)]
    return data, sum(scores) / len(scores)


def nltk_corpus(data=TEXTS, cut=str.split, method="method0", **options):
    references = [[cut(text) for text in each] for each in data[0]]
    smoothing = getattr(nltk_bleu.SmoothingFunction(), method)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score = nltk_bleu.corpus_bleu(references, [cut(h) for h in data[1]], smoothing_function=smoothing, **options)
    return data, score


def nltk_sentences(data=TEXTS):
    scores = [nltk_corpus(([r], [h]))[1] for r, h in zip(*data, strict=True)]
    return data, sum(scores) / len(scores)


SACREBLEU, NLTK = "sacrebleu 2.6.0", "nltk 3.10.4"
FLOOR, CUT = "smooth_method='floor'", NLTKWordTokenizer().tokenize
PRINTS = {
    ("bleu", SACREBLEU): lambda value: corpus(UNMATCHED if value == "exponential" else TEXTS),
    **named("bleu", SACREBLEU, corpus, "tokenize='intl'", "tokenize='char'", "lowercase=True", "smooth_method='none'"),
    **named("bleu", SACREBLEU, corpus, FLOOR, f"{FLOOR}, smooth_value=0.01", "smooth_method='add-k'", data=UNMATCHED),
    **named("bleu", SACREBLEU, corpus, "tokenize='none'", force=True),
    ("bleu", f"{SACREBLEU} (corpus_bleu)"): lambda value: corpus(),
    ("bleu", f"{SACREBLEU} (sentence_bleu, averaged)"): lambda value: sentences(),
    ("bleu", f"{SACREBLEU} (sentence_bleu)"): lambda value: sentences(SHORT),
    ("bleu", NLTK): lambda value: nltk_corpus(),
    ("bleu", f"{NLTK} (corpus_bleu)"): lambda value: nltk_corpus(),
    ("bleu", f"{NLTK} (sentence_bleu, averaged)"): lambda value: nltk_sentences(),
    ("bleu", f"{NLTK} (after str.split)"): lambda value: nltk_corpus(),
    ("bleu", f"{NLTK} (NLTKWordTokenizer)"): lambda value: nltk_corpus(CONTRACTED, cut=CUT),
    **named("bleu", NLTK, nltk_corpus, "weights=(1,)", "weights=(0.5, 0.5)", "weights=(1/3, 1/3, 1/3)"),
    **named("bleu", NLTK, nltk_corpus, "auto_reweigh=True", data=([["no one"]], ["no one"]), method="method1"),
    **{
        ("bleu", f"{NLTK} (method{i})"): lambda value, i=i: nltk_corpus(UNMATCHED, method=f"method{i}")
        for i in (1, 2, 3, 4, 5, 7)
    },
}


def rouge_score_of(kind, part="fmeasure", data=TEXTS, **options):
    scorer = rouge_scorer.RougeScorer([kind], **options)
    scores = [scorer.score_multi(r, h)[kind] for r, h in zip(*data, strict=True)]
    return data, float(np.mean([getattr(score, part) for score in scores]))


def rouge_of(kind, **options):
    data = [references[:1] for references in SENTENCES[0]], SENTENCES[1]
    scorer = rouge.Rouge(metrics=[kind], **options)
    scores = [scorer.get_scores(h, r[0])[0][kind]["f"] for r, h in zip(*data, strict=True)]
    return data, float(np.mean(scores))


SENTENCES = (  # rouge splits at points
    [["the cat sat, on the mat, and the dog sat too"], ["there are more sheep than people in more places"]],
    ["the cat, sat and the dog did the same on the mat,", "more sheep than people live in more places"],
)
LINES = (
    [["the cat sat.\nThe dogs barked at it!", "a cat sat there\nand dogs barked"]],
    ["Barked, dogs.\nSat there the cat"],
)
POINTS = [["The cat sat. The dogs barked at it!"]], ["Barked the dogs. Sat there the cat."]
BROKEN = [["The cat sat.\nThe dogs barked at it!"]], ["Barked the dogs.\nSat there the cat."]
STEMS = [["the dogs barked at the sitting cats"]], ["a dog barks at cats that sit"]


def jiwer_of(name, **options):
    return ONE_EACH, getattr(jiwer, name)(*ONE_EACH, **options)


def cleaned_wer(transform):
    cleaned = jiwer.Compose([transform, jiwer.Strip(), jiwer.ReduceToListOfListOfWords()])
    return jiwer_of("wer", reference_transform=cleaned, hypothesis_transform=cleaned)


def mean_wer():
    return ONE_EACH, float(np.mean([jiwer.wer(*pair) for pair in zip(*ONE_EACH, strict=True)]))


LABELS = list("aaaaabbbbccd") * 2, list("aaabbbbcacca") * 2  # d is never predicted
UNSEEN = list("aaaabbbc"), list("aaabbbdc")  # d is never observed
ABSENT = (em.confusion_matrix(list("aabbc"), list("abbbc"), labels=list("abcd")),)  # d neither


def f_by(function="f1_score", data=LABELS, swapped=False, **options):
    samples = data[::-1] if swapped else data
    options = {"average": "macro", "zero_division": 0} | options
    return data, float(getattr(sklearn.metrics, function)(*samples, **options))


def f_with_absent(zero_division):
    """Macro F by scikit-learn where a class is neither observed nor predicted."""
    data = list("aabbc"), list("abbbc")
    return ABSENT, f_by(data=data, labels=list("abcd"), zero_division=zero_division)[1]


def f_of_the_defined():
    return LABELS, float(em.f_score(*LABELS).mean(skipna=True))


ROUGE_SCORE, JIWER, SKLEARN, PANDAS = "rouge-score 0.1.2", "jiwer 4.0.0", "scikit-learn 1.9.1", "pandas 3.1.1"
BY_POINTS = "rougeLsum, after a line break was put behind each sentence"
PRINTS |= {
    **named("rouge", ROUGE_SCORE, rouge_score_of, "rouge1", "rouge2", "rouge3", "rougeL"),
    **named("rouge", ROUGE_SCORE, rouge_score_of, "rougeLsum", data=LINES),
    **named("rouge", ROUGE_SCORE, rouge_score_of, "use_stemmer=True", kind="rouge1", data=STEMS),
    ("rouge", f"{ROUGE_SCORE} ({BY_POINTS})"): lambda value: (POINTS, rouge_score_of("rougeLsum", data=BROKEN)[1]),
    ("rouge", f"{ROUGE_SCORE} (recall)"): lambda value: rouge_score_of("rouge1", "recall"),
    ("rouge", f"{ROUGE_SCORE} (precision)"): lambda value: rouge_score_of("rouge1", "precision"),
    ("rouge", f"{ROUGE_SCORE} (score_multi)"): lambda value: rouge_score_of("rouge2"),
    **named("rouge", "rouge 1.0.1", rouge_of, "rouge-1, exclusive=False", "rouge-1", "rouge-l"),
    **named("wer", JIWER, jiwer_of, "wer", "cer", "mer", "wil"),
    ("wer", f"{JIWER} (ToLowerCase)"): lambda value: cleaned_wer(jiwer.ToLowerCase()),
    ("wer", f"{JIWER} (RemovePunctuation)"): lambda value: cleaned_wer(jiwer.RemovePunctuation()),
    ("wer", f"{JIWER} (wer, arguments swapped)"): lambda value: (ONE_EACH, jiwer.wer(*ONE_EACH[::-1])),
    ("wer", f"{JIWER} (wer of each text, averaged)"): lambda value: mean_wer(),
    ("wer", "rapidfuzz 3.14.6 (Levenshtein.normalized_distance)"): lambda value: (
        (["a x"], ["a b c d"]),
        Levenshtein.normalized_distance("ax", "abcd"),
    ),
    **named("f", SKLEARN, f_by, "f1_score", "average='macro'", "average='micro'", "average='weighted'"),
    **named("f", SKLEARN, f_by, "fbeta_score, beta=0.5", "fbeta_score, beta=2"),
    ("f", f"{SKLEARN} (f1_score, arguments swapped)"): lambda value: f_by("fbeta_score", swapped=True, beta=2),
    ("f", f"{SKLEARN} (average='weighted', arguments swapped)"): lambda value: f_by(average="weighted", swapped=True),
    ("f", f"{SKLEARN} (labels=np.unique(y_true))"): lambda value: f_by(data=UNSEEN, labels=["a", "b", "c"]),
    ("f", f"{SKLEARN} (zero_division=1)"): lambda value: f_with_absent(1),
    ("f", f"{SKLEARN} (zero_division=nan)"): lambda value: f_with_absent(np.nan),
    ("f", f"{PANDAS} (mean with skipna=True)"): lambda value: f_of_the_defined(),
}


SCORED = (
    [0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0],
    [0.1, 0.2, 0.3, 0.3, 0.8, 0.8, 0.45, 0.7, 0.55, 0.9, 0.95, 0.4],
)
LEVEL = [0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1], list(np.arange(14) / 14)  # crosses where only alarms grow
STEEP = [1, 0, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1], list(np.arange(14) / 14)  # crosses where only misses fall


def area(function, scores=lambda s: s, **options):
    y_true, y_score = SCORED
    return SCORED, float(getattr(sklearn.metrics, function)(y_true, scores(np.array(y_score)), **options))


def joined():
    precision, recall, _ = sklearn.metrics.precision_recall_curve(*SCORED)
    return SCORED, float(sklearn.metrics.auc(recall, precision))


def equal_errors(how, data=SCORED, drop=True):
    """What scripts make of scikit-learn's curve."""
    fpr, tpr, _ = sklearn.metrics.roc_curve(*data, drop_intermediate=drop)
    fnr = 1 - tpr
    i = np.nanargmin(np.abs(fnr - fpr))
    if how == "brentq":
        return data, float(brentq(lambda x: 1 - x - interp1d(fpr, tpr)(x), 0, 1, xtol=1e-14))
    return data, float({"fpr": fpr[i], "fnr": fnr[i], "mean": (fpr[i] + fnr[i]) / 2}[how])


RELEVANCE = [3, 2, 0, 1, 0, 2, 0, 0, 1, 3, 0, 1]
RANKED = RELEVANCE, [0.9, 0.8, 0.8, 0.7, 0.65, 0.6, 0.6, 0.5, 0.4, 0.4, 0.3, 0.2]
UNTIED = [[0, 1, 1, 0, 0, 1], [1, 0, 0, 1, 0, 0]], [[0.9, 0.8, 0.3, 0.7, 0.6, 0.1], [0.2, 0.9, 0.8, 0.7, 0.6, 0.5]]
EMPTY = [[0, 1, 0], [0, 0, 0]], [[0.9, 0.8, 0.1], [0.3, 0.2, 0.1]]


def gain(function="ndcg_score", data=RANKED, **options):
    one = np.ndim(data[0]) == 1
    return data, float(getattr(sklearn.metrics, function)(*([d] if one else d for d in data), **options))


def trec(measure, data=RANKED, **options):
    """The mean over queries of what trec_eval prints; documents are numbered as they come."""
    one = np.ndim(data[0][0]) == 0
    lists = [([d] if one else d) for d in data]
    judged, run = (
        {f"q{q}": {f"d{i:03}": kind(x) for i, x in enumerate(values)} for q, values in enumerate(each)}
        for each, kind in zip(lists, (int, float), strict=True)
    )
    evaluator = pytrec_eval.RelevanceEvaluator(judged, {measure.replace("_cut_", "_cut.")}, **options)
    found = [scores[measure] for scores in evaluator.evaluate(run).values()]
    return data, float(np.mean(found))


def precision_of_lists():
    values = [sklearn.metrics.average_precision_score(*pair) for pair in zip(*UNTIED, strict=True)]
    return UNTIED, float(np.mean(values))


TREC = "pytrec-eval 0.5.11"
OF_EACH = "average_precision_score of each query, without ties"
PRINTS |= {
    **named("area", SKLEARN, area, "roc_auc_score", "average_precision_score", "average_precision_score, pos_label=0"),
    ("area", f"{SKLEARN} (auc of precision_recall_curve)"): lambda value: joined(),
    **{
        ("area", f"{SKLEARN} ({name} of labels)"): lambda value, name=name: area(name, lambda s: s >= 0.5)
        for name in ("roc_auc_score", "average_precision_score")
    },
    ("area", f"{SKLEARN} (roc_auc_score of distances)"): lambda value: area("roc_auc_score", lambda s: -s),
    ("eer", f"{SKLEARN} (roc_curve, and SciPy's brentq on interp1d)"): lambda value: equal_errors("brentq"),
    ("eer", f"{SKLEARN} (roc_curve, fpr where fnr is nearest)"): lambda value: equal_errors("fpr", LEVEL),
    ("eer", f"{SKLEARN} (roc_curve, fnr where fpr is nearest)"): lambda value: equal_errors("fnr", STEEP),
    ("eer", f"{SKLEARN} (roc_curve, mean of both where they are nearest)"): lambda value: equal_errors("mean", LEVEL),
    ("eer", f"{SKLEARN} (det_curve, drop_intermediate=False)"): lambda value: equal_errors("fpr", LEVEL, drop=False),
    **named("ndcg", SKLEARN, gain, "ndcg_score", "ndcg_score, ignore_ties=True", "dcg_score"),
    **named("ndcg", SKLEARN, gain, "dcg_score, ignore_ties=True", "dcg_score, log_base=e"),
    ("ndcg", f"{SKLEARN} (ndcg_score, k)"): lambda value: gain(k=value),
    ("ndcg", f"{SKLEARN} (ndcg_score, a query without relevant items)"): lambda value: gain(data=EMPTY),
    **named("ndcg", TREC, trec, "ndcg", "ndcg_cut_5"),
    **named("map", TREC, trec, "map", "map, relevance_level=2", "map_cut_5"),
    ("map", f"{SKLEARN} ({OF_EACH})"): lambda value: precision_of_lists(),
}


def chrf(data=TEXTS, **options):
    references, hypotheses = data
    by_set = [list(each) for each in zip(*references, strict=True)]
    return data, sacrebleu.CHRF(**options).corpus_score(hypotheses, by_set).score / 100


def chrf_of_nltk(**options):
    return ONE_EACH, corpus_chrf(*ONE_EACH, **options)


class Silent:
    stem = staticmethod(str)
    synsets = staticmethod(lambda word: [])


MATCHED = (
    [["The cats were sitting on a mat."], ["a dog barks, then sleeps"]],
    ["the cat sat on A mat.", "one dog barked, and slept"],
)


def meteor(function="meteor_score", cut=str.split, stemmer=None, preprocess=str.lower, **options):
    stemmer = stemmer or PorterStemmer()
    options = {"preprocess": preprocess, "stemmer": stemmer, "wordnet": Silent()} | options
    score = getattr(meteor_score, function)
    scores = [score([cut(text) for text in r], cut(h), **options) for r, h in zip(*MATCHED, strict=True)]
    return MATCHED, float(np.mean(scores))


GEN = np.random.default_rng(7)
X = GEN.normal(5, 1, 24)
Y = X + GEN.normal(0.4, 0.8, 24)
FOLDS = np.repeat(["a", "b", "c"], 8)
PLAIN = Y.tolist(), X.tolist()


def determined(function="r2_score", swapped=False):
    samples = PLAIN[::-1] if swapped else PLAIN
    return PLAIN, float(getattr(sklearn.metrics, function)(*samples))


def fitted(features, number, constant=True):
    columns = np.column_stack([X, GEN.normal(size=24)])[:, :features]
    fit = sm.OLS(Y, sm.add_constant(columns) if constant else columns).fit()
    found = fit.ess / fit.centered_tss if number == "ess" else getattr(fit, number)
    if number == "ess":  # of a fit that is not the best, so that it is no R squared
        predicted = X - 0.5
        return (Y.tolist(), predicted.tolist()), float(((predicted - Y.mean()) ** 2).sum() / fit.centered_tss)
    return (Y.tolist(), fit.fittedvalues.tolist()), float(found)


def folded():
    each = [label == FOLDS for label in "abc"]
    found = [sklearn.metrics.r2_score(Y[rows], X[rows]) for rows in each]
    return (*PLAIN, FOLDS.tolist()), float(np.mean(found))


TIED = [1, 2, 2, 3, 5, 5, 5, 8, 9, 10, 10, 12], [9, 8, 8, 9, 4, 5, 4, 3, 5, 2, 2, 1]


def correlated(function, data=TIED, how=float, **options):
    return data, how(getattr(stats, function)(*data, **options).statistic)


def of_ranks(method):
    return TIED, correlated("pearsonr", [stats.rankdata(each, method=method) for each in TIED])[1]


def corrcoef(change=lambda x: x, after=lambda r: r):
    return TIED, float(after(np.corrcoef(*(change(np.array(each)) for each in TIED))[0, 1]))


RATED = [1, 1, 2, 2, 3, 5, 5, 1, 2, 3, 5, 5, 1, 2], [1, 2, 2, 2, 3, 5, 3, 1, 1, 5, 5, 5, 2, 3]


def kappa(function, **options):
    return RATED, float(getattr(sklearn.metrics, function)(*RATED, **options))


def fleiss(function, **options):
    table, _ = inter_rater.aggregate_raters(np.array(RATED).T)
    return RATED, float(getattr(inter_rater, function)(table, **options))


def kappas(what):
    found = inter_rater.cohens_kappa(em.confusion_matrix(*RATED).to_numpy())
    return RATED, float(found.kappa / found.kappa_max if what == "max" else found.kappa)


def kappa_of_distances():
    """Weighted kappa by statsmodels, by the labels' distances."""
    cells = em.confusion_matrix(*RATED)
    found = inter_rater.cohens_kappa(cells.to_numpy(), weights=np.array(cells.index), wt="linear")
    return RATED, float(found.kappa)


def annotated(name):
    rows = [(who, item, label) for who, labels in zip("ab", RATED, strict=True) for item, label in enumerate(labels)]
    return RATED, float(getattr(AnnotationTask(rows), name)())


def alpha(**options):
    return RATED, float(krippendorff.alpha(np.array(RATED, dtype=float), **options))


SCORES = [0.81, 0.84, 0.78, 0.9, 0.86, 0.83]
GROUPS = list("aabbcc")


def spread(function, **options):
    return (SCORES,), float(getattr(stats, function)(SCORES, **options))


def half_width(distribution, level):
    scale = stats.sem(SCORES)
    arguments = (len(SCORES) - 1,) if distribution == "t" else ()
    low, high = getattr(stats, distribution).interval(level, *arguments, loc=np.mean(SCORES), scale=scale)
    return (SCORES,), float((high - low) / 2)


def grouped():
    return (SCORES, GROUPS), float(pd.Series(SCORES).groupby(GROUPS).mean().std())


SCIPY, STATSMODELS, NUMPY = "SciPy 1.17.1", "statsmodels 0.15.0", "NumPy 2.4.6"
LEVELS = [f"level_of_measurement='{level}'" for level in ("nominal", "ordinal", "interval", "ratio")]
PRINTS |= {
    ("chrf", SACREBLEU): lambda value: chrf(),
    **named("chrf", SACREBLEU, chrf, "lowercase=True", "whitespace=True", "beta=1", "eps_smoothing=True"),
    ("chrf", f"{SACREBLEU} (word_order)"): lambda value: chrf(word_order=value),
    ("chrf", f"{SACREBLEU} (char_order)"): lambda value: chrf(char_order=value),
    ("chrf", f"{NLTK} (corpus_chrf)"): lambda value: chrf_of_nltk(),
    **named("chrf", NLTK, chrf_of_nltk, "ignore_whitespace=False"),
    ("meteor", f"{NLTK} (meteor_score after str.split)"): lambda value: meteor(),
    ("meteor", f"{NLTK} (meteor_score after NLTKWordTokenizer)"): lambda value: meteor(cut=CUT),
    ("meteor", f"{NLTK} (meteor_score, without stemmer)"): lambda value: meteor(stemmer=Silent()),
    ("meteor", f"{NLTK} (meteor_score, without WordNet)"): lambda value: meteor(),
    **named("meteor", NLTK, meteor, "meteor_score, preprocess=str", "meteor_score, alpha=0.81, beta=0.83, gamma=0.28"),
    **named("meteor", NLTK, meteor, "meteor_score, alpha=0.5", "meteor_score, gamma=0"),
    **named("r2", SKLEARN, determined, "r2_score", "explained_variance_score"),
    ("r2", f"{SKLEARN} (r2_score, arguments swapped)"): lambda value: determined(swapped=True),
    ("r2", f"{SKLEARN} (r2_score of each fold, averaged)"): lambda value: folded(),
    **named("r2", SCIPY, correlated, "pearsonr", data=PLAIN),
    ("r2", f"{SCIPY} (pearsonr, squared)"): lambda value: correlated("pearsonr", PLAIN, lambda r: float(r) ** 2),
    ("r2", f"{STATSMODELS} (OLS: ess / centered_tss)"): lambda value: fitted(1, "ess"),
    ("r2", f"{STATSMODELS} (OLS without a constant)"): lambda value: fitted(1, "rsquared", constant=False),
    ("r2", f"{STATSMODELS} (rsquared_adj of one feature)"): lambda value: fitted(1, "rsquared_adj"),
    ("r2", f"{STATSMODELS} (rsquared_adj of two features)"): lambda value: fitted(2, "rsquared_adj"),
    **named("correlation", SCIPY, correlated, "pearsonr", "spearmanr", "kendalltau", "kendalltau, variant='c'"),
    **named("correlation", SCIPY, correlated, "somersd"),
    ("correlation", f"{SCIPY} (pearsonr, squared)"): lambda value: correlated("pearsonr", how=lambda r: float(r) ** 2),
    ("correlation", f"{SCIPY} (somersd, arguments swapped)"): lambda value: (
        TIED,
        stats.somersd(*TIED[::-1]).statistic,
    ),
    **{
        ("correlation", f"{SCIPY} (pearsonr of rankdata, method='{m}')"): lambda value, m=m: of_ranks(m)
        for m in ("min", "max", "dense", "ordinal")
    },
    ("correlation", f"{NUMPY} (corrcoef of logarithms)"): lambda value: corrcoef(np.log),
    ("correlation", f"{NUMPY} (arctanh of corrcoef)"): lambda value: corrcoef(after=np.arctanh),
    ("correlation", f"{NUMPY} (abs of corrcoef)"): lambda value: corrcoef(after=abs),
    ("correlation", f"{SKLEARN} (cosine_similarity)"): lambda value: (
        TIED,
        float(cosine_similarity([TIED[0]], [TIED[1]])[0, 0]),
    ),
    **named("kappa", SKLEARN, kappa, "cohen_kappa_score", "accuracy_score"),
    **named("kappa", SKLEARN, kappa, "cohen_kappa_score, weights='linear'", "cohen_kappa_score, weights='quadratic'"),
    ("kappa", f"{STATSMODELS} (cohens_kappa)"): lambda value: kappas("kappa"),
    ("kappa", f"{STATSMODELS} (cohens_kappa: kappa / kappa_max)"): lambda value: kappas("max"),
    ("kappa", f"{STATSMODELS} (cohens_kappa, weights=labels, wt='linear')"): lambda value: kappa_of_distances(),
    **named("kappa", STATSMODELS, fleiss, "fleiss_kappa", "fleiss_kappa, method='randolph'"),
    **{("kappa", f"{NLTK} (AnnotationTask.{n})"): lambda value, n=n: annotated(n) for n in ("pi", "S", "alpha")},
    **named("kappa", "krippendorff 0.9.0", alpha, *LEVELS),
    ("spread", f"{NUMPY} (std)"): lambda value: ((SCORES,), float(np.std(SCORES))),
    ("spread", f"{NUMPY} (ptp)"): lambda value: ((SCORES,), float(np.ptp(SCORES))),
    ("spread", f"{PANDAS} (std)"): lambda value: ((SCORES,), float(pd.Series(SCORES).std())),
    ("spread", f"{PANDAS} (var)"): lambda value: ((SCORES,), float(pd.Series(SCORES).var())),
    ("spread", f"{PANDAS} (groupby, mean, std)"): lambda value: grouped(),
    **named("spread", SCIPY, spread, "sem", "iqr", "variation, ddof=1"),
    ("spread", f"{SCIPY} (t.interval)"): lambda value: half_width("t", 0.95),
    ("spread", f"{SCIPY} (t.interval, 0.9)"): lambda value: half_width("t", 0.9),
    ("spread", f"{SCIPY} (t.interval, 0.99)"): lambda value: half_width("t", 0.99),
    ("spread", f"{SCIPY} (norm.interval)"): lambda value: half_width("norm", 0.95),
}
