"""The corpus of translations: its shape, and that each system fails in the way that its name promises."""

import pytest

from evalmetrics_book import example_corpus

CORPUS = example_corpus()
SYSTEMS = ["good", "literal", "fluent", "short", "repetitive", "negated"]


def words(text):
    return text.rstrip(".?").lower().replace(",", "").split()


def test_the_corpus_holds_forty_sentences_one_to_three_references_and_six_systems():
    assert CORPUS.columns.to_list() == ["source", "references", *SYSTEMS]
    assert CORPUS.index.to_list() == list(range(1, 41))
    assert CORPUS["references"].map(len).value_counts().to_dict() == {1: 8, 2: 25, 3: 7}


def test_references_are_of_natural_length_and_differ():
    for references in CORPUS["references"]:
        assert len(set(references)) == len(references)
        assert all(5 <= len(words(text)) <= 14 for text in references)


@pytest.mark.parametrize("column", ["source", *SYSTEMS])
def test_every_sentence_is_cased_and_punctuated(column):
    for text in CORPUS[column]:
        assert text == text.strip()
        assert text[0].isupper()
        assert text[-1] in ".?"
        assert "  " not in text


def test_no_two_systems_say_the_same():
    assert all(row.nunique() == len(SYSTEMS) for _, row in CORPUS[SYSTEMS].iterrows())


def test_the_short_system_is_shorter_than_every_reference():
    for short, references in zip(CORPUS["short"], CORPUS["references"], strict=True):
        assert len(words(short)) < min(len(words(text)) for text in references)


def test_the_repetitive_system_says_a_reference_with_parts_of_it_twice():
    for repetitive, references in zip(CORPUS["repetitive"], CORPUS["references"], strict=True):
        said = words(repetitive)
        assert any(set(said) == set(words(text)) and len(said) > len(words(text)) for text in references)


def test_only_the_good_system_says_what_a_reference_says():
    """It repeats one word for word now and then; those that are wrong never do."""
    equal = {s: sum(t in r for t, r in zip(CORPUS[s], CORPUS["references"], strict=True)) for s in SYSTEMS}
    assert equal.pop("good") > 0
    assert not any(equal.values())


def test_the_corpus_is_a_fresh_copy():
    example_corpus()["references"][1].append("changed")
    assert len(example_corpus()["references"][1]) == 2
