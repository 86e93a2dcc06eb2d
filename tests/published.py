"""What the book ships of others' data, held to their repositories, whose git directories environment variables name."""

import os
import subprocess
from pathlib import Path

import numpy as np

DATA = Path(__file__).parents[1] / "book" / "evalmetrics_book" / "data"


def named(commits):
    return all(os.environ.get(name) for name in commits)


def git(name, *words):
    return subprocess.run(["git", "-C", os.environ[name], *words], check=True, capture_output=True).stdout


def hold_equal(file, made):
    """Hold a file's arrays to those that are made anew."""
    held = np.load(file)
    assert set(held) == set(made)
    for name, array in made.items():
        assert held[name].dtype == array.dtype
        np.testing.assert_array_equal(held[name], array, err_msg=name)
