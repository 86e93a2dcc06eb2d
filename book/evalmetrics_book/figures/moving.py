"""What every explorer is: what is moved or edited, the numbers that follow from it, and the picture."""

import io
from collections.abc import Callable, Mapping
from math import log10
from typing import Any


def explorer(sliders: Mapping[str, Any], shown: Callable[..., tuple[str, Any]]) -> Any:
    """A box in which numbers and a picture follow sliders, whose values are given to `shown` by name.

    `shown` returns a line of text and the Axes of a new figure, a list of them, or None where nothing is to be drawn.

    -> ipywidgets.VBox
        Sliders, then the numbers, then the picture.
    """
    import ipywidgets as widgets

    text, image = widgets.HTML(), widgets.Image(format="png", layout=widgets.Layout(max_width="960px"))

    def update(_: Any = None) -> None:
        text.value, drawn = shown(**{name: slider.value for name, slider in sliders.items()})
        image.layout.display = "none" if drawn is None else None  # no sign of a picture that is missing
        if drawn is not None:
            image.value = _as_png(drawn[0] if isinstance(drawn, list) else drawn)

    class Explorer(widgets.VBox):  # type: ignore[misc]
        def __repr__(self) -> str:
            """What stands in its place where nothing can move, as on a printed page."""
            named = ", ".join(sliders) if len(sliders) < 5 else f"{len(sliders)} menus"
            return f"[{named}: to be moved in JupyterLab; the cell above shows it standing still]"

    for slider in sliders.values():
        slider.observe(update, "value")
    update()
    return Explorer([*sliders.values(), text, image])


def _as_png(ax: Any) -> bytes:
    """The figure that `ax` is on, as a PNG file; it is closed afterwards."""
    import matplotlib.pyplot as plt

    drawn = io.BytesIO()
    try:
        ax.figure.savefig(drawn, format="png")
    finally:
        plt.close(ax.figure)
    return drawn.getvalue()


def labelled(name: str) -> dict[str, Any]:
    """Options of a wide widget that says its name."""
    return {"description": name, "style": {"description_width": "initial"}, "layout": {"width": "70%"}}


def slider(name: str, value: float, *, least: float, most: float, step: float = 0.01, log: bool = False) -> Any:
    """A slider that says its name, and moves what follows it when it is let go."""
    import ipywidgets as widgets

    options: dict[str, Any] = labelled(name) | {"continuous_update": False, "readout_format": ".3g"}
    if log:
        return widgets.FloatLogSlider(value, base=10, min=log10(least), max=log10(most), step=step, **options)
    return widgets.FloatSlider(value, min=least, max=most, step=step, **options)
