"""Figures as pictures that a widget can hold."""

import io
from typing import Any


def as_png(ax: Any) -> bytes:
    """The figure that `ax` is on, as a PNG file; it is closed afterwards."""
    import matplotlib.pyplot as plt

    drawn = io.BytesIO()
    try:
        ax.figure.savefig(drawn, format="png")
    finally:
        plt.close(ax.figure)
    return drawn.getvalue()
