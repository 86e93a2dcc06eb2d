"""What language models answered to questions, and what a harness printed of others: numbers, no sentences."""

import numpy as np
import pandas as pd

from evalmetrics.kinds.help_pages import described_by

from . import shipped

MODELS, ASKED = ["GPT-4", "GPT-3.5", "text-davinci-002"], ["text", "number"]


@described_by()
def example_answers() -> pd.DataFrame:
    """A language model's answers to the 27 tasks of BIG-Bench Hard, given at once and with reasons first.

    The model is OpenAI's code-davinci-002, of 2022. Each prompt showed three solved questions.

    -> DataFrame of shape (6511, 12)
        A row a question. Columns task; question, its number in the task; options, how many the prompt offers, 0 where
        any text may be right; right and chosen, the places of the right option and of the one that the model gave at
        once, from 0, or -1 for none of them (of three questions the key names no option). Whether an answer is right:
        direct, of those given at once (the output is the right answer); of those with reasons first, read by four
        programs: whole (the output is the right answer), phrase (what stands after the last "answer is" is; the
        publishers' rule), last (the last option that is named by its letter in brackets is) and anywhere (the right
        answer is a part of the output). Then found, whether the phrase occurs, and named, how many options stand
        after it.

    Source: Suzgun, Scales, Schärli, Gehrmann, Tay, Chung, Chowdhery, Le, Chi, Zhou and Wei (2022), Challenging
    BIG-Bench tasks and whether chain-of-thought can solve them. Read from github.com/suzgunmirac/BIG-Bench-Hard, commit
    9ee07bd, MIT License.

    >>> answers = example_answers().query("task == 'snarks'")
    >>> answers[["direct", "phrase", "last"]].mean().round(3).to_list()
    [0.612, 0.596, 0.674]
    """
    held = shipped.arrays("answers.npz")
    tasks, sizes = held.pop("tasks").astype(object), held.pop("sizes")
    questions = np.concatenate([np.arange(size) for size in sizes])
    numbers = {name: array.astype(np.int64 if array.dtype == np.int8 else bool) for name, array in held.items()}
    return pd.DataFrame({"task": tasks.repeat(sizes), "question": questions, **numbers})


@described_by()
def example_puzzles() -> pd.DataFrame:
    """Which problems of Project Euler three language models solved, asked with their texts or their numbers alone.

    The site has published a problem every week or so since 2001; each has one number for an answer. The models had
    stopped reading in the autumn of 2021 or before.

    -> DataFrame of shape (5022, 6)
        A row for each of 837 problems, model and prompt. Columns problem, its number on the site; released, the day;
        difficulty, in percent, as the site has it; model, "GPT-4" (of March 2023), "GPT-3.5" (turbo, likewise) or
        "text-davinci-002"; asked, "text" or, where the prompt says no more than which problem is meant, "number"; and
        solved.

    Source: Roberts, Thakur, Herlihy, White and Dooley (2024), To the cutoff... and beyond? A longitudinal perspective
    on LLM data contamination, ICLR. Read from github.com/abacusai/to-the-cutoff, commit 02a6059, MIT License.

    >>> puzzles = example_puzzles().query("asked == 'number'")
    >>> int(puzzles.query("model == 'GPT-3.5'")["solved"].sum())
    204
    """
    held = shipped.arrays("puzzles.npz")
    model, asked, problem = np.indices(held["solved"].shape).reshape(3, -1)
    return pd.DataFrame(
        {
            "problem": held["number"].astype(np.int64)[problem],
            "released": pd.to_datetime(held["released"])[problem],
            "difficulty": held["difficulty"].astype(np.int64)[problem],
            "model": np.array(MODELS, object)[model],
            "asked": np.array(ASKED, object)[asked],
            "solved": held["solved"].ravel(),
        }
    )


@described_by()
def example_harness() -> pd.DataFrame:
    """What a harness, a program that runs benchmarks, printed of eight open models.

    -> DataFrame of shape (75, 4)
        Indexed by model, task and the number of examples in the prompt; columns acc, acc_stderr, acc_norm (options
        compared by log-likelihood per letter) and acc_norm_stderr, nan where a task has no options.

    Source: Results that stood in github.com/EleutherAI/lm-evaluation-harness, commit 5e59782, MIT License.

    >>> example_harness().loc[("llama-13B", "gsm8k"), ["acc", "acc_stderr"]].round(3).to_numpy().tolist()
    [[0.0, 0.0], [0.0, 0.0], [0.136, 0.009]]
    """
    return shipped.rows("harness.csv").set_index(["model", "task", "examples"])
