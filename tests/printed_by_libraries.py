"""What libraries print: for each that the registry of variants names, its own number on data that tell variants apart.

An entry takes the value of the axis that it is asked for, and returns samples and the library's number.
"""

import re
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
from nltk.translate.chrf_score import corpus_chrf
from nltk.translate.meteor_score import meteor_score as nltk_meteor
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
UNMATCHED = (
    [["the cat sat on the mat , and the dog did too ."]],
    ["the cat lay on the rug , and a dog did ."],
)  # no four words in a row


SHORT = [["no one"], ["the cat sat on the mat"]], ["no one", "the cat sat on a mat"]
CONTRACTED = [["I can't say that we don't like it, can I?"]], ["I cannot say that we don't like it, can I"]


def corpus(data=TEXTS, **options):
    """Sacrebleu on a corpus."""
    references, hypotheses = data
    metric = sacrebleu.BLEU(**options)
    return data, metric.corpus_score(hypotheses, [list(each) for each in zip(*references, strict=True)]).score / 100


def sentences(data=TEXTS, **options):
    """The mean of sacrebleu's scores of sentences."""
    metric = sacrebleu.BLEU(effective_order=True, **options)
    scores = [metric.sentence_score(h, r).score / 100 for r, h in zip(*data, strict=True)]
    return data, sum(scores) / len(scores)


def nltk_corpus(data=TEXTS, cut=str.split, method="method0", **options):
    """Nltk on a corpus."""
    references = [[cut(text) for text in each] for each in data[0]]
    smoothing = getattr(nltk_bleu.SmoothingFunction(), method)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score = nltk_bleu.corpus_bleu(references, [cut(h) for h in data[1]], smoothing_function=smoothing, **options)
    return data, score


def nltk_sentences(data=TEXTS):
    """The mean of nltk's scores of sentences."""
    scores = [nltk_corpus(([r], [h]))[1] for r, h in zip(*data, strict=True)]
    return data, sum(scores) / len(scores)


PRINTS = {
    ("bleu", "sacrebleu 2.6.0"): lambda value: corpus(UNMATCHED if value == "exponential" else TEXTS),
    ("bleu", "sacrebleu 2.6.0 (tokenize='intl')"): lambda value: corpus(tokenize="intl"),
    ("bleu", "sacrebleu 2.6.0 (tokenize='char')"): lambda value: corpus(tokenize="char"),
    ("bleu", "sacrebleu 2.6.0 (tokenize='none')"): lambda value: corpus(tokenize="none", force=True),
    ("bleu", "sacrebleu 2.6.0 (lowercase=True)"): lambda value: corpus(lowercase=True),
    ("bleu", "sacrebleu 2.6.0 (corpus_bleu)"): lambda value: corpus(),
    ("bleu", "sacrebleu 2.6.0 (sentence_bleu, averaged)"): lambda value: sentences(),
    ("bleu", "sacrebleu 2.6.0 (sentence_bleu)"): lambda value: sentences(SHORT),
    ("bleu", "sacrebleu 2.6.0 (smooth_method='none')"): lambda value: corpus(smooth_method="none"),
    ("bleu", "sacrebleu 2.6.0 (smooth_method='floor')"): lambda value: corpus(UNMATCHED, smooth_method="floor"),
    ("bleu", "sacrebleu 2.6.0 (smooth_method='floor', smooth_value=0.01)"): lambda value: corpus(
        UNMATCHED, smooth_method="floor", smooth_value=0.01
    ),
    ("bleu", "sacrebleu 2.6.0 (smooth_method='add-k')"): lambda value: corpus(UNMATCHED, smooth_method="add-k"),
    ("bleu", "nltk 3.10.4"): lambda value: nltk_corpus(),
    ("bleu", "nltk 3.10.4 (corpus_bleu)"): lambda value: nltk_corpus(),
    ("bleu", "nltk 3.10.4 (sentence_bleu, averaged)"): lambda value: nltk_sentences(),
    ("bleu", "nltk 3.10.4 (after str.split)"): lambda value: nltk_corpus(),
    ("bleu", "nltk 3.10.4 (NLTKWordTokenizer)"): lambda value: nltk_corpus(
        CONTRACTED, cut=NLTKWordTokenizer().tokenize
    ),
    ("bleu", "nltk 3.10.4 (weights=(1,))"): lambda value: nltk_corpus(weights=(1,)),
    ("bleu", "nltk 3.10.4 (weights=(0.5, 0.5))"): lambda value: nltk_corpus(weights=(0.5, 0.5)),
    ("bleu", "nltk 3.10.4 (weights=(1/3, 1/3, 1/3))"): lambda value: nltk_corpus(weights=(1 / 3, 1 / 3, 1 / 3)),
    ("bleu", "nltk 3.10.4 (auto_reweigh=True)"): lambda value: nltk_corpus(
        ([["no one"]], ["no one"]), auto_reweigh=True, method="method1"
    ),
    **{
        ("bleu", f"nltk 3.10.4 (method{i})"): lambda value, i=i: nltk_corpus(UNMATCHED, method=f"method{i}")
        for i in (1, 2, 3, 4, 5, 7)
    },
}


