"""The files that the package brings along, in its folder ``data``."""

import tomllib
from importlib import resources
from typing import Any


def content(file: str) -> bytes:
    """A file as it is."""
    return resources.files(__package__).joinpath("data", file).read_bytes()


def tables(file: str) -> dict[str, Any]:
    """What a TOML file holds."""
    return tomllib.loads(content(file).decode("utf-8"))
