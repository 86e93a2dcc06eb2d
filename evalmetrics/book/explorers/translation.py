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
from ._picture import as_png


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


def explore_translation(references: Any, hypothesis: str, *, tokenize: str = "13a") -> Any:
    """A translation and its references to edit; matches and scores move along.

    Parameters
    ----------
    references : list of strings
        At least one.
    hypothesis : string
    tokenize : {"13a", "intl", "char", "whitespace", ...}
        How to split them at first.

    Returns
    -------
    ipywidgets.VBox
        Its children are the hypothesis, the references (a line each), the tokeniser, the numbers
        (`translation_scores`) and the picture (`plot_ngram_matches`).

    Examples
    --------
    >>> box = explore_translation(["The cat sat down."], "The cat sat.")
    >>> box.children[0].value = "The dog sat."
    >>> box.children[3].value[:10]
    'WER 0.400,'
    """
    import ipywidgets as widgets  # type: ignore[import-untyped]

    wide = widgets.Layout(width="95%")
    said = widgets.Text(hypothesis, description="translation", continuous_update=False, layout=wide)
    lines = "\n".join(references)
    given = widgets.Textarea(lines, description="references", continuous_update=False, layout=wide)
    cut = widgets.Dropdown(options=sorted(TOKENIZERS), value=tokenize, description="tokeniser")
    numbers, picture = widgets.HTML(), widgets.Image(format="png", layout=widgets.Layout(max_width="960px"))

    def update(_: Any = None) -> None:
        texts = [line for line in given.value.splitlines() if line.strip()]
        if not texts:
            numbers.value = "Write at least one reference, one per line."
            return
        scores = translation_scores(texts, said.value, tokenize=cut.value)
        numbers.value = escape(", ".join(f"{name} {score:.3f}" for name, score in scores.items()))
        picture.value = _png(texts, said.value, cut.value)

    for widget in (said, given, cut):
        widget.observe(update, "value")
    update()
    return widgets.VBox([said, given, cut, numbers, picture])


def _png(references: list[str], hypothesis: str, tokenize: str) -> bytes:
    from ..figures.text import plot_ngram_matches

    return as_png(plot_ngram_matches(references, hypothesis, tokenize=tokenize))