def rouge_score_of(kind, part="fmeasure", data=TEXTS, points=False, **options):
    """The mean of rouge-score's scores."""
    scorer = rouge_scorer.RougeScorer([kind], **options)

    def seen(text):
        return re.sub(r"(?<=[.!?])\s+", "\n", text) if points else text

    scores = [scorer.score_multi(list(map(seen, r)), seen(h))[kind] for r, h in zip(*data, strict=True)]
    return data, float(np.mean([getattr(score, part) for score in scores]))


def rouge_of(kind, **options):
    """The mean of rouge's F."""
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
POINTS = ([["The cat sat. The dogs barked at it!"]], ["Barked the dogs. Sat there the cat."])
STEMS = [["the dogs barked at the sitting cats"]], ["a dog barks at cats that sit"]


def jiwer_of(name, data=None, **options):
    """A rate of jiwer."""
    data = data or [references[0] for references in TEXTS[0]], TEXTS[1]
    return data, getattr(jiwer, name)(*data, **options)


def cleaned_wer(transform):
    """Jiwer's rate of texts that were cleaned first."""
    cleaned = jiwer.Compose([transform, jiwer.Strip(), jiwer.ReduceToListOfListOfWords()])
    return jiwer_of("wer", reference_transform=cleaned, hypothesis_transform=cleaned)


def swapped_wer():
    """Jiwer's rate with the hypothesis first."""
    data = jiwer_of("wer")[0]
    return data, jiwer.wer(*data[::-1])


def mean_wer():
    """The mean of jiwer's rates of texts."""
    data = jiwer_of("wer")[0]
    return data, float(np.mean([jiwer.wer(*pair) for pair in zip(*data, strict=True)]))


def longer_wer():
    """Rapidfuzz's distance."""
    data = ["a x"], ["a b c d"]
    return data, Levenshtein.normalized_distance(data[0][0].split(), data[1][0].split())


LABELS = list("aaaaabbbbccd") * 2, list("aaabbbbcacca") * 2  # d is never predicted
UNSEEN = list("aaaabbbc"), list("aaabbbdc")  # d is never observed
ABSENT = (em.confusion_matrix(list("aabbc"), list("abbbc"), labels=list("abcd")),)  # d neither


def f_by(function="f1_score", data=LABELS, swapped=False, **options):
    """F by scikit-learn."""
    samples = data[::-1] if swapped else data
    options = {"average": "macro", "zero_division": 0} | options
    return data, float(getattr(sklearn.metrics, function)(*samples, **options))


