"""What moves with the words of a translation."""

from html import escape
from math import isnan
from typing import Any

import pandas as pd

from ...bleu import sentence_bleu
from ...inputs.texts import TOKENIZERS, Tokenizer, with_references
from ...kinds.help_pages import described_by
from ...meteor import meteor
from ...rouge import rouge_l, rouge_n
from ...word_error_rate import wer
from ..figures.text import plot_ngram_matches
from .moving import explorer


@described_by(with_references)
def translation_scores(references: Any, hypothesis: Any, *, tokenize: Tokenizer = None) -> pd.Series:
    """One translation under the metrics of the chapters on text.

    Returns
    -------
    Series of float
        Indexed by metric: the word error rate against the reference that makes it lowest (lower is better), BLEU
        without smoothing and with that of Lin and Och, F of ROUGE-1, ROUGE-2 and ROUGE-L, and METEOR with Porter's
        stems (higher is better).

    Examples
    --------
    >>> scores = translation_scores(["a b c d".split()], "a b x d".split())
    >>> scores[["WER", "BLEU", "ROUGE-1", "METEOR"]].round(2).to_dict()
    {'WER': 0.25, 'BLEU': 0.0, 'ROUGE-1': 0.75, 'METEOR': 0.64}
    """
    references, hypothesis = with_references(references, hypothesis, tokenize=tokenize)
    scores: dict[str, Any] = {
        "WER": min((wer(reference, hypothesis) for reference in references), key=lambda rate: (isnan(rate), rate)),
        "BLEU": sentence_bleu(references, hypothesis),
        "BLEU, smoothed": sentence_bleu(references, hypothesis, smoothing="add_k"),
        "ROUGE-1": rouge_n(references, hypothesis, 1),
        "ROUGE-2": rouge_n(references, hypothesis, 2),
        "ROUGE-L": rouge_l(references, hypothesis),
        "METEOR": meteor(references, hypothesis),
    }
    return pd.Series({name: float(score) for name, score in scores.items()}, name="score")


@described_by(explorer)
def explore_translation(references: Any, hypothesis: str, *, tokenize: str = "13a") -> Any:
    """A translation, its references (a line each) and a tokeniser to edit; `translation_scores` move along.

    Parameters
    ----------
    references : list of strings
        At least one.
    hypothesis : string
    tokenize : {"13a", "intl", "char", "whitespace", ...}
        How to split them at first.

    Examples
    --------
    >>> box = explore_translation(["The cat sat down."], "The cat sat.")
    >>> box.children[0].value = "The dog sat."
    >>> box.children[3].value[:10]
    'WER 0.400,'
    """
    import ipywidgets as widgets  # type: ignore[import-untyped]

    wide = {"continuous_update": False, "layout": widgets.Layout(width="95%")}
    edited = {
        "hypothesis": widgets.Text(hypothesis, description="translation", **wide),
        "references": widgets.Textarea("\n".join(references), description="references", **wide),
        "tokenize": widgets.Dropdown(options=sorted(TOKENIZERS), value=tokenize, description="tokeniser"),
    }

    def shown(hypothesis: str, references: str, tokenize: str) -> tuple[str, Any]:
        texts = [line for line in references.splitlines() if line.strip()]
        if not texts:
            return "Write at least one reference, one per line.", None
        scores = translation_scores(texts, hypothesis, tokenize=tokenize)
        numbers = escape(", ".join(f"{name} {score:.3f}" for name, score in scores.items()))
        return numbers, plot_ngram_matches(texts, hypothesis, tokenize=tokenize)

    return explorer(edited, shown)
