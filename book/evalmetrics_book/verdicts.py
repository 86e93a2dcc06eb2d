"""What language models said as judges, and how models fared before one: numbers, no sentences."""

from functools import cache

import numpy as np
import pandas as pd

from evalmetrics.kinds.help_pages import described_by

from . import shipped

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