def f_with_absent(zero_division):
    """Macro F by scikit-learn where a class is neither observed nor predicted."""
    y_true, y_pred = list("aabbc"), list("abbbc")
    return ABSENT, float(
        sklearn.metrics.f1_score(y_true, y_pred, labels=list("abcd"), average="macro", zero_division=zero_division)
    )


def f_of_the_defined():
    """The mean that pandas takes of the classes' F."""
    return LABELS, float(em.f_score(*LABELS).mean(skipna=True))


PRINTS |= {
    ("rouge", "rouge-score 0.1.2 (rouge1)"): lambda value: rouge_score_of("rouge1"),
    ("rouge", "rouge-score 0.1.2 (rouge2)"): lambda value: rouge_score_of("rouge2"),
    ("rouge", "rouge-score 0.1.2 (rouge3)"): lambda value: rouge_score_of("rouge3"),
    ("rouge", "rouge-score 0.1.2 (rougeL)"): lambda value: rouge_score_of("rougeL"),
    ("rouge", "rouge-score 0.1.2 (rougeLsum)"): lambda value: rouge_score_of("rougeLsum", data=LINES),
    (
        "rouge",
        "rouge-score 0.1.2 (rougeLsum, after a line break was put behind each sentence)",
    ): lambda value: rouge_score_of("rougeLsum", data=POINTS, points=True),
    ("rouge", "rouge-score 0.1.2 (use_stemmer=True)"): lambda value: rouge_score_of(
        "rouge1", data=STEMS, use_stemmer=True
    ),
    ("rouge", "rouge-score 0.1.2 (recall)"): lambda value: rouge_score_of("rouge1", "recall"),
    ("rouge", "rouge-score 0.1.2 (precision)"): lambda value: rouge_score_of("rouge1", "precision"),
    ("rouge", "rouge-score 0.1.2 (score_multi)"): lambda value: rouge_score_of("rouge2"),
    ("rouge", "rouge 1.0.1 (rouge-1, exclusive=False)"): lambda value: rouge_of("rouge-1", exclusive=False),
    ("rouge", "rouge 1.0.1 (rouge-1)"): lambda value: rouge_of("rouge-1"),
    ("rouge", "rouge 1.0.1 (rouge-l)"): lambda value: rouge_of("rouge-l"),
    ("wer", "jiwer 4.0.0 (wer)"): lambda value: jiwer_of("wer"),
    ("wer", "jiwer 4.0.0 (cer)"): lambda value: jiwer_of("cer"),
    ("wer", "jiwer 4.0.0 (mer)"): lambda value: jiwer_of("mer"),
    ("wer", "jiwer 4.0.0 (wil)"): lambda value: jiwer_of("wil"),
    ("wer", "jiwer 4.0.0 (ToLowerCase)"): lambda value: cleaned_wer(jiwer.ToLowerCase()),
    ("wer", "jiwer 4.0.0 (RemovePunctuation)"): lambda value: cleaned_wer(jiwer.RemovePunctuation()),
    ("wer", "jiwer 4.0.0 (wer, arguments swapped)"): lambda value: swapped_wer(),
    ("wer", "jiwer 4.0.0 (wer of each text, averaged)"): lambda value: mean_wer(),
    ("wer", "rapidfuzz 3.14.6 (Levenshtein.normalized_distance)"): lambda value: longer_wer(),
    ("f", "scikit-learn 1.9.1 (f1_score)"): lambda value: f_by(),
    ("f", "scikit-learn 1.9.1 (f1_score, arguments swapped)"): lambda value: f_by("fbeta_score", swapped=True, beta=2),
    ("f", "scikit-learn 1.9.1 (average='macro')"): lambda value: f_by(),
    ("f", "scikit-learn 1.9.1 (average='micro')"): lambda value: f_by(average="micro"),
    ("f", "scikit-learn 1.9.1 (average='weighted')"): lambda value: f_by(average="weighted"),
    ("f", "scikit-learn 1.9.1 (average='weighted', arguments swapped)"): lambda value: f_by(
        average="weighted", swapped=True
    ),
    ("f", "scikit-learn 1.9.1 (labels=np.unique(y_true))"): lambda value: f_by(
        data=UNSEEN, labels=np.unique(UNSEEN[0]).tolist()
    ),
    ("f", "scikit-learn 1.9.1 (fbeta_score, beta=0.5)"): lambda value: f_by("fbeta_score", beta=0.5),
    ("f", "scikit-learn 1.9.1 (fbeta_score, beta=2)"): lambda value: f_by("fbeta_score", beta=2),
    ("f", "scikit-learn 1.9.1 (zero_division=1)"): lambda value: f_with_absent(1),
    ("f", "scikit-learn 1.9.1 (zero_division=nan)"): lambda value: f_with_absent(np.nan),
    ("f", "pandas 3.1.1 (mean with skipna=True)"): lambda value: f_of_the_defined(),
}


