"""Shared ground of the package's tests: no window opens, no figure stays open, Hypothesis tries the same every time."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from hypothesis import HealthCheck, settings

mpl.use("agg")
settings.register_profile(
    "book",
    database=None,
    deadline=None,
    derandomize=True,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("book")


@pytest.fixture(autouse=True)
def _closed_figures():
    yield
    plt.close("all")
