"""What the package ships of professional translators' marks, made anew: `python -m tests.translators FOLDER`.

FOLDER holds `sxs_mqm_generalMT2023_ende.3ratings.tsv.gz` of github.com/google/wmt-mqm-human-evaluation, commit 7fadea2,
under the Apache Licence 2.0. Numbers are shipped, and no sentences.
"""

import csv
import sys
from pathlib import Path

import pandas as pd

from evalmetrics import sentence_bleu
from evalmetrics.inputs.tokenizers import tokenize_13a

STORED = Path(__file__).parents[1] / "evalmetrics" / "book" / "data" / "marks.csv"
FILE = "sxs_mqm_generalMT2023_ende.3ratings.tsv.gz"
REFERENCE = "refA"
NAMES = {"GPT4-5shot_with_ONLINE-W": "GPT-4 (1)", "GPT4-5shot_with_refA": "GPT-4 (2)"}  # the same texts, marked twice
POINTS = {"Major": 5.0, "Minor": 1.0, "No-error": 0.0}
KEYS = ["globalSegId", "system"]


def errors(folder):
    """A row an error that a translator marked, with its points; the planted checks are left out."""
    marks = pd.read_csv(Path(folder) / FILE, sep="\t", quoting=csv.QUOTE_NONE)
    marks = marks[marks["severity"] != "HOTW-test"].copy()
    marks["points"] = marks["severity"].map(POINTS)
    light = (marks["severity"] == "Minor") & (marks["category"] == "Fluency/Punctuation")
    marks.loc[light, "points"] = 0.1
    marks.loc[marks["category"] == "Non-translation!", "points"] = 25.0
    target = marks["target"].str.replace("</?v>", "", regex=True)
    return marks.assign(target=target, system=marks["system"].replace(NAMES))


def table(folder):
    """A row a translation of a paragraph: its length, its BLEU against the reference, its points from three raters."""
    marks = errors(folder)
    written = marks.groupby(KEYS)["target"].first()
    points = marks.groupby([*KEYS, "rater"])["points"].sum().round(1).reset_index()
    points["k"] = points.groupby(KEYS).cumcount() + 1
    wide = points.set_index([*KEYS, "k"]).unstack()  # noqa: PD010
    wide.columns = [f"{name}_{k}" for name, k in wide.columns]
    documents = marks.groupby(KEYS)["doc"].first()
    numbers = {name: i for i, name in enumerate(documents.unique(), 1)}
    bleu = {
        (segment, system): float(
            sentence_bleu([written[segment, REFERENCE]], text, tokenize=tokenize_13a, smoothing="exponential")
        )
        for (segment, system), text in written.items()
    }
    found = wide.assign(
        document=documents.map(numbers),
        words=written.str.split().str.len(),
        bleu=(100 * pd.Series(bleu)).round(1),
    )
    return found.reset_index().rename(columns={"globalSegId": "paragraph"}).sort_values(["paragraph", "system"])


if __name__ == "__main__":
    table(sys.argv[1]).to_csv(STORED, index=False, lineterminator="\n")
