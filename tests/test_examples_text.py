"""The corpus of translations: its shape, and that each system fails in the way that its name promises."""

from evalmetrics_book import example_corpus

CORPUS = example_corpus()
SYSTEMS = ["good", "literal", "fluent", "short", "repetitive", "negated"]


def words(text):
    return text.rstrip(".?").lower().replace(",", "").split()


def test_the_corpus_holds_forty_sentences_one_to_three_references_and_six_systems():
    assert CORPUS.columns.to_list() == ["source", "references", *SYSTEMS]
    assert CORPUS.index.to_list() == list(range(1, 41))
    assert CORPUS["references"].map(len).value_counts().to_dict() == {1: 8, 2: 25, 3: 7}


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
