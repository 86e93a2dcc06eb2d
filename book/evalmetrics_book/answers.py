"""What language models answered to questions and said as judges, and what was printed of others: numbers alone."""

from functools import cache

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


UNREAD, UNASKED = 0, 255  # a verdict that could not be read; a judge that was not asked in this way


@described_by()
def example_verdicts() -> pd.DataFrame:
    """Verdicts of six language models on pairs of answers of which people had said which is better.

    -> DataFrame of shape (28835, 9)
        A row for each pair, judge and prompt. Columns subset: "Natural" (100 pairs), the adversarial "Neighbor" (134),
        "GPTInst" (92), "GPTOut" (47) and "Manual" (46), in which the worse answer was made to look the better one, and
        "MT-Bench" (200; the label is the vote of people's majority, ties left out); item; label, 1 or 2, the better
        answer; words_1 and words_2, lengths of the answers; judge; prompt: "Vanilla_NoRules" asks for the better
        answer and no more, all others give rules first ("Vanilla"), and "CoT" asks for reasons before the verdict,
        "Swap" asks again where the two orders disagree, "Reference" shows an answer of the judge's own, "Metrics" what
        it would look at, "Rating" asks for a mark for each answer; verdict, 1 or 2, as the answers were given, and
        verdict_swapped, with the other answer first, told back as 1 or 2; nan where no verdict could be read, or marks
        are equal.

    Source: Zeng, Yu, Gao, Meng, Goyal and Chen (2024), Evaluating large language models at evaluating instruction
    following, ICLR. Read from github.com/princeton-nlp/LLMBar, commit 900616b, MIT License. People's votes on MT-Bench
    are those of Zheng et al. (2023), CC BY 4.0.

    >>> said = example_verdicts().query("judge == 'GPT-4' and prompt == 'Vanilla_NoRules' and subset == 'Natural'")
    >>> orders = said[["verdict", "verdict_swapped"]]
    >>> float(orders.eq(said["label"], axis=0).mean(axis=None))
    0.935
    """
    return _verdicts().copy()


@described_by()
def example_leaderboard() -> pd.DataFrame:
    """How often one judge preferred a model's answers to those of one and the same reference model, a row a model.

    -> DataFrame of shape (52, 12)
        Indexed by model: those of AlpacaEval 2 whose verdicts could be read. n, instructions; win_rate, the mean
        probability with which the judge (GPT-4 Turbo) preferred the model's answer, in [0, 1]; its standard_error;
        discrete_win_rate, the share of instructions with a probability above one half; words and words_of_reference,
        mean lengths of answers; longer, in how many instructions the model's answer was longer, and
        win_rate_if_longer. As the publishers print them: published_win_rate, published_standard_error,
        published_discrete_win_rate, and length_controlled, a win rate. "NullModel" gives one and the same text to every
        instruction.

    Source: Dubois, Galambosi, Liang and Hashimoto (2024), Length-controlled AlpacaEval: a simple way to debias
    automatic evaluators; Zheng, Pang, Du, Liu, Jiang and Lin (2024), Cheating automatic LLM benchmarks: null models
    achieve high win rates. Counted in github.com/tatsu-lab/alpaca_eval, commit cd543a1, whose data are under CC BY-NC
    4.0: these are numbers a model, and nothing of single instructions is passed on.

    >>> models = example_leaderboard()
    >>> models["win_rate"].idxmax(), round(float(models["win_rate"].max()), 3)
    ('NullModel', 0.769)
    """
    return shipped.rows("alpaca_eval.csv").set_index("model")


@cache
def _verdicts() -> pd.DataFrame:
    held = shipped.arrays("verdicts.npz")
    j, p, i = np.nonzero(held["verdicts"][..., 0] != UNASKED)
    said = held["verdicts"][j, p, i].astype(np.float64)
    said[said == UNREAD] = np.nan
    subset, first = held["subsets"].repeat(held["sizes"]), np.cumsum(held["sizes"]) - held["sizes"]
    number = np.arange(len(subset)) - first.repeat(held["sizes"])
    return pd.DataFrame(
        {
            "subset": subset.astype(object)[i],
            "item": number[i],
            "label": held["labels"].astype(np.int64)[i],
            "words_1": held["words"][0].astype(np.int64)[i],
            "words_2": held["words"][1].astype(np.int64)[i],
            "judge": held["judges"].astype(object)[j],
            "prompt": held["prompts"].astype(object)[p],
            "verdict": said[:, 0],
            "verdict_swapped": said[:, 1],
        }
    )
