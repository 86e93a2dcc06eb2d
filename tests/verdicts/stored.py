"""What the book ships of language models' verdicts, made anew: numbers alone, from two published repositories.

LLMBar (github.com/princeton-nlp/LLMBar, commit 900616b, MIT; Zeng et al. 2024), and AlpacaEval
(github.com/tatsu-lab/alpaca_eval, commit cd543a1, code Apache 2.0, data CC BY-NC 4.0; Dubois et al. 2024), of which a
row a model is taken and nothing an instruction. LLMBAR and ALPACA_EVAL name their git directories:

    LLMBAR=FOLDER ALPACA_EVAL=FOLDER python -m tests.verdicts.stored
"""

import csv
import io
import json

import numpy as np
import pandas as pd

from tests.published import DATA, git

VERDICTS, MODELS = DATA / "verdicts.npz", DATA / "alpaca_eval.csv"
COMMITS = {"LLMBAR": "900616b", "ALPACA_EVAL": "cd543a1"}
SUBSETS = {
    **{name: f"LLMBar/Adversarial/{name}" for name in ("Neighbor", "GPTInst", "GPTOut", "Manual")},
    **{"Natural": "LLMBar/Natural", "MT-Bench": "Processed/MT-Bench"},  # of two more, labels come without a licence
}
UNREAD, UNASKED = 0, 255
JUDGE = "weighted_alpaca_eval_gpt4_turbo"
BOARD = f"src/alpaca_eval/leaderboards/data_AlpacaEval_2/{JUDGE}_leaderboard.csv"


def listed(name, ending):
    """Paths of the files that are there at the commit: of a partial copy some are not."""
    for line in git(name, "ls-tree", "-r", "-l", COMMITS[name]).decode().splitlines():
        about, path = line.split("\t")
        if path.endswith(ending) and about.split()[3].isdigit():
            yield path


def shown(name, path):
    return json.loads(git(name, "show", f"{COMMITS[name]}:{path}"))


def words(text):
    return len((text or "").split())


def of_judges(file):
    """By subset, judge and prompt: what a published file holds."""
    folders = {f"Dataset/{folder}": name for name, folder in SUBSETS.items()}
    for path in sorted(listed("LLMBAR", f"/{file}.json")):
        folder, _, rest = path.partition("/evaluators/")
        if folder in folders:
            yield folders[folder], *rest.split("/")[:2], shown("LLMBAR", path)


def verdict(row, order):
    """1 or 2, in the order of the label; UNREAD where the answer names none."""
    said = row["results"][-1].get(f"swap = {order}", {}).get("winner")
    return int(said) if said in ("1", "2") else UNREAD


def verdicts():
    found = list(of_judges("result"))
    judges, prompts = (sorted({row[k] for row in found}) for k in (1, 2))
    pairs = {subset: rows for subset, _, _, rows in found}
    every = [row for subset in SUBSETS for row in pairs[subset]]
    start = dict(zip(SUBSETS, np.cumsum([0, *map(len, map(pairs.get, SUBSETS))]), strict=False))
    table = np.full((len(judges), len(prompts), len(every), 2), UNASKED, np.uint8)
    for subset, judge, prompt, rows in found:
        cells = [[verdict(row, order) for order in (False, True)] for row in rows]
        table[judges.index(judge), prompts.index(prompt), start[subset] : start[subset] + len(rows)] = cells
    return {
        "judges": np.array(judges),
        "prompts": np.array(prompts),
        "subsets": np.array(list(SUBSETS)),
        "sizes": np.array([len(pairs[subset]) for subset in SUBSETS], np.uint16),
        "labels": np.array([row["label"] for row in every], np.uint8),
        "words": np.array([[words(row[f"output_{k}"]) for row in every] for k in (1, 2)], np.uint16),
        "verdicts": table,
    }


def board():
    """The publishers' leaderboard, in percent, by model."""
    text = git("ALPACA_EVAL", "show", f"{COMMITS['ALPACA_EVAL']}:{BOARD}").decode()
    return pd.read_csv(io.StringIO(text), index_col=0)


def of_model(rows):
    """What a judge made of the answers of one model, over all instructions."""
    p = np.array([row["preference"] - 1 for row in rows], float)
    lengths = np.array([[words(row[f"output_{k}"]) for k in (2, 1)] for row in rows])
    longer = lengths[:, 0] > lengths[:, 1]
    return {
        "n": len(p),
        "win_rate": p.mean(),
        "standard_error": p.std(ddof=1) / np.sqrt(len(p)),
        "discrete_win_rate": ((p > 0.5) + (p == 0.5) / 2).mean(),
        "words": lengths[:, 0].mean(),
        "words_of_reference": lengths[:, 1].mean(),
        "longer": int(longer.sum()),
        "win_rate_if_longer": p[longer].mean() if longer.any() else np.nan,
    }


def models():
    """A row a model whose verdicts are there, and what the publishers print of it, as shares."""
    found = {}
    for path in sorted(listed("ALPACA_EVAL", f"{JUDGE}/annotations.json")):
        _, model, *rest = path.split("/")
        if rest == [JUDGE, "annotations.json"] and len(rows := shown("ALPACA_EVAL", path)) == 805:
            found[model] = of_model([row for row in rows if row["preference"] is not None])
    table = pd.DataFrame.from_dict(found, orient="index").rename_axis("model")
    printed = {name: f"published_{name}" for name in ("win_rate", "standard_error", "discrete_win_rate")}
    printed["length_controlled_winrate"] = "length_controlled"
    return table.join(board()[list(printed)].rename(columns=printed) / 100)


def text_of(table):
    rounded = table.round(dict.fromkeys(table, 8) | {"words": 1, "words_of_reference": 1})
    return rounded.to_csv(lineterminator="\n", quoting=csv.QUOTE_MINIMAL)


if __name__ == "__main__":
    np.savez_compressed(VERDICTS, **verdicts())
    MODELS.write_text(text_of(models()), encoding="utf-8")
