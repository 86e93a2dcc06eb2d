"""What moves with the words of a translation."""

from html import escape
from math import isnan
from typing import Any

from evalmetrics.bleu import sentence_bleu
from evalmetrics.inputs.texts import TOKENIZERS, Tokenizer, with_references
from evalmetrics.kinds.help_pages import described_by
from evalmetrics.meteor_scores import meteor
from evalmetrics.rouge import rouge_l, rouge_n
from evalmetrics.word_error_rate import wer

from ..figures.text import plot_ngram_matches
from .moving import explorer


def translation_scores(references: Any, hypothesis: Any, *, tokenize: Tokenizer = None) -> dict[str, float]:
    """One translation under the metrics of the chapters on text; WER is that to the reference that makes it lowest."""
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
    return {name: float(score) for name, score in scores.items()}


@described_by(explorer)
def explore_translation(references: Any, hypothesis: str, *, tokenize: str = "13a") -> Any:
    """A translation, its references (a line each) and a tokeniser to edit; matches and scores move along.

    references : list of strings
        At least one.
    hypothesis : string
    tokenize : {"13a", "intl", "char", "whitespace", ...}
        How to split them at first.

    >>> box = explore_translation(["The cat sat down."], "The cat sat.")
    >>> box.children[0].value = "The dog sat."
    >>> box.children[3].value[:10]
    'WER 0.400,'
    """
    import ipywidgets as widgets

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
