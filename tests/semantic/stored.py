"""What the package ships of MiniLM, made anew: `python -m tests.semantic.stored` writes it."""

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from evalmetrics import bert_score, mover_score
from evalmetrics_book import example_corpus, minilm_embedding

DATA = Path(__file__).parents[2] / "evalmetrics" / "data"
SENTENCES = """\
The way to make people trustworthy is to trust them.
To make people trustworthy, you need to trust them.
Kim won the race.
The race won Kim.
The race was won by Kim.
Kim came in first.
Kim did not win the race.
Kim lost the race.
Kim won the vase.
The minister resigned.
The movie was great.
The film was wonderful.
The movie was terrible.
The movie was not great.
The train leaves at nine.
The train leaves at eight.
The train departs at nine.
She sat on the bank of the river.
The river had burst its bank.
She took the money to the bank.
The bank raised its interest rate.
The patient is not allergic to penicillin.
The patient is now allergic to penicillin.
The patient has no allergy to penicillin.
""".splitlines()


def vectors():
    """Sentences, their tokens and all vectors below one another."""
    embed = minilm_embedding()
    found = [embed(sentence) for sentence in SENTENCES]
    return {
        "sentences": np.array(SENTENCES),
        "tokens": np.array([" ".join(tokens) for tokens, _ in found]),
        "vectors": np.concatenate([rows for _, rows in found]).astype(np.float16),
    }


def scores():
    """BERTScore and MoverScore of every system and sentence of the corpus of translations."""
    corpus, embed = example_corpus(), cache(minilm_embedding())
    rows = [
        {
            "system": system,
            "sentence": number,
            "bert_score": round(bert_score(row["references"], row[system], embed=embed).f, 4),
            "mover_score": round(mover_score(row["references"], row[system], embed=embed), 4),
        }
        for system in corpus.columns[2:]
        for number, row in corpus.iterrows()
    ]
    return pd.DataFrame(rows)


if __name__ == "__main__":
    np.savez_compressed(DATA / "minilm.npz", **vectors())
    scores().to_csv(DATA / "minilm_scores.csv", index=False, lineterminator="\n")
