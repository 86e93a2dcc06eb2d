"""How each score with variants is counted and computed; what its variants are called stands in `variants.toml`."""

from importlib import import_module
from typing import Any

FAMILIES = {
    "bleu": "translations",
    "rouge": "summaries",
    "wer": "transcripts",
    "f": "classes",
}


def family_of(name: str) -> Any:
    """The family of this name, loaded when it is first asked for."""
    return import_module(f".{FAMILIES[name]}", __name__).FAMILIES[name]
