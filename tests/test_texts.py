"""What is no text is refused by whatever takes texts, which names the place where it stands."""

import inspect
import re
from functools import partial

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from evalmetrics import (
    edit_distance,
    edit_operations,
    edit_table,
    lcs_length,
    longest_common_subsequence,
    meteor_alignment,
    modified_precision,
    plot_alignment,
    word_accuracy,
)
from evalmetrics.inputs import cider_scores, rouge, texts

from .test_every_metric import METRICS, NAMES, TABLE

COLUMNS = pd.DataFrame({"said": ["a b", "c d"]})
BAD_TEXTS = {
    "no text": (None, TypeError, "must be a list of tokens, got None"),
    "a set": ({"a"}, TypeError, "must be a list of tokens"),
    "a table": (COLUMNS, TypeError, r"must be a list of tokens, got a DataFrame of shape \(2, 1\): pass one of its"),
    "a sparse array": (sparse.csr_array([[1]]), TypeError, "must be a list of tokens, got a csr_array of shape"),
    "too deep": ([["b"]], TypeError, "must be a flat list of tokens"),
    "2-d": (np.array([["a", "b"]]), TypeError, r"must be a flat list of tokens, got an array of shape \(1, 2\)"),
    "None": (["a", None], ValueError, r"holds missing tokens \(None or nan\)"),
    "nan": (["a", np.nan], ValueError, "holds missing tokens"),
    "NA": ([1, pd.NA], ValueError, "holds missing tokens"),
    "masked": (np.ma.array(["a", "b"], mask=[0, 1]), ValueError, "holds missing tokens"),
    "a sentence for a token": (["a b", "c d"], ValueError, "must be .* one of them holds a blank: 'a b'.* corpus"),
    "unhashable": (["a", {}], TypeError, "must hold hashable tokens, such as strings, got {}"),
}
BAD_LISTS = {
    "a string": ("a b", "must be a non-empty list of texts, got 'a b'"),
    "nothing": ([], "must be a non-empty list of texts"),
    "None": (None, "must be a non-empty list of texts, got None"),
    "a table": (COLUMNS, "must be a non-empty list of texts, got a DataFrame .*: pass one of its columns"),
    "strings": (["a b"], r"must be a list of texts, .* split the strings, .* tokenize= .*'13a'.*; one text goes into"),
}
DEPTH = {"list_of_references": 2, "references": 1, "hypotheses": 1, "reference": 0, "hypothesis": 0, "a": 0, "b": 0}
READERS = (texts.pair, texts.pairs, texts.with_references, texts.all_with_references)
READERS += (rouge.with_references, rouge.all_with_references, cider_scores.with_references)
FUNCTIONS = [partial(METRICS[n], **TABLE[n].options[0]) for n in NAMES if METRICS[n].kind.inputs in READERS]
FUNCTIONS += map(partial, (edit_distance, edit_operations, edit_table, plot_alignment, word_accuracy, meteor_alignment))
FUNCTIONS += [partial(modified_precision, n=1), partial(lcs_length), partial(longest_common_subsequence)]


def samples_of(function):
    """The names of those of its arguments that hold texts."""
    return [name for name in inspect.signature(function).parameters if name in DEPTH]


PLACES = [(function, sample) for function in FUNCTIONS for sample in samples_of(function)]
LISTS = [(function, sample) for function, sample in PLACES if DEPTH[sample]]


def lists_around(value, depth):
    return value if depth == 0 else [lists_around(value, depth - 1)]


def call_with(function, sample, value, depth):
    """Call it on texts, but for one sample that has a value in so many lists."""
    samples = {name: lists_around(["a"], DEPTH[name]) for name in samples_of(function)}
    function(**{**samples, sample: lists_around(value, depth)})


@pytest.mark.parametrize(
    ("function", "sample"), PLACES, ids=[f"{function.func.__name__}-{sample}" for function, sample in PLACES]
)
@pytest.mark.parametrize(("text", "error", "message"), BAD_TEXTS.values(), ids=BAD_TEXTS)
def test_what_is_no_text_is_named(function, sample, text, error, message):
    depth = DEPTH[sample]
    with pytest.raises(error, match="^" + re.escape(sample + "[0]" * depth) + f" {message}"):
        call_with(function, sample, text, depth)


@pytest.mark.parametrize(("function", "sample"), [place for place in PLACES if place not in LISTS])
def test_a_string_is_not_split_unasked(function, sample):
    with pytest.raises(TypeError, match=f"^{sample} must be a list of tokens, got the string 'a b'.*'char'"):
        call_with(function, sample, "a b", 0)


@pytest.mark.parametrize(
    ("function", "sample"), LISTS, ids=[f"{function.func.__name__}-{sample}" for function, sample in LISTS]
)
@pytest.mark.parametrize(("several", "message"), BAD_LISTS.values(), ids=BAD_LISTS)
def test_what_is_no_list_of_texts_is_named(function, sample, several, message):
    depth = DEPTH[sample] - 1
    with pytest.raises(TypeError, match="^" + re.escape(sample + "[0]" * depth) + f" {message}"):
        call_with(function, sample, several, depth)


@pytest.mark.parametrize("function", [function for function in FUNCTIONS if "hypotheses" in samples_of(function)])
def test_each_text_of_a_corpus_has_its_references(function):
    samples = {name: lists_around(["a"], DEPTH[name]) for name in samples_of(function)}
    with pytest.raises(ValueError, match=r"2 hypotheses, 1 lists; .* transpose|same length.* references has 1, hyp"):
        function(**{**samples, "hypotheses": [["a"], ["a"]]})
    for several in (COLUMNS, []):
        with pytest.raises(TypeError, match=r"eferences must be a non-empty list of (texts|lists of references)"):
            function(**{**samples, next(iter(samples)): several})
