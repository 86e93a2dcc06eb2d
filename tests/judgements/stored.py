"""What the package ships of professional translators' marks, made anew: numbers alone, from the published files.

They are those of *Expert-based Human Evaluations for the Submissions of WMT*, commit 7fadea2 of
github.com/google/wmt-mqm-human-evaluation, Apache License 2.0; Freitag et al. (2021), Experts, errors, and context,
TACL 9. They lie as `FILES` and `AVERAGES` say in a folder that JUDGEMENTS names:

    JUDGEMENTS=FOLDER python -m tests.judgements.stored
"""

import csv
import os
from pathlib import Path

import numpy as np
import pandas as pd

from evalmetrics import corpus_bleu, corpus_chrf, corpus_ter, corpus_wer
from tests.published import DATA

STORED = DATA / "judgements.npz"
FILES = {
    "ted": "wmt_ted_zhen/mqm_ted_zhen.tsv.gz",
    "wmt23": "wmt23_sxs_ende/sxs_mqm_generalMT2023_ende.3ratings.tsv.gz",
}
AVERAGES = "wmt_ted_zhen/mqm_ted_zhen.avg_seg_scores.tsv.gz"
SEGMENT = {"ted": "seg_id", "wmt23": "globalSegId"}
REFERENCES = {"ted": ["ref", "refB"], "wmt23": ["refA"]}


def folder():
    return Path(os.environ["JUDGEMENTS"]) if os.environ.get("JUDGEMENTS") else None


def published(name):
    """A row a marked error, or a text without any; planted checks of the raters left out."""
    rows = pd.read_csv(folder() / FILES[name], sep="\t", quoting=csv.QUOTE_NONE, dtype=str, keep_default_na=False)
    rows = rows.assign(segment=rows[SEGMENT[name]].astype(int))
    return rows[rows["severity"] != "HOTW-test"]


def publishers_means():
    """The publishers' own mean of each segment of the talks, marks below 0, by system and segment."""
    text = pd.read_csv(folder() / AVERAGES, sep=r"\s+", na_values="None")
    named = text.assign(system=text["system"].replace({"ref-A": "ref", "ref-B": "refB"}))
    return named.dropna().set_index(["system", "seg_id"])["mqm_avg_score"].rename_axis(["system", "segment"])


def kinds_of_errors(rows):
    """How many errors of each kind a row is: one, or none."""
    unreadable = rows["category"].eq("Non-translation!")
    minor = rows["severity"].eq("Minor") & ~unreadable
    marks = rows["category"].eq("Fluency/Punctuation")
    major = rows["severity"].eq("Major") & ~unreadable
    return pd.DataFrame(
        {"major": major, "minor": minor & ~marks, "punctuation": minor & marks, "non_translation": unreadable}
    ).astype(int)


def marks_of(rows):
    """Errors of each kind that each rater found in each text, and who that was: shapes (4, t, s, r) and (t, s, r)."""
    keys = [rows["system"], rows["segment"], rows["rater"]]
    found = kinds_of_errors(rows).groupby(keys).sum().reset_index().sort_values(["system", "segment", "rater"])
    shape = found["system"].nunique(), found["segment"].nunique(), -1
    raters = found["rater"].str.removeprefix("rater").astype(np.uint8).to_numpy().reshape(shape)
    kinds = found[["major", "minor", "punctuation", "non_translation"]].to_numpy(np.uint8)
    return kinds.T.reshape(4, *shape), raters


def texts_of(rows):
    """The texts by system and segment, without the tags around errors, and quotation marks as they are.

    In the files of 2023 a backslash stands before each straight quotation mark, and before nothing else.
    """
    plain = rows["target"].str.replace("</?v>", "", regex=True).str.replace('\\"', '"').str.strip()
    return plain.groupby([rows["segment"], rows["system"]]).first().unstack()  # noqa: PD010


def counts_of(references, hypotheses):
    """What our metrics count in pairs of texts: lengths of reference and hypothesis, and what they have in common."""
    several = [[reference] for reference in references]
    bleu = corpus_bleu.statistics(several, hypotheses, tokenize="13a")
    chrf = corpus_chrf.statistics(several, hypotheses, word_order=2)
    ter = corpus_ter.statistics(several, hypotheses)
    wer = corpus_wer.statistics(references, hypotheses, tokenize="13a")
    lengths = np.stack([bleu[:, 1], chrf[:, 8], chrf[:, 14], ter[:, 1]])
    return lengths, np.vstack([bleu[:, 2:6].T, chrf[:, :8].T, ter[:, :1].T, wer[:, :1].T])


def everything():
    arrays = {}
    for name, references in REFERENCES.items():
        rows = published(name)
        marks, raters = marks_of(rows)
        texts = texts_of(rows)
        documents, number = np.unique(rows.groupby("segment")["doc"].first(), return_inverse=True)
        lengths = [counts_of(texts[system], texts[system])[0] for system in texts]
        shared = [[counts_of(texts[said], texts[heard])[1] for heard in texts] for said in references]
        arrays |= {
            f"{name}.systems": np.array(texts.columns, dtype=str),
            f"{name}.references": np.array(references),
            f"{name}.segments": texts.index.to_numpy(np.uint16),
            f"{name}.documents": documents.astype(str),
            f"{name}.document": number.astype(np.uint8),
            f"{name}.marks": marks,
            f"{name}.raters": raters,
            f"{name}.lengths": np.stack(lengths, 1).astype(np.uint16),
            f"{name}.shared": np.moveaxis(np.array(shared), 2, 0).astype(np.uint16),
        }
    return arrays


if __name__ == "__main__":
    np.savez_compressed(STORED, **everything())
