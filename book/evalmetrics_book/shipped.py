"""The files that the package brings along, in its folder ``data``."""

import io
import tomllib
from importlib import resources
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray


def content(file: str) -> bytes:
    """A file as it is."""
    return resources.files(__package__).joinpath("data", file).read_bytes()


def tables(file: str) -> dict[str, Any]:
    """What a TOML file holds."""
    return tomllib.loads(content(file).decode("utf-8"))


def rows(file: str) -> pd.DataFrame:
    """What a CSV file holds."""
    return pd.read_csv(io.BytesIO(content(file)))


def arrays(file: str) -> dict[str, NDArray[Any]]:
    """What an NPZ file holds."""
    with np.load(io.BytesIO(content(file))) as held:
        return dict(held)
