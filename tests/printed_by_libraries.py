"""What libraries print: for each that the registry of variants names, its own number on data that tell variants apart.

An entry takes the value of the axis that it is asked for, and returns samples and the library's number.
"""

import re
import warnings

import jiwer
import numpy as np
import rouge
import sacrebleu
import sklearn.metrics
from nltk.tokenize import NLTKWordTokenizer
from nltk.translate import bleu_score as nltk_bleu
from rapidfuzz.distance import Levenshtein
from rouge_score import rouge_scorer

import evalmetrics as em

LIBRARIES = {"sacrebleu", "nltk", "rouge-score", "rouge", "jiwer", "rapidfuzz", "scikit-learn", "pandas"}
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
    ("wer", "rapidfuzz (Levenshtein.normalized_distance)"): lambda value: longer_wer(),
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
    ("f", "pandas (mean with skipna=True)"): lambda value: f_of_the_defined(),
}