SCORED = (
    [0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0],
    [0.1, 0.2, 0.3, 0.3, 0.8, 0.8, 0.45, 0.7, 0.55, 0.9, 0.95, 0.4],
)
LEVEL = [0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1], list(np.arange(14) / 14)  # crosses where only alarms grow
STEEP = [1, 0, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1], list(np.arange(14) / 14)  # crosses where only misses fall


def area(function, scores=lambda s: s, **options):
    """An area by scikit-learn."""
    y_true, y_score = SCORED
    return SCORED, float(getattr(sklearn.metrics, function)(y_true, scores(np.array(y_score)), **options))


def area_of_other_class():
    """Average precision of the other class by scikit-learn."""
    return SCORED, float(sklearn.metrics.average_precision_score(*SCORED, pos_label=0))


def joined():
    """The trapezoid of scikit-learn's curve."""
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
    """A gain by scikit-learn."""
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
    """The mean of scikit-learn's average precisions."""
    values = [sklearn.metrics.average_precision_score(*pair) for pair in zip(*UNTIED, strict=True)]
    return UNTIED, float(np.mean(values))


SKLEARN, TREC = "scikit-learn 1.9.1", "pytrec-eval 0.5.11"
PRINTS |= {
    ("area", f"{SKLEARN} (roc_auc_score)"): lambda value: area("roc_auc_score"),
    ("area", f"{SKLEARN} (average_precision_score)"): lambda value: area("average_precision_score"),
    ("area", f"{SKLEARN} (auc of precision_recall_curve)"): lambda value: joined(),
    ("area", f"{SKLEARN} (roc_auc_score of labels)"): lambda value: area("roc_auc_score", lambda s: s >= 0.5),
    ("area", f"{SKLEARN} (average_precision_score of labels)"): lambda value: area(
        "average_precision_score", lambda s: s >= 0.5
    ),
    ("area", f"{SKLEARN} (average_precision_score, pos_label=0)"): lambda value: area_of_other_class(),
    ("area", f"{SKLEARN} (roc_auc_score of distances)"): lambda value: area("roc_auc_score", lambda s: -s),
    ("eer", f"{SKLEARN} (roc_curve, and SciPy's brentq on interp1d)"): lambda value: equal_errors("brentq"),
    ("eer", f"{SKLEARN} (roc_curve, fpr where fnr is nearest)"): lambda value: equal_errors("fpr", LEVEL),
    ("eer", f"{SKLEARN} (roc_curve, fnr where fpr is nearest)"): lambda value: equal_errors("fnr", STEEP),
    ("eer", f"{SKLEARN} (roc_curve, mean of both where they are nearest)"): lambda value: equal_errors("mean", LEVEL),
    ("eer", f"{SKLEARN} (det_curve, drop_intermediate=False)"): lambda value: equal_errors("fpr", LEVEL, drop=False),
    ("ndcg", f"{SKLEARN} (ndcg_score)"): lambda value: gain(),
    ("ndcg", f"{SKLEARN} (ndcg_score, ignore_ties=True)"): lambda value: gain(ignore_ties=True),
    ("ndcg", f"{SKLEARN} (dcg_score)"): lambda value: gain("dcg_score"),
    ("ndcg", f"{SKLEARN} (dcg_score, ignore_ties=True)"): lambda value: gain("dcg_score", ignore_ties=True),
    ("ndcg", f"{SKLEARN} (dcg_score, log_base=e)"): lambda value: gain("dcg_score", log_base=np.e),
    ("ndcg", f"{SKLEARN} (ndcg_score, k)"): lambda value: gain(k=value),
    ("ndcg", f"{SKLEARN} (ndcg_score, a query without relevant items)"): lambda value: gain(data=EMPTY),
    ("ndcg", f"{TREC} (ndcg)"): lambda value: trec("ndcg"),
    ("ndcg", f"{TREC} (ndcg_cut_5)"): lambda value: trec("ndcg_cut_5"),
    ("map", f"{TREC} (map)"): lambda value: trec("map"),
    ("map", f"{TREC} (map, relevance_level=2)"): lambda value: trec("map", relevance_level=2),
    ("map", f"{TREC} (map_cut_5)"): lambda value: trec("map_cut_5"),
    (
        "map",
        f"{SKLEARN} (average_precision_score of each query, without ties)",
    ): lambda value: precision_of_lists(),
}


