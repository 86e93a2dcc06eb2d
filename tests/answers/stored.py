"""What the book ships of language models' answers, made anew: numbers alone, from three published repositories.

BIG-Bench Hard (github.com/suzgunmirac/BIG-Bench-Hard, commit 9ee07bd, MIT; Suzgun et al. 2022), To the cutoff
(github.com/abacusai/to-the-cutoff, commit 02a6059, MIT; Roberts et al. 2024), and results that stood in the harness
(github.com/EleutherAI/lm-evaluation-harness, commit 5e59782, MIT). BBH, CUTOFF and HARNESS name their git directories:

    BBH=FOLDER CUTOFF=FOLDER HARNESS=FOLDER python -m tests.answers.stored
"""

import io
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd

from tests.published import DATA, git

ANSWERS, PUZZLES, HARNESS = DATA / "answers.npz", DATA / "puzzles.npz", DATA / "harness.csv"
COMMITS = {"BBH": "9ee07bd", "CUTOFF": "02a6059", "HARNESS": "5e59782"}
OUTPUTS = "code-davinci-002-outputs/code-davinci-002-{}/{}_few_shot_template_0-255000"
LISTED = {  # options that these tasks' prompts do not list
    "boolean_expressions": ["True", "False"],
    "sports_understanding": ["yes", "no"],
    "web_of_lies": ["Yes", "No"],
}
MODELS = {"GPT-4": "gpt-4-0314", "GPT-3.5": "gpt-3.5-turbo-0301", "text-davinci-002": "text-davinci-002"}
ASKED = {"text": "completion_solution_from_full_question_success", "number": "completion_solution_success"}
HARNESS_MODELS = ["bloom-560m", "bloom-1b1", "bloom-1b7", "bloom-3b", "bloom-7b1", "llama-7B", "llama-13B", "llama-30B"]
HARNESS_TASKS = ["arc_challenge", "arc_easy", "gsm8k", "hellaswag", "openbookqa", "piqa", "prost", "swag"]
PRINTED = ["acc", "acc_stderr", "acc_norm", "acc_norm_stderr"]


def shown(name, path):
    return git(name, "show", f"{COMMITS[name]}:{path}")


def listed(name, folder):
    lines = git(name, "ls-tree", "-r", "--name-only", COMMITS[name], folder).decode().splitlines()
    return sorted(line for line in lines if line.endswith(".json"))


def tasks():
    return [Path(path).stem for path in listed("BBH", "bbh")]


def after_the_phrase(output):
    """What stands after the last "answer is" of an output, as the publishers read it."""
    found = re.findall(r"answer is (.+?)\.?$", output, flags=re.M)
    return found[-1].strip() if found else ""


def options_of(task, prompt):
    """The options of a question: letters in brackets, or words in a list; none if any text may be right."""
    below = prompt.split("\n\nQ: ")[-1].partition("Options:")[2]
    lettered, worded = (re.findall(form, below, flags=re.M) for form in (r"^(\([A-Z]\))", r"^- (\w+)"))
    return LISTED.get(task) or lettered or worded


def place(options, said):
    """Which option it is, or -1."""
    return options.index(said) if said in options else -1


def read(task, at_once, aloud):
    """A question, answered at once and with reasons: what the programs found."""
    options, right = options_of(task, at_once["input"]), at_once["target"]
    said, after = at_once["prediction"].strip(), after_the_phrase(aloud["prediction"])
    named = re.findall(r"\([A-Z]\)", aloud["prediction"])
    return {
        "options": len(options),
        "right": place(options, right),
        "chosen": place(options, said),
        "direct": said == right,
        "whole": aloud["prediction"].strip() == right,
        "phrase": after == right,
        "last": named[-1:] == [right],
        "anywhere": right in aloud["prediction"],
        "found": bool(after),
        "named": len(set(re.findall(r"\([A-Z]\)", after))),
    }


def answers():
    rows, sizes = [], []
    for task in tasks():
        both = [json.loads(shown("BBH", OUTPUTS.format(kind, task) + ".json"))["outputs"] for kind in ("direct", "cot")]
        rows += [read(task, *pair) for pair in zip(*both, strict=True)]
        sizes.append(len(both[0]))
    made = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    kinds = {name: array.astype(np.bool_ if array.dtype == bool else np.int8) for name, array in made.items()}
    return {"tasks": np.array(tasks()), "sizes": np.array(sizes, np.uint16), **kinds}


def published_accuracies():
    """The publishers' own, in percent, by task: at once, and with reasons."""
    for task in tasks():
        files = [shown("BBH", OUTPUTS.format(kind, task) + "_eval_metrics.jsonl") for kind in ("direct", "cot")]
        yield task, *(json.loads(file)["accuracy"] for file in files)


def puzzles():
    table = pd.read_csv(io.BytesIO(shown("CUTOFF", "eval/euler.csv"))).sort_values("metadata.id")
    released = pd.to_datetime(table["metadata.release_date_epoch_ms"], unit="s")
    column = "{}_metrics.FunctionalCorrectnessTest.{}"
    solved = [[table[column.format(model, how)] for how in ASKED.values()] for model in MODELS.values()]
    return {
        "number": table["metadata.id"].to_numpy(np.int16),
        "released": released.dt.strftime("%Y-%m-%d").to_numpy(dtype="U10"),
        "difficulty": table["metadata.difficulty"].to_numpy(np.int8),
        "solved": np.array(solved, np.bool_),
    }


def harness():
    """A row a model, task and number of examples in the prompt: what the harness printed."""
    rows = {}
    for path in listed("HARNESS", "results"):
        folder, said = Path(path).parent.name, json.loads(shown("HARNESS", path))
        for task in set(said["results"]) & set(HARNESS_TASKS):
            if folder in HARNESS_MODELS:
                printed = said["results"][task]
                rows[folder, task, said["config"]["num_fewshot"]] = [printed.get(name, np.nan) for name in PRINTED]
    table = pd.DataFrame.from_dict(rows, orient="index", columns=PRINTED).round(6)
    table.index = pd.MultiIndex.from_tuples(table.index, names=["model", "task", "examples"])
    return table.sort_index()


def text_of(table):
    return table.to_csv(lineterminator="\n")


if __name__ == "__main__":
    np.savez_compressed(ANSWERS, **answers())
    np.savez_compressed(PUZZLES, **puzzles())
    HARNESS.write_text(text_of(harness()), encoding="utf-8")
