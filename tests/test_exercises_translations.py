"""The exercises' marks and counts of real translations are the book's.

`python -m tests.test_exercises_translations` writes them.
"""

from pathlib import Path

import evalmetrics_exercises
import numpy as np
from evalmetrics_exercises.topics.embedding_scores import TOY_WORDS
from evalmetrics_exercises.translations import paragraphs, talks

from evalmetrics import corpus_bleu
from evalmetrics_book import example_counts, example_judgements, toy_words

BLEU_OF_A_TEXT = corpus_bleu.given(smoothing="exponential")
PEOPLE = {"wmt23": ("refA", "GPT4-5shot_with_refA"), "ted": ("ref", "refB")}


def of_paragraphs():
    marks = example_judgements("wmt23")
    systems = [name for name in dict.fromkeys(marks["system"]) if name not in PEOPLE["wmt23"]]
    held = marks[marks["system"].isin(systems)].sort_values("segment", kind="stable")
    tenths = held.pivot_table(index=["segment", "rater"], columns="system", values="score")[systems]
    counts = example_counts("wmt23", corpus_bleu).loc["refA"]
    bleu = np.array([BLEU_OF_A_TEXT.score(counts.loc[name].sort_index().to_numpy()) for name in systems]).T
    documents = marks.drop_duplicates("segment").sort_values("segment")["document"].to_numpy(dtype=str)
    return {
        "paragraph_systems": np.array(systems),
        "paragraph_tenths": np.rint(10 * tenths.to_numpy()).reshape(len(bleu), 3, -1).astype(np.int16),
        "paragraph_bleu": np.round(100 * bleu, 1),
        "paragraph_documents": documents,
    }


def of_talks():
    counts = example_counts("ted", corpus_bleu)
    columns = [*(f"{name}_{n}" for name in ("matches", "possible") for n in range(1, 5)), "r"]
    systems = [n for n in dict.fromkeys(counts.index.get_level_values("system")) if n not in PEOPLE["ted"]]
    table = np.array([[counts.loc[ref].loc[name][columns].to_numpy() for name in systems] for ref in ("ref", "refB")])
    marks = example_judgements("ted").drop_duplicates("segment").set_index("segment")["document"]
    documents = marks.loc[counts.loc["ref"].loc[systems[0]].index].to_numpy(dtype=str)
    return {"talk_systems": np.array(systems), "talk_counts": table.astype(np.uint8), "talk_documents": documents}


def test_marks_and_counts_are_those_of_the_book():
    for stored, counted in ((paragraphs(), of_paragraphs()), (talks(), of_talks())):
        for one, other in zip(stored, counted.values(), strict=True):
            np.testing.assert_array_equal(one, other)


def test_toy_words_are_those_of_the_book():
    assert dict(toy_words()) == TOY_WORDS


if __name__ == "__main__":
    folder = Path(evalmetrics_exercises.__file__).parent
    np.savez_compressed(folder / "translations.npz", **of_paragraphs(), **of_talks())