def chrf(data=TEXTS, **options):
    """ChrF by sacrebleu."""
    references, hypotheses = data
    by_set = [list(each) for each in zip(*references, strict=True)]
    return data, sacrebleu.CHRF(**options).corpus_score(hypotheses, by_set).score / 100


def chrf_of_nltk(**options):
    """ChrF by nltk."""
    references, hypotheses = [references[0] for references in TEXTS[0]], TEXTS[1]
    return (references, hypotheses), corpus_chrf(references, hypotheses, **options)


class Silent:
    """Neither stems nor synonyms."""

    def stem(self, word):
        """The word."""
        return word

    def synsets(self, word):
        """No synonyms."""
        return []


MATCHED = (
    [["The cats were sitting on a mat."], ["a dog barks, then sleeps"]],
    [
        "the cat sat on A mat.",
        "one dog barked, and slept",
    ],
)


def meteor(cut=str.split, stemmer=None, preprocess=str.lower, **options):
    """METEOR by nltk."""
    stemmer = stemmer or PorterStemmer()
    scores = [
        nltk_meteor(
            [cut(text) for text in r], cut(h), preprocess=preprocess, stemmer=stemmer, wordnet=Silent(), **options
        )
        for r, h in zip(*MATCHED, strict=True)
    ]
    return MATCHED, float(np.mean(scores))


GEN = np.random.default_rng(7)
X = GEN.normal(5, 1, 24)
Y = X + GEN.normal(0.4, 0.8, 24)
FOLDS = np.repeat(["a", "b", "c"], 8)
PLAIN = Y.tolist(), X.tolist()


def determined(function="r2_score", swapped=False):
    """R squared by scikit-learn."""
    samples = PLAIN[::-1] if swapped else PLAIN
    return PLAIN, float(getattr(sklearn.metrics, function)(*samples))


def fitted(features, number, constant=True):
    """R squared of a fit by statsmodels."""
    columns = np.column_stack([X, GEN.normal(size=24)])[:, :features]
    fit = sm.OLS(Y, sm.add_constant(columns) if constant else columns).fit()
    found = fit.ess / fit.centered_tss if number == "ess" else getattr(fit, number)
    if number == "ess":  # of a fit that is not the best, so that it is no R squared
        predicted = X - 0.5
        return (Y.tolist(), predicted.tolist()), float(((predicted - Y.mean()) ** 2).sum() / fit.centered_tss)
    return (Y.tolist(), fit.fittedvalues.tolist()), float(found)


