"""How each score with variants is counted and computed; what its variants are called stands in `variants.toml`."""

from importlib import import_module
from typing import Any

FAMILIES = {
    "bleu": "translations",
    "rouge": "summaries",
    "chrf": "translations",
    "meteor": "translations",
    "wer": "transcripts",
    "f": "classes",
    "area": "curves",
    "eer": "curves",
    "ndcg": "lists",
    "map": "lists",
    "r2": "numbers",
    "correlation": "numbers",
    "kappa": "raters",
    "perplexity": "numbers",
    "spread": "numbers",
}


def family_of(name: str) -> Any:
    return import_module(f".{FAMILIES[name]}", __name__).FAMILIES[name]
