"""The explorer of translations shows what the metrics say, whatever is typed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalmetrics import meteor, rouge_l, rouge_n, sentence_bleu, wer
from evalmetrics.inputs.texts import TOKENIZERS
from evalmetrics_book import example_corpus, explore_translation
from evalmetrics_book.figures.text import translation_scores

REFERENCES = ["There are more sheep than people.", "More sheep than people live here."]
texts = st.text("ab .,<&é日\t", max_size=12)


def test_scores_are_those_of_the_metrics():
    words, said = [text.split() for text in REFERENCES], ["More", "sheep", "live", "here", "than", "people."]
    assert translation_scores(words, said) == {
        "WER": wer(words[1], said),
        "BLEU": float(sentence_bleu(words, said)),
        "BLEU, smoothed": float(sentence_bleu(words, said, smoothing="add_k")),
        "ROUGE-1": rouge_n(words, said, 1).f,
        "ROUGE-2": rouge_n(words, said, 2).f,
        "ROUGE-L": rouge_l(words, said).f,
        "METEOR": meteor(words, said),
    }
    assert translation_scores(REFERENCES, " ".join(said), tokenize="whitespace") == translation_scores(words, said)


def test_an_empty_reference_has_no_error_rate_and_one_beside_others_is_refused():
    assert np.isnan(translation_scores([[]], ["a"])["WER"])
    for references in ([[], ["a"]], [["a"], []]):
        with pytest.raises(ValueError, match="is empty, beside others: leave out references that are missing"):
            translation_scores(references, ["a"])


def test_a_copy_of_a_reference_is_perfect_under_every_metric():
    """METEOR takes something off for the one piece that it is."""
    for references in example_corpus()["references"]:
        scores = translation_scores(references, references[-1], tokenize="13a")
        assert scores.pop("WER") == 0
        assert 0.99 < scores.pop("METEOR") < 1
        np.testing.assert_allclose([*scores.values()], 1)


@pytest.mark.parametrize("references", ["a b", ["a b"], [], None])
def test_texts_of_the_wrong_shape_are_named(references):
    with pytest.raises(TypeError, match="references must be a"):
        translation_scores(references, ["a", "b"])


def test_what_is_edited_moves_numbers_and_picture():
    box = explore_translation(REFERENCES, "More sheep live here than people.")
    said, given, cut, numbers, picture = box.children
    assert (said.value, given.value.splitlines(), cut.value) == ("More sheep live here than people.", REFERENCES, "13a")
    for change in [
        lambda: setattr(said, "value", "There are no sheep here."),
        lambda: setattr(given, "value", REFERENCES[0]),
        lambda: setattr(cut, "value", "whitespace"),
    ]:
        shown, drawn = numbers.value, picture.value
        change()
        assert numbers.value != shown
        assert picture.value != drawn
        scores = translation_scores(given.value.splitlines(), said.value, tokenize=cut.value)
        assert numbers.value == ", ".join(f"{name} {score:.3f}" for name, score in scores.items())


@pytest.mark.filterwarnings("ignore:Glyph")  # not every font has every letter
@settings(max_examples=8)
@given(texts, st.lists(texts, max_size=2), st.sampled_from(sorted(TOKENIZERS)))
def test_anything_may_be_typed(said, lines, tokenize):
    box = explore_translation(REFERENCES, "a b", tokenize=tokenize)
    box.children[0].value = said
    box.children[1].value = "\n".join(lines)
    assert box.children[3].value.startswith("WER " if "".join(lines).strip() else "Write at least one reference")