def folded():
    """The mean of scikit-learn's R squared of folds."""
    each = [label == FOLDS for label in "abc"]
    found = [sklearn.metrics.r2_score(Y[rows], X[rows]) for rows in each]
    return (*PLAIN, FOLDS.tolist()), float(np.mean(found))


TIED = [1, 2, 2, 3, 5, 5, 5, 8, 9, 10, 10, 12], [9, 8, 8, 9, 4, 5, 4, 3, 5, 2, 2, 1]


def correlated(function, data=TIED, how=float, **options):
    """A correlation by SciPy."""
    return data, how(getattr(stats, function)(*data, **options).statistic)


def of_ranks(method):
    """Pearson's correlation of SciPy's ranks."""
    return TIED, float(stats.pearsonr(*(stats.rankdata(each, method=method) for each in TIED)).statistic)


def swapped_somers():
    """Somers' D by SciPy, of x given y."""
    return TIED, float(stats.somersd(TIED[1], TIED[0]).statistic)


def corrcoef(change=lambda x: x, after=lambda r: r):
    """A correlation by NumPy."""
    return TIED, float(after(np.corrcoef(*(change(np.array(each)) for each in TIED))[0, 1]))


RATED = [1, 1, 2, 2, 3, 5, 5, 1, 2, 3, 5, 5, 1, 2], [1, 2, 2, 2, 3, 5, 3, 1, 1, 5, 5, 5, 2, 3]


def kappa(**options):
    """Kappa by scikit-learn."""
    return RATED, float(sklearn.metrics.cohen_kappa_score(*RATED, **options))


def fleiss(method="fleiss"):
    """Kappa of many raters by statsmodels, of two."""
    table, _ = inter_rater.aggregate_raters(np.array(RATED).T)
    return RATED, float(inter_rater.fleiss_kappa(table, method=method))


def kappas(what):
    """Cohen's kappa by statsmodels."""
    found = inter_rater.cohens_kappa(em.confusion_matrix(*RATED).to_numpy())
    return RATED, float(found.kappa / found.kappa_max if what == "max" else found.kappa)


def kappa_of_distances():
    """Weighted kappa by statsmodels, by the labels' distances."""
    cells = em.confusion_matrix(*RATED)
    found = inter_rater.cohens_kappa(cells.to_numpy(), weights=np.array(cells.index), wt="linear")
    return RATED, float(found.kappa)


def annotated(name):
    """A coefficient by nltk."""
    rows = [(who, item, label) for who, labels in zip("ab", RATED, strict=True) for item, label in enumerate(labels)]
    return RATED, float(getattr(AnnotationTask(rows), name)())


def alpha(level):
    """Alpha by krippendorff."""
    return RATED, float(krippendorff.alpha(np.array(RATED, dtype=float), level_of_measurement=level))


SCORES = [0.81, 0.84, 0.78, 0.9, 0.86, 0.83]
GROUPS = list("aabbcc")


def half_width(distribution, level):
    """Half an interval by SciPy."""
    scale = stats.sem(SCORES)
    arguments = (len(SCORES) - 1,) if distribution == "t" else ()
    low, high = getattr(stats, distribution).interval(level, *arguments, loc=np.mean(SCORES), scale=scale)
    return (SCORES,), float((high - low) / 2)


def grouped():
    """The deviation of groups' means by pandas."""
    return (SCORES, GROUPS), float(pd.Series(SCORES).groupby(GROUPS).mean().std())


