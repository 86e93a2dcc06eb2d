"""What libraries print: for each that the registry of variants names, its own number on data that tell variants apart.

An entry takes the value of the axis that it is asked for, and returns samples and the library's number.
"""

import warnings

import sacrebleu
from nltk.tokenize import NLTKWordTokenizer
from nltk.translate import bleu_score as nltk_bleu

LIBRARIES = {"sacrebleu", "nltk"}
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
    ("bleu", "sacrebleu 2.6.0"): lambda value: corpus(),
    ("bleu", "sacrebleu 2.6.0 (tokenize='intl')"): lambda value: corpus(tokenize="intl"),
    ("bleu", "sacrebleu 2.6.0 (tokenize='char')"): lambda value: corpus(tokenize="char"),
    ("bleu", "sacrebleu 2.6.0 (tokenize='none')"): lambda value: corpus(tokenize="none", force=True),
    ("bleu", "sacrebleu 2.6.0 (lowercase=True)"): lambda value: corpus(lowercase=True),
    ("bleu", "sacrebleu 2.6.0 (corpus_bleu)"): lambda value: corpus(),
    ("bleu", "sacrebleu 2.6.0 (sentence_bleu, averaged)"): lambda value: sentences(),
    ("bleu", "sacrebleu 2.6.0 (sentence_bleu)"): lambda value: sentences(),
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
    ("bleu", "nltk 3.10.4 (NLTKWordTokenizer)"): lambda value: nltk_corpus(cut=NLTKWordTokenizer().tokenize),
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
