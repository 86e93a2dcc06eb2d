"""How each score with variants is counted and computed; what its variants are called stands in `variants.toml`."""

from importlib import import_module
from typing import Any

FAMILIES = {
    "bleu": "texts",
    "rouge": "texts",
    "chrf": "texts",
    "meteor": "texts",
    "wer": "texts",
    "f": "labels",
    "area": "rankings",
    "eer": "rankings",
    "ndcg": "rankings",
    "map": "rankings",
    "r2": "numbers",
    "correlation": "numbers",
    "kappa": "labels",
    "perplexity": "numbers",
    "spread": "numbers",
}


def family_of(name: str) -> Any:
    return import_module(f".{FAMILIES[name]}", __name__).FAMILIES[name]