NLTK, SCIPY, STATSMODELS, NUMPY = "nltk 3.10.4", "SciPy 1.17.1", "statsmodels 0.15.0", "NumPy 2.4.6"
PRINTS |= {
    ("chrf", "sacrebleu 2.6.0"): lambda value: chrf(),
    ("chrf", "sacrebleu 2.6.0 (lowercase=True)"): lambda value: chrf(lowercase=True),
    ("chrf", "sacrebleu 2.6.0 (whitespace=True)"): lambda value: chrf(whitespace=True),
    ("chrf", "sacrebleu 2.6.0 (word_order)"): lambda value: chrf(word_order=value),
    ("chrf", "sacrebleu 2.6.0 (char_order)"): lambda value: chrf(char_order=value),
    ("chrf", "sacrebleu 2.6.0 (beta=1)"): lambda value: chrf(beta=1),
    ("chrf", "sacrebleu 2.6.0 (eps_smoothing=True)"): lambda value: chrf(eps_smoothing=True),
    ("chrf", f"{NLTK} (corpus_chrf)"): lambda value: chrf_of_nltk(),
    ("chrf", f"{NLTK} (ignore_whitespace=False)"): lambda value: chrf_of_nltk(ignore_whitespace=False),
    ("meteor", f"{NLTK} (meteor_score after str.split)"): lambda value: meteor(),
    ("meteor", f"{NLTK} (meteor_score after NLTKWordTokenizer)"): lambda value: meteor(NLTKWordTokenizer().tokenize),
    ("meteor", f"{NLTK} (meteor_score, preprocess=str)"): lambda value: meteor(preprocess=str),
    ("meteor", f"{NLTK} (meteor_score, without stemmer)"): lambda value: meteor(stemmer=Silent()),
    ("meteor", f"{NLTK} (meteor_score, without WordNet)"): lambda value: meteor(),
    ("meteor", f"{NLTK} (meteor_score, alpha=0.81, beta=0.83, gamma=0.28)"): lambda value: meteor(
        alpha=0.81, beta=0.83, gamma=0.28
    ),
    ("meteor", f"{NLTK} (meteor_score, alpha=0.5)"): lambda value: meteor(alpha=0.5),
    ("meteor", f"{NLTK} (meteor_score, gamma=0)"): lambda value: meteor(gamma=0),
    ("r2", f"{SKLEARN} (r2_score)"): lambda value: determined(),
    ("r2", f"{SKLEARN} (r2_score, arguments swapped)"): lambda value: determined(swapped=True),
    ("r2", f"{SKLEARN} (explained_variance_score)"): lambda value: determined("explained_variance_score"),
    ("r2", f"{SKLEARN} (r2_score of each fold, averaged)"): lambda value: folded(),
    ("r2", f"{SCIPY} (pearsonr)"): lambda value: correlated("pearsonr", PLAIN),
    ("r2", f"{SCIPY} (pearsonr, squared)"): lambda value: correlated("pearsonr", PLAIN, lambda r: float(r) ** 2),
    ("r2", f"{STATSMODELS} (OLS: ess / centered_tss)"): lambda value: fitted(1, "ess"),
    ("r2", f"{STATSMODELS} (OLS without a constant)"): lambda value: fitted(1, "rsquared", constant=False),
    ("r2", f"{STATSMODELS} (rsquared_adj of one feature)"): lambda value: fitted(1, "rsquared_adj"),
    ("r2", f"{STATSMODELS} (rsquared_adj of two features)"): lambda value: fitted(2, "rsquared_adj"),
    ("correlation", f"{SCIPY} (pearsonr)"): lambda value: correlated("pearsonr"),
    ("correlation", f"{SCIPY} (pearsonr, squared)"): lambda value: correlated("pearsonr", how=lambda r: float(r) ** 2),
    ("correlation", f"{SCIPY} (spearmanr)"): lambda value: correlated("spearmanr"),
    ("correlation", f"{SCIPY} (kendalltau)"): lambda value: correlated("kendalltau"),
    ("correlation", f"{SCIPY} (kendalltau, variant='c')"): lambda value: correlated("kendalltau", variant="c"),
    ("correlation", f"{SCIPY} (somersd)"): lambda value: correlated("somersd"),
    ("correlation", f"{SCIPY} (somersd, arguments swapped)"): lambda value: swapped_somers(),
    **{
        ("correlation", f"{SCIPY} (pearsonr of rankdata, method='{method}')"): lambda value, method=method: of_ranks(
            method
        )
        for method in ("min", "max", "dense", "ordinal")
    },
    ("correlation", f"{NUMPY} (corrcoef of logarithms)"): lambda value: corrcoef(np.log),
    ("correlation", f"{NUMPY} (arctanh of corrcoef)"): lambda value: corrcoef(after=np.arctanh),
    ("correlation", f"{NUMPY} (abs of corrcoef)"): lambda value: corrcoef(after=abs),
    ("correlation", f"{SKLEARN} (cosine_similarity)"): lambda value: (
        TIED,
        float(cosine_similarity([TIED[0]], [TIED[1]])[0, 0]),
    ),
    ("kappa", f"{SKLEARN} (cohen_kappa_score)"): lambda value: kappa(),
    ("kappa", f"{SKLEARN} (cohen_kappa_score, weights='linear')"): lambda value: kappa(weights="linear"),
    ("kappa", f"{SKLEARN} (cohen_kappa_score, weights='quadratic')"): lambda value: kappa(weights="quadratic"),
    ("kappa", f"{SKLEARN} (accuracy_score)"): lambda value: (RATED, float(sklearn.metrics.accuracy_score(*RATED))),
    ("kappa", f"{STATSMODELS} (cohens_kappa)"): lambda value: kappas("kappa"),
    ("kappa", f"{STATSMODELS} (cohens_kappa: kappa / kappa_max)"): lambda value: kappas("max"),
    ("kappa", f"{STATSMODELS} (cohens_kappa, weights=labels, wt='linear')"): lambda value: kappa_of_distances(),
    ("kappa", f"{STATSMODELS} (fleiss_kappa)"): lambda value: fleiss(),
    ("kappa", f"{STATSMODELS} (fleiss_kappa, method='randolph')"): lambda value: fleiss("randolph"),
    ("kappa", f"{NLTK} (AnnotationTask.pi)"): lambda value: annotated("pi"),
    ("kappa", f"{NLTK} (AnnotationTask.S)"): lambda value: annotated("S"),
    ("kappa", f"{NLTK} (AnnotationTask.alpha)"): lambda value: annotated("alpha"),
    **{
        ("kappa", f"krippendorff 0.9.0 (level_of_measurement='{level}')"): lambda value, level=level: alpha(level)
        for level in ("nominal", "ordinal", "interval", "ratio")
    },
    ("spread", f"{NUMPY} (std)"): lambda value: ((SCORES,), float(np.std(SCORES))),
    ("spread", f"{NUMPY} (ptp)"): lambda value: ((SCORES,), float(np.ptp(SCORES))),
    ("spread", "pandas 3.1.1 (std)"): lambda value: ((SCORES,), float(pd.Series(SCORES).std())),
    ("spread", "pandas 3.1.1 (var)"): lambda value: ((SCORES,), float(pd.Series(SCORES).var())),
    ("spread", "pandas 3.1.1 (groupby, mean, std)"): lambda value: grouped(),
    ("spread", f"{SCIPY} (sem)"): lambda value: ((SCORES,), float(stats.sem(SCORES))),
    ("spread", f"{SCIPY} (iqr)"): lambda value: ((SCORES,), float(stats.iqr(SCORES))),
    ("spread", f"{SCIPY} (variation, ddof=1)"): lambda value: ((SCORES,), float(stats.variation(SCORES, ddof=1))),
    ("spread", f"{SCIPY} (t.interval)"): lambda value: half_width("t", 0.95),
    ("spread", f"{SCIPY} (t.interval, 0.9)"): lambda value: half_width("t", 0.9),
    ("spread", f"{SCIPY} (t.interval, 0.99)"): lambda value: half_width("t", 0.99),
    ("spread", f"{SCIPY} (norm.interval)"): lambda value: half_width("norm", 0.95),
}
